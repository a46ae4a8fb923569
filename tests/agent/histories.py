"""Random histories through the real log and real carriers: `python -m tests.agent.histories --minutes 30`.

A history is one run to which everything happens at once: corrections, clicks of anybody in any order, doubled and
late ones, edits, answers, a stop, hours that pass, a clock that is wrong for a while, a log that cannot be used for a
while, processes that die or leave, two that carry at the same time, tools that are slow, deaf or broken, and a model
that fails. Run as a program, it lives through one history after another for as long as it is told, names the seeds
of those in which an invariant did not hold, and then exits with 1.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import random
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from agent.facts import Rules, Window
from agent.log import Log
from agent.request.space import least
from tests.agent.invariants import INVARIANTS, NONSENSE, Facts, sensible
from tests.agent.worlds import BEN, CARA, HOUR, MINUTE, SOUND, Core, PromptLog, World

IN_A_FILE = 6  # of so many long-form histories one is also lived through in a file that several processes use
NARROW = 2  # of so many histories one has a model that reads so little that summaries are made
LEAST = least(Rules(effort="deep"))
SMALL = Window(whole=LEAST + 400, input=LEAST + 400, output=400)  # hardly more than what it takes to work
AFTER_THE_END = 8  # things that happen once the run is over


def rules(chance: random.Random) -> Rules:
    approvers = chance.choice([(), (), (BEN,), (BEN, CARA)])
    return Rules(
        approval=chance.choice(["each", "each", "writes", "writes", "once", "once", "off"]),
        approvers=approvers,
        own=chance.random() < (0.5 if approvers else 0.97),  # seldom nobody may decide at all: then time does
        rounds=chance.choice([1, 2, 4, 6]),
        searches=chance.choice([1, 2, 4]),
        pages=chance.choice([1, 3]),
    )


async def history(seed: int, core: Core = SOUND, path: Path | None = None) -> list[str]:
    """Live through one history and return the invariants that did not hold."""
    chance = random.Random(seed)
    lived_by = rules(chance)
    if seed % NARROW == 0:
        lived_by = lived_by.model_copy(update={"window": SMALL})
    world = World(chance, Log(path), lived_by, core, other=random.Random(f"other {seed}"))
    world.rules = world.rules.model_copy(update={"minutes": world.other.choice([0, 0, 0, 5, 30])})
    await open_log(world, path)
    world.mail = await mailbox(world, path) if path else None
    await world.ask()
    world.start()
    try:
        await live_on(world, path)
        ended = await world.finish()
        facts = Facts(await world.known(), world, ended)
        return [str(holds.__doc__) for holds in INVARIANTS if not holds(facts)] if sensible(facts) else [NONSENSE]
    finally:
        await world.close()
        await world.log.close()
        if world.mail:
            await world.mail.close()


async def live_on(world: World, path: Path | None) -> None:
    """One thing after another, and a little more when all is over: people press and speak also then."""
    left, shares = world.random.randint(20, 120), world.random.choice([BUSY, BUSY, AWAY, SLOW])
    world.held = 0.95 if shares is SLOW else world.held
    while left > 0:
        await something(world, path, world.random.choices(*zip(*shares, strict=True))[0])
        await (world.settle() if world.random.random() < 0.85 else asyncio.sleep(0))
        left = min(left, AFTER_THE_END) if world.over else left
        left -= 1


async def open_log(world: World, path: Path | None) -> None:
    world.log = Log(path, clock=world.clock) if path else PromptLog(world.clock)
    await world.log.open()
    world.log.on_append(world.wake)


async def mailbox(world: World, path: Path) -> Log:
    """Another process on the same file, through which people are heard."""
    log = Log(path, clock=world.clock)
    await log.open(alone=False)
    return log


async def something(world: World, path: Path | None, what: str) -> None:
    match what:
        case "work":
            world.open_gates()
        case "click":
            await world.click()
        case "approve":
            await world.approve()
        case "reject":
            await world.reject()
        case "edit":
            await world.edit()
        case "answer":
            await world.answer()
        case "correct":
            await world.correct()
        case "reword":
            await world.reword()
        case "remove":
            await world.remove()
        case "stop" if world.random.random() < 0.2:
            await world.stop()
        case "again":
            await world.again()
        case "minutes":
            await world.pass_time(world.random.uniform(1, 20) * MINUTE)
        case "night":
            await world.pass_time(world.random.uniform(6, 14) * HOUR)
        case "day":
            await world.pass_time(25 * HOUR)
        case "last minute":
            await world.nearly()
        case "clock":
            await world.jump()
        case "no log":
            world.lose_the_log()
        case "log":
            world.find_the_log()
        case _:
            await processes(world, path, what)


async def processes(world: World, path: Path | None, what: str) -> None:
    match what:
        case "crash":
            await world.crash()
        case "leave":
            await world.depart()
        case "second" if len(world.workers) < 2:
            world.start()
        case "reboot" if path:
            await reboot(world, path)
    if not world.workers:
        world.start()


async def reboot(world: World, path: Path) -> None:
    """Every process dies, and a new one opens the file."""
    await world.close()
    await world.log.close()
    await open_log(world, path)


ALWAYS = [
    *[
        ("answer", 2.0),
        ("correct", 1.2),
        ("reword", 0.6),
        ("remove", 0.2),
        ("stop", 0.7),
        ("again", 0.7),
        ("minutes", 2.0),
    ],
    *[("night", 2.0), ("day", 1.0), ("clock", 0.7), ("no log", 2.5), ("log", 2.0), ("crash", 1.0), ("leave", 1.0)],
    *[("last minute", 1.5), ("second", 0.5), ("reboot", 1.0)],
]
PRESSED = [("click", 8.0), ("approve", 6.0), ("reject", 1.0), ("edit", 4.0)]
BUSY = [*ALWAYS, *PRESSED, ("work", 18.0)]
SLOW = [*ALWAYS, *PRESSED, ("work", 3.0), ("day", 2.0)]  # steps take long
AWAY = [*ALWAYS, ("work", 18.0), ("click", 2.0), ("approve", 1.0), ("edit", 0.5)]  # people do not look


# --- as long as one likes ------------------------------------------------------------------------------------------


async def live(seed: int) -> list[str]:
    """One history of the long form. In memory a seed always gives the same one, in a file nearly so."""
    broken = await history(seed)
    if seed % IN_A_FILE == 0:
        with TemporaryDirectory() as folder:
            broken += [f"{one} (in a file)" for one in await history(seed, path=Path(folder) / "footnote.db")]
    return broken


def lived(seed: int) -> list[str]:
    try:
        return asyncio.run(live(seed))
    except Exception:
        sys.stdout.write(f"seed {seed}: ended in an error\n")
        raise


def main() -> int:
    """Histories from a seed on; whoever names none sees others each time."""
    parser = argparse.ArgumentParser(prog="python -m tests.agent.histories", description="Live through histories.")
    parser.add_argument("--minutes", type=float, default=1.0, help="for how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="the first one (default: any)")
    parser.add_argument("--count", type=int, help="stop after so many histories")
    given = parser.parse_args()
    logging.disable()  # steps that break on purpose, and logs that are gone for a while, are no news here
    first = random.SystemRandom().randrange(10**9) if given.seed is None else given.seed
    until, seed, failed = time.monotonic() + given.minutes * 60, first, 0
    while time.monotonic() < until and seed - first != given.count:
        for broken in lived(seed):
            failed += 1
            sys.stdout.write(f"seed {seed}: did not hold: {' '.join(broken.split())}\n")
            sys.stdout.flush()
        seed += 1
    sys.stdout.write(f"{seed - first} histories from seed {first} on, {failed} times an invariant did not hold\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
