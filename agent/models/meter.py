"""A model as one step uses it: each call is asked for before it is made, and written on the step's bill after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.facts import Checked, Closing, Compacted, Recalled, Replied, Returned, Understood, Usage
from agent.models.chunks import CUT, RawMessage
from agent.models.model import Again, Model, ModelError, Think, unasked
from agent.models.prices import Bill, Item, Prices, at_price, most, tokens
from agent.purse import Purse
from agent.request.tokens import rate
from agent.run import Run


class Meter:
    """Raises Spent where the most that a request can cost does not fit; each further one of a call is asked for anew.

    One that was cancelled or broke off stays on the bill as that most: what was sent and all the output kept for it,
    which is what bounds its reply, may have to be paid. A step that was `lost` with an earlier process had sent its
    first request already.
    """

    def __init__(
        self, model: Model, prices: Prices, purse: Purse, bill: Bill, run: Run, *, lost: bool = False
    ) -> None:
        self._model, self._prices, self._purse, self._bill = model, prices, purse, bill
        self._run, self._lost = run, lost

    @property
    def name(self) -> str:
        return self._model.name

    async def reply(
        self,
        messages: Sequence[Mapping[str, object]],
        *,
        tools: Sequence[Mapping[str, object]] = (),
        as_json: bool = False,
        think: Think = "",
        on_text: Callable[[str], None] | None = None,
        limit: int | None = None,
        final: bool = False,
        again: Again = unasked,
    ) -> RawMessage:
        """See Model; the usage that comes back is priced."""
        output = min(limit or self._output, self._output)
        learned = rate([round.reply for round in self._run.rounds])
        worst = most(messages, tools, output, self._prices.rate(self.name), learned)
        call = _Call(self, worst, await self._taken(worst))

        async def another(used: Usage, reached: bool) -> None:
            await again(used, reached)
            await call.another(used, reached)

        try:
            said = await self._model.reply(
                messages,
                tools=tools,
                as_json=as_json,
                think=think,
                on_text=on_text,
                limit=output,
                final=final,
                again=another,
            )
        except ModelError as error:
            call.failed(error)
            raise
        return call.ended(said)

    async def close(self) -> None:
        await self._model.close()

    @property
    def _output(self) -> int:
        return self._run.asked.rules.window.output

    async def _taken(self, usage: Usage) -> Item:
        if self._lost:
            self._bill.settle(self._bill.begin(usage), usage)
            self._lost = False
        return await self._purse.take(self._run, self._bill, usage)

    def priced(self, usage: Usage, answered: str = "") -> Usage:
        return self._prices.of(usage, self.name, answered)

    def settle(self, item: Item, usage: Usage) -> None:
        self._bill.settle(item, usage)

    async def more(self, worst: Usage) -> Item:
        """Another request of a call, which may cost as much."""
        return await self._taken(at_price(worst, self._prices.rate(self.name)))


class _Call:
    """One call and its requests: the one under way is an item on the bill, `_told` is what those before it took."""

    def __init__(self, meter: Meter, worst: Usage, item: Item) -> None:
        self._meter, self._worst, self._items = meter, worst, [item]
        self._told = Usage()

    async def another(self, used: Usage, reached: bool) -> None:
        """The request under way was no good: as it was counted, nothing where it was refused, else the most. The one
        that mends it may be longer by what was said."""
        self._close(last := _less(used, self._told), reached)
        self._told = used
        self._worst = self._worst.model_copy(update={"prompt": self._worst.prompt + last.completion})
        self._items.append(await self._meter.more(self._worst))

    def failed(self, error: ModelError) -> None:
        self._close(_less(error.usage, self._told), error.reached)

    def ended(self, said: RawMessage) -> RawMessage:
        last = replace(said, usage=_less(said.usage, self._told))
        usage = self._meter.priced(_counted(last, self._worst.prompt), said.model)
        self._meter.settle(self._items[-1], usage)
        used = sum((item.usage for item in self._items), Usage())
        return replace(said, usage=used, counted=said.counted or (0 if said.usage.bound else said.usage.prompt))

    def _close(self, usage: Usage, reached: bool) -> None:
        last = self._items[-1]
        counted = self._meter.priced(usage) if usage.tokens else last.usage if reached else Usage()
        self._meter.settle(last, counted)


def _less(all_: Usage, before: Usage) -> Usage:
    """What the last of several requests took."""
    names = ("prompt", "completion", "cached", "reasoning", "searches")
    counts = {name: max(0, getattr(all_, name) - getattr(before, name)) for name in names}
    return Usage.model_validate({**counts, "bound": all_.bound})


def _counted(said: RawMessage, sent: int) -> Usage:
    """The usage of a reply, estimated where its endpoint does not say or where that came before its end: `sent` is
    the estimate of its prompt."""
    usage, whole = said.usage, said.finish not in ("", CUT)
    if usage.prompt and usage.completion and whole:
        return usage
    written = tokens(said.text, said.thoughts, *(f"{call.name}{call.arguments}" for call in said.calls))
    completion = usage.completion or written if whole else max(usage.completion, written)
    return usage.model_copy(update={"prompt": usage.prompt or sent, "completion": completion, "bound": True})


def charged(fact: Closing, usage: Usage) -> Closing:
    """The outcome of a step with what the step spent."""
    match fact:
        case Understood() | Checked() | Compacted():
            return fact.model_copy(update={"usage": usage})
        case Replied(reply=reply):
            return fact.model_copy(update={"reply": reply.model_copy(update={"usage": usage})})
        case Returned(result=result):
            return fact.model_copy(update={"result": result.model_copy(update={"usage": usage})})
        case Recalled():
            return fact
