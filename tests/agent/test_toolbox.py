"""A toolbox offers what it has the means for, checks before anybody is asked, and runs within limits."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from pydantic import Field

from agent.documents.docs import Docs
from agent.facts import Hit, Passage, Result
from agent.pages.web import Web
from agent.tool import Given, Tool, ToolFailed
from agent.toolbox import Outcome, Toolbox

patient = settings(deadline=None)  # the machine may be busy

SECRET = "sk-live-0123456789abcdef"


async def echo(
    given: Given,
    note: Annotated[str, Field(description="Anything.")],
    urls: Annotated[list[str], Field(description="Addresses.")] = [],  # noqa: B006 - as a tool would declare it
    times: Annotated[int, Field(ge=1)] = 1,
    weight: float = 1.0,
) -> Result:
    """Say it again.

    Nothing else.
    """
    return Result(note=f"{note} {urls} {times} {weight}")


async def open_page(given: Given, url: str) -> Result:
    """Open it."""
    return Result(passages=(Passage(address=url, title="A", where="whole page", text="words"),))


@asynccontextmanager
async def toolbox(*tools: Tool) -> AsyncIterator[Toolbox]:
    web = Web("tvly-key", "http://127.0.0.1:9")
    try:
        yield Toolbox(Given(web=web), tools)
    finally:
        await web.close()


def tool(function: Any, **more: Any) -> Tool:
    return Tool(function, needs="web", **{"timeout": 5.0, "budget": "search", **more})


async def ran(function: Any, arguments: object = None, **more: Any) -> Outcome:
    async with toolbox(tool(function, **more)) as box:
        return await box.run(box.call("1.1", function.__name__, arguments))


# --- what is offered --------------------------------------------------------------------------------------------


async def test_only_tools_whose_needs_are_given_are_offered(tmp_path: Path) -> None:
    web, docs = Web("tvly-key", "http://127.0.0.1:9"), Docs(tmp_path)
    assert Toolbox(Given()).names == ()
    assert Toolbox(Given(web=web)).names == ("search", "read_page", "read_on")
    assert Toolbox(Given(docs=docs)).names == ("list_files", "search_docs", "read_file")
    everything = Toolbox(Given(web, docs))
    assert everything.names == ("search", "read_page", "read_on", "list_files", "search_docs", "read_file")
    assert [entry["function"]["name"] for entry in everything.schemas()] == list(everything.names)
    assert all(entry["function"]["parameters"]["additionalProperties"] is False for entry in everything.schemas())
    json.dumps(everything.schemas())
    docs.close()
    await web.close()


async def test_name_docstring_and_annotations_are_the_contract() -> None:
    async with toolbox(tool(echo)) as box:
        assert box.schemas() == [
            {
                "type": "function",
                "function": {
                    "name": "echo",
                    "description": "Say it again.\n\nNothing else.",
                    "parameters": {
                        "type": "object",
                        "properties": {
                            "note": {"type": "string", "description": "Anything."},
                            "urls": {
                                "type": "array",
                                "items": {"type": "string"},
                                "description": "Addresses.",
                                "default": [],
                            },
                            "times": {"type": "integer", "minimum": 1, "default": 1},
                            "weight": {"type": "number", "default": 1.0},
                        },
                        "required": ["note"],
                        "additionalProperties": False,
                    },
                },
            }
        ]


# --- checking ---------------------------------------------------------------------------------------------------


async def test_a_good_call_has_its_defaults_and_canonical_arguments() -> None:
    async with toolbox(tool(echo, repeatable=False)) as box:
        call = box.call("3.1", "echo", '{"note": "ż", "urls": "[\\"a\\"]"}', given_id="call_9", opaque='{"x": 1}')
        assert call.arguments == '{"note": "ż", "times": 1, "urls": ["a"], "weight": 1.0}'
        assert (call.id, call.tool, call.given, call.opaque) == ("3.1", "echo", "call_9", '{"x": 1}')
        assert (call.error, call.budget, call.repeatable) == ("", "search", False)


@pytest.mark.parametrize("note", ["42", "{oops}", '["a"]', "true", '"quoted"'])
async def test_text_that_looks_like_json_stays_text(note: str) -> None:
    async with toolbox(tool(echo)) as box:
        assert json.loads(box.call("1.1", "echo", {"note": note}).arguments)["note"] == note


async def test_the_same_call_written_differently_has_the_same_digest() -> None:
    async with toolbox(tool(echo)) as box:
        forms = ['{"note":"a","times":1}', '{"times": 1, "note": "a"}', {"note": "a"}, '"{\\"note\\": \\"a\\"}"']
        assert len({box.call("1.1", "echo", form).digest for form in forms}) == 1


@pytest.mark.parametrize("name", ["ecko", "", None, "web search!", "x" * 500, "\ud83d", 7])
async def test_an_unknown_name_is_answered_with_the_valid_ones(name: Any) -> None:
    async with toolbox(tool(echo), tool(open_page)) as box:
        call = box.call("1.1", name, '{"note": "a"}')
        assert "The tools are: echo, open_page" in call.error
        assert re.fullmatch(r"[A-Za-z0-9_-]{1,64}", call.tool)
        assert call.arguments == '{"note": "a"}'
        assert (await box.run(call)).outcome == "failed"


async def test_a_near_name_is_suggested() -> None:
    async with toolbox(tool(echo)) as box:
        assert 'did you mean "echo"?' in box.call("1.1", "ecko", "{}").error


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("", '"note" is missing; it takes: note, urls, times, weight'),
        ({"note": "a", "q": 1}, 'there is no argument "q"'),
        ({"note": 5}, '"note": Input should be a valid string'),
        ({"note": "a", "times": "two"}, '"times": Input should be a valid integer'),
        ({"note": "a", "times": 0}, "greater than or equal to 1"),
        ({"note": "a", "urls": "none"}, '"urls": Input should be a valid list'),
        ({"note": "a", "urls": ["a", 1]}, '"urls.1"'),
        ('{"note": "abc', "cut off"),
        ("[1]", "one JSON object"),
    ],
)
async def test_a_faulty_call_says_what_is_wrong(raw: object, words: str) -> None:
    async with toolbox(tool(echo)) as box:
        call = box.call("1.1", "echo", raw)
        assert words in call.error
        assert isinstance(json.loads(call.arguments), dict)
        assert call.budget == ""
        outcome = await box.run(call)
        assert (outcome.outcome, outcome.final, outcome.result.note) == ("failed", True, call.error)


async def test_a_page_may_be_opened_only_at_a_known_address_in_any_of_its_forms() -> None:
    async with toolbox(tool(open_page, opens="url")) as box:
        known = {"https://e.test/plan"}
        for url in ("https://e.test/plan", "http://www.e.test/plan/?utm_source=x"):
            call = box.call("1.1", "open_page", {"url": url}, known=known)
            assert call.error == ""
            assert json.loads(call.arguments)["url"] == url
        for url in ("https://e.test/other", "file:///etc/passwd", "http://[", "", "https://e.test.evil.test/plan"):
            assert (
                "open only addresses that a search, a person or an opened page gave"
                in box.call("1.1", "open_page", {"url": url}, known=known).error
            )


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.integers(), inner, max_size=3),
    max_leaves=6,
)
broken_text = st.text(st.characters(codec=None) | st.integers(0xD800, 0xDFFF).map(chr))
raws = json_like | broken_text | st.text("{}[]\"':,note1 ") | st.fixed_dictionaries({"note": broken_text})


@pytest.fixture(scope="module")
def box() -> Toolbox:
    return Toolbox(Given(web=Web("tvly-key", "http://127.0.0.1:9")), [tool(echo), tool(open_page, opens="url")])


@patient
@drawn(name=st.sampled_from(["echo", "open_page"]) | broken_text | st.none(), raw=raws, other=broken_text)
def test_whatever_a_model_sends_becomes_a_call_that_can_be_sent_back(
    box: Toolbox, name: str | None, raw: object, other: str
) -> None:
    call = box.call(other, name, raw, given_id=other, opaque=other, known={"https://e.test"})

    def no_constant(text: str) -> None:
        raise AssertionError(f"{text} is no JSON")

    assert isinstance(json.loads(call.arguments, parse_constant=no_constant), dict)
    assert call.model_dump_json().encode()
    assert call.digest
    again = box.call(other, call.tool, call.arguments, known={"https://e.test"})
    assert call.error or again.arguments == call.arguments


# --- running ----------------------------------------------------------------------------------------------------


async def test_a_tool_gets_exactly_the_arguments_of_the_call() -> None:
    outcome = await ran(echo, {"note": "a", "urls": ["b"], "times": 2})
    assert outcome == Outcome("ok", Result(note="a ['b'] 2 1.0"))


async def test_a_tool_that_takes_too_long_is_given_up() -> None:
    async def slow(given: Given) -> Result:
        await asyncio.Event().wait()
        return Result()

    outcome = await ran(slow, timeout=0.05)
    assert outcome.outcome == "failed"
    assert outcome.result.note == "slow took longer than 0.05 seconds and was given up"


async def test_a_tool_deaf_to_cancellation_does_not_hold_up_the_caller() -> None:
    let_go = asyncio.Event()

    async def deaf(given: Given) -> Result:
        while not let_go.is_set():
            try:
                await let_go.wait()
            except asyncio.CancelledError:
                continue
        raise RuntimeError("too late to matter")

    async with asyncio.timeout(30):
        outcome = await ran(deaf, timeout=0.05)
        stopped = asyncio.create_task(ran(deaf))
        await asyncio.sleep(0.05)
        stopped.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopped
    let_go.set()
    assert outcome.outcome == "failed"


async def test_cancelling_the_caller_cancels_the_tool() -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def waiting(given: Given) -> Result:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return Result()

    task = asyncio.create_task(ran(waiting))
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(ended.wait(), 30)


async def test_a_tool_says_itself_why_it_failed_without_its_secrets() -> None:
    async def refused(given: Given) -> Result:
        raise ToolFailed(f"could not search: {SECRET} at https://a.test/?key=abc was refused\ud83d", final=True)

    outcome = await ran(refused)
    assert outcome == Outcome(
        "failed",
        Result(note="could not search: [hidden] at https://a.test/?key=[hidden] was refused�"),
        final=True,
    )


async def test_a_fault_of_ours_is_told_by_reference_and_logged_without_secrets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def faulty(given: Given) -> Result:
        raise ZeroDivisionError(f"with {SECRET}")

    with caplog.at_level(logging.ERROR):
        outcome = await ran(faulty)
    assert outcome.outcome == "failed"
    assert re.fullmatch(r"[0-9a-f]{8}", outcome.ref)
    assert outcome.result.note == f"faulty failed unexpectedly (reference {outcome.ref})"
    assert outcome.ref in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "Traceback" in caplog.text
    assert SECRET not in caplog.text


async def test_a_tool_that_returns_something_else_or_is_not_async_fails_alone() -> None:
    async def wrong(given: Given) -> Any:
        return "text"

    def plain(given: Given) -> Any:
        return Result()

    async def broken_off(given: Given) -> Result:
        raise asyncio.CancelledError

    for function in (wrong, plain, broken_off):
        assert (await ran(function)).outcome == "failed"


async def test_results_are_capped_and_cleaned() -> None:
    async def large(given: Given) -> Result:
        return Result(
            note="n" * 10_000,
            hits=(Hit(address="https://a.test/\x00", title="t\ud83d" * 500, snippet=f"{SECRET} " * 500),),
            passages=(Passage(address="a.md", title="A", where="lines 1-2 of 2", text="p\x00\ud83d" * 500),),
        )

    result = (await ran(large, limit=300)).result
    assert len(result.note) == 6_000
    assert len(result.passages[0].text) == 300
    assert result.passages[0].text.startswith("p�p�")
    assert result.hits[0].address == "https://a.test/"
    assert len(result.hits[0].snippet) == 1_000
    assert SECRET not in result.hits[0].snippet
    result.model_dump_json().encode()


async def test_a_cut_passage_is_told() -> None:
    async def large(given: Given) -> Result:
        return Result(passages=(Passage(address="a.md", title="A", where="whole", text="p" * 500),))

    assert (await ran(large, limit=300)).result.note == "cut at 300 characters"
    assert (await ran(large, limit=500)).result.note == ""


async def test_a_call_of_an_older_version_of_a_tool_fails_in_words() -> None:
    async with toolbox(tool(echo)) as box:
        call = box.call("1.1", "echo", {"note": "a"}).model_copy(update={"arguments": '{"q": 1}'})
        assert "do not fit" in (await box.run(call)).result.note
        gone = call.model_copy(update={"tool": "gone"})
        assert "The tools are: echo" in (await box.run(gone)).result.note
