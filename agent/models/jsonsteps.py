"""Models that cannot call tools, driven by one JSON object a step: the same loop, the same facts.

`JsonSteps` drives a model so from the start, `ToolsOrSteps` one whose endpoint turns out to refuse tools.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from agent.models import step_prompt
from agent.models.chunks import RawMessage
from agent.models.model import (
    CUT_OFF,
    FORM,
    Again,
    CannotWork,
    Model,
    NoTools,
    RawCall,
    Think,
    TryAgain,
    reported,
    unasked,
)
from agent.models.step_prompt import Told
from agent.models.step_reply import CUT_OFF as BROKEN_OFF
from agent.models.step_reply import Reader, Step, is_begun

THOUGHT_AT_MOST = 2_000  # characters of a thought that go back to the model
_log = logging.getLogger(__name__)


class JsonSteps:
    """A Model around one that is asked in text alone: no tools go out, and no message of a tool.

    A reply that is no step is asked for once more, with what is wrong. After that words without an object are the
    answer, and a broken object is TryAgain.
    """

    def __init__(self, inner: Model) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        return self._inner.name

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
        """See Model. Without tools, and with none called before, the model's words come back as they are. In a
        `final` reply the tools stand there as before, but none is asked for."""
        asked = step_prompt.told(messages, tools, final=final)
        if as_json or not (tools or step_prompt.has_steps(messages)):
            said = await self._inner.reply(
                asked, as_json=as_json, think=think, on_text=on_text, limit=limit, again=again
            )
            return said if as_json else _unwrapped(said)
        tools = () if final else tools
        ask = partial(self._step, tools=tools, think=think, on_text=on_text, limit=limit)
        said, step = await ask(asked, again=again)
        if _is_done(said, step, tools):
            return _message(messages, said, step)
        wish = _wish(step, tools)
        await again(said.usage, True)
        mended = _mended(asked, said, wish)
        more, second = await ask(mended, again=lambda used, reached: again(said.usage + used, reached))
        more = replace(more, usage=said.usage + more.usage, counted=said.counted or said.usage.prompt)
        if not _is_done(more, second, tools):
            second = self._settled(more, second, step)
        return _message(messages, more, second)

    async def close(self) -> None:
        await self._inner.close()

    async def _step(
        self,
        asked: Sequence[Told],
        *,
        tools: Sequence[Mapping[str, object]],
        think: Think,
        on_text: Callable[[str], None] | None,
        limit: int | None,
        again: Again,
    ) -> tuple[RawMessage, Step]:
        """One reply of the model, and the step that it amounts to."""
        reader = Reader(step_prompt.names(tools), plain=not tools)

        def heard(piece: str) -> None:
            shown = reader.feed(piece)
            if shown and on_text is not None:
                on_text(shown)

        heard_by = heard if on_text is not None else None
        said = await self._inner.reply(asked, think=think, on_text=heard_by, limit=limit, again=again)
        if on_text is None:
            reader.feed(said.text)
        return said, reader.end(cut=said.finish == "length")

    def _settled(self, said: RawMessage, step: Step, before: Step) -> Step:
        """The step that a second failure amounts to. Raises TryAgain where it amounts to none, CannotWork where it
        broke off at the limit of its length once more: the next one would as well."""
        if step.prose and (step.answer or before.prose):
            return replace(step, answer=step.answer or before.answer, problem="")
        details = f"{step.problem or 'a call where no tools are left'}: {said.text!r}"
        cut = said.finish == "length"
        error = reported(CannotWork if cut else TryAgain, self.name, CUT_OFF if cut else FORM, details)
        error.reached, error.usage = True, said.usage
        raise error


class ToolsOrSteps:
    """A Model that is asked with tools until its endpoint refuses them, and in steps from then on."""

    def __init__(self, inner: Model) -> None:
        self._inner, self._steps = inner, JsonSteps(inner)
        self._refused = False

    @property
    def name(self) -> str:
        return self._inner.name

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
        """See Model."""

        def ask(model: Model) -> Awaitable[RawMessage]:
            return model.reply(
                messages,
                tools=tools,
                as_json=as_json,
                think=think,
                on_text=on_text,
                limit=limit,
                final=final,
                again=again,
            )

        if not self._refused:
            try:
                return await ask(self._inner)
            except NoTools:
                _log.info("%s takes no tools: it is driven in steps from now on", self.name)
                self._refused = True
        return await ask(self._steps)

    async def close(self) -> None:
        await self._inner.close()


def _is_done(said: RawMessage, step: Step, tools: Sequence[Mapping[str, object]]) -> bool:
    """Whether there is nothing to ask for again: a step that can be made, calls that came as such, or a refusal."""
    if said.refusal or said.finish in ("content_filter", "refusal") or (said.calls and tools):
        return True
    return not step.problem and bool(tools or not step.calls)


def _unwrapped(said: RawMessage) -> RawMessage:
    """Words that nobody asked to be a step, as they are; some models make one all the same, with the answer in it."""
    reader = Reader(plain=True)
    reader.feed(said.text)
    step = reader.end(cut=said.finish == "length")
    if step.problem and is_begun(said.text):  # half a step
        return replace(said, text="")
    is_answer = step.thought and step.answer and not (step.problem or step.prose)
    return replace(said, text=step.answer) if is_answer else said


def _wish(step: Step, tools: Sequence[Mapping[str, object]]) -> str:
    if not tools:
        return step_prompt.words("spent") + (" Be brief." if step.problem == BROKEN_OFF else "")
    return step_prompt.words("again", problem=step.problem, example=step_prompt.example(tools))


def _mended(asked: Sequence[Told], said: RawMessage, wish: str) -> list[Told]:
    reply: Told = {"role": "assistant", "content": said.text.strip() or "(empty)"}
    return [*asked, reply, {"role": "user", "content": wish}]


def _message(messages: Sequence[Mapping[str, object]], said: RawMessage, step: Step) -> RawMessage:
    """The reply in the shape of one that called tools itself."""
    first = step_prompt.next_id(messages)
    calls = said.calls or tuple(
        RawCall(step_prompt.id_of(first + i), name, arguments) for i, (name, arguments) in enumerate(step.calls)
    )
    thoughts = "\n\n".join(filter(None, [said.thoughts, step.thought]))
    kept = json.dumps({step_prompt.THOUGHT: step.thought[:THOUGHT_AT_MOST]}) if calls and step.thought else ""
    text = "" if calls else step.answer  # half a step is nothing to show
    return replace(
        said, text=text, calls=calls, opaque=kept, thoughts=thoughts, thought=said.thought or bool(step.thought)
    )
