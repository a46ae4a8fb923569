"""Models without tools, driven in steps, over HTTP: endpoints that refuse tools, and replies that are no steps."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Usage
from agent.models.jsonsteps import JsonSteps, ToolsOrSteps
from agent.models.model import CannotWork, ModelError, NoTools, RawCall, RawMessage, TryAgain
from tests.agent.endpoint import (
    CALL,
    TOOL,
    USER,
    Answer,
    Desk,
    Endpoint,
    Json,
    Rule,
    always,
    delta,
    ignore,
    in_turn,
    refuses,
    says,
    sends,
    streams,
)  # fmt: skip
from tests.agent.models.test_step_reply import TEXTS

SEARCH = '{"thought": "look", "action": "web_search", "args": {"query": "x"}}'
DONE = '{"thought": "known", "action": "answer"}\n\n'
STEPPED: list[Json] = [
    USER,
    {"role": "assistant", "content": "", "tool_calls": [CALL], "thought": "look"},
    {"role": "tool", "tool_call_id": "A", "content": "Ten pages."},
]


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with AsyncExitStack() as stack:
        yield Desk(stack)


async def steps(desk: Desk, *answers: Answer) -> tuple[JsonSteps, Endpoint]:
    model, endpoint = await desk.set(in_turn(*answers))
    return JsonSteps(model), endpoint


def messages(endpoint: Endpoint, nth: int = -1) -> list[Json]:
    found = endpoint.asked[nth]["messages"]
    assert isinstance(found, list)
    return found


# --- one step ---------------------------------------------------------------------------------------------------


async def test_no_tools_go_out_and_a_call_comes_back(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(SEARCH))
    reply = await model.reply([USER], tools=[TOOL])
    assert endpoint.asked[0].keys() == {"model", "messages"}
    assert [m["role"] for m in messages(endpoint)] == ["system", "user"] and "web_search" in str(
        messages(endpoint)[0]
    )
    assert reply.calls == (RawCall("step_1", "web_search", {"query": "x"}),)
    assert (reply.text, reply.thoughts, reply.opaque) == ("", "look", '{"thought": "look"}')
    assert (reply.finish, reply.model, reply.usage) == ("stop", "m-1-b", Usage(prompt=5, completion=2))


async def test_an_answer_is_text_and_its_ids_go_on_where_the_conversation_is(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(f"{DONE}Ten pages [1]."), says(SEARCH))
    assert (await model.reply(STEPPED, tools=[TOOL])).text == "Ten pages [1]."
    assert [m["role"] for m in messages(endpoint)] == ["system", "user", "assistant", "user"]
    numbered = [{**m, "tool_calls": [{**CALL, "id": "step_4"}]} if "tool_calls" in m else m for m in STEPPED]
    assert (await model.reply(numbered, tools=[TOOL])).calls[0].id == "step_5"


async def test_only_the_answer_is_shown_while_it_comes(desk: Desk) -> None:
    text = f"```json\n{DONE.strip()}\n```\n\nTen pages [1]."
    model, _ = await steps(desk, streams(*[delta(content=letter) for letter in text], delta("stop")))
    shown: list[str] = []
    reply = await model.reply([USER], tools=[TOOL], on_text=shown.append)
    assert "".join(shown) == reply.text == "Ten pages [1]." and "" not in shown
    model, _ = await steps(desk, streams(*[delta(content=letter) for letter in SEARCH], delta("stop")))
    await model.reply([USER], tools=[TOOL], on_text=shown.append)
    assert "".join(shown) == "Ten pages [1].", "no thought and no half object is ever shown"


async def test_calls_that_come_as_such_all_the_same_are_calls(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(None, tool_calls=[CALL]))
    assert (await model.reply([USER], tools=[TOOL])).calls == (RawCall("A", "web_search", '{"q": "x"}'),)
    assert len(endpoint.asked) == 1


async def test_the_call_for_json_goes_through_as_it_is(desk: Desk) -> None:
    model, endpoint = await steps(desk, says('{"mode": "chat"}'))
    asked: list[Json] = [{"role": "system", "content": "Understand."}, USER]
    assert (await model.reply(asked, as_json=True)).text == '{"mode": "chat"}'
    assert messages(endpoint) == asked and endpoint.asked[0]["response_format"] == {"type": "json_object"}


async def test_without_tools_and_steps_words_are_words(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(SEARCH))
    assert (await model.reply([USER])).text == SEARCH
    assert messages(endpoint) == [USER]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ('{"thought": "They ask who I am.", "action": "answer"}\n\nI am Footnote.', "I am Footnote."),
        ('{"name": "Anna", "args": []}', '{"name": "Anna", "args": []}'),
        ('{"thought": "I look.", "action": "search"}', '{"thought": "I look.", "action": "search"}'),
        ("Plain.", "Plain."),
    ],
)
async def test_an_answer_that_is_made_a_step_unasked_is_the_answer(desk: Desk, said: str, shown: str) -> None:
    model, _ = await steps(desk, says(said))
    assert (await model.reply([USER])).text == shown


async def test_in_a_final_reply_the_tools_stand_there_and_none_is_asked_for(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(SEARCH), says("Twelve days [1]."))
    assert (await model.reply([USER], tools=[TOOL], final=True)).text == "Twelve days [1]."
    first = messages(endpoint, 0)
    assert "No tools are left" in str(first[-1]) and "Your next step" not in str(first[-1])
    assert "The tools:" in str(first[0]), "what was sent stays the beginning of what is sent"


# --- replies that are no steps ----------------------------------------------------------------------------------


async def test_words_without_an_object_are_asked_for_again_and_then_taken(desk: Desk) -> None:
    model, endpoint = await steps(desk, says("I will search now."), says("Ten pages [1]."))
    reply = await model.reply([USER], tools=[TOOL])
    assert (reply.text, reply.calls, reply.usage) == ("Ten pages [1].", (), Usage(prompt=10, completion=4))
    assert messages(endpoint)[-2] == {"role": "assistant", "content": "I will search now."}
    assert "there is no JSON object in it" in str(messages(endpoint)[-1]["content"])


async def test_a_model_that_mends_its_step_goes_on_with_it(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(SEARCH[:-12]), says(SEARCH))
    assert (await model.reply([USER], tools=[TOOL])).calls
    assert "cut off" in str(messages(endpoint)[-1]["content"])


async def test_an_object_that_stays_broken_is_an_error_in_plain_words(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    model, endpoint = await steps(desk, says(SEARCH[:-12]), says('{"thought": "hm"}'))
    with pytest.raises(TryAgain) as failed:
        await model.reply([USER], tools=[TOOL])
    assert failed.value.text == "The model did not answer in the form it was asked for."
    assert len(endpoint.asked) == 2 and failed.value.ref in caplog.text and "names no" in caplog.text


async def test_nothing_at_all_twice_is_a_blank_reply(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(""))
    reply = await model.reply([USER], tools=[TOOL])
    assert (reply.text, reply.calls, len(endpoint.asked)) == ("", (), 2)


@pytest.mark.parametrize("answer", [says(None, refusal="I will not."), says("Half an", finish="content_filter")])
async def test_a_refusal_is_not_asked_for_again(desk: Desk, answer: Answer) -> None:
    model, endpoint = await steps(desk, answer)
    reply = await model.reply([USER], tools=[TOOL])
    assert len(endpoint.asked) == 1 and (reply.refusal == "I will not.") != (reply.text == "Half an")


async def test_an_object_cut_by_the_length_limit_is_not_completed(desk: Desk) -> None:
    model, endpoint = await steps(desk, says(SEARCH[:-1], finish="length"), says(SEARCH))
    assert (await model.reply([USER], tools=[TOOL])).calls and len(endpoint.asked) == 2


@pytest.mark.parametrize("half", [SEARCH[:-1], SEARCH[:20], '{"tho', 'I look.\n{"', f"```json\n{SEARCH[:30]}"])
async def test_half_a_step_is_asked_for_once_more_and_then_said_to_be_one(desk: Desk, half: str) -> None:
    model, endpoint = await steps(desk, says(half, finish="length"))
    with pytest.raises(CannotWork, match="broke off at its length limit") as failed:
        await model.reply([USER], tools=[TOOL])
    assert len(endpoint.asked) == 2 and "make it shorter" in str(messages(endpoint)[-1]["content"])
    assert failed.value.usage.tokens == 14 and failed.value.reached


@pytest.mark.parametrize("talk", [[USER], STEPPED])
async def test_half_a_step_is_never_shown(desk: Desk, talk: list[Json]) -> None:
    half = says('{"thought": "known", "action": "answer", "args": {"text": "Ten pag', finish="length")
    shown: list[str] = []
    for answer in (half, replace(half, body=half.body.replace("length", "content_filter"))):
        model, _ = await steps(desk, answer)
        try:
            said = (await model.reply(talk, on_text=shown.append)).text
        except CannotWork as error:
            said = error.text
        assert "{" not in said and (talk is not STEPPED or "{" not in "".join(shown))


async def test_json_that_somebody_asked_for_is_shown_though_it_broke_off(desk: Desk) -> None:
    model, _ = await steps(desk, says('{"name": "Anna", "pages": [1, 2', finish="length"))
    assert (await model.reply([USER])).text == '{"name": "Anna", "pages": [1, 2'


async def test_in_the_last_round_words_are_the_answer_and_a_call_is_asked_to_be_one(desk: Desk) -> None:
    model, endpoint = await steps(desk, says("Ten [1]."), says(f"{DONE}Ten [1]."), says(SEARCH), says("Ten [1]."))
    for _ in range(3):
        reply = await model.reply(STEPPED)
        assert (reply.text, reply.calls) == ("Ten [1].", ())
    assert len(endpoint.asked) == 4 and "no tools left" in str(messages(endpoint)[-1]["content"])


async def test_a_model_that_calls_on_without_tools_gives_an_error(desk: Desk) -> None:
    model, _ = await steps(desk, says(SEARCH))
    with pytest.raises(TryAgain):
        await model.reply(STEPPED)


@pytest.mark.parametrize(
    "text", ["", "{", "}{", '{"action": 1}', "[1, 2]", '"', "null", "\ud800", "```", '{"a": ' * 400]
)
@pytest.mark.parametrize("tools", [[], [TOOL]])
async def test_any_text_is_a_message_or_an_error_of_ours(desk: Desk, text: str, tools: list[Json]) -> None:
    model, _ = await steps(desk, says(text))
    try:
        assert isinstance(await model.reply(STEPPED, tools=tools), RawMessage)
    except ModelError as error:
        assert error.text


class Saying:
    """A Model that says one text after the other, in pieces of three letters."""

    name = "saying"

    def __init__(self, *texts: str) -> None:
        self._texts = list(texts)

    async def reply(
        self, messages: Sequence[Mapping[str, object]], *, on_text: Callable[[str], None] | None = None, **_: object
    ) -> RawMessage:
        text = self._texts.pop(0)
        for at in range(0, len(text), 3) if on_text else ():
            on_text(text[at : at + 3])  # type: ignore[misc]
        return RawMessage(text=text, finish="stop")

    async def close(self) -> None:
        """Nothing is open."""


@given(TEXTS, TEXTS, st.booleans(), st.booleans())
def test_whatever_is_said_is_calls_or_an_answer_or_an_error(
    first: str, second: str, tools: bool, stepped: bool
) -> None:
    shown: list[str] = []
    asked = JsonSteps(Saying(first, second)).reply(
        STEPPED if stepped else [USER], tools=[TOOL] if tools else [], on_text=shown.append
    )
    try:
        said = asyncio.run(asked)
    except TryAgain as error:
        assert error.text and not "".join(shown) if tools else error.text
        return
    assert not (said.calls and said.text) and "" not in shown
    assert len({call.id for call in said.calls}) == len(said.calls) and (tools or not said.calls)
    assert not tools or "".join(shown) in ("", said.text)


# --- endpoints that refuse tools --------------------------------------------------------------------------------

REFUSALS = {
    "Ollama": refuses(400, "registry.ollama.ai/library/llama2:latest does not support tools"),
    "Ollama's own shape": sends({"error": "codellama:7b does not support tools"}, 400),
    "vLLM": sends(
        {
            "object": "error",
            "message": '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
            "type": "BadRequestError",
            "code": 400,
        },
        400,
    ),
    "llama.cpp": sends(
        {"error": {"code": 500, "message": "tools param requires --jinja flag", "type": "server_error"}},
        500,
        **{"retry-after-ms": "1"},
    ),
    "llama.cpp, earlier": sends(
        {"error": {"code": 500, "message": "Unsupported param: tools", "type": "server_error"}},
        500,
        **{"retry-after-ms": "1"},
    ),
    "OpenRouter": sends({"error": {"message": "No endpoints found that support tool use.", "code": 404}}, 404),
    "OpenAI": refuses(400, "tools is not supported in this model. For a list of supported models, refer to ..."),
    "DeepInfra": refuses(405, "Tool calling is not supported for model: mistralai/Mistral-Small"),
    "Gemini": sends([{"error": {"code": 400, "message": "Function calling is not enabled for models/gemma"}}], 400),
    "Groq": refuses(400, "`tool calling` is not supported with this model"),
}


def toolless(refusal: Answer) -> Rule:
    return lambda body: refusal if "tools" in body else says(SEARCH)


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
async def test_an_endpoint_that_refuses_tools_is_driven_in_steps_from_then_on(desk: Desk, refusal: Answer) -> None:
    inner, endpoint = await desk.set(toolless(refusal))
    model = ToolsOrSteps(inner)
    for _ in range(2):
        assert (await model.reply([USER], tools=[TOOL], on_text=ignore)).calls[0].name == "web_search"
    asked = ["tools" in body for body in endpoint.asked]
    assert asked[-2:] == [False, False] and asked.count(False) == 2, "refused once, remembered then"


@pytest.mark.parametrize(
    "message",
    [
        "Invalid schema for function 'web_search': tools[0].function.parameters",
        "parallel tool calls are not supported",
        "tool_choice must be auto",
        "Function tools with reasoning_effort are not supported for m-1 in /v1/chat/completions.",
    ],
)
async def test_what_is_wrong_with_a_tool_is_no_word_against_tools(desk: Desk, message: str) -> None:
    inner, endpoint = await desk.set(always(refuses(400, message)))
    with pytest.raises(CannotWork) as failed:
        await ToolsOrSteps(inner).reply([USER], tools=[TOOL])
    assert not isinstance(failed.value, NoTools) and all("tools" in body for body in endpoint.asked)


async def test_a_key_that_is_refused_is_not_taken_for_a_word_about_tools(desk: Desk) -> None:
    inner, endpoint = await desk.set(always(refuses(401, "This key does not support tools")))
    with pytest.raises(CannotWork):
        await ToolsOrSteps(inner).reply([USER], tools=[TOOL])
    assert len(endpoint.asked) == 1


async def test_a_model_with_tools_is_asked_with_them(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    inner, endpoint = await desk.set(always(says(None, tool_calls=[CALL], finish="tool_calls")))
    model = ToolsOrSteps(inner)
    assert (await model.reply([USER], tools=[TOOL])).calls == (RawCall("A", "web_search", '{"q": "x"}'),)
    assert model.name == "m-1" and endpoint.asked[0]["tools"] == [TOOL] and "steps" not in caplog.text


async def test_a_thought_in_the_history_harms_no_endpoint_that_has_tools(desk: Desk) -> None:
    """Steps were taken before a restart; now the model has tools, and its endpoint minds fields it does not know."""

    def strict(body: Json) -> Answer:
        minded = "thought" in json.dumps(body["messages"])
        return refuses(400, "Additional properties are not allowed ('thought' was unexpected)") if minded else says()

    inner, endpoint = await desk.set(strict)
    assert (await ToolsOrSteps(inner).reply(STEPPED, tools=[TOOL])).text == "Ten pages."
    assert len(endpoint.asked) == 2
