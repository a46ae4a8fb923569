"""Who people are: names, standing, language and time zone from their Slack profiles, and who is in a user group."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from agent.facts import Speaker
from bot.inbound import cleaned
from bot.place import Me

logger = logging.getLogger(__name__)
Raw = Mapping[str, Any]
SOMEONE = "someone"
KEPT = 600.0  # seconds that a profile or a group is taken for true; a guest may become a member
NAME_SECONDS = 1.0  # that a profile is waited for where nothing depends on it but words
NOBODY = {"user_not_found", "users_not_found", "user_not_visible"}  # errors that speak of the person, not of Slack


@dataclass(frozen=True)
class Person:
    """Somebody's display name, cleaned, what they are here, and their `locale` ("de-DE") and time zone: its name
    ("Europe/Berlin") and its `offset` in seconds east of UTC."""

    name: str
    kind: Speaker
    locale: str = ""
    zone: str = ""
    offset: int = 0


class People:
    """Asks Slack about people, about each once in a while. Whoever Slack does not know is an outsider."""

    def __init__(self, api: AsyncWebClient, me: Me) -> None:
        self._api, self._me = api, me
        self._known: dict[str, tuple[float, Person]] = {}
        self._groups: dict[str, tuple[float, frozenset[str]]] = {}
        self._unread: set[str] = set()  # groups of which it was said that they cannot be read

    async def who(self, user: str) -> Person:
        """Who a user id is. Raises SlackApiError where Slack does not say."""
        if not (known := self._known.get(user)) or known[0] < self._now():
            try:
                answer = await self._api.users_info(user=user, include_locale=True)
            except SlackApiError as error:
                if error.response.get("error") not in NOBODY:  # else a bad minute of Slack's strips a person of a say
                    raise
                return Person(user, "outsider")
            known = self._known[user] = (self._now() + KEPT, self._person(user, answer.get("user") or {}))
        return known[1]

    async def afresh(self, user: str) -> Person:
        """Who a user id is at this moment, whatever was known; raises as `who` does and forgets nothing then."""
        known = self._known.pop(user, None)
        try:
            return await self.who(user)
        finally:
            if known:
                self._known.setdefault(user, known)

    async def name(self, user: str) -> str:
        """The name alone; "" where Slack does not say, since nothing should wait for a name."""
        return found.name if (found := await self.glimpse(user)) else ""

    async def glimpse(self, user: str) -> Person | None:
        """Who a user id is, if Slack says so at once."""
        try:
            async with asyncio.timeout(NAME_SECONDS):
                return await self.who(user)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
            logger.warning("the profile of %s is not known: %s", user, error)
            return None

    async def group(self, id: str) -> frozenset[str]:
        """The user ids in a user group ("S0123ABCD"). Nobody where Slack does not say: a group that cannot be read
        lets nobody in."""
        if not (known := self._groups.get(id)) or known[0] < self._now():
            try:
                answer = await self._api.usergroups_users_list(usergroup=id)
            except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError) as error:
                level = logging.DEBUG if id in self._unread else logging.ERROR
                logger.log(level, "the user group %s cannot be read, it counts as empty for now: %s", id, error)
                self._unread.add(id)
                return known[1] if known else frozenset()
            self._unread.discard(id)
            known = self._groups[id] = (self._now() + KEPT, frozenset(answer.get("users") or ()))
        return known[1]

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _person(self, user: str, info: Raw) -> Person:
        profile = info.get("profile") or {}
        names = (profile.get("real_name"), info.get("real_name"), profile.get("display_name"), info.get("name"))
        name = cleaned(next((one for one in names if one), user)) or SOMEONE
        offset = info.get("tz_offset")
        return Person(
            name=name,
            kind=self._kind(info),
            locale=str(info.get("locale") or ""),
            zone=str(info.get("tz") or ""),
            offset=offset if isinstance(offset, int) and abs(offset) <= 86_400 else 0,
        )

    def _kind(self, info: Raw) -> Speaker:
        if info.get("is_bot"):
            return "bot"
        if info.get("is_stranger") or info.get("team_id", self._me.team) != self._me.team:
            return "outsider"
        return "guest" if info.get("is_restricted") or info.get("is_ultra_restricted") else "member"
