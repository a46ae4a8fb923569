"""Which model these settings mean, built: an endpoint, one that is driven in steps, or a command."""

from __future__ import annotations

import openai

from agent.clean import redacted
from agent.command import Command, program
from agent.jsonsteps import JsonSteps, ToolsOrSteps
from agent.model import Chat, Model
from agent.responses import Responses
from bot.settings import Settings, SettingsError, for_child

OPENAI_MODEL = "gpt-5-mini"


async def model(settings: Settings, *, tool_calls: bool = True, searches: bool = False) -> Model:
    """The model, to be closed by whoever asked for it. Without `tool_calls` it is driven in steps from the start; an
    endpoint that refuses them is driven so once that is known. Where the provider's own web `searches` may be used it
    is asked by the Responses API. Raises SettingsError."""
    if settings.model_cmd:
        name = settings.model or program(settings.model_cmd)
        return JsonSteps(Command(settings.model_cmd, environment=for_child(), name=name))
    key, name = settings.openai_api_key or "none", await _name(settings)
    if searches:
        return Responses(api_key=key, base_url=settings.openai_base_url or None, name=name)
    chat = Chat(api_key=key, base_url=settings.openai_base_url or None, name=name)
    return ToolsOrSteps(chat) if tool_calls else JsonSteps(chat)


def shown(settings: Settings) -> str:
    """What a model that is set is called before anybody has asked it."""
    command = program(settings.model_cmd) if settings.model_cmd else ""
    return settings.model or command or redacted(settings.openai_base_url) or "OpenAI"


async def _name(settings: Settings) -> str:
    """The model that is set; OpenAI's default; or the first one that the endpoint offers."""
    if settings.model:
        return settings.model
    if not settings.openai_base_url:
        return OPENAI_MODEL
    client = openai.AsyncOpenAI(
        api_key=settings.openai_api_key or "none", base_url=settings.openai_base_url, timeout=10
    )
    try:
        offered = [model.id async for model in await client.models.list()]
    except openai.OpenAIError as error:
        raise SettingsError(
            f"OPENAI_BASE_URL: its models cannot be listed ({type(error).__name__}); check the address, or set "
            "FOOTNOTE_MODEL where it is right"
        ) from None
    finally:
        await client.close()
    if not offered:
        raise SettingsError("OPENAI_BASE_URL: that endpoint offers no model; set FOOTNOTE_MODEL to the one to use")
    return offered[0]
