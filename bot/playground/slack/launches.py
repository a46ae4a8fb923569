"""Ways to reach the app beside messages and buttons: slash commands, shortcuts, its Home tab."""

from typing import Literal

from bot.playground.slack import shapes
from bot.playground.slack.delivery import Delivery
from bot.playground.slack.feed import Feed
from bot.playground.slack.responses import Responses
from bot.playground.slack.wire import Json
from bot.playground.slack.world import PLACE, World

Tab = Literal["home", "messages", "about"]


class Launches:
    """Acts of people that begin something with the app."""

    url: str
    world: World
    _feed: Feed
    _delivery: Delivery
    _responses: Responses

    async def command(self, user: str, command: str, text: str = "", *, channel: str = PLACE) -> Json:
        """Type a slash command, such as "/research", and give what the app acknowledged it with.

        A text or blocks among that is shown: to that person alone, unless it is in_channel. Unanswered when the
        app does not acknowledge in time. LookupError in a channel they are not in.
        """
        where = self.world.channels.get(channel)
        if where is None or user not in where.members:
            raise LookupError(f"{user} has no channel {channel}")
        response_url = self.url + self._responses.path(None, user, channel)
        payload = shapes.slash_command(self.world, user, where, command, text, response_url)
        answer = await self._delivery.send("slash_commands", payload)
        self._responses.answer(user, channel, answer)
        return answer

    async def shortcut(self, user: str, ts: str, callback_id: str, *, channel: str = PLACE) -> None:
        """Choose a message shortcut from the menu of a message."""
        said = self.world.find(channel, ts)
        if said is None:
            raise LookupError(f"no message {ts} in {channel}")
        response_url = self.url + self._responses.path(said, user)
        self._delivery.send("interactive", shapes.shortcut(self.world, user, said, callback_id, response_url))

    async def open_home(self, user: str, tab: Tab = "home") -> None:
        """Look at a tab of the app: app_home_opened. Their conversation with the app begins by that."""
        self._feed.opened_home(self.world.open_direct(user), user, tab)

    def direct(self, user: str) -> str:
        """The id of that person's conversation with the app; it begins when there is none yet."""
        return self.world.open_direct(user).id
