"""Slack payload -> Mentioned | Spoke | Edited | Deleted | Joined | Pressed | Submitted | None. Pure: parsed here
once, named from then on.

Shapes after docs.slack.dev/reference/events and /reference/interaction-payloads. "None" means that nobody said
anything to us: ourselves, a system message, a link's preview. Who may be heard is not decided here.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.place import Me, Place
from bot.reading import listed, said

Payload = Mapping[str, Any]  # JSON as it came; nothing past this file sees one

EVENT_TYPE = "footnote"  # of the metadata on our own messages

_SPOKEN = {"", "file_share", "thread_broadcast", "me_message"}  # the subtypes in which a person speaks
_BY_BOTS = _SPOKEN | {"bot_message"}
_NOBODY = ("USLACKBOT", "USLACK")
NAME_AT_MOST = 40
BLOCKS_DEEP = 20  # levels; Slack's own go to eight, counted in lists and objects
EDITS_HEARD = 6 * 86_400.0  # seconds; the log knows for seven days which messages it has heard


@dataclass(frozen=True)
class Heard:
    """A message. `text` is decoded and without our own name. `bot` is the bot id of another app's message, whose
    `user` is its user id or, where it has none, that bot id too; `outside`: by somebody of another company. `once` is
    a key of its own, for what counts beside the message itself; `edited` the ts of the edit that said it first.
    """

    place: Place
    ts: str
    user: str
    text: str
    bot: str = ""
    outside: bool = False
    once: str = ""
    edited: str = ""

    @property
    def sent(self) -> float:
        """When this was said, in Unix seconds."""
        return seconds(self.edited or self.ts)

    @property
    def key(self) -> str:
        """One message, one key, whichever events brought it and however often."""
        return self.once or f"message/{self.place.team}/{self.place.channel}/{self.ts}"


class Mentioned(Heard):
    """Somebody spoke to us: by mention, or in a direct message."""


class Spoke(Heard):
    """Somebody spoke in a thread without naming us."""


@dataclass(frozen=True)
class Edited:
    """The author of a message said it anew, at `at` (a ts): `now` is what it says by now, `before` what it said, None
    where Slack does not tell."""

    now: Mentioned | Spoke
    before: Mentioned | Spoke | None
    at: str

    @property
    def key(self) -> str:
        """One edit, one key, whichever events brought it. Slack tells the time of an edit in whole seconds: two in
        one second are told apart by their words."""
        words = hashlib.blake2b(self.now.text.encode("utf-8", "replace"), digest_size=6).hexdigest()
        return f"edit/{self.now.place.team}/{self.now.place.channel}/{self.now.ts}/{self.at}/{words}"


@dataclass(frozen=True)
class Deleted:
    """A message is gone, since `at` (a ts); `user` is who wrote it, "" where that is not known or was no person;
    `ours`: we did."""

    place: Place
    ts: str
    user: str
    at: str
    ours: bool = False

    @property
    def key(self) -> str:
        return f"delete/{self.place.team}/{self.place.channel}/{self.ts}"

    @property
    def message(self) -> str:
        """The key of the message itself: what is gone before it was heard is not heard any more."""
        return f"message/{self.place.team}/{self.place.channel}/{self.ts}"


@dataclass(frozen=True)
class Joined:
    """We were brought into a channel, at `at`, by `inviter` ("" for nobody in particular)."""

    place: Place  # the channel itself: no thread
    at: str
    inviter: str

    @property
    def key(self) -> str:
        return f"joined/{self.place.team}/{self.place.channel}/{self.at}"


@dataclass(frozen=True)
class Pressed:
    """Somebody pressed a button of ours. `trigger` opens a modal within three seconds. One inside a modal (`view`,
    its id) has the token that opened that, and what the button `said` besides."""

    place: Place
    ts: str
    user: str
    action: str
    token: str
    trigger: str
    name: str = ""
    view: str = ""
    said: str = ""


@dataclass(frozen=True)
class Submitted:
    """Somebody sent a modal of ours. `private` is what we put into it, `values` its fields by action id."""

    user: str
    callback: str
    private: str
    values: Mapping[str, str]
    name: str = ""


def message(event: Payload, me: Me) -> Mentioned | Spoke | Edited | Deleted | None:
    """What a `message` or `app_mention` event says to us; nothing while we do not know who we are."""
    if not me.team or not me.user:
        return None
    match _text(event, "subtype"):
        case "message_changed":
            return _changed(event, me)
        case "message_deleted":
            return _deleted(event, _text(event, "deleted_ts"), me)
        case _:
            return _new(event, me)


def _new(event: Payload, me: Me) -> Mentioned | Spoke | Edited | None:
    """What is said in a channel, in no thread and without naming us, is not for us."""
    heard = None if event.get("hidden") else _heard(event, event, me)
    nothing = isinstance(heard, Spoke) and not _text(event, "thread_ts")
    return None if heard is None or nothing else _as_edited(heard, None, event)


def joined(event: Payload, me: Me) -> Joined | None:
    """A `member_joined_channel` event, where it is about us."""
    channel, at = _text(event, "channel"), _text(event, "event_ts")
    if not channel or not at or not me.user or _text(event, "user") != me.user:
        return None
    return Joined(Place(me.team, channel, ""), at, _text(event, "inviter"))


# --- one message ------------------------------------------------------------------------------------------------


def _heard(raw: Payload, event: Payload, me: Me) -> Mentioned | Spoke | None:
    """One message, in the event that is or holds it; None for what nobody could mean for us."""
    ts, channel = _text(raw, "ts"), _text(event, "channel")
    author = _author(raw, me)
    if author is None or not ts or not channel:
        return None
    user, bot = author
    place, text = Place(me.team, channel, _text(raw, "thread_ts") or ts), said(raw, me)
    if _is_direct(raw, event) or event.get("type") == "app_mention" or _named(raw, me):
        return Mentioned(place, ts, user, text, bot, _from_outside(raw, me))
    return Spoke(place, ts, user, text, bot, _from_outside(raw, me))


def _is_direct(raw: Payload, event: Payload) -> bool:
    """Whether it was said to us alone or, in the direct messages of a group, not to somebody else by name."""
    if _text(event, "channel_type") == "mpim":
        return not re.match(r"\s*<@[UW]", _text(raw, "text"))
    return _text(event, "channel_type") == "im" or _text(event, "channel").startswith("D")


def _author(raw: Payload, me: Me) -> tuple[str, str] | None:
    """(user, bot id) of whoever wrote a message; None for ourselves, the system, and what cannot be told from it."""
    user, subtype = _text(raw, "user"), _text(raw, "subtype")
    profile = _within(raw, "bot_profile")
    bot = _text(raw, "bot_id") or _text(profile, "id")
    if user in (*_NOBODY, me.user):
        return None
    if not any(raw.get(name) for name in ("bot_id", "bot_profile")):
        return (user, "") if user and subtype in _SPOKEN else None
    if not me.bot or bot in ("", me.bot) or subtype not in _BY_BOTS:  # not knowing our own bot id, we hear no bots
        return None
    return user or _text(profile, "user_id") or bot, bot


def _from_outside(raw: Payload, me: Me) -> bool:
    teams = {team for name in ("user_team", "source_team") if (team := _text(raw, name)).startswith("T")}
    return not teams <= {me.team}


def _named(raw: Payload, me: Me) -> bool:
    """Whether a message names us: in its text or, where that says nothing or no more than a title, in its blocks."""
    text = _text(raw, "text")
    if _names(text, me):
        return True
    return (not text or bool(raw.get("bot_id"))) and _names_within(listed(raw, "blocks"), me)


def _names(text: str, me: Me) -> bool:
    return bool(re.search(rf"<@{re.escape(me.user)}(\|[^<>]*)?>", text))


def _names_within(value: object, me: Me, depth: int = BLOCKS_DEEP) -> bool:
    """Whether a block, or what stands in it, names us."""
    if isinstance(value, Mapping):
        if value.get("type") == "user":
            return value.get("user_id") == me.user
        if value.get("type") == "mrkdwn":
            return _names(_text(value, "text"), me)
        value = list(value.values())
    return isinstance(value, list) and depth > 0 and any(_names_within(one, me, depth - 1) for one in value)


# --- messages that change ---------------------------------------------------------------------------------------


def _changed(event: Payload, me: Me) -> Edited | Deleted | None:
    """A person's new words, or the tombstone of a message with replies; a preview that appears is neither."""
    new, old = _within(event, "message"), _within(event, "previous_message")
    if _text(new, "subtype") == "tombstone":
        return _deleted(event, _text(new, "ts"), me)
    now, before = _heard(new, event, me), _heard(old, event, me) if old else None
    if now is None or new.get("hidden"):
        return None
    if before and _words(new, me) == _words(old, me) and type(now) is type(before):
        return None
    if before is None and _text(_within(new, "edited"), "ts") == _text(_within(old, "edited"), "ts"):
        return None
    found = _as_edited(now, before, new)
    return found if isinstance(found, Edited) else None


def _words(raw: Payload, me: Me) -> str:
    """What was typed, without what hangs on it."""
    return said({name: value for name, value in raw.items() if name not in ("attachments", "files")}, me)


def _as_edited(
    now: Mentioned | Spoke, before: Mentioned | Spoke | None, raw: Payload
) -> Mentioned | Spoke | Edited | None:
    """A message as it was said or, where it says so itself, as its author has said it anew."""
    edited = _within(raw, "edited")
    at = _text(edited, "ts")
    if not seconds(at):
        return now
    by_author = _text(edited, "user") in ("", now.user)
    return None if now.bot or not by_author or _too_late(now.ts, at) else Edited(now, before, at)


def _too_late(ts: str, at: str) -> bool:
    """A slip mended long after the message was heard: nobody remembers any more whether it was."""
    return seconds(at) - seconds(ts) > EDITS_HEARD


def _deleted(event: Payload, ts: str, me: Me) -> Deleted | None:
    """Whoever wrote it is told by what Slack shows of it as it was; who took it away is not told at all."""
    old, channel = _within(event, "previous_message"), _text(event, "channel")
    ts = ts or _text(old, "ts")
    if not ts or not channel:
        return None
    ours = _text(old, "user") == me.user or (bool(me.bot) and _text(old, "bot_id") == me.bot)
    author = _author(old, me)
    user = author[0] if author and not author[1] else ""
    at = _text(event, "event_ts") or _text(event, "ts")
    return Deleted(Place(me.team, channel, _text(old, "thread_ts") or ts), ts, user, at, ours)


def seconds(ts: str) -> float:
    """A message's ts as Unix seconds; 0 for what is none."""
    return float(ts) if re.fullmatch(r"\d{1,12}(\.\d{1,12})?", ts) else 0.0


def _text(payload: Payload, name: str) -> str:
    value = payload.get(name)
    return value if isinstance(value, str) else ""


def _within(payload: Payload, name: str) -> Payload:
    value = payload.get(name)
    return value if isinstance(value, Mapping) else {}


# --- names, presses and modals ----------------------------------------------------------------------------------


def cleaned(name: str) -> str:
    """A name that cannot pass for markup or instructions: letters, digits, a few signs, capped; "" for none."""
    plain = "".join(c for c in unicodedata.normalize("NFKC", name) if c.isalnum() or c in " .'-_")
    return " ".join(plain.split())[:NAME_AT_MOST].rstrip()


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
    if view := _text(_within(body, "view"), "id"):
        private = unpacked(_text(_within(body, "view"), "private_metadata"))
        token, said = private.get("token", ""), token
        return Pressed(where(private), "", _text(who, "id"), action_id, token, trigger, _handle(who), view, said)
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


def where(private: Mapping[str, str]) -> Place:
    """The thread that a modal belongs to, out of what it carries."""
    return Place(private.get("team", ""), private.get("channel", ""), private.get("thread", ""))


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
