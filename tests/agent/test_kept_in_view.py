"""What stays in view of the model when much has to go, and that nothing it is told of that is untrue."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from agent.decide import MADE_BEFORE, Do, WriteDown, decide
from agent.facts import (
    Anything,
    Asked,
    Compacted,
    Hit,
    Passage,
    Replied,
    Reply,
    Result,
    Source,
    Turn,
    Usage,
    Window,
    canonical,
)
from agent.intent import Message
from agent.request.context import before_these, context, covered, is_due, notes
from agent.request.tokens import length, size
from agent.request.tried import listed
from agent.run import Run
from tests.agent.marked import unmarked
from tests.agent.request.test_context import INTENT, results, texts
from tests.agent.worlds import (
    BEN,
    NAMES,
    TOOLS,
    asked,
    call,
    checked,
    done,
    made,
    recalled,
    replied,
    run_of,
    said,
    understood,
)

SMALL = Window(whole=8_192, input=8_192, output=2_048)
WIDE = Window(whole=128_000, input=128_000, output=16_000)


def first(window: Window = SMALL, text: str = "What does it cost?", **rules: Any) -> Asked:
    return asked(text, approval="off", tools=NAMES, offered=length(TOOLS), rounds=50, window=window, **rules)


BEGUN = (first(), *recalled(), *understood(1, INTENT))


def sent(*facts: Anything, **more: bool) -> list[Message]:
    return unmarked(context(run_of(*facts), tools=TOOLS, **more))


def searched(n: int, leads: int = 5) -> list[Anything]:
    hits = tuple(
        Hit(address=f"https://www.guides.test/{n}/article-{i}-{'x' * 60}", title=f"Guide {n}.{i}", snippet="s" * 300)
        for i in range(leads)
    )
    query = canonical({"query": f"night trains {n}"})
    return [*replied(n, call(f"{n}.1", "search", query)), *made(f"{n}.1", result=Result(hits=hits))]


def opened(n: int) -> list[Anything]:
    address = f"https://opened.test/{n}/{'y' * 50}"
    page = Passage(address=address, title=f"Page {n}", where="whole page", text="w" * 9_000)
    return [
        *replied(n, call(f"{n}.1", "read_page", canonical({"url": address}))),
        *made(f"{n}.1", result=Result(passages=(page,))),
    ]


def compacted(facts: list[Anything], n: int = 1, words: str = "NOTES") -> list[Anything]:
    place = covered(run_of(*facts))
    assert place is not None
    return [*facts, *done(Compacted(step=f"compact.{n}", summary=words, through=place))]


def tried_of(messages: list[Message]) -> list[str]:
    return texts(messages)[1].partition("```tried\n")[2].partition("\n```")[0].split("\n")


# --- what was tried -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rounds", range(1, 30, 4))
def test_in_a_small_window_every_query_and_every_opened_address_stays_in_view(rounds: int) -> None:
    facts: list[Anything] = [*BEGUN, *searched(1), *opened(2)]
    facts += [fact for n in range(3, rounds + 3) for fact in (searched(n) if n % 3 else opened(n))]
    lines = tried_of(sent(*compacted(facts)))
    assert len(lines) == rounds + 1 and sum(map(size, lines)) < 2_400
    for n, line in enumerate(lines, 1):
        opens = n == 2 or (n > 2 and n % 3 == 0)
        assert f"https://opened.test/{n}/" in line if opens else f'"night trains {n}": found' in line


def test_lines_go_in_steps_the_newest_stay_and_the_count_is_true() -> None:
    facts = [*BEGUN, *(fact for n in range(1, 201) for fact in searched(n))]
    run = run_of(*facts)
    before = 0
    for count in range(1, 201):
        lines = listed(run, run.rounds[:count], 2_300)
        gone = re.fullmatch(r"\((\d+) before these are left out\)", lines[0])
        missing = int(gone[1]) if gone else 0
        assert missing + len(lines) - bool(gone) == count and missing >= before and missing % 4 == 0
        assert lines[-1].startswith(f'search "night trains {count}": found [') and sum(map(size, lines)) < 2_500
        before = missing
    assert before > 100


def test_what_a_person_rejected_stays_in_view_with_the_reason() -> None:
    refusal = Result(note="not the intranet, please, since nobody there may be asked about it " + "x" * 300)
    facts: list[Anything] = [*BEGUN, *replied(1, call("1.1", "search")), *made("1.1", "refused", result=refusal)]
    facts += [fact for n in range(2, 40) for fact in searched(n)]
    assert "rejected by a person: not the intranet" in tried_of(sent(*compacted(facts)))[0]


def test_long_lines_of_the_run_before_become_short_as_well() -> None:
    tried = tuple(f'search {{"query": "{n} {"q" * 3_000}"}} → found 5: {"t" * 280}' for n in range(9))
    again = first().model_copy(update={"goes_on": True, "again": "r0"})
    lines = tried_of(sent(again, *recalled(tried=tried), *understood(1, INTENT)))
    assert len(lines) == 9 and all(line.startswith(f'search {{"query": "{n} qq') for n, line in enumerate(lines))
    assert all("→ found 5" in line for line in lines) and sum(map(size, lines)) < 2_400


# --- counts and refusals of an endpoint -----------------------------------------------------------------------------


@pytest.mark.parametrize("prompts", [(10**9,), (8_000,), (2_000, 10**9), (2_000, 2_000, 4_000), (9_999,) * 3])
def test_no_count_of_an_endpoint_empties_the_request(prompts: tuple[int, ...]) -> None:
    """Instructions and tools are ours: whatever it counts, what is left beside them is not nothing."""
    facts: list[Anything] = [first(text="Which trains? " * 20), *recalled(), *understood(1, INTENT)]
    for n, prompt in enumerate(prompts, 1):
        reply = Reply(calls=(call(f"{n}.1"),), usage=Usage(prompt=prompt), counted=prompt, sent=8_000)
        facts += [*done(Replied(step=f"reply.{n}", reply=reply)), *made(f"{n}.1", result=Result(note="It is nine."))]
    messages = sent(*facts)
    assert "Which trains? " * 20 in texts(messages)[1].replace("\\n", "\n") and "It is nine." in results(messages)[-1]


def test_what_was_found_too_long_once_is_not_made_again() -> None:
    reply = Reply(calls=(call("1.1"),), sent=9_000, counted=2_400, refused=20_000)
    long = Result(passages=(Passage(address="https://a.test", title="A", where="all", text="w" * 8_000),))
    facts: list[Anything] = [*BEGUN, *done(Replied(step="reply.1", reply=reply)), *made("1.1", result=long)]
    facts += [fact for n in (2, 3) for fact in opened(n)]
    assert length(sent(*facts)) + length(TOOLS) <= 10_000


# --- summaries ----------------------------------------------------------------------------------------------------


def test_a_summary_that_saves_little_is_not_made() -> None:
    question = first(text="Q " * 4_800)
    small = [question, *recalled(), *understood(1, INTENT), *searched(1, 2), *searched(2, 12)]
    assert len(str(sent(*small))) + length(TOOLS) > 0.8 * 23_040 and not is_due(run_of(*small))
    assert is_due(run_of(*small, *searched(3, 12), *searched(4, 2)))


def test_after_a_summary_two_rounds_come_before_the_next_one() -> None:
    facts = compacted(
        [first(text="Q " * 3_600), *recalled(), *understood(1, INTENT), *searched(1, 9), *searched(2, 9)]
    )
    assert not is_due(run_of(*facts))
    made_at = [
        n for n in range(3, 6) if is_due(run_of(*facts, *(f for k in range(3, n + 1) for f in searched(k, 4))))
    ]
    assert made_at and made_at[0] >= 4


def test_none_is_made_when_the_time_is_over() -> None:
    rules = first().rules.model_copy(update={"minutes": 1})
    facts = [f for n in range(1, 9) for f in searched(n, 9)]
    for seconds, kind in ((0.1, "compact"), (5.0, "reply")):
        begun = (first().model_copy(update={"rules": rules}), *recalled(), *understood(1, INTENT))
        run = run_of(*begun, *facts, at=[n * seconds for n in range(len(begun) + len(facts))])
        following = decide(run, run.at)
        assert isinstance(following, Do) and following.steps[0].kind == kind


def test_notes_end_where_the_task_is_about_messages_that_they_never_told() -> None:
    turns = tuple(
        Turn(message=f"t{n}", speaker=BEN, kind="member", name="Ben", text=f"message {n}.") for n in range(9)
    )
    later, earlier = INTENT.model_copy(update={"since": "t5"}), INTENT.model_copy(update={"since": "t2"})
    begun = [first(), *recalled(turns=turns), *understood(1, later)]
    facts = compacted([*begun, *(f for n in range(1, 9) for f in searched(n))])
    assert "NOTES" in str(sent(*facts)) and before_these(run_of(*facts))
    back = [*facts, said("and what was said before?", message="m2"), *understood(2, earlier)]
    assert notes(run_of(*back)) is None and "message 2." in str(sent(*back)) and "NOTES" not in str(sent(*back))
    same = [*facts, said("and in winter?", message="m2"), *understood(2, later)]
    assert "NOTES" in str(sent(*same))


# --- going on from an earlier run ---------------------------------------------------------------------------------

PAGES = tuple(
    Passage(address=f"https://p{n}.test/x", title=f"P{n}", where="whole page", text=f"{'word ' * 1_900}SECRET{n}.")
    for n in range(6)
)
PART = Passage(
    address="https://p0.test/x", title="P0", where="characters 12,001-18,000 of 40,000", text="part " * 900 + "REST."
)
FILE = Passage(address="a.md", title="A", where="lines 41-80 of 90", text="line " * 900 + "FILED.")


def going_on(*passages: Passage, **more: Any) -> list[Anything]:
    arguments: list[tuple[str, dict[str, object]]] = [
        ("read_page", {"url": "https://p0.test/x"}),
        ("read_on", {"url": "https://p0.test/x", "start": 12_001}),
        ("read_file", {"path": "a.md", "start": 41}),
        ("search_docs", {"query": "a"}),
    ]
    tried = tuple(f"{tool} {canonical(given)} → opened something" for tool, given in arguments)
    again = first().model_copy(update={"goes_on": True, "again": "r0"})
    return [again, *recalled(opened=passages, tried=tried, next_number=99, **more), *understood(1, INTENT)]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read_page", {"url": "https://p0.test/x"}, "SECRET0"),
        ("read_on", {"url": "https://p0.test/x", "start": 12_001}, "REST."),
        ("read_file", {"path": "a.md", "start": 41}, "FILED."),
        ("search_docs", {"query": "a"}, ""),
    ],
)
def test_a_call_of_the_run_before_shows_again_what_it_had_opened(
    tool: str, arguments: dict[str, object], words: str
) -> None:
    facts = going_on(FILE, PART, *PAGES)
    assert not words or words not in str(sent(*facts)), "it had to go, or its middle"
    assert "shortened; read_page shows it again, at no cost)" in str(sent(*facts))
    facts += replied(1, call("1.1", tool, canonical(arguments)))
    following = decide(run_of(*facts), 9_999.0)
    assert isinstance(following, WriteDown)
    result = results(sent(*facts, following.fact))[-1]
    assert result.count("<source ") == bool(words) and MADE_BEFORE in result
    passages = [one for state in run_of(*facts, following.fact).calls.values() if state.returned
                for one in state.returned.result.passages]  # fmt: skip
    assert not words or [words in one.text for one in passages] == [True]


def test_leads_of_the_run_before_have_their_share_and_go_before_the_question_does() -> None:
    sources = [Source(number=n, address=f"https://l{n}.test/{'p' * 60}", title=f"Lead {n}") for n in range(1, 60)]
    sources[57] = Source(number=58, address=f"https://l58.test/{'p' * 900}", title="Too long to be shown")
    content = texts(sent(*going_on(sources=tuple(sources))))[1]
    shown = [int(n) for n in re.findall(r'title="Lead (\d+)"', content)]
    assert shown[-1] == 59 and 5 < len(shown) < 40 and "Too long to be shown" not in content
    question = first(text="b " * 4_000).model_copy(update={"goes_on": True, "again": "r0"})
    tight = texts(sent(question, *going_on(*PAGES, sources=tuple(sources))[1:]))[1]
    assert json.dumps("b " * 4_000) in tight


# --- reading on ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("window", [SMALL, Window(whole=16_384, input=16_384, output=4_096), WIDE])
def test_what_is_read_on_is_shown_without_a_gap_and_its_note_says_where_it_ends(window: Window) -> None:
    text = "".join(f"Sentence {n} tells of {n}. " for n in range(2_000))
    part = Passage(
        address="https://a.test", title="A", where=f"characters 701-6,700 of {len(text):,}", text=text[700:6_700]
    )
    brought = Result(passages=(part,), note="continue with start=6701")
    read = call("1.1", "read_on", canonical({"url": "https://a.test", "start": 701}))
    content = results(
        sent(first(window), *recalled(), *understood(1, INTENT), *replied(1, read), *made("1.1", result=brought))
    )[0]
    shown = content.partition(">\n")[2].partition("\n</source>")[0]
    following = int(content.partition("continue with start=")[2].split()[0])
    assert shown == text[700 : following - 1] and "left out" not in content
    assert f'part="characters 701-{following - 1:,} of {len(text):,}"' in content
    assert (following < 6_701) == (window is SMALL)


# --- the thread, ids, words ---------------------------------------------------------------------------------------


def test_numbers_that_messages_get_later_stand_in_the_task_and_the_first_message_stays_as_it_is() -> None:
    turns = tuple(
        Turn(message=f"t{n}", speaker=BEN, kind="member", name="Ben", text=f"said {n}", address=f"https://s.test/{n}")
        for n in range(3)
    )
    begun = [
        first(WIDE),
        *recalled(turns=turns),
        *understood(1, INTENT.model_copy(update={"since": "t0"})),
        *searched(1),
    ]
    about = INTENT.model_copy(update={"since": "t0", "thread": True})
    before, after = sent(*begun), sent(*begun, said("what did Ben say?"), *understood(2, about))
    assert after[: len(before)] == before
    rows = json.loads(texts(after)[1].partition("```thread\n")[2].partition("\n```")[0])
    task = json.loads(texts(after)[-1].partition("```task\n")[2].partition("\n```")[0])
    run: Run = run_of(*begun, said("what did Ben say?"), *understood(2, about))
    assert {row["row"]: row["text"] for row in rows if "row" in row} == {1: "said 0", 2: "said 1", 3: "said 2"}
    assert task["numbers"] == {str(n + 1): run.ledger.number(f"https://s.test/{n}") for n in range(3)}
    at_once = texts(sent(first(WIDE), *recalled(turns=turns), *understood(1, about)))[1]
    assert '"number": 1' in at_once and '"row"' not in at_once and '"numbers"' not in at_once


def test_no_two_calls_have_one_id_whatever_the_endpoint_gave() -> None:
    facts = [*BEGUN, *replied(1, call("1.1", given="call_2_1")), *made("1.1")]
    facts += [*replied(2, call("2.1"), call("2.2", given="same")), *made("2.1"), *made("2.2")]
    before = sent(*facts)
    facts += [*replied(3, call("3.1", given="same"), call("3.2", given="call_3_1")), *made("3.1"), *made("3.2")]
    messages = sent(*facts)
    ids = [one["id"] for message in messages for one in message.get("tool_calls", [])]
    assert len(set(ids)) == 5 and ids[0] == "call_2_1" and ids[2] == "same"
    assert [message["tool_call_id"] for message in messages if message["role"] == "tool"] == ids
    assert messages[: len(before)] == before


def test_a_draft_without_words_is_no_empty_message() -> None:
    messages = sent(*BEGUN, *replied(1, text="  "), *checked(1, "Your reply was empty."))
    assert [m["content"] for m in messages if m["role"] == "assistant"] == ["(empty)"]


def test_of_many_remarks_the_older_ones_become_short_and_the_last_task_stays() -> None:
    facts: list[Anything] = [*BEGUN]
    for n in range(2, 60):
        task = INTENT.model_copy(update={"goal": f"goal {n}"})
        facts += [said(f"remark {n}: {'rather a cheaper one ' * 9}", message=f"m{n}"), *understood(n, task)]
    content = texts(sent(*facts))[1]
    assert '"goal": "goal 59"' in content and "remark 59: " in content and "remark 2: " in content
    assert '"goal": "goal 2"' not in content and length(sent(*facts)) + length(TOOLS) <= 23_040
