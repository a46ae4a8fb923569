"""Searching, opening and citing: what failed is told from what was not found, and a number means one page."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Answered
from bot.playground.rehearsal.scripted import Line
from bot.playground.web import Fault
from tests.stories.office import ANNA, Office, intent, office

Json = dict[str, Any]
DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old policy\n\nIn 2019 it was never allowed.\n",
}
GOAL = intent("When is first class allowed?")
TRAVEL, OLD = [("read_file", {"path": "travel.md"})], [("read_file", {"path": "old.md"})]
SEARCH = [("search", {"query": "first class"})]
ANSWER = "First class is allowed on trips over three hours [1]."
NOTHING = Fault(200, body={"results": []})
PAGE = "https://news.test/first-class"


async def ended(at: Office, question: str = "when is first class allowed?", thread: str | None = None) -> str:
    """The thread of a question after it came to its end."""
    before = 0 if thread is None else _ends(at.read(thread))
    asked = await at.slack.say(ANNA, f"@footnote {question}", thread=thread)
    root = thread or asked
    await at.slack.wait_for(lambda: _ends(at.read(root)) > before)
    await at.bot.doors.idle()
    return at.read(root)


def _ends(thread: str) -> int:
    return thread.count("[Retry]") + thread.count("[Continue]")


async def told(
    folder: Path, *replies: Line, faults: Mapping[str, list[Fault]] | None = None, page: str = ""
) -> tuple[str, Office]:
    """The thread of a question, with a web that answers like this, and the office it was asked in."""
    docs = {**DOCS, "travel.md": DOCS["travel.md"] + page}
    async with office(folder, docs=docs, intents=[GOAL], replies=replies, approval="off") as at:
        for endpoint, planned in (faults or {}).items():
            at.web.faults[endpoint].extend(planned)
        return await ended(at), at


def results(at: Office, nth: int) -> list[str]:
    said: Any = at.model.loop_requests[nth]["messages"]
    return [str(message["content"]) for message in said if message["role"] == "tool"]


def found(*addresses: str, **more: object) -> Fault:
    hits = [
        {"url": one, "title": f"About {one}", "content": "First class.", "score": 0.9, **more} for one in addresses
    ]
    return Fault(200, body={"results": hits})


def opened(text: object, url: str = PAGE) -> Fault:
    return Fault(200, body={"results": [{"url": url, "raw_content": text}], "failed_results": []})


# --- what fails -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(401, body={"detail": {"error": "Unauthorized"}}), "mend the settings"),
        (Fault(403, body={"detail": "Forbidden"}), "mend the settings"),
        (Fault(432, body={"detail": {"error": "plan limit"}}), "plan is used up"),
        (Fault(433, body={"detail": [{"msg": "pay as you go"}]}), "pay-as-you-go limit"),
        (Fault(429, body={"detail": "slow down"}), "too often"),
        (Fault(400, body={"detail": {"error": "Query is too long"}}), "Query is too long"),
        (Fault(500, body="<html>oops</html>"), "status 500"),
        (Fault(302), "status 302"),
        (Fault(202, body={"status": "later"}), "status 202"),
        (Fault(200, body="<html>sign in</html>"), "not its format"),
    ],
)
async def test_a_search_that_failed_is_told_as_that_and_never_as_nothing_found(
    tmp_path: Path, fault: Fault, words: str
) -> None:
    thread, at = await told(tmp_path, SEARCH, "I cannot say.", "I cannot say.", faults={"search": [fault]})
    assert words in results(at, 1)[0] and "could not search" in results(at, 1)[0]
    assert "no matches" not in results(at, 1)[0] and words in thread, "whoever asked is told why"
    assert len(at.web.calls) == 1, "nothing is tried again behind everybody's back"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(401, body={"detail": {"error": "Unauthorized"}}), "mend the settings"),
        (Fault(432, body={"detail": {"error": "plan limit"}}), "plan is used up"),
        (Fault(429, body={"detail": "slow down"}), "too often"),
        (Fault(500, body="<html>oops</html>"), "status 500"),
    ],
)
async def test_a_page_that_was_found_and_could_not_be_opened_is_told_with_the_reason(
    tmp_path: Path, fault: Fault, words: str
) -> None:
    read = [("read_page", {"url": PAGE})]
    faults = {"search": [found(PAGE)], "extract": [fault]}
    thread, _ = await told(tmp_path, SEARCH, read, "I cannot say.", "I cannot say.", faults=faults)
    _, _, tried = thread.partition("Could not be opened")
    assert PAGE in tried.splitlines()[1] and words in tried.splitlines()[1]
    assert "1 found" in thread and "Nothing was opened." in tried and "The web could not" not in thread


async def test_a_list_of_what_was_only_found_says_why_nothing_was_opened(tmp_path: Path) -> None:
    read = [[("read_page", {"url": f"{PAGE}/{n}"})] for n in range(6)]
    pages, spent = [f"{PAGE}/{n}" for n in range(5)], Fault(432, body={"detail": "limit"})
    again = [("search", {"query": "first class again"})]
    faults = {"search": [found(*pages)], "extract": [spent] * 6}
    thread, _ = await told(tmp_path, SEARCH, *read, again, again, faults=faults)
    assert "This is what was opened and found" in thread and thread.count("plan is used up") == 5


@pytest.mark.parametrize("status", [401, 403, 432, 433])
async def test_an_answer_from_files_says_that_the_web_could_not_be_searched(tmp_path: Path, status: int) -> None:
    again, fault = [("search", {"query": "trains"})], Fault(status, body={"detail": "no"})
    thread, _ = await told(tmp_path, SEARCH, again, TRAVEL, ANSWER, faults={"search": [fault, fault]})
    answer, line, _ = thread.partition("The web could not be searched: ")
    assert line and "over three hours" in answer and thread.count("The web could not be searched") == 1


@pytest.mark.parametrize(
    "faults",
    [
        [Fault(401, body={"detail": "no"}), NOTHING],
        [Fault(500, body="oops"), NOTHING],
        [Fault(429, body={"detail": "slow down"}), Fault(401, body={"detail": "no"})],
        [Fault(429, body={"detail": "slow down"})] * 2,
        [NOTHING, Fault(432, body={"detail": "no"})],
        [Fault(400, body={"detail": "too long"})] * 2,
    ],
)
async def test_what_passes_or_was_made_good_is_not_told_under_an_answer(tmp_path: Path, faults: list[Fault]) -> None:
    again = [("search", {"query": "trains"})]
    thread, _ = await told(tmp_path, SEARCH, again, TRAVEL, ANSWER, faults={"search": faults})
    assert "over three hours" in thread and "could not be searched" not in thread


async def test_nothing_found_over_and_over_comes_to_an_end_that_says_so(tmp_path: Path) -> None:
    searches = [[("search", {"query": f"first class {n}"})] for n in range(7)]
    guess = "First class costs 12 euros more [1]."
    thread, at = await told(tmp_path, *searches, guess, faults={"search": [NOTHING] * 7})
    assert "no matches" in results(at, 1)[0]
    assert "Not finished: The rounds" in thread and "nothing was found until then" in thread
    assert "12 euros" not in thread.partition("Could not be")[0]
    assert "https://" not in thread and "Nothing was opened." in thread and thread.count("nothing found") == 7


async def test_pages_that_never_open_are_bounded_and_nothing_is_made_of_their_snippets(tmp_path: Path) -> None:
    pages = [f"https://news.test/{n}" for n in range(9)]
    reads = [[("read_page", {"url": url}) for url in pages[n : n + 3]] for n in (0, 3, 6)]
    failed = Fault(200, body={"results": [], "failed_results": [{"url": PAGE, "error": "Failed to fetch url"}]})
    thread, at = await told(
        tmp_path, SEARCH, *reads, "First class [1].", "First class [1].",
        faults={"search": [found(*pages[:5]), ], "extract": [failed] * 9},
    )  # fmt: skip
    assert sum(call.endpoint == "extract" for call in at.web.calls) == 5, "what no search gave is not opened"
    assert "Failed to fetch url" in results(at, 2)[-3] and "could not confirm" in thread


@pytest.mark.parametrize(
    ("query", "sent", "only"),
    [
        ("site:e.test filetype:pdf first class", "first class", ["e.test"]),
        ("word " * 180, ("word " * 80).strip(), None),
        ('first -class OR "second"', None, None),
    ],
)
async def test_what_is_searched_for_is_plain_and_short(
    tmp_path: Path, query: str, sent: str | None, only: list[str] | None
) -> None:
    _, at = await told(tmp_path, [("search", {"query": query})], TRAVEL, ANSWER, faults={"search": [NOTHING]})
    [call] = at.web.calls
    assert len(str(call.body["query"])) <= 400 and (call.body.get("include_domains") or None) == only
    assert sent is None or call.body["query"] == sent


async def test_a_query_too_short_is_sent_back_before_anybody_is_asked(tmp_path: Path) -> None:
    thread, at = await told(tmp_path, [("search", {"query": "a"})], TRAVEL, ANSWER)
    assert not at.web.calls and "failed" in results(at, 1)[0] and "Sources" in thread


async def test_the_whole_hits_survive_the_half_ones(tmp_path: Path) -> None:
    half = [
        {"url": PAGE, "title": "Whole", "content": "First class."},
        {"title": "no address"},
        {"url": None, "title": "null"},
        "a string",
        {"url": "https://news.test/2", "title": None, "content": None, "raw_content": None},
    ]
    faults = {"search": [Fault(200, body={"results": half})], "extract": [opened("First class is allowed.")]}
    thread, at = await told(tmp_path, SEARCH, [("read_page", {"url": PAGE})], ANSWER, faults=faults)
    assert results(at, 1)[0].count("<source ") == 2 and f"({PAGE})" in thread


@pytest.mark.parametrize("text", ["", "   \n", None, "- [](https://facebook.com/a)\n- ![](a.png)"])
async def test_a_page_without_words_is_not_an_opened_page(tmp_path: Path, text: object) -> None:
    faults = {"search": [found(PAGE)], "extract": [opened(text)]}
    thread, at = await told(tmp_path, SEARCH, [("read_page", {"url": PAGE})], ANSWER, ANSWER, faults=faults)
    assert "failed: could not open" in results(at, 2)[-1] and "could not confirm" in thread


# --- how much of a page ---------------------------------------------------------------------------------------


async def test_a_page_without_end_is_cut_where_it_says_so_and_a_file_can_be_read_on(tmp_path: Path) -> None:
    page = "word " * 64_000 + "the fact is heron " + "word " * 16_000
    faults = {"search": [found(PAGE)], "extract": [opened(page)]}
    docs = {"long.md": "\n".join([*(f"line {n}" for n in range(900)), "the fact is otter"])}
    async with office(
        tmp_path,
        docs=docs,
        intents=[GOAL],
        replies=[
            SEARCH,
            [("read_page", {"url": PAGE})],
            [("read_file", {"path": "long.md"})],
            [("read_file", {"path": "long.md", "start": 801})],
            "The fact is otter [2].",
        ],
        approval="off",
    ) as at:
        at.web.faults["search"].extend(faults["search"])
        at.web.faults["extract"].extend(faults["extract"])
        thread = await ended(at)
        assert "first 20,000 characters of 400," in results(at, 2)[-1] and len(results(at, 2)[-1]) < 21_000
        assert "lines 1-200 of 901" in results(at, 3)[-1] and "otter" in results(at, 4)[-1]
        assert "801-901 of 901" in thread
        assert all(len(json.dumps(body)) < 200_000 for body in at.model.loop_requests)


async def test_words_without_sense_do_not_crowd_out_the_source(tmp_path: Path) -> None:
    words = "\n".join(f"zebra{n} class first" if n % 500 == 0 else f"w{n}" for n in range(60_000))
    async with office(
        tmp_path,
        docs={**DOCS, "words.md": words},
        intents=[GOAL],
        replies=[[("search_docs", {"query": "first class allowed trips"})], ANSWER, ANSWER],
        approval="off",
    ) as at:
        await ended(at)
        [hits] = results(at, 1)
        assert "three hours" in hits and len(hits) < 9_000


# --- one page, one number -------------------------------------------------------------------------------------


async def test_one_page_is_one_source_however_it_was_found_and_opened(tmp_path: Path) -> None:
    same = [PAGE, f"{PAGE}/?utm_source=x", "http://www.news.test/first-class?gclid=z#:~:text=first"]
    other = [f"{PAGE}?id=5", f"{PAGE}?id=6"]
    faults = {"search": [found(*same), found(*other, PAGE)], "extract": [opened("First class is allowed.", same[1])]}
    again = [("search", {"query": "first class again"})]
    said = "First class is allowed [1]."
    thread, at = await told(tmp_path, SEARCH, again, [("read_page", {"url": same[1]})], said, faults=faults)
    numbers = [re.findall(r'number="(\d+)"', one) for one in results(at, 3)]
    assert numbers == [["1", "1", "1"], ["2", "3", "1"], ["1"]]
    assert thread.count("[1] About") == 1 and "[2]" not in thread, "what was only found is not listed"


async def test_numbers_go_on_over_searches_and_turns_and_never_change_their_meaning(tmp_path: Path) -> None:
    one, two, three = "https://a.test/1", "https://b.test/2", "https://c.test/3"
    replies: list[Line] = [
        SEARCH, [("search", {"query": "second class"})], [("read_page", {"url": two})], "Second class [2].",
        "From before: second class [2].", "From before: second class [2].",
        [("search", {"query": "third class"})], [("read_page", {"url": three})], "Third class [3].",
    ]  # fmt: skip
    async with office(tmp_path, intents=[GOAL] * 3, replies=replies, approval="off") as at:
        at.web.faults["search"].extend([found(one), found(two), found(three, one)])
        at.web.faults["extract"].extend([opened("Second class.", two), opened("Third class.", three)])
        first = await ended(at)
        root = at.slack.messages()[0].ts
        assert f"({two})" in first and f"({one})" not in first
        second = (await ended(at, "and what did you say?", root)).removeprefix(first)
        assert "I could not confirm" in second, "a source of before is not open now"
        third = await ended(at, "and third class?", root)
        found_now = re.findall(r'number="(\d+)".*?address="(.*?)"', "".join(results(at, -1)))
        assert set(found_now) == {("3", three), ("4", one)}, "1 and 2 keep what they meant"
        assert f"Third class [3] ({three})" in third
        runs = await at.facts(root)
        listed = [[s.number for s in run[-1].answer.sources] for run in runs if isinstance(run[-1], Answered)]
        assert listed[0] == [2] and listed[-1] == [3]


async def test_a_result_always_names_its_number_and_its_address(tmp_path: Path) -> None:
    _, at = await told(tmp_path, TRAVEL, OLD, ANSWER)
    heads = [line for one in results(at, 2) for line in one.splitlines() if line.startswith("<source")]
    assert [re.search(r'number="(\d)"', head)[1] for head in heads] == ["1", "2"]  # type: ignore[index]
    assert all('address="' in head for head in heads)


# --- marks in an answer ---------------------------------------------------------------------------------------


async def answer_of(folder: Path, said: str, page: str = "") -> str:
    """The answer as shown when the model says the same twice, with two files open and two pages only found. The first
    file ends with `page`."""
    faults = {"search": [found("https://a.test/3", "https://a.test/4")]}
    thread, _ = await told(folder, TRAVEL, OLD, SEARCH, said, said, faults=faults, page=page)
    return thread


async def test_numbers_of_nothing_lead_nowhere(tmp_path: Path) -> None:
    thread = await answer_of(
        tmp_path, "First class is allowed [1][9]. In 2019 it was never [2, 9]. Zero [0], found [3]."
    )
    answer = thread.partition("Sources\n")[0]
    assert not re.search(r"\[(9|0|3)\]", answer)
    assert "First class is allowed [1]" in answer and "never [2]" in answer


@pytest.mark.parametrize(
    "listed",
    [
        "Sources:\n[1] Travel policy, https://example.test/made-up\n[9] https://example.test/other",
        "## References\n\n- [1]: Travel policy\n- [2] [Old](https://example.test/old)\n\n**Links**\n\nhttps://example.test",
        "**Quellen:**\n\n1. Travel policy\n2. Old policy, https://example.test/old",
    ],
)
async def test_a_list_of_the_model_s_own_is_not_shown_beside_ours(tmp_path: Path, listed: str) -> None:
    said = "First class is allowed [1]. In 2019 it was never [2]."
    faults = {"search": [NOTHING]}
    thread, at = await told(tmp_path, TRAVEL, OLD, SEARCH, f"{said}\n\n{listed}\n", faults=faults)
    assert "example.test" not in thread and "left out" not in thread and "Could not be confirmed" not in thread
    assert thread.count("Travel policy") == thread.count("Old policy") == 1 and at.model.left == 0


@pytest.mark.parametrize(
    "said",
    [
        "## References\n\n1. A travel policy [1]\n2. An old policy [2]",
        "These are asked for:\n\n## Sources\n\n- First class is allowed on trips over three hours [1]\n- Never [2]",
        "[1] says that it is allowed, [2] that it is not.",
    ],
)
async def test_a_list_that_is_the_answer_stays(tmp_path: Path, said: str) -> None:
    thread = await answer_of(tmp_path, said)
    assert "could not confirm" not in thread and "Could not be confirmed" not in thread
    assert all(line.strip("#- 12.") in thread.replace(" (?)", "") for line in said.splitlines())


@pytest.mark.parametrize(
    ("mark", "shown"),
    [
        ("[1, 2]", "[1][2]"),
        ("[1，2]", "[1][2]"),
        ("[1][2]", "[1][2]"),
        ("[[1]]", "[1]"),
        ("[1-2]", "[1][2]"),
        ("[1–2]", "[1][2]"),
        ("[1, 9]", "[1]"),
        ("【1】", "[1]"),
        ("[2-1] [1]", "[1]"),
        ("[1-99] [2]", "[2]"),
    ],
)
async def test_marks_of_every_form_lead_to_what_exists(tmp_path: Path, mark: str, shown: str) -> None:
    thread = await answer_of(tmp_path, f"First class is allowed {mark}.")
    assert "First class is allowed" in thread and not re.search(r"\[(9|99|3|4)\]", thread.partition("Sources")[0])
    assert all(f"{number} `" in thread for number in re.findall(r"\[\d\]", shown))


async def test_brackets_that_cite_nothing_stay_as_they_are(tmp_path: Path) -> None:
    said = (
        "In code `arr[0]` and `x[12]` it is so [1].\n\n```python\nprint(arr[0], arr[12], d[9])\n```\n\n"
        "```\n[7] bare\n```\n\n~~~js\na[3]\n~~~\n\nSee footnote[^1] and the year [2019], list [x] [1]."
    )
    thread = await answer_of(tmp_path, said, said.replace("[1]", ""))
    for kept in ("arr[0]", "x[12]", "print(arr[0], arr[12], d[9])", "[7] bare", "a[3]", "[2019]", "[x] [1]"):
        assert kept in thread, kept


async def test_an_answer_that_is_only_brackets_is_not_cleaned_away(tmp_path: Path) -> None:
    thread = await answer_of(tmp_path / "id", "[123456789012345] [1]", "Its id is 123456789012345.")
    assert "[123456789012345] [1]" in thread and "could not confirm" not in thread
    thread = await answer_of(tmp_path / "marks", "[1] [2]")
    assert "[1] `travel.md`" in thread and "[2] `old.md`" in thread and "could not confirm" not in thread
    assert "Not finished" in thread, "numbers alone are no answer, but a way to what was opened"


async def test_the_same_answer_is_the_same_twice(tmp_path: Path) -> None:
    said = "In 2019 it was never [2]. First class is allowed [1]."
    one, two = [await answer_of(tmp_path / name, said) for name in "ab"]
    timeless = re.compile(r"scripted · .*")
    assert timeless.sub("", one) == timeless.sub("", two)
    assert one.index("[1] `travel.md`") < one.index("[2] `old.md`")
