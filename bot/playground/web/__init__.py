"""A small web to search and read without a network: sample pages behind the interface of Tavily's API."""

from bot.playground.web.faults import Fault
from bot.playground.web.server import SmallWeb

__all__ = ["Fault", "SmallWeb"]
