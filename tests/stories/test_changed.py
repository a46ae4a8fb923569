"""Whoever decides may change a call's arguments: the changed call is shown anew, and only then runs."""

from pathlib import Path

from agent.facts import Decided, Started, canonical
from tests.stories.field import button, press_again
from tests.stories.office import ANNA, BEN, Office, intent, office, restarted

DOCS = {
    "travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n",
    "old.md": "# Old policy\n\nIn 2019 first class was never allowed.\n",
}
GOAL = intent("When is first class allowed?")
OLD = [("read_file", {"path": "old.md"})]
ANSWER = "First class is allowed on trips over three hours [1]."
PATH, START = "argument.path", "argument.start"


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


async def begun(at: Office, root: str) -> list[str]:
    [facts] = await at.facts(root)
    return [fact.step for fact in facts if isinstance(fact, Started) and fact.step.startswith("call.")]


async def test_a_changed_call_is_put_before_the_asker_again_and_runs_as_it_was_shown(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit")
        assert await at.fills(ANNA, "travel.md", field=PATH) is None
        await at.sees(root, "Changed by Anna Kowalska", "read one of your documents, as changed by Anna Kowalska")
        assert await begun(at, root) == [], "an edit runs nothing"
        await at.press(ANNA, root, "Approve")
        thread = await at.sees(root, "Sources", "travel.md", "Approved by Anna Kowalska")
        assert "In 2019" not in thread
        assert await begun(at, root) == ["call.1.1e2"]
        told = str(at.model.loop_requests[1]["messages"])
        assert "a person changed the arguments of this call to" in told and "three hours" in told
        assert canonical({"path": "old.md", "start": 1}) in told.replace("\\\\", "").replace('\\"', '"')


async def test_the_button_of_the_call_as_it_was_decides_nothing_any_more(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        ts, approve = await button(at, root, "Approve")
        await at.press(ANNA, root, "Edit")
        await at.fills(ANNA, "travel.md", field=PATH)
        await at.sees(root, "Changed by Anna Kowalska")
        await press_again(at, ANNA, ts, approve)
        await at.hears(ANNA, "already changed by Anna Kowalska")
        assert await begun(at, root) == []


async def test_a_form_says_at_its_field_what_is_wrong_and_that_nothing_is_changed(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit")
        same = await at.fills(ANNA, "old.md", field=PATH)
        assert "Nothing is changed" in str(same) and PATH in str(same)
        wrong = await at.fills(ANNA, "old.md", field=PATH, **{START: "the beginning"})
        assert START in str(wrong) and "start" in str(wrong)
        [facts] = await at.facts(root)
        assert not [fact for fact in facts if isinstance(fact, Decided)]
        assert "[Approve]" in at.read(root), "the call waits as before"


async def test_a_call_changed_twice_is_the_last_one(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit")
        await at.fills(ANNA, "nothing.md", field=PATH)
        await at.sees(root, "nothing.md")
        await at.press(ANNA, root, "Edit")
        await at.fills(ANNA, "travel.md", field=PATH)
        await at.sees(root, '"travel.md"')
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources", "travel.md")
        assert await begun(at, root) == ["call.1.1e3"]


async def test_a_form_sent_after_somebody_decided_changes_nothing(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, "Never, in 2019 [1]."]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit")
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        late = await at.fills(ANNA, "travel.md", field=PATH)
        assert "already" in str(late)


async def test_nobody_else_gets_the_form(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        await at.press(BEN, root, "Edit")
        await at.hears(BEN, "Only Anna Kowalska can decide here")
        assert not at.slack.views(BEN)


async def test_a_changed_call_waits_through_a_restart(tmp_path: Path) -> None:
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[OLD, ANSWER]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit")
        await at.fills(ANNA, "travel.md", field=PATH)
        await at.sees(root, "as changed by Anna Kowalska")
        await at.away()
        async with restarted(at) as back:
            await back.press(ANNA, root, "Approve")
            await back.sees(root, "Sources", "three hours")


async def test_approving_the_rest_does_not_cover_what_a_person_changed(tmp_path: Path) -> None:
    """A grant is about what was shown; a change is shown, whatever was granted before."""
    both = [*OLD, ("read_file", {"path": "travel.md"})]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[both, "Never [1]; over three hours [2]."]) as at:
        root = await ask(at)
        await at.press(ANNA, root, "Edit", nth=1)
        await at.fills(ANNA, "travel.md", field=PATH, **{START: "2"})
        await at.sees(root, "as changed by Anna Kowalska")
        await at.press(ANNA, root, "Approve, also later")
        await at.sees(root, "2 calls, settled", "please decide on 1 call")
        [facts] = await at.facts(root)
        assert [fact.scope for fact in facts if isinstance(fact, Decided)] == ["call", "run"]
