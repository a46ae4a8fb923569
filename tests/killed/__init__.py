"""A real bot process, killed at every point of three long stories, and the thread as if nothing had happened."""
