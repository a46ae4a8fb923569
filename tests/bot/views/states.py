"""The states a thread can be in, each with the name of its golden file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent.carrier import Live
from agent.facts import (
    Answer,
    Candidate,
    Intent,
    Passage,
    Question,
    Recalled,
    Record,
    Result,
    Source,
    Standing,
    Started,
    Statement,
    Unknown,
    Verdict,
)
from bot.views.blocks import Card
from tests.bot.views.story import ANNA, CAROL, DAN, PERIOD, REGION, START, Story, hits, opened, wishes

Thread = dict[str, Card]
PAGE = "https://stats.test/heat-pumps_(2024)?a=1&b=2"
INTENT = Intent(
    mode="research",
    kind="shortlist",
    goal="Heat pumps sold in Germany",
    must=wishes("must", "official figures", "since 2020"),
    must_not=wishes("must_not", "estimates by makers"),
    prefer=wishes("prefer", "by region"),
)


def reading() -> Thread:
    return Story().thread()


def queued() -> Thread:
    return Story().thread(Live(queued=("Bob",)))


def queued_behind_two() -> Thread:
    return Story().thread(Live(queued=("Bob", "Carol")))


def queued_behind_somebody() -> Thread:
    return Story().thread(Live(queued=("",)))


def understanding() -> Thread:
    return Story().recalled().thread(Live(since={"understand.1": START}), later=140)


def understanding_failed_once() -> Thread:
    return Story().recalled().failed("understand", "the model did not answer in 60 seconds").thread()


def asked_back() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION, PERIOD)
    return story.thread()


def long_options() -> Thread:
    story = Story().recalled()
    option = "all heat pumps that are installed in new residential buildings, whatever they take their heat from"
    story.asked_back(Question(id="kind", text="Which kind counts?", options=(option, "all"), default=option))
    return story.thread()


def partly_answered() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION, PERIOD)
    return story.chose({"region": "Europe"}).thread()


def answered_by_click() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION, PERIOD)
    return story.chose({"region": "Europe"}).chose({"period": "2024"}, defaults=True).thread()


def defaulted() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION)
    return story.chose({"region": "World"}, by="", defaults=True).understood().thread()


def answered_in_words() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION, PERIOD)
    return story.said("Only Germany, please").thread()


def superseded_by_somebody_else() -> Thread:
    story = Story().recalled()
    story.asked_back(REGION)
    return story.said("Take last year's report instead", by="U0BOB", name="Bob").thread()


def working(language: str = "English", **rules: object) -> Story:
    """Anna's question is understood, and nothing is done yet."""
    story = Story(**rules).recalled(Source(number=3, address="https://old.test/", title="Old"))  # type: ignore[arg-type]
    return story.understood(INTENT.model_copy(update={"language": language}))


SEARCH = ("search_web", {"query": "heat pumps sold Germany 2024"})
READ = ("read_page", {"url": PAGE})


def waiting_for_approval(language: str = "English") -> Thread:
    story = working(language)
    story.requested(*story.called(SEARCH, READ))
    return story.thread()


def one_of_two_decided() -> Thread:
    story = working()
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    return story.decided(second, "reject", comment="use the 2024 report").returned(second, None, "refused").thread()


def rest_approved() -> Thread:
    story = working()
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    return story.decided(first, scope="run").began(first).began(second).thread()


def approval_expired() -> Thread:
    story = working()
    story.requested(*story.called(SEARCH))
    return story.thread(later=90_000)


def answered_after_the_time_was_over() -> Thread:
    story = working()
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    story.decided(first).began(first).returned(first, hits(PAGE))
    story.returned(second, None, "expired", "nobody decided in time")
    return story.drafted(ANSWER.text).answered(ANSWER).thread()


def changed_by_the_asker() -> Thread:
    """Of two calls one was changed: its old card, and the new one that asks about it."""
    story = working()
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    story.requested(story.edited(first, query="heat pumps sold Austria 2024"))
    return story.thread()


def changed_and_approved() -> Thread:
    story = working(approvers=(CAROL,))
    (call,) = story.called(SEARCH)
    story.requested(call)
    story.decided(call, "edit", by=CAROL, name="Carol", arguments='{"query": "heat pumps sold Austria 2024"}')
    story.returned(call, None, "dropped", "changed by a person")
    changed = story.run.calls["1.1e2"].call
    story.requested(changed)
    return story.decided(changed).began(changed).thread()


def changed_and_not_asked_again() -> Thread:
    """What the call was changed into had been done already."""
    story = working()
    first, second = story.called(SEARCH, ("search_web", {"query": "heat pumps"}))
    story.requested(first, second)
    story.decided(first).began(first).returned(first, hits(PAGE))
    changed = story.edited(second, query="heat pumps sold Germany 2024")
    return story.returned(changed).thread()


def approvers_beside_the_asker() -> Thread:
    story = working(approvers=(CAROL, DAN))
    story.requested(*story.called(SEARCH, READ))
    return story.thread()


def approvers_instead_of_the_asker() -> Thread:
    """One of the two has decided, and is known by name since."""
    story = working(approvers=(CAROL, DAN), own=False)
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    return story.decided(first, "reject", by=CAROL, name="Carol", comment="too broad").thread()


def reminded_of_calls() -> Thread:
    story = working(approvers=(CAROL,))
    first, second = story.called(SEARCH, READ)
    position = story.requested(first, second)
    return story.decided(first).reminded(position).thread()


def reminded_and_settled() -> Thread:
    story = working(approvers=(CAROL,))
    (call,) = story.called(SEARCH)
    return story.reminded(story.requested(call)).decided(call, by=CAROL, name="Carol").began(call).thread()


def reminded_of_questions() -> Thread:
    story = Story(approvers=(CAROL,)).recalled()
    return story.reminded(story.asked_back(REGION, PERIOD)).thread()


def reminded_and_answered() -> Thread:
    story = Story().recalled()
    return story.reminded(story.asked_back(REGION)).chose({"region": "Europe"}).thread()


def approved_once() -> Thread:
    """One search was changed and approved; the other goes on without a word of its own."""
    story = working(approval="once")
    first, second = story.called(SEARCH, ("search_web", {"query": "heat pumps"}))
    story.requested(first)
    changed = story.edited(first, query="heat pumps sold Austria 2024")
    story.requested(second, changed)
    return story.decided(changed).began(changed).began(second).thread()


def superseded_calls() -> Thread:
    story = working()
    first, second = story.called(SEARCH, READ)
    story.requested(first, second)
    story.decided(first).said("No, only for Austria")
    return story.returned(first, None, "dropped").returned(second, None, "dropped").thread()


def long_arguments() -> Thread:
    story = working()
    code = ("run_query", {"sql": "select '<!channel>' from t -- \u202e" + "x" * 6_000})
    story.requested(*story.called(SEARCH, code))
    return story.thread()


def searching() -> Thread:
    story = working()
    (call,) = story.called(SEARCH)
    story.requested(call)
    return story.decided(call).began(call).thread(Live(since={"call.1.1": story.now}), later=37)


def after_some_steps(language: str = "English") -> Story:
    story = working(language)
    search, read, file, broken = story.called(SEARCH, READ, ("read_file", {"path": "a.md"}), ("odd", {"n": 3}))
    story.requested(search, read, file, broken)
    for call in (search, read, broken):
        story.decided(call).began(call)
    story.decided(file, "reject", comment="use the 2024 report").returned(
        file, None, "refused", "use the 2024 report"
    )
    story.returned(search, hits(PAGE, "https://b.test/", "https://c.test/"))
    story.returned(read, opened(PAGE, "Heat pumps (2024)", "first 20,000 characters of 48,000", "2024-05-01"))
    return story.returned(broken, None, "failed", "there is no table 3")


def thinking() -> Thread:
    return after_some_steps().thread()


def writing() -> Thread:
    return after_some_steps().thread(Live(since={"reply.2": START + 300}, words=127))


def checking() -> Thread:
    return after_some_steps().drafted("In 2024 it was 193,000 [4].").thread()


def mending() -> Thread:
    return after_some_steps().drafted("It was 193,000.").checked(Answer(), "No number.", "No source [9].").thread()


def writing_the_answer() -> Thread:
    """No round is left, so that what comes can only be the answer."""
    story = working(rounds=2)
    (call,) = story.called(SEARCH)
    story.began(call).returned(call, hits(PAGE))
    story.tell(Started(step="reply.2", worker="w"))
    return story.thread(Live(since={"reply.2": story.now}, words=127), later=25)


def several_at_once() -> Thread:
    """Two calls are under way since different times, of which one began long ago."""
    story = working()
    search, read = story.called(SEARCH, READ)
    story.began(search).began(read)
    return story.thread(Live(since={"call.1.1": story.now - 130, "call.1.2": story.now}), later=41)


def reasoning_shown() -> Thread:
    story = working()
    (call,) = story.called(SEARCH, thoughts="First I look for the official figures.")
    return story.began(call).returned(call, hits(PAGE)).thread()


def many_steps() -> Thread:
    story = working()
    for number in range(1, 19):
        (call,) = story.called(("search_web", {"query": f"question {number}"}))
        story.began(call).returned(call, hits(f"https://e.test/{number}"))
    return story.said("and please hurry").thread()


def stopped_by_person() -> Thread:
    return after_some_steps().stopped(by=ANNA).thread()


def stopped_while_waiting() -> Thread:
    story = working()
    story.requested(*story.called(SEARCH))
    return story.stopped(by=ANNA).thread()


def stopped_by_failure() -> Thread:
    story = after_some_steps().failed("reply", "the model's endpoint refused the key").failed("reply", "again")
    return story.stopped("failed", ref="abcd1234").thread()


def unreadable() -> Thread:
    return Story("hmm").recalled().unreadable().thread()


def budget_spent() -> Thread:
    return after_some_steps().stopped("budget").thread()


PARTIAL: dict[str, Any] = {"partial": True, "missing": "The rounds that one question may use are used up."}


def partly_answered_by_rounds() -> Thread:
    said = ANSWER.model_copy(update={**PARTIAL, "unconfirmed": ("The share of 2025 is not published yet.",)})
    return after_some_steps().drafted(ANSWER.text).answered(said).thread()


def a_list_of_what_was_found() -> Thread:
    found = (
        Source(number=4, address=PAGE, title="Heat pumps (2024)", opened="whole page", published="2025-01-02"),
        Source(number=5, address="https://more.test/", title="More about heat pumps"),
    )
    return after_some_steps().answered(Answer(sources=found, **PARTIAL)).thread()


def a_list_after_a_failure_in_german() -> Thread:
    story = working("German").failed("reply", "The model did not answer in time.", ref="0badcafe")
    story.failed("reply", "The model did not answer in time.", ref="0badcafe")
    found = (Source(number=4, address="docs/travel.md", title="Travel", opened="lines 1-4 of 4"),)
    missing = "The model did not answer in time."
    return story.answered(Answer(sources=found, partial=True, missing=missing)).thread()


def going_on() -> Thread:
    """Deep research that goes on from an earlier run, of which one page's words are gone."""
    story = Story(effort="deep", thinking=True, rounds=24, sources=3)
    asked = story.records[0].fact.model_copy(update={"again": "run-6", "goes_on": True})  # type: ignore[union-attr]
    story.records[0] = replace(story.records[0], fact=asked)
    passage = Passage(address=PAGE, title="Heat pumps (2024)", where="whole page", text="The words.")
    story.tell(Started(step="recall.1", worker="w"))
    story.tell(Recalled(step="recall.1", next_number=5, opened=(passage,), gone=1))
    return story.understood(INTENT).thread(Live(since={"reply.1": START}), later=5)


def message_deleted() -> Thread:
    return after_some_steps().stopped("deleted").thread()


def newer_version() -> Thread:
    story = working()
    story.records.append(Record("thread", "run-7", len(story.records), story.now, Unknown("compacted")))
    return story.thread()


SOURCES = (
    Source(number=4, address=PAGE, title="Heat pumps (2024)", opened="all", published="2024-05-01"),
    Source(number=7, address="docs/sales.md", title="Sales", opened="lines 1-40 of 120"),
)
ANSWER = Answer(
    text="In 2024, **193,000** heat pumps were sold [4][7].\n\n| Year | Sold |\n|---|---|\n| 2024 | 193,000 [4] |",
    sources=SOURCES,
    verdicts=(
        Verdict(condition="must.1", standing="met", number=4),
        Verdict(condition="must.2", standing="not met", number=7),
    ),
    statements=(
        Statement(text="In 2024, **193,000** heat pumps were sold .", numbers=(4, 7), number=4, grade="supported"),
        Statement(text="2024 | 193,000", numbers=(4,), number=4, grade="weak", seconded="yes"),
    ),
    unconfirmed=("In 2023 it was twice as much.",),
    denied=(Statement(text="Sales rose .", grade="supported", seconded="no", doubt="It says that they fell."),),
    assumed=("Which region do you mean? World",),
    missing="The draft was too long and is cut here.",
)


def answered(language: str = "English") -> Thread:
    return after_some_steps(language).drafted(ANSWER.text).answered(ANSWER).thread()


def candidate(
    name: str, *standings: Standing, also: tuple[str, ...] = (), why: str = "", number: int = 4
) -> Candidate:
    """One of a shortlist, with a verdict for each condition of INTENT."""
    given = zip((one.id for one in INTENT.conditions), standings, strict=False)
    rests = {"number": number, "words": "by the words of <!here> | a page"}
    verdicts = (Verdict(condition=id, standing=one, **(rests if one != "unknown" else {})) for id, one in given)
    return Candidate(name=name, also=also, numbers=(number,), verdicts=tuple(verdicts), why=why)


SHORTLIST = Answer(
    text="The first two fit best [4].",
    sources=(*SOURCES, Source(number=8, address="https://found.test/", title="Found")),
    candidates=(
        candidate("Klimahaus | *X*", "met", "met", "met", "met", also=("Klimahaus GmbH",)),
        candidate("Heizwerk <!channel>", "met", "met", "met", "unknown"),
        candidate("Wärme 2", "unknown", "met", "met", "not met", why="must.1 met [4], not met [7]"),
        candidate("Only seen", "unknown", "unknown", "unknown", "unknown", why="only found", number=8),
    ),
    dropped=(candidate("Old Stove", "not met", "met", "not met", "met", why="must.1 not met; must_not.1 not met"),),
)


def shortlisted(language: str = "English") -> Thread:
    return after_some_steps(language).drafted(SHORTLIST.text).answered(SHORTLIST).thread()


def shortlisted_by_letters(language: str = "English") -> Thread:
    """With more conditions than find room above the columns of a phone."""
    intent = INTENT.model_copy(update={"language": language, "prefer": wishes("prefer", "by region", "with a map")})
    return after_some_steps().understood(intent).drafted(SHORTLIST.text).answered(SHORTLIST).thread()


def shortlist_with_more_than_a_table_takes() -> Thread:
    many = tuple(candidate(f"Heat pump {n}", "met", "met", "met", "met") for n in range(1, 31))
    said = SHORTLIST.model_copy(update={"candidates": many, "dropped": ()})
    return after_some_steps().drafted(said.text).answered(said).thread()


def nothing_qualifies() -> Thread:
    said = SHORTLIST.model_copy(update={"candidates": (), "text": "None of them fits [4]."})
    return after_some_steps().drafted(said.text).answered(said).thread()


def answered_below(language: str = "English") -> Thread:
    return after_some_steps(language).drafted(ANSWER.text).answered(ANSWER).below()


def failed_below() -> Thread:
    return after_some_steps().failed("reply", "no").failed("reply", "again").stopped("failed", ref="abcd1234").below()


def nothing_confirmed() -> Thread:
    answer = Answer(sources=SOURCES[:1], missing="None of the sources that were opened answers this.")
    return after_some_steps().drafted("No idea.").answered(answer).thread()


def nothing_opened() -> Thread:
    story = working()
    (call,) = story.called(SEARCH)
    story.began(call).returned(call, Result(note="No matches."))
    return story.drafted("No idea.").answered(Answer()).thread()


def small_talk() -> Thread:
    story = Story("thanks!").recalled().understood(Intent(mode="chat"))
    return story.drafted("You are welcome.").answered(Answer(mode="chat", text="You are welcome.")).thread()


def long_answer() -> Thread:
    rows = "\n".join(f"| {year} | {'many heat pumps ' * 20} [4] |" for year in range(1990, 2025))
    code = "\n".join(f"select {number} from sales" for number in range(300))
    table = f"| Year | Sold |\n|---|---|\n{rows}"
    text = f"# Sales\n\nBy year:\n\n{table}\n\nAsked with:\n\n```sql\n{code}\n```\n\nThat is all [7]."
    return after_some_steps().drafted(text).answered(ANSWER.model_copy(update={"text": text})).thread()


def in_language(state: Callable[[str], Thread], language: str) -> Callable[[], Thread]:
    """The same state of somebody who asked in another language."""

    def told() -> Thread:
        return state(language)

    told.__name__ = f"{state.__name__}_in_{language.lower()}"
    return told


LANGUAGES = ("German", "Polish", "Spanish", "French", "Japanese")
TRANSLATED = (waiting_for_approval, answered, answered_below, shortlisted_by_letters)
STATES: tuple[Callable[[], Thread], ...] = (
    *(in_language(state, language) for language in LANGUAGES for state in TRANSLATED),
    reading,
    queued,
    queued_behind_two,
    queued_behind_somebody,
    understanding,
    understanding_failed_once,
    asked_back,
    long_options,
    partly_answered,
    answered_by_click,
    defaulted,
    answered_in_words,
    superseded_by_somebody_else,
    waiting_for_approval,
    one_of_two_decided,
    rest_approved,
    approval_expired,
    answered_after_the_time_was_over,
    changed_by_the_asker,
    changed_and_approved,
    changed_and_not_asked_again,
    approvers_beside_the_asker,
    approvers_instead_of_the_asker,
    reminded_of_calls,
    reminded_and_settled,
    reminded_of_questions,
    reminded_and_answered,
    approved_once,
    superseded_calls,
    long_arguments,
    searching,
    thinking,
    writing,
    writing_the_answer,
    several_at_once,
    reasoning_shown,
    checking,
    mending,
    many_steps,
    stopped_by_person,
    stopped_while_waiting,
    stopped_by_failure,
    unreadable,
    budget_spent,
    partly_answered_by_rounds,
    a_list_of_what_was_found,
    a_list_after_a_failure_in_german,
    going_on,
    message_deleted,
    newer_version,
    answered,
    answered_below,
    shortlisted,
    shortlisted_by_letters,
    shortlist_with_more_than_a_table_takes,
    nothing_qualifies,
    failed_below,
    nothing_confirmed,
    nothing_opened,
    small_talk,
    long_answer,
)
