"""Which model these settings mean, built: an endpoint, one that is driven in steps, or a command."""

from __future__ import annotations

import re
import shutil

import openai

from agent.clean import redacted
from agent.models.command import Command, parts, program
from agent.models.jsonsteps import JsonSteps, ToolsOrSteps
from agent.models.model import Chat, Model
from agent.models.responses import Responses
from bot.settings import Settings, SettingsError, for_child

OPENAI_MODEL = "gpt-5-mini"


async def model(settings: Settings, *, tool_calls: bool = True, searches: bool = False) -> Model:
    """The model, to be closed by whoever asked for it. Without `tool_calls` it is driven in steps from the start; an
    endpoint that refuses them is driven so once that is known. Where the provider's own web `searches` may be used it
    is asked by the Responses API. Raises SettingsError."""
    if settings.model_cmd:
        name = _found(settings.model_cmd)
        return JsonSteps(Command(settings.model_cmd, environment=for_child(), name=settings.model or name))
    key, name = settings.openai_api_key or "none", await _name(settings)
    if searches:
        return Responses(api_key=key, base_url=settings.openai_base_url or None, name=name)
    chat = Chat(api_key=key, base_url=settings.openai_base_url or None, name=name)
    return ToolsOrSteps(chat) if tool_calls else JsonSteps(chat)


def _found(line: str) -> str:
    """The program of a command line, which is there."""
    if shutil.which(parts(line)[0]) is None:
        raise SettingsError(
            f"FOOTNOTE_MODEL_CMD: there is no program {parts(line)[0]}; check its name, or give its path"
        )
    return program(line)


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
        raise SettingsError(f"OPENAI_BASE_URL: {_unlisted(error)}") from None
    finally:
        await client.close()
    talking = [name for name in offered if not _OTHERS.search(name)]
    if not talking:
        raise SettingsError("OPENAI_BASE_URL: that endpoint offers no model; set FOOTNOTE_MODEL to the one to use")
    return talking[0]


# What endpoints offer beside models that answer in words.
_OTHERS = re.compile(r"embed|rerank|whisper|moderation|(?:^|[-_/])(?:tts|bge|dall-e|clip)(?:[-_.:]|$)", re.I)


def _unlisted(error: openai.OpenAIError) -> str:
    """Why the models of an endpoint are not known, and what to do."""
    match error:
        case openai.APIConnectionError():
            return "nothing answers there; is the server running, and is the address right?"
        case openai.NotFoundError():
            return "it has no list of models; does the address end in /v1? Or set FOOTNOTE_MODEL"
        case openai.AuthenticationError() | openai.PermissionDeniedError():
            return "it refuses the key; check OPENAI_API_KEY"
        case _:
            return "its models cannot be listed; check the address, or set FOOTNOTE_MODEL where it is right"
