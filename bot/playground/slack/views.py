"""The modals that are open, and the trigger_ids that open them."""

import time

from bot.playground.slack.readback import read_back
from bot.playground.slack.wire import Json, SlackError
from bot.playground.slack.world import Change, View, World

# How many modals may lie on top of each other (https://docs.slack.dev/surfaces/modals).
STACK = 3


class Views:
    """Opens, replaces and closes modals. A trigger_id works once, within `trigger_seconds`."""

    def __init__(self, world: World, trigger_seconds: float) -> None:
        self._world, self._trigger_seconds = world, trigger_seconds

    def exchange(self, trigger_id: str) -> str:
        """The person whose doing the trigger_id stands for; it is used up by this."""
        trigger = self._world.triggers.get(trigger_id)
        if trigger is None:
            raise SlackError("invalid_trigger_id")
        if trigger.used:
            raise SlackError("exchanged_trigger_id")
        if self._world.seconds() - trigger.at > self._trigger_seconds:
            raise SlackError("expired_trigger_id")
        trigger.used = True
        return trigger.user

    def open(self, user: str, payload: Json) -> View:
        """A new modal, the first of its stack."""
        view_id = f"V{self._world.number():09}"
        return self._show(View(view_id, user, self._kept(payload), self._hash(), root_id=view_id))

    def push(self, user: str, payload: Json) -> View:
        """A modal on top of the one that person has open."""
        stack = self._world.views_of(user)
        if not stack:
            raise SlackError("not_found")
        top = stack[-1]
        if sum(view.root_id == top.root_id for view in stack) >= STACK:
            raise SlackError("push_limit_reached")
        view_id = f"V{self._world.number():09}"
        kept = self._kept(payload)
        return self._show(View(view_id, user, kept, self._hash(), root_id=top.root_id, previous_id=top.id))

    def publish(self, user: str, payload: Json, known_hash: str = "") -> View:
        """What stands on that person's Home tab; hash_conflict when another one stands there than was known."""
        shown = self._world.homes.get(user)
        if known_hash and (shown is None or shown.hash != known_hash):
            raise SlackError("hash_conflict")
        view_id = shown.id if shown else f"V{self._world.number():09}"
        self._world.homes[user] = home = View(view_id, user, self._kept(payload), self._hash(), root_id=view_id)
        self._world.announce(Change("view", user=user))
        return home

    def find(self, view_id: str, external_id: str = "") -> View | None:
        """The open modal with that id, or with that external_id."""
        for view in self._world.open_views:
            if view.id == view_id or (external_id and view.payload.get("external_id") == external_id):
                return view
        return None

    def replace(self, view: View, payload: Json) -> None:
        """The same modal with other contents and a new hash."""
        view.payload, view.hash = self._kept(payload), self._hash()
        self._world.announce(Change("view", user=view.user))

    def close(self, view: View) -> None:
        """The modal goes; the one below it, if any, is on top again."""
        self._world.open_views = [one for one in self._world.open_views if one.id != view.id]
        self._world.announce(Change("view", user=view.user))

    def clear(self, user: str) -> None:
        """All modals of that person go."""
        self._world.open_views = [view for view in self._world.open_views if view.user != user]
        self._world.announce(Change("view", user=user))

    def _show(self, view: View) -> View:
        external_id = view.payload.get("external_id")
        if external_id and self.find("", external_id):
            raise SlackError("duplicate_external_id")
        self._world.open_views.append(view)
        self._world.announce(Change("view", user=view.user))
        return view

    def _kept(self, payload: Json) -> Json:
        return {**payload, "blocks": read_back(payload["blocks"], self._world.number)}

    def _hash(self) -> str:
        return f"{time.time():.0f}.{self._world.number():07}"
