"""Slack payload -> Mentioned | Spoke | Pressed | Submitted | None. Pure: parsed here once, named from then on.

Shapes after docs.slack.dev/reference/events and /reference/interaction-payloads. "None" means that the payload
starts nothing: another bot, ourselves, a system message, somebody of another company.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Payload = Mapping[str, Any]  # JSON as it came; nothing past this file sees one

EVENT_TYPE = "footnote"  # of the metadata on our own messages

_SPOKEN = {"", "file_share", "thread_broadcast"}  # the subtypes in which a person speaks
_STOP = re.compile(r"^\W*(please\s+)?(stop|cancel|abort|halt|stopp|abbrechen|stop\s+it)(\s+please)?\W*$", re.I)
_THANKS = re.compile(
    r"^\W*(ok(ay)?|thanks?|thank\s+you|thx|ty|great|nice|perfect|cool|danke(\s+dir)?|dzięki|dziękuję|merci|gracias|got\s+it)"
    r"([\s,!.]+(thanks?|thank\s+you|so\s+much|a\s+lot|all|everyone|for\s+that))*\W*$",
    re.I,
)


_YES = (
    r"(yes|yep|yeah|sure|ja|tak|oui|sí|si|(i\s+)?approved?(\s+(it|all|them|that|this))?|lgtm|go\s+ahead|do\s+it|"
    r"allow(ed)?(\s+it)?|genehmigt|freigegeben)"
)
_PLEASE = r"(ok(ay)?|please|bitte)"
_ASSENT = re.compile(
    rf"^\W*({_PLEASE}[\s,!.]+)*{_YES}([\s,!.]+({_YES}|{_PLEASE}))*\W*$",
    re.I,
)
NAME_AT_MOST = 40
EDITS_HEARD = 6 * 86_400.0  # seconds; the log knows for seven days which messages it has heard


@dataclass(frozen=True)
class Me:
    """Who we are in this workspace, from auth.test."""

    team: str
    user: str
    bot: str


@dataclass(frozen=True)
class Place:
    """A thread in Slack. Its `id` is what agent/ knows a thread by, and knows nothing else of."""

    team: str
    channel: str
    thread: str

    @property
    def id(self) -> str:
        return f"{self.team}/{self.channel}/{self.thread}"

    @staticmethod
    def parse(id: str) -> Place:
        team, channel, thread = id.split("/")
        return Place(team, channel, thread)


@dataclass(frozen=True)
class Heard:
    """A person's message. `text` is decoded and without our own name."""

    place: Place
    ts: str
    user: str
    text: str

    @property
    def key(self) -> str:
        """One message, one key, whichever events brought it and however often."""
        return f"message/{self.place.team}/{self.place.channel}/{self.ts}"


class Mentioned(Heard):
    """A person spoke to us: by mention, or in a direct message."""


class Spoke(Heard):
    """A person spoke in a thread without naming us."""


@dataclass(frozen=True)
class Pressed:
    """Somebody pressed a button of ours. `trigger` opens a modal within three seconds."""

    place: Place
    ts: str
    user: str
    action: str
    token: str
    trigger: str
    name: str = ""


@dataclass(frozen=True)
class Submitted:
    """Somebody sent a modal of ours. `private` is what we put into it, `values` its fields by action id."""

    user: str
    callback: str
    private: str
    values: Mapping[str, str]
    name: str = ""


def message(event: Payload, me: Me) -> Mentioned | Spoke | None:
    """What a `message` or `app_mention` event says to us."""
    user, raw, channel = _text(event, "user"), _text(event, "text"), _text(event, "channel")
    if not _from_person(event, me) or not _text(event, "ts") or not channel or _old_edit(event):
        return None
    place = Place(me.team, channel, _text(event, "thread_ts") or _text(event, "ts"))
    named = re.compile(rf"<@{re.escape(me.user)}(\|[^<>]*)?>")
    direct = event.get("channel_type") in ("im", "mpim")
    text = _with_files(decoded(named.sub("", raw)).strip(), event)
    if direct or named.search(raw):
        return Mentioned(place, _text(event, "ts"), user, text)
    return Spoke(place, _text(event, "ts"), user, text) if _text(event, "thread_ts") else None


def _text(payload: Payload, name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""


def _within(payload: Payload, name: str) -> Payload:
    value = payload.get(name)
    return value if isinstance(value, Mapping) else {}


def _from_person(event: Payload, me: Me) -> bool:
    """A member of this workspace, in their own words. Whoever cannot be told apart from a bot is one."""
    user = _text(event, "user")
    machine = any(event.get(name) for name in ("bot_id", "bot_profile", "hidden"))
    teams = {team for name in ("user_team", "source_team") if (team := _text(event, name)).startswith("T")}
    spoken = _text(event, "subtype") in _SPOKEN
    return bool(user) and spoken and not machine and user not in ("USLACKBOT", me.user) and teams <= {me.team}


def _old_edit(event: Payload) -> bool:
    """A slip mended long after the message was heard: nobody remembers any more whether it was."""
    at = _text(_within(event, "edited"), "ts")
    return bool(at) and _seconds(at) - _seconds(_text(event, "ts")) > EDITS_HEARD


def _seconds(ts: str) -> float:
    return float(ts) if re.fullmatch(r"\d{1,12}(\.\d{1,12})?", ts) else 0.0


def _with_files(text: str, event: Payload) -> str:
    files = event.get("files")
    names = [_text(file, "name") for file in files if isinstance(file, Mapping)] if isinstance(files, list) else []
    return "\n".join([part for part in [text, *(f"(file: {name})" for name in names if name)] if part])


_TOKEN = re.compile(r"<([@#!][^<>\n]+|[A-Za-z][\w+.-]*:[^<>\n]+)>")
_ENTITY = re.compile(r"&(lt|gt|amp);")
_CHARACTER = {"lt": "<", "gt": ">", "amp": "&"}


def decoded(text: str) -> str:
    """Slack's text as a person reads it: tokens resolved, then exactly three entities decoded, once."""
    return _ENTITY.sub(lambda match: _CHARACTER[match.group(1)], _TOKEN.sub(_readable, text))


def _readable(match: re.Match[str]) -> str:
    target, _, label = match.group(1).partition("|")
    if target.startswith("@"):
        return f"@{label.lstrip('@') or target[1:]}"
    if target.startswith("#"):
        return f"#{label} ({target[1:]})" if label else target
    if target.startswith("!"):
        return label or f"@{target[1:].partition('^')[0]}"
    target = target.removeprefix("mailto:")
    bare = not label or label in target or "://" in label
    return target if bare else f"{label} ({target})"


def cleaned(name: str) -> str:
    """A name that cannot pass for markup or instructions: letters, digits, a few signs, capped; "" for none."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", name) if c.isalnum() or c in " .'-_")
    return " ".join(plain.split())[:NAME_AT_MOST].rstrip()


def is_stop(text: str) -> bool:
    """A plain "stop" and nothing else; "stop the deploy" is not one."""
    return bool(_STOP.match(text))


def is_assent(text: str) -> bool:
    """A plain "yes, go ahead" and nothing else: said of a call it decides nothing, since only buttons do."""
    return bool(_ASSENT.match(text))


def is_thanks(text: str) -> bool:
    """Thanks and nothing else: starts nothing, ends nothing."""
    return bool(_THANKS.match(text))


def pressed(body: Payload, me: Me) -> Pressed | None:
    """A `block_actions` payload: the one button it is about."""
    actions, container = body.get("actions"), _within(body, "container")
    if not isinstance(actions, list) or not actions or not container:
        return None
    ts = _text(container, "message_ts")
    channel = _text(container, "channel_id") or _text(_within(body, "channel"), "id")
    thread = _text(_within(body, "message"), "thread_ts") or _text(container, "thread_ts") or ts
    action = actions[0] if isinstance(actions[0], Mapping) else {}
    who = _within(body, "user")
    place, trigger = Place(me.team, channel, thread), _text(body, "trigger_id")
    action_id, token = _text(action, "action_id"), _text(action, "value")
    return Pressed(place, ts, _text(who, "id"), action_id, token, trigger, _handle(who))


def submitted(body: Payload) -> Submitted | None:
    """A `view_submission` payload."""
    view = _within(body, "view")
    if not view:
        return None
    blocks = _within(_within(view, "state"), "values").values()
    fields = {id: field for block in blocks if isinstance(block, Mapping) for id, field in block.items()}
    values = {id: _filled(field) for id, field in fields.items() if isinstance(field, Mapping)}
    who = _within(body, "user")
    callback, private = _text(view, "callback_id"), _text(view, "private_metadata")
    return Submitted(_text(who, "id"), callback, private, values, _handle(who))


def _filled(field: Payload) -> str:
    """What was written into a field, or chosen in it."""
    return _text(field, "value") or _text(_within(field, "selected_option"), "value")


def _handle(who: Payload) -> str:
    """The short name of whoever pressed, for people whose full name the thread has not told."""
    return cleaned(_text(who, "name") or _text(who, "username"))


def packed(**parts: str) -> str:
    """What a modal carries (at most 3,000 characters), since its submission knows no thread."""
    return json.dumps(parts, ensure_ascii=False)


def unpacked(private: str) -> dict[str, str]:
    """What `packed` put in; empty for anything else."""
    try:
        found = json.loads(private)
    except (ValueError, RecursionError):
        return {}
    return {k: v for k, v in found.items() if isinstance(v, str)} if isinstance(found, dict) else {}
