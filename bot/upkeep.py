"""What has to be done now and then: the log, and the memory, forget what they need not keep any longer."""

from __future__ import annotations

import asyncio
import logging

from agent.log import Log, LogError
from agent.markdown import remembered
from bot.config import Config

logger = logging.getLogger(__name__)
HOUR, DAY = 3600.0, 86_400.0
EVERY = HOUR
FIRST = 60.0  # seconds after the start, when everything that was left over is under way again


async def upkeep(log: Log, config: Config, every: float = EVERY, first: float = FIRST) -> None:
    """For as long as the process runs; a log that cannot be used now is tidied the next time."""
    await asyncio.sleep(first)
    while True:
        remembered.forget()
        try:
            await log.expire(config.keep_days * DAY, config.keep_texts_hours * HOUR)
        except LogError as error:
            logger.warning("nothing was tidied up this time: %s", error)
        await asyncio.sleep(every)
