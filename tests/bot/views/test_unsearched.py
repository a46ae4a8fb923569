"""That the web could not be searched is told with an answer, in every form in which that is given."""

from __future__ import annotations

import pytest

from agent.facts import Answer, Hit, Reply, Result, Returned
from bot import speech
from bot.views.exported import as_markdown
from bot.views.report import report
from bot.views.unsearched import unsearched
from tests.bot.views.states import ANSWER, working
from tests.bot.views.story import Story

KEY = "could not search: the search service refused its key; somebody has to mend the settings (no; somebody has to)"
SPENT = "could not search: the search plan is used up; somebody has to raise it"
LONG = "could not search: the search service refused the request (somebody has to; shorten it)"


def searched(*notes: str, final: bool = True, story: Story | None = None) -> Story:
    """A run with searches that ended like this, "" for one that brought something."""
    story = story or working()
    calls = story.called(*(("search", {"query": f"pumps {n}"}) for n in range(len(notes))))
    for call, note in zip(calls, notes, strict=True):
        story.began(call)
        brought = Result(note=note) if note else Result(hits=(Hit(address="https://a.test", title="A", snippet=""),))
        outcome = "failed" if note else "ok"
        story.tell(
            Returned.model_validate(
                {"step": f"call.{call.id}", "outcome": outcome, "result": brought, "final": bool(note) and final}
            )
        )
    return story


def line(story: Story, language: str = "en") -> str:
    return unsearched(speech.speech(language), story.run)


@pytest.mark.parametrize("notes", [(KEY,), (SPENT, SPENT), (LONG, SPENT)])
def test_where_people_have_to_mend_it_the_line_says_why(notes: tuple[str, ...]) -> None:
    assert line(searched(*notes)).startswith("The web could not be searched: the search ")
    assert "somebody has to" in line(searched(*notes))


@pytest.mark.parametrize("notes", [(), ("",), (KEY, ""), ("", SPENT), (LONG,), ("could not search: somebody",)])
def test_else_there_is_none(notes: tuple[str, ...]) -> None:
    assert line(searched(*notes)) == ""


def test_a_failure_that_may_pass_is_not_told() -> None:
    slow = searched("could not search: the search service did not answer in time", final=False)
    assert line(searched(KEY, story=slow)) == ""


def test_where_the_model_s_provider_searched_the_web_was_searched() -> None:
    story = searched(KEY)
    assert line(story)
    story._replied(Reply(text="So.", queries=("pumps",)))
    assert line(story) == ""


def test_it_stands_in_reports_and_files_too() -> None:
    story = searched(KEY).drafted(ANSWER.text).answered(ANSWER)
    assert "*The web could not be searched" in report(story.run)
    assert "*The web could not be searched" in as_markdown(speech.speech("en"), story.run, ANSWER)
    assert "*Das Web ließ sich nicht durchsuchen" in as_markdown(speech.speech("de"), story.run, Answer(text="So."))
