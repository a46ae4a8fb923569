"""`footnote ask`: a run in a terminal. The same facts, the same carrier; people see lines instead of messages."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, TypedDict

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from agent.carrier import Carrier, Live
from agent.facts import Answered, Anything, Asked, Decided, Question, Recalled, Said, Stopped, Turn
from agent.log import Log
from agent.run import Asking, CallState, Run
from bot import speech
from bot.app import Workshop, worker, workshop
from bot.asking import QUESTION_AT_MOST
from bot.effort import Wish, is_only_wish, wished, with_wish
from bot.export import exported
from bot.playground.stage import stand_ins
from bot.settings import Settings, SettingsError
from bot.trace import print_facts, put
from bot.views import safe
from bot.views.costs import costs
from bot.views.report import report, step, understood

YOU = "you"
_VERDICTS = {
    "a": "approve",
    "y": "approve",
    "yes": "approve",
    "r": "reject",
    "n": "reject",
    "no": "reject",
    "q": "quit",
}


@dataclass
class Progress:
    """What has been printed so far, so that every line comes once."""

    out: Console
    printed: set[str] = field(default_factory=set)

    def show(self, run: Run) -> None:
        """Everything that has become known, in the order in which it did."""
        for seq, intent in run.intents:
            for i, line in enumerate(understood(intent)):
                self._line(f"intent.{seq}.{i}", line)
        for state in run.calls.values():
            if state.returned is not None:
                self._line(f"call.{state.call.id}", f"  • {step(run, state)}")
        for round in run.rounds:
            if round.checked and round.checked.faults:
                sent_back = speech.of("")("draft-sent-back", n=len(round.checked.faults))
                self._line(f"draft.{round.seq}", f"  • {sent_back}")

    def _line(self, key: str, words: str) -> None:
        if key not in self.printed:
            self.printed.add(key)
            self.out.print(Text(words, style="dim"))


class When(TypedDict):
    """When and where a question is asked, as Asked has it."""

    sent: float
    zone: str
    offset: int


def _here(now: float) -> When:
    """The moment (Unix seconds) by this machine's clock, whose time zone may be known by its short name alone."""
    local = datetime.fromtimestamp(now).astimezone()
    offset = local.utcoffset() or timedelta()
    return {"sent": now, "zone": local.tzname() or "", "offset": int(offset.total_seconds())}


class Session:
    """One question in a terminal. `ask_person` prints a question and reads a line; "" at the end of input."""

    def __init__(
        self,
        shop: Workshop,
        log: Log,
        out: Console,
        ask_person: Callable[[str], str],
        approve: bool,
        wish: Wish = Wish(),  # noqa: B008 (a value)
    ) -> None:
        self._shop, self._log, self._wish = shop, log, wish
        self._ask_person, self._approve = ask_person, approve
        self._progress = Progress(out)
        self._news = asyncio.Event()
        self._run: Run | None = None
        self._put: set[str] = set()

    async def ask(self, question: str) -> Run:
        """Carry the question to its end. Raises SettingsError where it is none."""
        if not question.strip() or is_only_wish(question):
            raise SettingsError('a question is missing: footnote ask "…"')
        if len(question) > QUESTION_AT_MOST:
            raise SettingsError(speech.of("")("talk-too-long", n=QUESTION_AT_MOST))
        policy, said = self._shop.config.default, wished(question)
        wish = Wish(self._wish.deep or said.deep, self._wish.thinking or said.thinking)
        rules = with_wish(self._shop.rules(), wish, factor=policy.deep_factor, sources=policy.deep_sources)
        rules = rules.model_copy(update={"approval": "each" if self._approve else "off"})
        asked = Asked(message="m1", text=question.strip(), by=YOU, name="You", rules=rules, **_here(time.time()))
        await self._log.tell("terminal", "ask", [asked], once="m1")
        performer = self._shop.performer(self._recall)
        carrier = Carrier(self._log, "terminal", "ask", performer, self._draw, time.time, worker())
        self._log.on_append(lambda _: carrier.wake())
        carrying = asyncio.create_task(carrier.carry())
        try:
            await self._attend(carrying)
            return await carrying
        finally:
            carrying.cancel()
            await carrier.leave()

    async def _recall(self, run: Run, step: str) -> Recalled:
        turn = Turn(message="m1", speaker=YOU, kind="member", name="You", text=run.asked.text)
        return Recalled(step=step, turns=(turn,))

    def _draw(self, run: Run, live: Live) -> None:
        self._run = run
        self._progress.show(run)
        self._news.set()

    async def _attend(self, carrying: asyncio.Task[Run]) -> None:
        """Ask the person whatever the run waits for, until it has ended."""
        while not carrying.done():
            self._news.clear()
            run = self._run
            if run and not run.ended:
                await self._answer(run)
            news = asyncio.create_task(self._news.wait())
            await asyncio.wait({news, carrying}, return_when=asyncio.FIRST_COMPLETED)
            news.cancel()

    async def _answer(self, run: Run) -> None:
        """Put the next thing before the person, each once: what was answered may not have been drawn yet."""
        if run.asking and self._new(f"asking {run.asking.position}"):
            await self._clarify(run.asking)
        waiting = [state for card in run.cards for state in card.calls if run.undecided(state)]
        for state in waiting:
            if self._new(f"call {state.call.id}"):
                return await self._decide(state)
        return None

    def _new(self, what: str) -> bool:
        """Whether this is put before the person for the first time."""
        new = what not in self._put
        self._put.add(what)
        return new

    async def _clarify(self, asking: Asking) -> None:
        for i, question in enumerate(asking.questions):
            options = "".join(f"\n  {n}. {option}" for n, option in enumerate(question.options, 1))
            prompt = f"\n{question.text}{options}\n  (a number, your own words, or Enter for: {question.default}) > "
            picked = await self._picked(question, prompt)
            answers = {question.id: picked or question.default}
            message = f"answer.{asking.position}.{i}"
            await self._tell(Said(message=message, by=YOU, name="You", answers=answers, defaults=not picked), message)

    async def _picked(self, question: Question, prompt: str) -> str:
        """The option meant by its number, or the words; "" for the default. A number of no option is asked again."""
        while (said := (await self._read(prompt)).strip()).isdecimal() and len(said) == 1:
            if 0 < int(said) <= len(question.options):
                return question.options[int(said) - 1]
            prompt = f"  a number from 1 to {len(question.options)}, please > "
        return said

    async def _decide(self, state: CallState) -> None:
        call = state.call
        match await self._choice(f"\n{call.tool} {safe.exact(call.arguments)}\n"):
            case "approve":
                verdict = Decided(call_id=call.id, digest=call.digest, by=YOU, verdict="approve")
            case "reject":
                comment = (await self._read("  what should be done instead? > ")).strip()
                verdict = Decided(call_id=call.id, digest=call.digest, by=YOU, verdict="reject", comment=comment)
            case _:
                return await self._tell(Stopped(why="person", by=YOU), "quit")
        return await self._tell(verdict, f"decide.{call.id}")

    async def _choice(self, about: str) -> str:
        """approve, reject or quit; asked again for anything else. The end of the input approves nothing: it quits."""
        while line := await self._read(f"{about}  approve, reject or quit? [a/r/q] > "):
            said = line.strip().lower()
            if said in _VERDICTS or said in _VERDICTS.values():
                return _VERDICTS.get(said, said)
            about = f"  “{safe.words(said, 20)}” is none of these." if said else ""
        return "quit"

    async def _tell(self, fact: Anything, once: str) -> None:
        await self._log.tell("terminal", "ask", [fact], once=once)

    async def _read(self, prompt: str) -> str:
        """In a thread that the program's end does not wait for: who presses Ctrl-C here is not going to answer."""
        said: Future[str] = Future()
        threading.Thread(target=lambda: said.set_result(self._ask_person(prompt)), daemon=True).start()
        return await asyncio.wrap_future(said)


def read_line(prompt: str) -> str:
    """A line from standard input, "" at its end, the question on standard error: the output holds the answer alone.

    Read past Python's buffer, whose lock a line that never comes would hold when the program ends.
    """
    sys.stderr.write(prompt)
    sys.stderr.flush()
    line = b""
    with contextlib.suppress(OSError):
        while sys.stdin is not None and not line.endswith(b"\n") and (byte := os.read(sys.stdin.fileno(), 1)):
            line += byte
    return line.decode("utf-8", "replace")


Form = Literal["answer", "evidence", "evidence as JSON", "facts"]


def form(*, evidence: bool, as_json: bool) -> Form:
    if evidence:
        return "evidence as JSON" if as_json else "evidence"
    return "facts" if as_json else "answer"


async def answer(settings: Settings, question: str, wish: Wish, form: Form, *, approve: bool) -> int:
    """Answer a question on standard output, progress first and the answer last; in the other forms nothing else
    stands there, and the progress goes to standard error.

    Exit codes: 0 answered, 1 without an answer that sources carry. Raises SettingsError.
    """
    out = Console(stderr=form != "answer", highlight=False, soft_wrap=True)
    log = Log(None)
    await log.open()
    async with _at_work(settings) as shop:
        _say_what_is_used(out, shop, settings, wish)
        run = await Session(shop, log, out, read_line, approve, wish).ask(question)
    said = run.ended.answer if isinstance(run.ended, Answered) else None
    if form == "facts":
        await print_facts(log, "ask")
    elif form == "answer" or said is None:
        _print_answer(out, run)
    elif form == "evidence" and sys.stdout.isatty():
        _print_markdown(Console(highlight=False), "\n".join(exported(run, said, as_json=False)))
    else:
        put(exported(run, said, as_json=form == "evidence as JSON"))
    await log.close()
    return 0 if said and (said.text or said.candidates) else 1


@asynccontextmanager
async def _at_work(settings: Settings) -> AsyncIterator[Workshop]:
    """Without a key the rehearsal model answers. Sample pages and documents stand in only where no folder is given:
    nobody wants fiction beside their own documents."""
    own = settings.docs is not None
    web = settings.has_web or settings.has_model or not own
    async with stand_ins(settings, web=not own, docs=not own) as ready, workshop(ready, web=web) as shop:
        yield shop


def _say_what_is_used(out: Console, shop: Workshop, settings: Settings, wish: Wish) -> None:
    """What works here, and what only stands in for what is not set: nobody is to take fiction for an answer."""
    folder, tools = shop.config.default.docs, shop.toolbox().names
    stands_in = "" if settings.has_model else " (no key is set: it follows rules and understands nothing)"
    sample = "" if settings.docs else " (samples)"
    parts = [
        f"model: {shop.name}{stands_in}",
        *(["deep research"] if wish.deep else []),
        *(["thinks hard"] if wish.thinking else []),
        f"tools: {', '.join(tools)}",
        *(["web: sample pages"] if "read_page" in tools and not (settings.has_web or settings.docs) else []),
        *([f"documents: {folder}{sample}"] if folder else []),
    ]
    out.print(Text(" · ".join(parts), style="dim"))


def _print_answer(out: Console, run: Run) -> None:
    text = safe.tidy(report(run))
    if used := costs(speech.speech("en"), run.usage):
        out.print(Text(f"used: {' · '.join(used)}", style="dim"))
    out.print()
    if out.is_terminal:
        _print_markdown(out, text)
    else:
        out.print(Text(text))


def _print_markdown(out: Console, text: str) -> None:
    """Folded at the edge of the terminal: a Markdown that may not fold is cut there."""
    out.print(Markdown(text), soft_wrap=False)
