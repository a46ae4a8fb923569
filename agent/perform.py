"""What each kind of step does: the model, the tools and the check behind one door. Effects only, no decisions."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from agent import evidence, intent
from agent.answers import opinion
from agent.carrier import Live
from agent.decide import Step
from agent.facts import (
    Call,
    Checked,
    Closing,
    Compacted,
    Intent,
    Last,
    Recalled,
    Replied,
    Reply,
    Result,
    Returned,
    Understood,
    Window,
)
from agent.intent import Message
from agent.ledger import canonical_address
from agent.models.items import search_tool
from agent.models.leaked import words
from agent.models.meter import Meter, charged
from agent.models.model import (
    CUT_OFF,
    FORM,
    CannotWork,
    Model,
    ModelError,
    RawMessage,
    Think,
    TooLong,
    TryAgain,
    first_object,
    reported,
)
from agent.models.objects import whole_entries
from agent.models.prices import Bill, Prices
from agent.models.wire import LONGEST_WAIT
from agent.pages import queries
from agent.purse import Purse, Spent
from agent.request import compaction
from agent.request.context import context, share_of
from agent.request.foreign import restored
from agent.request.tokens import length, room
from agent.run import Run
from agent.tool import Dates
from agent.toolbox import Toolbox, tidy

logger = logging.getLogger(__name__)
SECOND_LOOK = 120.0  # seconds that a second look at a draft may take
WAITS = (6.0, 18.0)  # seconds before an endpoint that has too much to do, and does not say how long, is asked again
HANDFUL = 3  # requests of one step; whoever has too much to do still after these is not waited for again
SHORTENED = 3  # times that a request is made shorter, each time by half where nobody says how much is read
CALLS_AT_MOST = 12  # in one reply; more are refused with a word the model can read
_SAFELY = 0.9  # of what an endpoint says that it reads: lengths are estimates
_ASKING = ("understand", "reply", "compact")  # steps that are nothing without the model
Recall = Callable[[Run, str], Awaitable[Recalled]]


class Heard(NamedTuple):
    """What the model said to a request that was `sent`, and how long one was that had been `refused` before it as too
    long, where its endpoint did not say for what (0: none), in characters."""

    said: RawMessage
    sent: int
    refused: int = 0


class Unread(Exception):
    """The thread could not be read. `text` is one sentence for people, `ref` leads into the log."""

    def __init__(self, text: str, ref: str) -> None:
        super().__init__(f"{text} ({ref})")
        self.text, self.ref = text, ref


class Performer:
    """Performs steps. `recall` reads a run's thread or raises Unread; `patience` is how many seconds a second look at
    a draft may take, `waits` are those between the tries of an endpoint that has too much to do."""

    def __init__(
        self,
        model: Model,
        toolbox: Toolbox,
        recall: Recall,
        prices: Prices | None = None,
        purse: Purse | None = None,
        patience: float = SECOND_LOOK,
        waits: Sequence[float] = WAITS,
    ) -> None:
        self._model, self._toolbox, self._recall = model, toolbox, recall
        self._patience, self._waits = patience, waits
        self._reads: dict[str, int] = {}  # tokens that a model can read, as its endpoint said
        self._alone: dict[str, float] = {}  # until when its endpoint asked to be left alone, by the loop's clock
        self._prices, self._purse = prices or Prices(), purse or Purse()

    async def __call__(self, step: Step, run: Run, live: Live) -> Closing:
        """The step's outcome with all that the step has spent, however it ended."""
        bill = live.bills[step.id] = Bill()
        self._purse.enter(run, step.id, bill)
        return charged(await self._metered(bill, step, run)._tried(step, run, live), bill.usage)

    def _metered(self, bill: Bill, step: Step, run: Run) -> Performer:
        """The same with a model that puts what it is asked on this bill."""
        ours = copy.copy(self)
        ours._model = Meter(self._model, self._prices, self._purse, bill, run, lost=run.begun(step.id))
        return ours

    async def _tried(self, step: Step, run: Run, live: Live) -> Closing:
        try:
            return await self._patiently(step, run, live)
        except Spent as error:
            note = Result(note=str(error))
            return Returned(
                step=step.id, outcome="failed", result=note, final=True, spent=error.spent, until=error.until
            )
        except ModelError as error:
            final, note = isinstance(error, CannotWork | TooLong), Result(note=error.text)
            long = isinstance(error, TooLong) or isinstance(error.__cause__, TooLong)
            return Returned(
                step=step.id, outcome="failed", result=note, ref=error.ref, final=final or long, long=long
            )
        except Unread as error:
            return Returned(step=step.id, outcome="failed", result=Result(note=error.text), ref=error.ref)

    async def _patiently(self, step: Step, run: Run, live: Live) -> Closing:
        """The step, and again after a while where the model's endpoint has too much to do, or asks for a wait. A Stop
        ends the wait. What had begun to be written is begun anew once, and a step that failed before is not."""
        waited, begun = await self._left_alone(live) if step.kind in _ASKING else 0.0, False
        for pause in () if run.failures[step.kind] else self._waits:
            try:
                return await self._noted(step, run, live)
            except TryAgain as error:
                wait = error.after or pause
                waited += wait
                often = len(live.bills[step.id].items) >= HANDFUL or (begun and error.reached)
                if often or not (error.busy or error.after) or waited > LONGEST_WAIT:
                    raise
                begun = error.reached
            await _waiting(live, wait)
        return await self._noted(step, run, live)

    async def _noted(self, step: Step, run: Run, live: Live) -> Closing:
        """The step, and how long the model's endpoint asked to be left alone."""
        try:
            return await self._perform(step, run, live)
        except TryAgain as error:
            self._alone[self._model.name] = asyncio.get_running_loop().time() + error.after
            raise

    async def _left_alone(self, live: Live) -> float:
        """Waits for as long as the model's endpoint had asked for, whoever it was said to; how many seconds."""
        left = self._alone.get(self._model.name, 0.0) - asyncio.get_running_loop().time()
        if not 0 < left <= LONGEST_WAIT:
            return 0.0
        await _waiting(live, left)
        return left

    async def _perform(self, step: Step, run: Run, live: Live) -> Closing:
        match step.kind:
            case "recall":
                return await self._recall(run, step.id)
            case "understand":
                return await self._understand(step, run)
            case "reply":
                return await self._reply(step, run, live)
            case "compact":
                return await self._compact(step, run)
            case "check":
                return await self._check(step, run, live)
            case _:
                return await self._call(step, run, live.bills[step.id])

    async def _understand(self, step: Step, run: Run) -> Understood | Returned:
        """One call and, if its JSON does not hold, one repair. What was declined is not asked again."""
        said = (await self._fitting(run, lambda share: intent.request(run, share), as_json=True)).said
        found, problem = _understood(said, run)
        if found is None and not _declined(said):

            def mended(share: float) -> list[Message]:
                return intent.mend(intent.request(run, share), said.text, problem)

            again = (await self._fitting(run, mended, as_json=True)).said
            said = replace(again, usage=said.usage + again.usage)
            found, problem = _understood(said, run)
        if found is not None:
            return Understood(step=step.id, intent=found, usage=said.usage)
        if why := _declined(said) or (CUT_OFF if said.finish == "length" else ""):
            result = Result(note=why, usage=said.usage)
            return Returned(step=step.id, outcome="failed", result=result, final=True)
        raise reported(CannotWork, self._model.name, FORM, problem)  # not for the asker to put right

    async def _reply(self, step: Step, run: Run, live: Live) -> Replied:
        chat = run.intent is not None and run.intent.mode == "chat"
        why = await self._why_last(step, run, live.bills[step.id])
        last = bool(why) or run.last_round(step.id)
        said, sent, refused = await self._ask(run, live, tools=not chat, last=last)
        calls = () if chat or last else self._calls(step, run, said)
        text = said.text if said.calls else words(said.text, self._toolbox.names)
        reply = Reply(
            text=restored(text or said.refusal),
            thoughts=said.thoughts,
            calls=calls,
            opaque=said.opaque,
            finish=said.finish,
            refusal=said.refusal,
            model=said.model,
            usage=said.usage,
            queries=said.queries,
            hits=tidy(said.hits),
            sent=sent,
            counted=said.counted,
            refused=refused,
            last=why,
        )
        return Replied(step=step.id, reply=reply)

    async def _why_last(self, step: Step, run: Run, bill: Bill) -> Last:
        """What is used up but for this reply. Of a day nobody but the purse knows."""
        why: Last = "time" if step.last else run.why_last(step.id)
        return why or ("" if await self._purse.leaves(run, bill, replies=2) else "day")

    async def _ask(self, run: Run, live: Live, *, tools: bool, last: bool) -> Heard:
        """The model's next message. The tools stand there to the end, since they are the beginning of what endpoints
        keep in their caches; one that calls them in the last round all the same is asked once more without."""
        schemas = self._toolbox.schemas() if tools else []
        think: Think = "hard" if run.asked.rules.thinking else ""
        if tools and not last and run.searches_inside:
            schemas.append(search_tool(run.searches_inside))

        def heard(text: str) -> None:
            live.words += len(text.split())

        def make(share: float) -> list[Message]:
            return context(run, tools=schemas, last=last, share=share)

        first = await self._fitting(run, make, schemas, heard, think, final=last)
        said = first.said
        if last and said.calls and not said.text.strip():
            again = (await self._fitting(run, make, (), heard, think)).said
            return first._replace(said=replace(again, usage=said.usage + again.usage, counted=said.counted))
        return first

    async def _fitting(
        self,
        run: Run,
        make: Callable[[float], list[Message]],
        tools: Sequence[Mapping[str, object]] = (),
        heard: Callable[[str], None] | None = None,
        think: Think = "off",
        as_json: bool = False,
        final: bool = False,
    ) -> Heard:
        """The model's word on a request that takes a share of the room. Where the endpoint finds it too long, less of
        it is sent: what it says that it reads, or half, a few times."""
        messages, guessed = make(self._share(run)), 0
        for _ in range(SHORTENED):
            try:
                return (await self._sent(messages, tools, heard, think, as_json, final))._replace(refused=guessed)
            except TooLong as error:
                self._reads |= {self._model.name: error.limit} if error.limit else {}
                characters = length(messages) + length(tools)
                sent, known = share_of(run, characters), self._share(run)
                guessed = 0 if known < sent else characters
                shorter = make(known if known < sent else sent / 2)
                if length(shorter) >= length(messages):  # nothing can give way
                    raise CannotWork(error.text, error.ref) from error
                messages = shorter
        try:
            return (await self._sent(messages, tools, heard, think, as_json, final))._replace(refused=guessed)
        except TooLong as error:
            raise CannotWork(error.text, error.ref) from error

    def _share(self, run: Run) -> float:
        """How much of the room that was thought to be there is, by what the model's endpoint said of it."""
        reads, thought = self._reads.get(self._model.name), run.asked.rules.window
        if not reads:
            return 1.0
        real = Window(whole=min(reads, thought.whole), input=min(reads, thought.input), output=thought.output)
        fits = room(real.model_copy(update={"output": min(real.output, real.whole // 4)}))
        return min(1.0, _SAFELY * fits / room(thought))

    async def _sent(
        self,
        messages: list[Message],
        tools: Sequence[Mapping[str, object]],
        heard: Callable[[str], None] | None,
        think: Think,
        as_json: bool,
        final: bool,
    ) -> Heard:
        said = await self._model.reply(
            messages, tools=tools, as_json=as_json, think=think, on_text=heard, final=final
        )
        return Heard(said, length(messages) + length(tools))

    async def _compact(self, step: Step, run: Run) -> Compacted | Returned:
        """One call that puts what came before in a few words."""
        through = compaction.through(run)
        said = (await self._fitting(run, lambda share: compaction.request(run, through, share))).said
        whole = not (_declined(said) or said.finish in ("length", "cut"))  # half of the notes would hide the rest
        summary = compaction.summary(run, said.text) if whole else ""
        if not summary:
            return Returned(step=step.id, outcome="failed", result=Result(usage=said.usage))
        return Compacted(step=step.id, summary=summary, through=through, usage=said.usage)

    def _calls(self, step: Step, run: Run, said: RawMessage) -> tuple[Call, ...]:
        number = step.id.partition(".")[2]
        calls = [
            self._toolbox.call(
                f"{number}.{i}",
                raw.name,
                raw.arguments,
                given_id=raw.id,
                opaque=raw.opaque,
                known=run.spelled,
                opened=run.opened_as,
            )
            for i, raw in enumerate(said.calls, 1)
        ]
        over = "too many calls in one round: make it later if it is still needed"
        distinct = _distinct(queries.settled(run, calls), {state.call.given for state in run.calls.values()})
        return tuple(c if i < CALLS_AT_MOST else c.model_copy(update={"error": over}) for i, c in enumerate(distinct))

    async def _check(self, step: Step, run: Run, live: Live) -> Checked:
        """Off the loop: parsing a hostile draft can take long enough to be noticed elsewhere."""
        checked = await asyncio.to_thread(evidence.check, run, step.id)
        again = opinion.wanted(run, checked.answer, checked.faults)
        live.second_look = again
        return await self._seconded(run, checked) if again else checked

    async def _seconded(self, run: Run, checked: Checked) -> Checked:
        """A second look by the model, in one call. One that fails, takes too long or cannot be read changes nothing:
        what code has checked stands."""
        think: Think = "hard" if run.asked.rules.thinking else ""
        try:
            async with asyncio.timeout(self._patience):
                messages = opinion.request(run, checked.answer)
                said = await self._model.reply(messages, as_json=True, think=think)
        except (ModelError, Spent, TimeoutError) as error:
            logger.warning("run %s: its draft was not looked at a second time: %s", run.id, error or "no answer")
            return checked
        return await asyncio.to_thread(_examined, run, checked, said)

    async def _call(self, step: Step, run: Run, bill: Bill) -> Returned:
        if step.call is None:
            raise ValueError(f"no step of kind {step.kind!r}")
        most = self._toolbox.most(step.call)
        if run.begun(step.id):  # what a process that is gone had asked may have been answered
            bill.settle(bill.begin(most), most)
        item = await self._purse.take(run, bill, most)
        tab = Bill()
        try:
            done = await self._toolbox.run(step.call, tab, _dates(run))
        finally:
            bill.settle(item, tab.usage)
        return Returned(step=step.id, outcome=done.outcome, result=done.result, ref=done.ref, final=done.final)


async def _waiting(live: Live, seconds: float) -> None:
    live.waits, live.words = True, 0  # what had come is begun anew
    try:
        await asyncio.sleep(seconds)
    finally:
        live.waits = False


def _understood(said: RawMessage, run: Run) -> tuple[Intent | None, str]:
    """The intent that a reply amounts to; or what is wrong with it, in words for the model."""
    try:
        return intent.read(first_object(said.text), run.turns), ""
    except intent.Unreadable as problem:
        cut = "it broke off at the length limit: think less and be brief. " if said.finish == "length" else ""
        return None, f"{cut}{problem}"


def _examined(run: Run, checked: Checked, said: RawMessage) -> Checked:
    """A check with what a second look made of it; what it denies goes back once, and is set apart in any case."""
    found = whole_entries(said.text)  # what broke off is not guessed at
    broken = bool(_declined(said)) or said.finish in ("length", "cut")
    look = opinion.read(found if found is not None or broken else first_object(said.text), run, checked.answer)
    again = evidence.check(run, checked.step, look.opinions) if look.opinions else checked
    faults = dict.fromkeys((*again.faults, *(look.faults if opinion.may_send_back(run) else ())))
    return again.model_copy(update={"faults": tuple(faults), "usage": said.usage})


def _declined(said: RawMessage) -> str:
    """Why the model, or a filter, did not say more; "" where nothing was declined."""
    if said.refusal:
        return f"The model declined to answer: {said.refusal.strip()}"
    filtered = said.finish in ("content_filter", "refusal")
    return "The model's endpoint held back the rest of the answer (content filter)." if filtered else ""


def _dates(run: Run) -> Dates:
    known = {canonical_address(source.address): source.published for source in run.sources if source.published}
    return Dates(run.intent.after if run.intent else "", known)


def _distinct(calls: Sequence[Call], taken: set[str]) -> list[Call]:
    """Endpoints that give two calls one id get ours instead: results are matched by id."""
    distinct: list[Call] = []
    for call in calls:
        distinct.append(call.model_copy(update={"given": ""}) if call.given in taken else call)
        taken.add(call.given)
    return distinct
