"""A model as one step uses it: each call is asked for before it is made, and written on the step's bill after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.chunks import RawMessage
from agent.facts import Checked, Closing, Compacted, Recalled, Replied, Returned, Understood, Usage
from agent.model import Model, ModelError, Think
from agent.prices import Bill, Item, Prices, most, tokens
from agent.purse import Purse
from agent.run import Run


class Meter:
    """Raises Spent where the most that a call can cost does not fit.

    A call that was cancelled or broke off stays on the bill as that most: what was sent and all the output kept for
    it may have to be paid. A step that was `lost` with an earlier process had sent its first request already.
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
    ) -> RawMessage:
        """See Model; the usage that comes back is priced."""
        item = await self._taken(most(messages, tools, self._output, self._prices.rate(self.name)))
        sent = item.usage.prompt
        try:
            said = await self._model.reply(messages, tools=tools, as_json=as_json, think=think, on_text=on_text)
        except ModelError as error:
            self._failed(item, error)
            raise
        item.usage = self._prices.of(_counted(said, sent), self.name, said.model)
        return replace(said, usage=item.usage, counted=said.counted or said.usage.prompt)

    async def close(self) -> None:
        await self._model.close()

    @property
    def _output(self) -> int:
        return self._run.asked.rules.window.output

    async def _taken(self, usage: Usage) -> Item:
        if self._lost:
            self._bill.begin(usage)
            self._lost = False
        return await self._purse.take(self._run, self._bill, usage)

    def _failed(self, item: Item, error: ModelError) -> None:
        """As the endpoint counted it, or nothing where it began nothing."""
        if error.usage.tokens:
            item.usage = self._prices.of(error.usage, self.name)
        elif not error.reached:
            item.usage = Usage()


def _counted(said: RawMessage, sent: int) -> Usage:
    """The usage of a reply, estimated where its endpoint does not say: `sent` is the estimate of its prompt."""
    usage = said.usage
    if usage.prompt and usage.completion:
        return usage
    written = tokens(said.text, said.thoughts, *(f"{call.name}{call.arguments}" for call in said.calls))
    counts = {"prompt": usage.prompt or sent, "completion": usage.completion or written}
    return usage.model_copy(update={**counts, "bound": True})


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
