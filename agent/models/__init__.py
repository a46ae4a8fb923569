"""Models behind one door: OpenAI-compatible endpoints, the Responses API, models without tools, commands."""
