"""What the server that forks the bot's processes does once, so that none of them does it again."""

import inspect

import httpcore
import httpcore2

import bot.app
import tests.killed.mortal

IMPORTED = (httpcore, httpcore2, bot.app, tests.killed.mortal)  # the first two are imported at their first use

inspect.stack()  # where each module's source lies: bolt asks for that whenever an app is made
