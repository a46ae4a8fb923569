"""Endpoints as they are: every oddity of a provider, through the whole bot, ends in an answer or an honest word."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered, Anything, Replied, Returned, Started
from bot.playground.rehearsal import wire
from bot.playground.rehearsal.scripted import Line, Odd, Scripted, Status
from tests.stories.office import ANNA, Office, intent, office

Json = dict[str, Any]
DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old\n\nNever.\n",
}
GOAL = intent("When is first class allowed?")
SEARCH = [("search_docs", {"query": "first class"})]
BOTH = [("read_file", {"path": "travel.md"}), ("read_file", {"path": "old.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
STAMP = wire.Stamp("chatcmpl-1", "scripted", 1_700_000_000)


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


@dataclass(frozen=True)
class Told:
    """A question that has come to its end: the thread as it stands, the facts, and what the model was asked."""

    thread: str
    facts: list[Anything]
    model: Scripted

    @property
    def made(self) -> list[Json]:
        """The arguments of the calls that were made, in order."""
        calls = {call.id: call for fact in self.facts if isinstance(fact, Replied) for call in fact.reply.calls}
        begun = (fact.step for fact in self.facts if isinstance(fact, Started) and fact.step.startswith("call."))
        return [json.loads(calls[step.removeprefix("call.")].arguments) for step in begun]


async def told(folder: Path, *replies: Line, intents: Sequence[Line] = (GOAL,)) -> Told:
    """The question, asked of a model with this script, to its end."""
    async with office(folder, docs=DOCS, intents=intents, replies=replies, approval="off") as at:
        root = await ask(at)
        await at.sees(root, "[Delete]")
        await at.bot.doors.idle()
        [facts] = await at.facts(root)
        return Told(at.read(root), facts, at.model)


def results(end: Told, nth: int = -1) -> list[str]:
    """The tool results in one request of the loop."""
    return [str(m["content"]) for m in messages(end.model.loop_requests[nth]) if m["role"] == "tool"]


def messages(body: Mapping[str, object]) -> list[Json]:
    found = body["messages"]
    assert isinstance(found, list)
    return found


def whole(message: Json, finish: str | None = "stop", **more: object) -> Status:
    """A completion in one piece with any message in it, as endpoints that do not stream send it."""
    body = wire.completion(STAMP, wire.Reply("x"), {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10})
    choice = {"index": 0, "message": {"role": "assistant", "content": None, **message}, "finish_reason": finish}
    return Status(200, {**body, "choices": [choice], **more})


def call(name: object, arguments: object, id: str = "c1") -> Json:
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


# --- how calls come -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "calls",
    [
        Odd(BOTH, without_index=True),
        Odd(BOTH, without_index=True, whole_calls=True),
        Odd(BOTH, whole_calls=True),
        Odd(BOTH, finish="stop"),
        Odd(BOTH, finish=""),
        Odd(BOTH, finish="other", empty_choices=True, empty_deltas=50),
        Odd(BOTH, null_choices=True, reasoning="Let me see."),
        wire.Reply("I will look.", calls=tuple(wire.Call(n, json.dumps(a)) for n, a in BOTH), finish="stop"),
    ],
)
async def test_two_calls_are_two_calls_however_they_come(tmp_path: Path, calls: Line) -> None:
    end = await told(tmp_path, calls, ANSWER)
    assert "Sources" in end.thread and "I will look" not in end.thread
    assert [one["path"] for one in end.made] == ["travel.md", "old.md"]
    ids = [m["tool_call_id"] for m in messages(end.model.loop_requests[-1]) if m["role"] == "tool"]
    assert len(set(ids)) == 2


@pytest.mark.parametrize("name", ["web_serch", "", None, "a" * 300, "read_file.path", "🦜"])
async def test_a_name_that_no_tool_has_is_answered_with_those_there_are(tmp_path: Path, name: str | None) -> None:
    odd = whole({"tool_calls": [call(name, '{"query": "x"}')]}, "tool_calls")
    end = await told(tmp_path, odd, SEARCH, ANSWER)
    assert "Sources" in end.thread
    first = results(end, 1)[0]
    assert "There is no tool" in first and "search_docs" in first and "read_file" in first
    assert all(c["function"]["name"] for m in messages(end.model.loop_requests[-1]) for c in m.get("tool_calls", []))


async def test_the_same_wrong_name_over_and_over_is_bounded(tmp_path: Path) -> None:
    wrong = [("web_serch", {"query": "x"}), ("", {})]
    end = await told(tmp_path, *[wrong] * 7, "I cannot say.", "I cannot say.")
    assert len(end.model.loop_requests) == 8 and "No tools are left" in str(end.model.loop_requests[-1])
    assert end.made == [] and "nothing was found until then" in end.thread


@pytest.mark.parametrize(
    ("arguments", "query"),
    [
        ('"{\\"query\\": \\"first class\\"}"', "first class"),
        ({"query": "first class"}, "first class"),
        ('```json\n{"query": "first class"}\n```', "first class"),
        ("{'query': 'first class'}", "first class"),
        ('{"query": "42"}', "42"),
        ('{"query": "{oops}"}', "{oops}"),
        ('{"query": "[\\"first class\\"]"}', '["first class"]'),
    ],
)
async def test_arguments_are_read_through_their_wrappings_and_texts_stay_texts(
    tmp_path: Path, arguments: object, query: str
) -> None:
    end = await told(tmp_path, whole({"tool_calls": [call("search_docs", arguments)]}), SEARCH, ANSWER)
    assert end.made[0]["query"] == query
    sent = [
        c["function"]["arguments"] for m in messages(end.model.loop_requests[-1]) for c in m.get("tool_calls", [])
    ]
    assert all(isinstance(json.loads(one), dict) for one in sent), "encoded exactly once"


@pytest.mark.parametrize(
    "arguments", ['{"query": "abc', "", "null", "[]", "first class", '{"query"', "{}", '{"qury": "x"}']
)
async def test_a_call_that_cannot_be_read_does_not_poison_what_follows(tmp_path: Path, arguments: str) -> None:
    end = await told(
        tmp_path,
        whole({"tool_calls": [call("search_docs", arguments)]}, "tool_calls"),
        strict(SEARCH),
        strict(ANSWER),
    )
    assert "Sources" in end.thread and "search_docs" in results(end, 1)[0]


def strict(line: Line) -> Callable[[Json], Line]:
    """An endpoint with a strict template: it refuses what breaks a rule of the protocol."""

    def judged(body: Json) -> Line:
        problem = complaint(messages(body))
        return Status(400, problem) if problem else line

    return judged


def complaint(said: list[Json]) -> str:
    """The first rule of the protocol that a conversation breaks, "" for none."""
    open_calls: list[str] = []
    for before, message in zip([None, *said], said, strict=False):
        role = message["role"]
        if (role == "system") != (before is None):
            return "one system message, and it comes first"
        if role == "tool":
            if message["tool_call_id"] not in open_calls:
                return "a result without its call"
            open_calls.remove(message["tool_call_id"])
            continue
        if open_calls:
            return "a call without its result"
        if before and role == before["role"]:
            return f"two messages of {role} in a row"
        for one in message.get("tool_calls") or []:
            if not isinstance(json.loads(one["function"]["arguments"]), dict) or not one["function"]["name"]:
                return "arguments are no object"
            open_calls.append(one["id"])
    return "a call without its result" if open_calls else ""


async def test_the_conversation_keeps_the_rules_whatever_people_do_in_between(tmp_path: Path) -> None:
    two = [("read_file", {"path": "travel.md"}), ("read_file", {"path": "old.md"})]
    replies = [
        strict(two),
        strict([*two, ("nothing", {})]),
        strict(SEARCH),
        strict("Never said [9]."),
        *[strict(ANSWER)] * 4,
    ]
    async with office(tmp_path, docs=DOCS, intents=[GOAL] * 6, replies=replies) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.slack.wait_for(lambda: "opened" in at.read(root))
        await at.slack.say(ANNA, "only 2024", thread=root)
        await at.sees(root, "Superseded")
        await at.slack.wait_for(lambda: len(at.model.loop_requests) >= 2)
        await at.slack.say(ANNA, "in Europe", thread=root)
        await at.slack.say(ANNA, "please", thread=root)
        async with asyncio.timeout(20):
            while "Sources" not in at.read(root):  # a card may be superseded while its button is pressed
                if at._buttons(root, "Approve"):
                    await at.press(ANNA, root, "Approve")
                await asyncio.sleep(0.1)
        assert all(complaint(messages(body)) == "" for body in at.model.requests)


# --- how replies end ------------------------------------------------------------------------------------------


async def test_calls_that_were_announced_and_not_made_are_no_endless_loop(tmp_path: Path) -> None:
    end = await told(tmp_path, *[wire.Reply("", finish="tool_calls")] * 9)
    assert "Nothing was found or opened" in end.thread and len(end.model.loop_requests) <= 3


async def test_half_a_call_is_not_made_and_the_model_is_told(tmp_path: Path) -> None:
    half = wire.Reply("", calls=(wire.Call("search_docs", '{"query": "first cl'),), finish="length")
    end = await told(tmp_path, half, SEARCH, ANSWER)
    assert "Sources" in end.thread and [one["query"] for one in end.made] == ["first class"]


async def test_thinking_that_used_up_the_room_is_asked_to_be_short_and_then_said(tmp_path: Path) -> None:
    nothing = Odd("", reasoning="Hmm. " * 500, finish="length")
    end = await told(tmp_path, SEARCH, nothing, nothing, nothing)
    assert "broke off at its length limit" in end.thread and len(end.model.loop_requests) == 3
    assert "fewer words" in str(messages(end.model.loop_requests[2])[-1]["content"])


async def test_an_answer_that_was_cut_off_is_asked_again_and_never_shown_as_whole(tmp_path: Path) -> None:
    cut = wire.Reply(f"{ANSWER}\n\nAnd also when the", finish="length")
    end = await told(tmp_path, SEARCH, cut, ANSWER)
    assert "And also" not in end.thread and "broke off" not in end.thread
    end = await told(tmp_path / "twice", SEARCH, cut, cut)
    assert ANSWER in end.thread and "broke off at its length limit" in end.thread


@pytest.mark.parametrize("empty", [{"choices": []}, {"choices": None}, {}])
async def test_replies_with_no_choices_are_asked_for_again(tmp_path: Path, empty: Json) -> None:
    nothing = Status(200, {"id": "x", "object": "chat.completion", "model": "m", **empty})
    end = await told(tmp_path, nothing, SEARCH, Odd(ANSWER, empty_choices=True), ANSWER)
    assert "Sources" in end.thread and "tokens" in end.thread


async def test_replies_with_no_choices_for_good_are_said(tmp_path: Path) -> None:
    nothing = Status(200, {"choices": []})
    end = await told(tmp_path, *[nothing] * 9)
    assert "could not answer" in end.thread and "reference " in end.thread and len(end.model.loop_requests) <= 4


# --- refusals -------------------------------------------------------------------------------------------------

NO = "I'm sorry, I can't help with that."


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (whole({"refusal": NO}), NO),
        (wire.Reply("", refusal=NO), NO),
        (wire.Reply("", finish="content_filter"), "content filter"),
        (whole({"content": ""}, "refusal"), "content filter"),
    ],
)
async def test_a_refusal_is_said_and_not_asked_about_again(tmp_path: Path, refused: Line, said: str) -> None:
    end = await told(tmp_path, SEARCH, refused)
    assert said in end.thread and end.model.left == 0
    assert "answers this" not in end.thread, "that the sources lack it is not what happened"
    assert len(end.model.loop_requests) == 2


async def test_what_came_before_a_filter_cut_in_is_kept_with_a_note(tmp_path: Path) -> None:
    end = await told(tmp_path, SEARCH, wire.Reply(ANSWER, finish="content_filter"))
    assert ANSWER in end.thread and "content filter" in end.thread and "Sources" in end.thread


@pytest.mark.parametrize("refused", [wire.Reply("", refusal=NO), wire.Reply("", finish="content_filter")])
async def test_small_talk_that_is_refused_is_said_so(tmp_path: Path, refused: Line) -> None:
    async with office(tmp_path, intents=[intent("Say hello", mode="chat")], replies=[refused]) as at:
        root = await ask(at)
        await at.sees(root, NO if isinstance(refused, wire.Reply) and refused.refusal else "content filter")


# --- hidden reasoning -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("thought", ["Let me see.", ""])
async def test_reasoning_goes_back_where_it_is_missed(tmp_path: Path, thought: str) -> None:
    def asks(line: Line) -> Callable[[Json], Line]:
        def judged(body: Json) -> Line:
            calls = [m for m in messages(body) if m.get("tool_calls")]
            if any("reasoning_content" not in message for message in calls):
                return Status(400, "Missing `reasoning_content` field in the assistant message at index 2")
            return line

        return judged

    end = await told(tmp_path, Odd(SEARCH, reasoning=thought), asks(ANSWER), asks(ANSWER))
    assert "Sources" in end.thread
    sent = [m["reasoning_content"] for m in messages(end.model.loop_requests[-1]) if m.get("tool_calls")]
    assert sent == [thought]


async def test_reasoning_stays_away_where_it_is_refused(tmp_path: Path) -> None:
    def refuses(line: Line) -> Callable[[Json], Line]:
        def judged(body: Json) -> Line:
            odd = any("reasoning_content" in message for message in messages(body))
            return Status(400, "Unknown field: messages[2].reasoning_content", param="messages") if odd else line

        return judged

    first = Odd(SEARCH, reasoning="Let me see.")
    end = await told(tmp_path, first, refuses(BOTH), refuses(BOTH), refuses(ANSWER), refuses(ANSWER))
    assert "Sources" in end.thread


# --- what endpoints refuse ------------------------------------------------------------------------------------


def refusing(line: Line, *names: str) -> Callable[[Json], Line]:
    """An endpoint that knows none of these parameters, and names the first that it meets."""

    def judged(body: Json) -> Line:
        met = next((name for name in names if name in body), "")
        told = f"Unsupported parameter: '{met}' is not supported with this model."
        return Status(400, told, code="unsupported_parameter", param=met) if met else line

    return judged


async def test_parameters_that_are_refused_are_left_out_from_then_on(tmp_path: Path) -> None:
    odd = (
        "temperature",
        "reasoning_effort",
        "response_format",
        "max_tokens",
        "max_completion_tokens",
        "parallel_tool_calls",
    )
    judged: list[Json] = []

    def any_line(body: Json) -> Line:
        judged.append(body)
        after: Line = ANSWER if any(m["role"] == "tool" for m in messages(body)) else SEARCH
        return refusing(GOAL if "open_questions" in str(messages(body)[-1]["content"]) else after, *odd)

    async with office(tmp_path, docs=DOCS, intents=[any_line] * 6, replies=[any_line] * 12, approval="off") as at:
        first = await ask(at)
        await at.sees(first, "Sources")
        asked = len(judged)
        second = await ask(at)
        await at.sees(second, "Sources")
        assert not any(name in body for body in judged[asked:] for name in odd), "what was learned is remembered"
        assert len(judged) - asked == 3, "one call each to understand, to search and to answer"


async def test_other_refusals_are_not_asked_again(tmp_path: Path) -> None:
    end = await told(tmp_path, Status(400, "messages: the image is too blurred"))
    assert "could not answer" in end.thread and len(end.model.loop_requests) == 1


# --- an intent in whatever form -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "form",
    [
        "```json\n{}\n```",
        "Here it is:\n{}\nI hope that helps! {{not this}}",
        "<think>braces {{ in thought }}</think>{}",
    ],
)
async def test_an_intent_is_found_in_whatever_stands_around_it(tmp_path: Path, form: str) -> None:
    fitting = intent('When is "first class {or} better" allowed?')
    end = await told(tmp_path, SEARCH, ANSWER, intents=[form.format(json.dumps(fitting))])
    assert "Sources" in end.thread


async def test_nothing_in_json_mode_is_asked_for_without_it(tmp_path: Path) -> None:
    for n, blank in enumerate(["", "  \n"]):
        fenced = f"```json\n{json.dumps(GOAL)}\n```"
        end = await told(tmp_path / str(n), fenced, SEARCH, ANSWER, intents=[blank])
        assert "Sources" in end.thread


async def test_nothing_ever_is_an_honest_word(tmp_path: Path) -> None:
    end = await told(tmp_path, *[" "] * 4, intents=["", "\n", " "])
    assert "did not understand" in end.thread or "could not answer" in end.thread
    assert not [fact for fact in end.facts if isinstance(fact, Answered | Replied)]


async def test_a_result_of_every_call_goes_back_to_the_model(tmp_path: Path) -> None:
    many = [("read_file", {"path": f"none{n}.md"}) for n in range(15)]
    end = await told(tmp_path, many, strict(SEARCH), strict(ANSWER))
    assert sum(isinstance(fact, Returned) for fact in end.facts) == 16 and "Sources" in end.thread
