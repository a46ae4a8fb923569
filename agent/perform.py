"""What each kind of step does: the model, the tools and the check behind one door. Effects only, no decisions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from agent import compaction, evidence, intent
from agent.carrier import Live
from agent.context import context, share_of
from agent.decide import Step
from agent.facts import Call, Checked, Closing, Compacted, Recalled, Replied, Reply, Result, Returned, Understood
from agent.intent import Message
from agent.model import CannotWork, Model, ModelError, RawMessage, TooLong, first_object
from agent.run import Run
from agent.tokens import length
from agent.toolbox import Toolbox

CALLS_AT_MOST = 12  # in one reply; more are refused with a word the model can read
Recall = Callable[[Run, str], Awaitable[Recalled]]


class Unread(Exception):
    """The thread could not be read. `text` is one sentence for people, `ref` leads into the log."""

    def __init__(self, text: str, ref: str) -> None:
        super().__init__(f"{text} ({ref})")
        self.text, self.ref = text, ref


class Performer:
    """Performs steps. `recall` reads a run's thread or raises Unread."""

    def __init__(self, model: Model, toolbox: Toolbox, recall: Recall) -> None:
        self._model, self._toolbox, self._recall = model, toolbox, recall

    async def __call__(self, step: Step, run: Run, live: Live) -> Closing:
        try:
            return await self._perform(step, run, live)
        except ModelError as error:
            final, note = isinstance(error, CannotWork), Result(note=error.text)
            return Returned(step=step.id, outcome="failed", result=note, ref=error.ref, final=final)
        except Unread as error:
            return Returned(step=step.id, outcome="failed", result=Result(note=error.text), ref=error.ref)

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
                return await self._check(step, run)
            case _:
                return await self._call(step)

    async def _understand(self, step: Step, run: Run) -> Understood:
        """One call and, if its JSON does not hold, one repair."""
        messages = intent.request(run)
        said = await self._model.reply(messages, as_json=True)
        try:
            return Understood(step=step.id, intent=intent.read(first_object(said.text), run.turns), usage=said.usage)
        except intent.Unreadable as problem:
            again = await self._model.reply(intent.mend(messages, said.text, str(problem)), as_json=True)
        usage = said.usage + again.usage
        try:
            return Understood(step=step.id, intent=intent.read(first_object(again.text), run.turns), usage=usage)
        except intent.Unreadable:
            return Understood(step=step.id, intent=None, usage=usage)

    async def _reply(self, step: Step, run: Run, live: Live) -> Replied:
        chat = run.intent is not None and run.intent.mode == "chat"
        last = run.last_round(step.id)
        said, sent = await self._ask(run, live, tools=not chat, last=last)
        calls = () if chat or last else self._calls(step, run, said)
        reply = Reply(
            text=said.text or said.refusal,
            thoughts=said.thoughts,
            calls=calls,
            opaque=said.opaque,
            finish=said.finish,
            refusal=said.refusal,
            model=said.model,
            usage=said.usage,
            sent=sent,
        )
        return Replied(step=step.id, reply=reply)

    async def _ask(self, run: Run, live: Live, *, tools: bool, last: bool) -> tuple[RawMessage, int]:
        """The model's next message, and how long the request was. The tools stand there to the end, since they are
        the beginning of what endpoints keep in their caches; one that calls them in the last round all the same is
        asked once more without."""
        schemas = self._toolbox.schemas() if tools else []

        def heard(text: str) -> None:
            live.words += len(text.split())

        def make(share: float) -> list[Message]:
            return context(run, tools=schemas, last=last, share=share)

        said, sent = await self._fitting(run, make, schemas, heard)
        if last and said.calls and not said.text.strip():
            again, more = await self._fitting(run, make, (), heard)
            return replace(again, usage=said.usage + again.usage), sent + more
        return said, sent

    async def _fitting(
        self,
        run: Run,
        make: Callable[[float], list[Message]],
        tools: Sequence[Mapping[str, object]] = (),
        heard: Callable[[str], None] | None = None,
    ) -> tuple[RawMessage, int]:
        """The model's word on a request that takes a share of the room, and how long that was. Where the endpoint
        finds it too long, half of it is sent, once."""
        messages = make(1.0)
        try:
            return await self._sent(messages, tools, heard)
        except TooLong:
            messages = make(share_of(run, length(messages) + length(tools)) / 2)
        try:
            return await self._sent(messages, tools, heard)
        except TooLong as error:
            raise CannotWork(error.text, error.ref) from error

    async def _sent(
        self, messages: list[Message], tools: Sequence[Mapping[str, object]], heard: Callable[[str], None] | None
    ) -> tuple[RawMessage, int]:
        said = await self._model.reply(messages, tools=tools, on_text=heard)
        return said, length(messages) + length(tools)

    async def _compact(self, step: Step, run: Run) -> Compacted | Returned:
        """One call that puts what came before in a few words."""
        through = compaction.through(run)
        said, _ = await self._fitting(run, lambda share: compaction.request(run, through, share))
        summary = compaction.summary(run, said.text)
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
                known=run.known,
                opened=run.ledger.opened,
            )
            for i, raw in enumerate(said.calls, 1)
        ]
        over = "too many calls in one round: make it later if it is still needed"
        distinct = _distinct(calls, {state.call.given for state in run.calls.values()})
        return tuple(c if i < CALLS_AT_MOST else c.model_copy(update={"error": over}) for i, c in enumerate(distinct))

    async def _check(self, step: Step, run: Run) -> Checked:
        """Off the loop: parsing a hostile draft can take long enough to be noticed elsewhere."""
        return await asyncio.to_thread(evidence.check, run, step.id)

    async def _call(self, step: Step) -> Returned:
        if step.call is None:
            raise ValueError(f"no step of kind {step.kind!r}")
        done = await self._toolbox.run(step.call)
        return Returned(step=step.id, outcome=done.outcome, result=done.result, ref=done.ref, final=done.final)


def _distinct(calls: Sequence[Call], taken: set[str]) -> list[Call]:
    """Endpoints that give two calls one id get ours instead: results are matched by id."""
    distinct: list[Call] = []
    for call in calls:
        distinct.append(call.model_copy(update={"given": ""}) if call.given in taken else call)
        taken.add(call.given)
    return distinct
