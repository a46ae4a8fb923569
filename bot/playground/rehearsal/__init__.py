"""A model that follows rules, for trying the bot without an account: an OpenAI-compatible endpoint on 127.0.0.1.

It understands nothing. It compares words, opens what shares most of them with the question, and quotes whole
sentences. It knows no question in advance and says in every answer what it is.
"""

from bot.playground.rehearsal.deal import deal
from bot.playground.rehearsal.server import Rehearsal

__all__ = ["Rehearsal", "deal"]
