"""The file that FOOTNOTE_CONFIG names: what holds in which channel, and for how long things are kept.

TOML. What stands at its top holds everywhere; a table `[channel.C0123ABCD]` says what is different in one channel.
`footnote.example.toml` beside this file shows every key. The file is read once, at the start, and everything that
is wrong with it is said at once, each with its line.
"""

from __future__ import annotations

import difflib
import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from agent.facts import Approval, Effort, Price, Seconding

Table = Mapping[str, Any]  # of TOML
Place = tuple[str, ...]  # of a key: the tables it stands in and its name
Problem = tuple[Place, str]

_CHANNEL = re.compile("[CDG][A-Z0-9]+")
_PEOPLE = re.compile("[UWS][A-Z0-9]+")
_ASKERS = re.compile("[UWSB][A-Z0-9]+")


class ConfigError(Exception):
    """One line per problem, in the order of the file: `<file>, line 7: approval: …; "each", "writes", …`."""


# --- what can be said -------------------------------------------------------------------------------------------


def _ids(shape: re.Pattern[str], what: str) -> AfterValidator:
    def checked(value: tuple[str, ...]) -> tuple[str, ...]:
        for at, id in enumerate(value):
            if not shape.fullmatch(id):
                raise ValueError(f"{_quoted(id)} is not {what}; in Slack: profile, ⋮, Copy member ID")
            if id in value[:at]:
                raise ValueError(f"{id} stands there twice")
        return value

    return AfterValidator(checked)


Deciders = Annotated[tuple[str, ...], _ids(_PEOPLE, "the id of a user or a user group")]
Askers = Annotated[tuple[str, ...], _ids(_ASKERS, "the id of a user, a user group or a bot")]
Count = Annotated[int, Field(strict=True, ge=0, le=200)]
Hours = Annotated[float, Field(strict=True, gt=0, le=30 * 24, allow_inf_nan=False)]
Kept = Annotated[float, Field(strict=True, ge=0, allow_inf_nan=False)]
Tokens = Annotated[int, Field(strict=True, ge=0, le=10**12)]
Money = Annotated[float, Field(strict=True, ge=0, le=1e6, allow_inf_nan=False)]

_COUNT = "a whole number from 0 to 200"
_HOURS = "a number of hours above 0, at most 720 (30 days)"
_TOKENS = "a whole number of tokens, 0 for no bound"
_MONEY = "a number of US dollars, 0 for no bound"
_KNOWN = "a whole number of tokens, 0 for what is known of the model"
_PRICE = "a number of US dollars, 0 or more"


class Policy(BaseModel):
    """What holds in one channel. The descriptions say what a key takes, for whoever wrote something else.

    `approvers` decide on calls beside whoever asked, or, without `own`, instead. `ask` says who may ask (members: no
    guests), `follow_ups` who may go on below an answer without a mention, `others` what becomes of somebody else's
    mention while a run works. `rounds` to `minutes` bound one run, and so do `run_tokens` and `run_money`: a million
    tokens are three times what 8 rounds with 6 whole pages in view take, and 5 dollars pay for a million of a dear
    model's; only what has gone wrong gets there, or what is worked on by one of the dearest. With `effort`
    "deep" all runs are deep research, otherwise those for which somebody wishes it: they may use `deep_factor` times
    as much, and have to open `deep_sources` independent sources. `opinion` says when the model is asked what it makes
    of each statement of an answer. The hours are those until a request or a question expires. With `provider_search`
    the model's provider searches by itself. `docs` is the folder to search.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    approval: Approval = Field("each", description='"each", "writes", "once" or "off"')
    approvers: Deciders = Field((), description='a list of ids of users or user groups, such as ["U0123ABCD"]')
    own: bool = Field(True, strict=True, description="true or false")
    ask: Literal["members", "guests", "anyone"] | Askers = Field(
        "members",
        description='"members", "guests", "anyone", or a list of ids of users, user groups or bots: ["U0123ABCD"]',
    )
    follow_ups: Literal["mention", "asker", "anyone"] = Field("asker", description='"mention", "asker" or "anyone"')
    others: Literal["wait", "correct"] = Field("wait", description='"wait" or "correct"')
    rounds: int = Field(8, strict=True, ge=1, le=50, description="a whole number from 1 to 50")
    searches: Count = Field(10, description=_COUNT)
    pages: Count = Field(6, description=_COUNT)
    files: Count = Field(6, description=_COUNT)
    run_tokens: Tokens = Field(1_000_000, description=_TOKENS)
    run_money: Money = Field(5, description=_MONEY)
    minutes: int = Field(0, strict=True, ge=0, le=1440, description="a whole number from 0 to 1440, 0 for no bound")
    effort: Effort = Field("standard", description='"standard" or "deep"')
    thinking: bool = Field(False, strict=True, description="true or false")
    opinion: Seconding = Field("deep", description='"off", "deep" or "always"')
    deep_factor: Annotated[float, Field(strict=True, ge=1, le=10)] = Field(3, description="a number from 1 to 10")
    deep_sources: Annotated[int, Field(strict=True, ge=1, le=20)] = Field(
        3, description="a whole number from 1 to 20"
    )
    approval_hours: Hours = Field(24, description=_HOURS)
    question_hours: Hours = Field(24, description=_HOURS)
    provider_search: bool = Field(False, strict=True, description="true or false")
    docs: Path | None = Field(None, description='the path of a folder in quotes, or "" for none')


class Reads(BaseModel):
    """What the model can take, in tokens, where it is not what is known of it by its name; 0 leaves that."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    whole: Tokens = Field(0, description=_KNOWN)
    input: Tokens = Field(0, description=_KNOWN)
    output: Tokens = Field(0, description=_KNOWN)

    @model_validator(mode="after")
    def _some_is_left(self) -> Reads:
        if self.whole and self.output > self.whole // 2:
            raise ValueError("output is more than half of whole, which leaves too little to read")
        return self


class _General(BaseModel):
    """What holds for all channels: how long things are kept, and what may be spent on one day (UTC)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    tool_calls: bool = Field(True, strict=True, description="true or false")
    keep_days: Kept = Field(30, gt=0, description="a number of days above 0")
    keep_texts_hours: Kept = Field(24, description="a number of hours, 0 or more")
    cache_hours: Kept = Field(24, description="a number of hours, 0 for no cache")
    person_day_tokens: Tokens = Field(0, description=_TOKENS)
    person_day_money: Money = Field(0, description=_MONEY)
    day_tokens: Tokens = Field(0, description=_TOKENS)
    day_money: Money = Field(0, description=_MONEY)
    credit_price: Money | None = Field(None, description=_PRICE)
    window: Reads = Field(
        Reads(), description="a table of whole, input and output, each a whole number of tokens, 0 for what is known"
    )


class _Price(BaseModel):
    """What one model costs: a million tokens sent, written, and out of a cache; a thousand of its own searches."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Money = Field(description=_PRICE)
    output: Money = Field(description=_PRICE)
    cached: Money | None = Field(None, description=_PRICE)
    search: Money = Field(0, description=_PRICE)


class Config(_General):
    """Facts of finished runs are kept for `keep_days`, opened pages' texts for `keep_texts_hours` after the end.
    Without `tool_calls` the model is driven by one JSON object a step."""

    default: Policy
    channels: Mapping[str, Policy]
    prices: Mapping[str, Price] = {}

    def policy(self, channel: str) -> Policy:
        """What holds in a channel, by its Slack id."""
        return self.channels.get(channel, self.default)


class _Top(Policy, _General):
    """What the file says at its top."""

    channel: dict[str, Any] = Field({}, description="tables such as [channel.C0123ABCD]")
    price: dict[str, Any] = Field({}, description='tables such as [price."gpt-oss"]')


# --- reading ----------------------------------------------------------------------------------------------------


def read(path: Path | None, *, approval: Approval, docs: Path | None) -> Config:
    """What the file says, over the two that the environment says. Raises ConfigError."""
    given: Table = {"approval": approval, "docs": docs}
    if path is None:
        return _config(given, {}, {})
    text = _text(path)
    top, channels = _split(_parsed(path, text), path.absolute().parent)
    problems = [*_misfits((), top, _Top), *_channel_misfits(channels), *_price_misfits(top), *_window_misfits(top)]
    if not any(place[-1] in _DECIDING for place, _ in problems):
        problems += _undecidable({**given, **top}, top, channels)
        problems += _unstoppable({**given, **top}, channels)
    if problems:
        raise ConfigError(_said(path, problems, key_lines(text)))
    return _config(given, top, channels)


def _config(given: Table, top: Table, channels: Mapping[str, Table]) -> Config:
    default = {**given, **{key: value for key, value in top.items() if key in Policy.model_fields}}
    general = {key: value for key, value in top.items() if key in _General.model_fields}
    policies = {channel: Policy.model_validate({**default, **table}) for channel, table in channels.items()}
    prices = {model: Price.model_validate(table) for model, table in top.get("price", {}).items()}
    return Config(default=Policy.model_validate(default), channels=policies, prices=prices, **general)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}, line {line}: not UTF-8; save it as plain text in UTF-8") from None
    except FileNotFoundError:
        raise ConfigError(f"{path}: there is no such file (FOOTNOTE_CONFIG)") from None
    except IsADirectoryError:
        raise ConfigError(f"{path}: a folder; FOOTNOTE_CONFIG names a file") from None
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror} (FOOTNOTE_CONFIG)") from None


def _parsed(path: Path, text: str) -> Table:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}, {_syntax(str(error), text)}") from None
    except (ValueError, RecursionError):
        raise ConfigError(f"{path}: not to be read: a number is too long, or lists stand too deep") from None


def _syntax(message: str, text: str) -> str:
    """The parser's words with the place in front, and in ours where it speaks of its own doings."""
    what, _, place = message.removesuffix(")").rpartition(" (at ")
    if place == "end of document":
        place = f"line {text.rstrip().count(chr(10)) + 1}"
    if what.startswith("Cannot overwrite"):
        what = "this key has a value already"
    if what.startswith("Cannot declare"):
        what = "this table stands there already"
    return f"{place}: not TOML: {what[:1].lower()}{what[1:]}"


def _split(table: Table, folder: Path) -> tuple[Table, Table]:
    """The top and the tables of the channels, folders made whole: relative ones begin where the file is."""
    channels = table.get("channel", {})
    channels = channels if isinstance(channels, dict) else {}
    return _whole(table, folder), {channel: _whole(value, folder) for channel, value in channels.items()}


def _whole(table: Any, folder: Path) -> Any:
    docs = table.get("docs") if isinstance(table, dict) else None
    if not isinstance(docs, str):
        return table
    return {**table, "docs": folder / os.path.expanduser(docs) if docs else None}


# --- what is wrong ----------------------------------------------------------------------------------------------

_DECIDING = ("own", "approvers", "approval")  # together they say who can decide on a call


def _misfits(place: Place, table: Table, shape: type[BaseModel]) -> Iterator[Problem]:
    """What is wrong with each key of one table."""
    for key, errors in _errors(table, shape).items():
        if key not in table or (shape is _Top and key == "window" and isinstance(table[key], dict)):
            continue
        if key not in shape.model_fields:
            yield (*place, key), _unknown(key, table[key], shape)
        elif own_words := errors.get("value_error"):
            yield (*place, key), f"{own_words}; {shape.model_fields[key].description}"
        else:
            yield (*place, key), f"{_shown(table[key])} does not fit; {shape.model_fields[key].description}"
    docs = table.get("docs")
    if isinstance(docs, Path) and not os.path.isdir(docs):
        yield (*place, "docs"), f"there is no folder {_quoted(str(docs), 1_000)}"


def _errors(table: Table, shape: type[BaseModel]) -> Mapping[str, Mapping[str, str]]:
    """By key, what the model says to it: a message by the type of error."""
    found: dict[str, dict[str, str]] = {}
    try:
        shape.model_validate(table)
    except ValidationError as error:
        for each in error.errors(include_url=False, include_input=False):
            words = each["msg"].removeprefix("Value error, ")
            key = str(each["loc"][0]) if each["loc"] else ""  # what is said of the table as a whole
            found.setdefault(key, {}).setdefault(each["type"], words)
    return found


def _unknown(key: str, value: object, shape: type[BaseModel]) -> str:
    if shape is Policy and key in _General.model_fields:
        return "holds for all channels; put it at the top, above the first [channel.…]"
    if isinstance(value, dict) and _CHANNEL.fullmatch(key):
        return f"there is no such table; did you mean [channel.{key}]?"
    if isinstance(value, dict) and value and not set(value) - set(shape.model_fields):
        return f"there is no such table; put {' and '.join(value)} at the top of the file, without it"
    nearest = difflib.get_close_matches(key.lower(), shape.model_fields, 1)
    hint = f"did you mean {nearest[0]}?" if nearest else f"there are {', '.join(shape.model_fields)}"
    return f"there is no such key; {hint}"


def _channel_misfits(channels: Table) -> Iterator[Problem]:
    for channel, table in channels.items():
        place = ("channel", channel)
        if not _CHANNEL.fullmatch(channel):
            yield place, f"{_quoted(channel)} is not the id of a channel; in Slack: its details, at the very bottom"
        elif not isinstance(table, dict):
            yield place, f"{_shown(table)} does not fit; a table: [channel.{channel}]"
        else:
            yield from _misfits(place, table, Policy)


def _price_misfits(top: Table) -> Iterator[Problem]:
    tables = top.get("price", {})
    for model, table in tables.items() if isinstance(tables, dict) else ():
        place = ("price", model)
        if not isinstance(table, dict):
            yield place, f"{_shown(table)} does not fit; a table: [price.{_quoted(model)}]"
            continue
        if nested := [key for key, value in table.items() if isinstance(value, dict)]:
            name = f"{model}.{nested[0]}"
            yield (*place, nested[0]), f"a name with a dot in it stands in quotes: [price.{_quoted(name)}]"
            continue
        yield from _misfits(place, table, _Price)
        if missing := [key for key in ("input", "output") if key not in table]:
            yield place, f"{' and '.join(missing)} missing; US dollars per million tokens"


def _window_misfits(top: Table) -> Iterator[Problem]:
    table = top.get("window")
    if isinstance(table, dict):
        yield from _misfits(("window",), table, Reads)
        if words := _errors(table, Reads).get("", {}).get("value_error"):
            yield ("window",), words


def _undecidable(default: Table, top: Table, channels: Table) -> Iterator[Problem]:
    """Where calls wait for a decision that nobody may make, at the line that brings it about."""
    words = "nobody could decide on a call, as own is false and there are no approvers; name approvers"
    everywhere = _nobody_decides(default)
    if everywhere:
        yield ("own",), words
    for channel, table in channels.items():
        causes = _DECIDING[:2] if everywhere else _DECIDING
        cause = next((key for key in causes if key in table), "") if isinstance(table, dict) else ""
        if cause and _nobody_decides({**default, **table}):
            yield ("channel", channel, cause), words


def _nobody_decides(policy: Table) -> bool:
    waits = policy.get("approval") != "off"
    return waits and not policy.get("own", True) and not policy.get("approvers")


def _unstoppable(default: Table, channels: Table) -> Iterator[Problem]:
    """Where the provider would search though a person is to let each search through, at the line that says so."""
    words = "no button can stop a search that the provider makes, so this needs the approval writes or off"
    if _searches_unasked(default):
        yield ("provider_search",), words
        return
    for channel, table in channels.items():
        if isinstance(table, dict) and _searches_unasked({**default, **table}):
            cause = next(key for key in ("provider_search", "approval") if key in table)
            yield ("channel", channel, cause), words


def _searches_unasked(policy: Table) -> bool:
    return policy.get("provider_search") is True and policy.get("approval") in ("each", "once")


def _said(path: Path, problems: Sequence[Problem], lines: Mapping[Place, int]) -> str:
    by_line = sorted((lines[place], ".".join(map(_key, place)), words) for place, words in problems)
    return "\n".join(f"{path}, line {line}: {key}: {words}" for line, key, words in by_line)


def _shown(value: object) -> str:
    """A value in plain words, on one line."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {_quoted(value)}"
        case int() if abs(value) >= 10**15:
            return "so large a number"
        case int() | float():
            return f"the number {value}"
        case list():
            return "this list"
        case dict():
            return "a table"
        case _:
            return "a date or time"


def _quoted(text: str, longest: int = 60) -> str:
    short = text if len(text) <= longest else text[: longest - 1] + "…"
    return json.dumps(short, ensure_ascii=not short.isprintable())


def _key(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]{1,60}", name) else _quoted(name)


# --- where it stands --------------------------------------------------------------------------------------------

# Strings first: what looks like a key or a comment in them is none. Two more quotes may close a long string.
_TOKEN = re.compile(
    r'''"""(?:[^\\]|\\.)*?"""(?:"{0,2})|\'{3}.*?\'{3}(?:\'{0,2})|"(?:[^"\\]|\\.)*"|'[^']*'|'''
    r"\#[^\n]*|[ \t]+|\n|[][{}=,]|[^][{}=,\s\"'#]+",
    re.S,
)
_Tokens = Iterator[tuple[str, int]]


def key_lines(text: str) -> Mapping[Place, int]:
    """The line, from 1, at which each key and table of valid TOML is first named; not those inside of lists."""
    found: dict[Place, int] = {}
    table: Place = ()
    tokens = _tokens(text)
    for token, line in tokens:
        if token == "[":
            table = _named((), "".join(_until("]", tokens)).removeprefix("["), line, found)
        elif token not in ("\n", "]"):  # the second ] of [[a]]
            _pair(table, token, line, tokens, found)
    return found


def _tokens(text: str) -> _Tokens:
    line = 1
    for match in _TOKEN.finditer(text.replace("\r\n", "\n")):
        token = match.group()
        if token[0] not in " \t#":
            yield token, line
        line += token.count("\n")


def _until(end: str, tokens: _Tokens) -> Iterator[str]:
    for token, _ in tokens:
        if token == end:
            return
        yield token


def _named(table: Place, key: str, line: int, found: dict[Place, int]) -> Place:
    """The place that a key, dotted and quoted as it may be, names below a table; it and those on the way noted."""
    place, rest = table, tomllib.loads(f"{key} = 0")
    while isinstance(rest, dict):
        ((name, rest),) = rest.items()
        place = (*place, name)
        found.setdefault(place, line)
    return place


def _pair(table: Place, first: str, line: int, tokens: _Tokens, found: dict[Place, int]) -> str:
    """Reads a key and its value; returns what ended it: a line's end, a comma, or the } of its table."""
    place = _named(table, first + "".join(_until("=", tokens)), line, found)
    depth = 0
    for token, _ in tokens:
        if depth == 0 and token in ("\n", ",", "}"):
            return token
        if depth == 0 and token == "{":
            _inline(place, tokens, found)
        elif token in ("[", "{"):
            depth += 1
        elif token in ("]", "}"):
            depth -= 1
    return ""


def _inline(table: Place, tokens: _Tokens, found: dict[Place, int]) -> None:
    for token, line in tokens:
        if token == "}" or (token not in ("\n", ",") and _pair(table, token, line, tokens, found) == "}"):
            return
