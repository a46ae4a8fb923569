"""The only reader of the environment (and of `.env`). Every setting that is missing or wrong says what to do."""

from __future__ import annotations

import difflib
import logging
import os
import re
import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import platformdirs
from dotenv import dotenv_values
from pydantic import AfterValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from agent.facts import Approval
from agent.pages.web import Fetch

logger = logging.getLogger(__name__)


class SettingsError(Exception):
    """One line for whoever starts the program: which setting, what is wrong, what to do."""


def _key(value: str) -> str:
    """No key holds anything but visible ASCII, and no header of a request can."""
    if not re.fullmatch("[!-~]*", value):
        raise ValueError("it holds a character that no key has: copy it again")
    return value


def _line(value: str) -> str:
    """A command line that can be taken apart into a program and its arguments."""
    try:
        split = shlex.split(value)
    except ValueError as error:
        raise ValueError(f"it cannot be read as a command line: {str(error).lower()}") from None
    if value and not (split and split[0]):
        raise ValueError("it names no program")
    return value


def _address(value: str) -> str:
    """A web address, as far as its form goes; an endpoint may still not be there."""
    try:
        parts = urlsplit(value)
        sound = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        sound = False
    if value and not sound:
        raise ValueError("it is not a web address, which would begin with https:// or http:// and a host")
    return value


Address = Annotated[str, AfterValidator(_address)]
Key = Annotated[str, AfterValidator(_key)]
Line = Annotated[str, AfterValidator(_line)]
Folder = Annotated[Path, AfterValidator(Path.expanduser)]  # a shell expands `~`, a `.env` file does not


class Settings(BaseSettings):
    """What the environment says. Empty means not set. Names as in the README."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", env_ignore_empty=True,
        str_strip_whitespace=True,
    )  # fmt: skip

    slack_bot_token: Key = ""
    slack_app_token: Key = ""
    slack_signing_secret: Key = ""
    openai_api_key: Key = ""
    openai_base_url: Address = ""
    tavily_api_key: Key = ""
    model: str = Field("", validation_alias="FOOTNOTE_MODEL")
    model_cmd: Line = Field("", validation_alias="FOOTNOTE_MODEL_CMD")
    docs: Folder | None = Field(None, validation_alias="FOOTNOTE_DOCS")
    data: Folder = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("footnote", appauthor=False)),
        validation_alias="FOOTNOTE_DATA",
    )
    fetch: Fetch = Field("tavily", validation_alias="FOOTNOTE_FETCH")
    config: Folder | None = Field(None, validation_alias="FOOTNOTE_CONFIG")
    approval: Approval = Field("each", validation_alias="FOOTNOTE_APPROVAL")
    slack_api_url: Address = Field("", validation_alias="FOOTNOTE_SLACK_API_URL")
    tavily_url: Address = Field("", validation_alias="FOOTNOTE_TAVILY_URL")

    @property
    def keys(self) -> tuple[str, ...]:
        """Whatever nobody else may know; those that are not set are empty."""
        slack = (self.slack_bot_token, self.slack_app_token, self.slack_signing_secret)
        return (*slack, self.openai_api_key, self.tavily_api_key)

    @property
    def has_model(self) -> bool:
        return bool(self.model_cmd or self.openai_api_key or self.openai_base_url)

    @property
    def has_web(self) -> bool:
        return bool(self.tavily_api_key or self.tavily_url)

    @property
    def log_path(self) -> Path:
        return self.data / "footnote.db"


PREFIX = "FOOTNOTE_"
KNOWN = tuple(
    str(field.validation_alias) for field in Settings.model_fields.values() if field.validation_alias is not None
)


def load(**given: object) -> Settings:
    """Settings from the environment, with what the command line gave put over them. Raises SettingsError."""
    for name, nearest in unknown({**_in_file(), **os.environ}):
        hint = f"; did you mean {nearest}?" if nearest else ""
        logger.warning("%s is not a setting%s", name, hint)
    try:
        settings = Settings()
    except ValidationError as error:
        raise SettingsError(_sentence(error)) from None
    except UnicodeDecodeError:
        raise SettingsError(".env is not UTF-8: save it again as plain text in UTF-8") from None
    return settings.model_copy(update={name: value for name, value in given.items() if value is not None})


def for_child() -> dict[str, str]:
    """The environment of a command: this one without what is ours alone. A command's own keys are in it."""
    ours = (PREFIX, "SLACK_", "TAVILY_")
    return {name: value for name, value in os.environ.items() if not name.upper().startswith(ours)}


def _in_file() -> dict[str, str]:
    """What the `.env` file names; nothing where there is none, or where it is no text, which is said elsewhere."""
    try:
        return {name: value or "" for name, value in dotenv_values(".env").items()}
    except (OSError, UnicodeDecodeError):
        return {}


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][0])
    return f"{name.upper() if name.islower() else name}: {first['msg'].removeprefix('Value error, ')}"


def unknown(environment: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    """(name, nearest known name or "") of each FOOTNOTE_ variable that is none."""
    known = {name.removeprefix(PREFIX): name for name in KNOWN}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in KNOWN:
            nearest = difflib.get_close_matches(name.removeprefix(PREFIX), known, 1)
            yield name, known[nearest[0]] if nearest else ""


def for_slack(settings: Settings) -> Settings:
    """The same settings, if a real workspace can be served with them. Raises SettingsError."""
    _token("SLACK_BOT_TOKEN", settings.slack_bot_token, "xoxb-", "OAuth & Permissions, Bot User OAuth Token")
    _token("SLACK_APP_TOKEN", settings.slack_app_token, "xapp-", "Basic Information, App-Level Tokens")
    return for_work(settings)


def for_http(settings: Settings) -> Settings:
    """The same settings, if a real workspace can be served at Request URLs with them. Raises SettingsError."""
    _token("SLACK_BOT_TOKEN", settings.slack_bot_token, "xoxb-", "OAuth & Permissions, Bot User OAuth Token")
    _secret("SLACK_SIGNING_SECRET", settings.slack_signing_secret, "Basic Information, App Credentials")
    return for_work(settings)


def for_work(settings: Settings) -> Settings:
    """The same settings, if questions can be worked on with them. Raises SettingsError."""
    if not settings.has_model:
        raise SettingsError(
            "no model: set OPENAI_API_KEY, OPENAI_BASE_URL for another endpoint, or FOOTNOTE_MODEL_CMD for a command"
        )
    return settings


def _token(name: str, value: str, prefix: str, where: str) -> None:
    if not value:
        raise SettingsError(f"{name} is not set: copy it from your Slack app ({where}); it begins with {prefix}")
    if not value.startswith(prefix):
        is_a = _kind(value) or "something else"
        raise SettingsError(f"{name} holds {is_a}: it has to begin with {prefix} ({where})")


def _secret(name: str, value: str, where: str) -> None:
    if not value:
        raise SettingsError(f"{name} is not set: copy it from your Slack app ({where}); with --port it is needed")
    if is_a := _kind(value):
        raise SettingsError(f"{name} holds {is_a}: copy the signing secret ({where})")


def _kind(value: str) -> str:
    """What Slack calls a token that begins like this; "" for none."""
    kinds = {"xoxb-": "a bot token", "xapp-": "an app-level token", "xoxp-": "a user token"}
    return next((words for start, words in kinds.items() if value.startswith(start)), "")
