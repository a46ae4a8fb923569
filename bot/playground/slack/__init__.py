"""A Slack workspace to run the bot against: no network, no account, everything visible."""

from bot.playground.slack.delivery import Unanswered
from bot.playground.slack.double import SlackDouble
from bot.playground.slack.faults import Fault, Faults
from bot.playground.slack.limits import Limits
from bot.playground.slack.wire import ApiCall
from bot.playground.slack.world import Change, Channel, Message, StoredFile, User, View

__all__ = [
    "ApiCall",
    "Change",
    "Channel",
    "Fault",
    "Faults",
    "Limits",
    "Message",
    "SlackDouble",
    "StoredFile",
    "Unanswered",
    "User",
    "View",
]
