"""The JSON that Slack speaks: messages, events, envelopes and interactions. Pure functions of the world.

Shapes after https://docs.slack.dev/reference/events and https://docs.slack.dev/reference/interaction-payloads.
"""

from typing import Literal
from urllib.parse import quote

from bot.playground.slack.wire import Json
from bot.playground.slack.world import APP, BOT, TEAM, Channel, Message, StoredFile, User, View, World

TOMBSTONE = "This message was deleted."
_CHANNEL_TYPES = {"channel": "channel", "group": "group", "im": "im", "mpim": "mpim"}
# https://docs.slack.dev/reference/objects/file-object; all others go by their extension here.
_FILE_TYPES = {"md": "markdown", "txt": "text", "py": "python", "js": "javascript", "jpeg": "jpg", "htm": "html"}
# Envelope fields Slack still sends although nothing should rely on them.
_TOKEN = "verification-token"


def message(world: World, said: Message, *, with_metadata: bool = False) -> Json:
    """A message as conversations.replies and events give it; metadata only when asked for."""
    body: Json = {"type": "message", "text": said.text, "ts": said.ts, **_author(world, said)}
    if said.blocks:
        body["blocks"] = said.blocks
    for name in ("subtype", "username", "inviter", "attachments", "files", "edited"):
        if getattr(said, name):
            body[name] = getattr(said, name)
    if said.subtype == "tombstone":
        body["hidden"] = True
    if said.metadata and with_metadata:
        body["metadata"] = said.metadata
    if said.reactions:
        body["reactions"] = [
            {"name": name, "users": list(users), "count": len(users)} for name, users in said.reactions.items()
        ]
    return {**body, **_from_elsewhere(world, said), **_thread(world, said)}


def _author(world: World, said: Message) -> Json:
    author = world.users.get(said.user) or _owner(world, said.bot_id)
    known: Json = {"user": said.user} if said.user else {}
    if author is None:
        return known
    known["team"] = author.team
    if said.bot_id:
        known |= {"bot_id": said.bot_id, "app_id": author.app_id, "bot_profile": _bot_profile(author)}
    return known


def _owner(world: World, bot_id: str) -> User | None:
    return next((user for user in world.users.values() if bot_id and user.bot_id == bot_id), None)


def _bot_profile(bot: User) -> Json:
    return {
        "id": bot.bot_id,
        "app_id": bot.app_id,
        "user_id": bot.id,
        "name": bot.name,
        "team_id": bot.team,
        "deleted": False,
    }


def _thread(world: World, said: Message) -> Json:
    if said.thread_ts:
        parent = world.find(said.channel, said.thread_ts)
        known: Json = {"thread_ts": said.thread_ts}
        if parent and said.subtype == "thread_broadcast":
            known["root"] = message(world, parent)
        return known | ({"parent_user_id": parent.user} if parent and parent.user else {})
    replies = world.replies(said)
    if not replies:
        return {}
    authors = list(dict.fromkeys(reply.user or reply.bot_id for reply in replies))
    return {
        "thread_ts": said.ts,
        "reply_count": len(replies),
        "reply_users": authors,
        "reply_users_count": len(authors),
        "latest_reply": replies[-1].ts,
        "subscribed": False,
    }


def message_event(world: World, said: Message) -> Json:
    """The event `message` for a message just posted."""
    channel = world.channels[said.channel]
    return {
        **message(world, said),
        "channel": said.channel,
        "channel_type": _CHANNEL_TYPES[channel.kind],
        "event_ts": said.ts,
    }


def mention_event(world: World, said: Message, event_ts: str) -> Json:
    """The event `app_mention`: the same message, the same ts, with `edited` when an edit set it off."""
    event = message_event(world, said) | {"type": "app_mention", "event_ts": event_ts}
    for name in (
        "channel_type",
        "subtype",
        "reply_count",
        "reply_users",
        "reply_users_count",
        "latest_reply",
        "root",
    ):
        event.pop(name, None)
    return event


def _from_elsewhere(world: World, said: Message) -> Json:
    """What Slack Connect adds to the words of another company's people."""
    author = world.users.get(said.user)
    if author is None or not author.is_stranger:
        return {}
    profile = {"name": author.name, "real_name": author.real_name, "display_name": author.name, "team": author.team}
    return {"user_team": author.team, "source_team": author.team, "user_profile": profile}


def changed_event(world: World, said: Message, previous: Json, ts: str) -> Json:
    """The event for an edit, an unfurl or an update: `ts` is the change's, the message's is inside."""
    return {
        "type": "message",
        "subtype": "message_changed",
        "message": message(world, said),
        "previous_message": previous,
        "channel": said.channel,
        "channel_type": _CHANNEL_TYPES[world.channels[said.channel].kind],
        "hidden": True,
        "ts": ts,
        "event_ts": ts,
    }


def deleted_event(world: World, said: Message, previous: Json, ts: str) -> Json:
    """The event for a message that is gone."""
    return {
        "type": "message",
        "subtype": "message_deleted",
        "previous_message": previous,
        "channel": said.channel,
        "channel_type": _CHANNEL_TYPES[world.channels[said.channel].kind],
        "hidden": True,
        "deleted_ts": said.ts,
        "ts": ts,
        "event_ts": ts,
    }


def reaction_event(said: Message, user: str, name: str, ts: str) -> Json:
    """The event `reaction_added`."""
    return {
        "type": "reaction_added",
        "user": user,
        "reaction": name,
        "item": {"type": "message", "channel": said.channel, "ts": said.ts},
        "item_user": said.user,
        "event_ts": ts,
    }


def membership_event(kind: str, where: Channel, user: User, other: Json, ts: str) -> Json:
    """The events member_joined_channel and member_left_channel; `other` is who brought or removed them."""
    letter = "C" if where.kind == "channel" else "G"
    known = {"type": kind, "user": user.id, "channel": where.id, "channel_type": letter, "team": user.team}
    return {**known, **other, "event_ts": ts}


def channel_event(where: Channel, what: Literal["left", "archive", "unarchive"], by: str, ts: str) -> Json:
    """The events channel_left (the app itself has), channel_archive and channel_unarchive; group_… if private."""
    kind = "channel" if where.kind == "channel" else "group"
    known: Json = {"type": f"{kind}_{what}", "channel": where.id, "event_ts": ts}
    if what == "left":
        return known | ({"actor_id": by} if by else {})
    return known | {"user": by} | ({"is_moved": 0} if what == "archive" else {})


def home_opened_event(world: World, direct: Channel, user: str, tab: str, ts: str) -> Json:
    """The event app_home_opened, with the view that stands on the Home tab."""
    known: Json = {"type": "app_home_opened", "user": user, "channel": direct.id, "tab": tab, "event_ts": ts}
    shown = world.homes.get(user)
    return known | ({"view": view(shown)} if shown and tab == "home" else {})


def callback(world: World, event: Json, channel: str) -> Json:
    """The event_callback around an event; every call makes a new event_id."""
    where = world.channels[channel]
    return {
        "token": _TOKEN,
        "team_id": TEAM,
        "context_team_id": TEAM,
        "context_enterprise_id": None,
        "api_app_id": APP,
        "event": event,
        "type": "event_callback",
        "event_id": f"Ev{world.number():09}",
        "event_time": int(float(event["event_ts"])),
        "authorizations": [
            {
                "enterprise_id": None,
                "team_id": TEAM,
                "user_id": BOT,
                "is_bot": True,
                "is_enterprise_install": False,
            }
        ],
        "is_ext_shared_channel": world.is_shared(where),
        "event_context": f"4-{world.number():09}",
    }


def interaction(world: World, kind: str, user: str) -> Json:
    """What every interaction payload begins with, a fresh trigger_id among it."""
    who = world.users[user]
    return {
        "type": kind,
        "team": {"id": TEAM, "domain": "footnote"},
        "user": {"id": who.id, "username": who.name, "name": who.name, "team_id": who.team},
        "api_app_id": APP,
        "token": _TOKEN,
        "enterprise": None,
        "is_enterprise_install": False,
        "trigger_id": world.trigger(user),
    }


def block_actions(world: World, user: str, said: Message, action: Json, response_url: str, state: Json) -> Json:
    """A press of a button on a message. An ephemeral message is not repeated in it. `state` is of its fields."""
    channel = world.channels[said.channel]
    body = interaction(world, "block_actions", user) | {
        "container": {
            "type": "message",
            "message_ts": said.ts,
            "channel_id": said.channel,
            "is_ephemeral": bool(said.visible_to),
            **({"thread_ts": said.thread_ts} if said.thread_ts else {}),
        },
        "channel": {"id": said.channel, "name": channel.name or "directmessage"},
        "state": {"values": state},
        "response_url": response_url,
        "actions": [action],
    }
    return body if said.visible_to else body | {"message": message(world, said)}


def view_actions(world: World, shown: View, action: Json, state: Json) -> Json:
    """A press of a button inside a modal: it knows the view and no message."""
    return interaction(world, "block_actions", shown.user) | {
        "container": {"type": "view", "view_id": shown.id},
        "view": view(shown, state),
        "actions": [action],
    }


def shortcut(world: World, user: str, said: Message, callback_id: str, response_url: str) -> Json:
    """A message shortcut: the message is in it whole."""
    return interaction(world, "message_action", user) | {
        "callback_id": callback_id,
        "action_ts": world.tick(),
        "channel": {"id": said.channel, "name": world.channels[said.channel].name or "directmessage"},
        "message_ts": said.ts,
        "message": message(world, said),
        "response_url": response_url,
    }


def slash_command(world: World, user: str, where: Channel, command: str, text: str, response_url: str) -> Json:
    """A slash command: flat, every value a string, since it travels as a form."""
    return {
        "token": _TOKEN,
        "team_id": TEAM,
        "team_domain": "footnote",
        "channel_id": where.id,
        "channel_name": where.name or "directmessage",
        "user_id": user,
        "user_name": world.users[user].name,
        "command": command,
        "text": text,
        "api_app_id": APP,
        "is_enterprise_install": "false",
        "response_url": response_url,
        "trigger_id": world.trigger(user),
    }


def view(shown: View, values: Json | None = None) -> Json:
    """An open modal as views.open answers it and as a submission carries it."""
    return {
        "private_metadata": "",
        "callback_id": "",
        "clear_on_close": False,
        "notify_on_close": False,
        "close": None,
        "submit": None,
        "external_id": "",
        **shown.payload,
        "id": shown.id,
        "team_id": TEAM,
        "app_id": APP,
        "app_installed_team_id": TEAM,
        "bot_id": "BFOOTNOTE",
        "hash": shown.hash,
        "root_view_id": shown.root_id,
        "previous_view_id": shown.previous_id,
        "state": {"values": values or {}},
    }


def user(who: User, *, with_locale: bool = False) -> Json:
    """A user as users.info gives it; the locale only when asked for."""
    profile = {"real_name": who.real_name, "display_name": who.name, "team": who.team}
    if who.bot_id:
        profile |= {"bot_id": who.bot_id, "api_app_id": who.app_id}
    return {
        "id": who.id,
        "team_id": who.team,
        "name": who.name,
        "real_name": who.real_name,
        "deleted": who.deleted,
        "is_bot": bool(who.bot_id),
        "is_app_user": False,
        "is_restricted": who.is_restricted,
        "is_ultra_restricted": False,
        "is_stranger": who.is_stranger,
        "tz": who.tz,
        "tz_label": who.tz_label,
        "tz_offset": who.tz_offset,
        **({"locale": who.locale} if with_locale else {}),
        "profile": profile,
    }


def channel(world: World, where: Channel) -> Json:
    """A channel as conversations.info gives it."""
    shared = world.is_shared(where)
    body: Json = {
        "id": where.id,
        "created": 1_700_000_000,
        "is_channel": where.kind == "channel",
        "is_group": where.kind in ("group", "mpim"),
        "is_im": where.kind == "im",
        "is_mpim": where.kind == "mpim",
        "is_private": where.kind != "channel",
        "is_archived": where.is_archived,
        "is_member": BOT in where.members,
        "is_shared": shared,
        "is_ext_shared": shared,
        "is_org_shared": False,
        "context_team_id": TEAM,
    }
    if where.kind == "im":
        return body | {"user": next(iter(where.members - {BOT}), BOT)}
    topic = {"value": "", "creator": "", "last_set": 0}
    return body | {"name": where.name, "name_normalized": where.name, "topic": topic, "purpose": topic}


def file(stored: StoredFile, url: str) -> Json:
    """A file as it stands in a message; `url` is the root of the double, without a slash at the end."""
    extension = stored.name.rpartition(".")[2].lower() if "." in stored.name else ""
    address = f"{url}/files/{stored.id}/{quote(stored.name, safe='')}"
    return {
        "id": stored.id,
        "created": stored.created,
        "timestamp": stored.created,
        "name": stored.name,
        "title": stored.title or stored.name,
        "mimetype": stored.mimetype,
        "filetype": _FILE_TYPES.get(extension, extension or "binary"),
        "pretty_type": _FILE_TYPES.get(extension, extension or "binary").capitalize(),
        "user": stored.user,
        "user_team": TEAM,
        "editable": False,
        "size": stored.size,
        "mode": "hosted",
        "is_external": False,
        "is_public": False,
        "url_private": address,
        "url_private_download": f"{address}?download=1",
        "permalink": f"{url}/files/{stored.user}/{stored.id}/{quote(stored.name, safe='')}",
        "has_rich_preview": False,
        "file_access": "visible",
    }


def shares(world: World, stored: StoredFile) -> Json:
    """Where a file can be seen, as files.info tells: {"public": {channel: [{ts, thread_ts…}]}, "private": …}."""
    found: Json = {}
    for channel in world.channels.values():
        there = [m for m in world.in_channel(channel.id) if any(one.get("id") == stored.id for one in m.files)]
        places = [_share(world, said) for said in there if not said.deleted]
        if places:
            found.setdefault("public" if channel.kind == "channel" else "private", {})[channel.id] = places
    return found


def _share(world: World, said: Message) -> Json:
    known = {"thread_ts": said.thread_ts} if said.thread_ts else {}
    return {"ts": said.ts, "channel_name": world.channels[said.channel].name, "team_id": TEAM, **known}
