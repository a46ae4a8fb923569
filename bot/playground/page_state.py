"""What one person sees of the workspace, as JSON for the page."""

from typing import TypeAlias

from bot.playground.slack import Change, Channel, Message, SlackDouble, StoredFile, User, View

Json: TypeAlias = dict[str, object]


class Eyes:
    """The workspace as `person` sees it: channels they share with the bot, and what is meant for them alone."""

    def __init__(self, slack: SlackDouble, person: User) -> None:
        self._slack, self._person = slack, person

    def state(self) -> Json:
        """All of it: who there is, every message, what is open."""
        world = self._slack.world
        names = {user.id: user.real_name for user in world.users.values()}
        return {
            "workspace": "Footnote trial",
            "me": self._person.id,
            "bot": _person(world.bot),
            "people": [_person(user) for user in people(self._slack)],
            "users": names | {"USLACKBOT": "Slackbot"},
            "channels": [self._channel(channel) for channel in self._channels()],
            "messages": [_message(m) for c in self._channels() for m in self._slack.messages(c.id, deleted=True)],
            **self._ephemerals(),
            **self._views(),
            **self._connected(),
        }

    def changed(self, change: Change) -> Json | None:
        """What of it is different after a change; None when this person would notice nothing."""
        match change.kind:
            case "message":
                return self._changed_message(change.channel, change.ts)
            case "ephemeral":
                return self._ephemerals() if change.user == self._person.id else None
            case "view":
                return self._views() if change.user == self._person.id else None
            case "presence":
                return self._connected()

    def can_see(self, channel: str) -> bool:
        """Is that one of this person's channels?"""
        return any(known.id == channel for known in self._channels())

    def file(self, file_id: str) -> StoredFile | None:
        """The file, when it stands in a message this person can see."""
        said = (m for channel in self._channels() for m in self._slack.messages(channel.id))
        shared = any(file.get("id") == file_id for message in said for file in message.files)
        return self._slack.world.files.get(file_id) if shared else None

    def _channels(self) -> list[Channel]:
        both = {self._person.id, self._slack.world.bot.id}
        return [channel for channel in self._slack.world.channels.values() if both <= channel.members]

    def _channel(self, channel: Channel) -> Json:
        name = self._slack.world.bot.real_name if channel.kind == "im" else channel.name
        return {"id": channel.id, "name": name, "kind": channel.kind, "members": len(channel.members)}

    def _changed_message(self, channel: str, ts: str) -> Json | None:
        if not self.can_see(channel):
            return None
        found = [m for m in self._slack.messages(channel, deleted=True) if m.ts == ts]
        return {"messages": [_message(message) for message in found]}

    def _ephemerals(self) -> Json:
        return {"ephemerals": [_message(m) for m in self._slack.ephemerals(self._person.id)]}

    def _views(self) -> Json:
        return {"views": [_view(view) for view in self._slack.views(self._person.id)]}

    def _connected(self) -> Json:
        return {"connected": self._slack.connections > 0}


def people(slack: SlackDouble) -> list[User]:
    """The people one can be: members of this workspace, no bots, no guests."""
    users = slack.world.users.values()
    return [user for user in users if not (user.bot_id or user.is_restricted or user.is_stranger)]


def _person(user: User) -> Json:
    return {"id": user.id, "name": user.real_name, "handle": user.name}


def _message(said: Message) -> Json:
    """A message with its blocks as they were sent. Of a deleted one only its place is left."""
    return {
        "channel": said.channel,
        "ts": said.ts,
        "thread_ts": said.thread_ts,
        "user": said.user,
        "bot": bool(said.bot_id),
        "username": said.username,
        "subtype": said.subtype,
        "text": "" if said.deleted else said.text,
        "blocks": [] if said.deleted else said.original_blocks,
        "files": [] if said.deleted else [_file(file) for file in said.files],
        "reactions": said.reactions,
        "edited": said.edited is not None,
        "deleted": said.deleted,
        "ephemeral": bool(said.visible_to),
    }


def _file(file: Json) -> Json:
    """What is shown of a file before it is opened; `size` in bytes."""
    name = str(file.get("name", ""))
    title = str(file.get("title") or name)
    kind = str(file.get("mimetype", ""))
    return {"id": file.get("id", ""), "name": name, "title": title, "type": kind, "size": file.get("size", 0)}


def _view(view: View) -> Json:
    shown = ("title", "submit", "close", "blocks")
    return {"id": view.id, "payload": {name: view.payload.get(name) for name in shown}}
