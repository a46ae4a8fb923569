"""A search is put in plain words, and "could not search" is never taken for "found nothing"."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.facts import Hit
from agent.pages.queries import Query, plain
from agent.pages.web import Web
from agent.tool import Given
from agent.toolbox import Outcome, Toolbox
from tests.agent.search_service import Service, serving

patient = settings(deadline=None)  # the machine may be busy

FOUND = {"results": [{"url": "https://a.test/", "title": "A", "content": "words", "published_date": "2026-01-02"}]}


async def searched(query: str, body: object = None, status: int = 200) -> tuple[Outcome, Service]:
    async with serving(FOUND if body is None else body, status) as service:
        web = Web("tvly-key-0123456789", service.url)
        box = Toolbox(Given(web=web))
        outcome = await box.run(box.call("1.1", "search", {"query": query}))
        await web.close()
        return outcome, service


async def test_leads_come_with_their_dates() -> None:
    outcome, _ = await searched("harbour plan")
    assert outcome.outcome == "ok"
    assert outcome.result.hits == (
        Hit(address="https://a.test/", title="A", snippet="words", published="2026-01-02"),
    )
    assert outcome.result.note == ""


async def test_no_matches_is_told_by_name() -> None:
    outcome, _ = await searched("harbour plan site:a.test", {"results": []})
    assert outcome.outcome == "ok"
    assert outcome.result.note == 'no matches for "harbour plan" on a.test'


@pytest.mark.parametrize(("status", "final"), [(401, True), (432, True), (429, False), (500, False)])
async def test_a_search_that_failed_says_so_and_is_not_repeated(status: int, final: bool) -> None:
    outcome, service = await searched("harbour plan", {"detail": {"error": "no tvly-key-0123456789"}}, status)
    assert (outcome.outcome, outcome.final) == ("failed", final)
    assert outcome.result.note.startswith("could not search: ")
    assert "tvly" not in outcome.result.note
    assert len(service.asked) == 1


async def test_what_is_sent_is_plain_and_short() -> None:
    _, service = await searched("site:a.test -site:b.test filetype:pdf " + "harbour " * 100)
    assert service.asked[0]["include_domains"] == ["a.test"]
    assert service.asked[0]["exclude_domains"] == ["b.test"]
    assert service.asked[0]["query"] == ("harbour " * 50).strip()


async def test_dates_are_a_filter_of_the_service() -> None:
    _, service = await searched("harbour after:2025-06 before:2026")
    assert (service.asked[0]["start_date"], service.asked[0]["end_date"]) == ("2025-06-01", "2026-01-01")
    _, service = await searched("harbour")
    assert not service.asked[0].get("start_date")


@pytest.mark.parametrize("query", ["", "ab", "  a  ", "site:a.test", "after:2024 x"])
async def test_too_little_to_look_for_is_refused_before_anybody_is_asked(query: str) -> None:
    outcome, service = await searched(query)
    assert outcome.outcome == "failed"
    assert "at least 3 characters" in outcome.result.note
    assert service.asked == []


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("site:e.test filetype:pdf harbour plan", Query("harbour plan", ("e.test",))),
        ("harbour (site:a.test OR site:b.test)", Query("harbour", ("a.test", "b.test"))),
        ("harbour site:a.test,b.test", Query("harbour", ("a.test", "b.test"))),
        ("harbour site:a.test, b.test", Query("harbour", ("a.test", "b.test"))),
        ("harbour site:a.test|b.test plan", Query("harbour plan", ("a.test", "b.test"))),
        ("harbour site:(a.test OR b.test) plan", Query("harbour plan", ("a.test", "b.test"))),
        ("harbour site:(site:a.test | site:b.test)", Query("harbour", ("a.test", "b.test"))),
        ("site:a.test OR b.test harbour", Query("harbour", ("a.test", "b.test"))),
        ("site:a.test OR harbour", Query("harbour", ("a.test",))),
        ("harbour site:a.test b.test", Query("harbour b.test", ("a.test",))),
        ("harbour -site:(a.test, b.test)", Query("harbour", (), ("a.test", "b.test"))),
        ("harbour site:(a.test", Query("harbour", ("a.test",))),
        ("harbour filetype:(pdf OR doc) intitle:(plan OR map)", Query("harbour plan map")),
        ("site:https://Docs.e.test/guide/ harbour", Query("harbour", ("docs.e.test/guide",))),
        ("site:.edu harbour", Query("harbour", ("*.edu",))),
        ("site: e.test harbour", Query("harbour", ("e.test",))),
        ("intitle:harbour plan", Query("harbour plan")),
        ('intitle:"harbour plan" 2026', Query('"harbour plan" 2026')),
        ("harbour -inurl:forum before:2020-01-01", Query("harbour", until="2020-01-01")),
        ("harbour after:2025 before:2026/3", Query("harbour", since="2025-01-01", until="2026-03-01")),
        ("harbour after:yesterday before:2026-02-30", Query("harbour")),
        ('"exact words" kept', Query('"exact words" kept')),
        ("website: what is it", Query("website: what is it")),
        ("cats OR dogs", Query("cats OR dogs")),
        ("https://e.test/a?ext:b plan", Query("https://e.test/a?ext:b plan")),
        ("plan (draft) C++ std::vector", Query("plan (draft) C++ std::vector")),
        ("app server -java", Query("app server")),
        ('app server -"java virtual machine" fast', Query("app server fast")),
        ("mail server NOT cloud", Query("mail server")),
        ("mail server AND NOT (cloud hosting)", Query("mail server")),
        ("tar -xzf --strip -5 °C e-ink", Query("tar -xzf --strip -5 °C e-ink")),
        ('"do -not touch" sign', Query('"do -not touch" sign')),
        ("DO NOT DISTURB SIGNS", Query("DO NOT DISTURB SIGNS")),
    ],
)
def test_operators_become_filters_or_go(query: str, meant: Query) -> None:
    assert plain(query) == meant


pieces = st.sampled_from(["site:", "-site:", "filetype:", "intitle:", "(", ")", " ", '"', "OR", "e.test", "harbour"])


@patient
@given(st.lists(pieces | st.text(max_size=90), max_size=12).map("".join))
def test_what_is_sent_is_between_3_and_400_characters_or_refused(query: str) -> None:
    try:
        sent = plain(query)
    except ValueError as refused:
        assert "at least 3 characters" in str(refused)
    else:
        assert 3 <= len(sent.text) <= 400
