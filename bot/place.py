"""Who we are in a workspace, and where a thread is in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Me:
    """Who we are in this workspace, from auth.test; `url` is the workspace's own."""

    team: str
    user: str
    bot: str
    url: str = ""


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
