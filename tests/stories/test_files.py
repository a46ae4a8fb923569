"""Arguments that are too long for a card stand above it as a file: whole, once, and before any button about them."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from agent.facts import Call, Replied, Started
from bot.playground.slack import Fault, Message
from bot.views import safe
from tests.bot.wall import HASTY, call, stopped, waiting, wall
from tests.stories.office import ANNA, BEN, Office, intent, office

DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
GOAL = intent("When is first class allowed?")
ANSWER = "First class is allowed on trips over three hours [1]."
LONG = "first class " + "żółw <&> @channel \u202e " * 400 + "THE END"
STEPS = ["files.getUploadURLExternal", "upload", "files.completeUploadExternal"]
UPLOADS = "files.completeUploadExternal"


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


async def wants(at: Office, root: str) -> list[Call]:
    """The calls that the model made, with their canonical arguments."""
    return [one for run in await at.facts(root) for f in run if isinstance(f, Replied) for one in f.reply.calls]


def with_files(said: list[Message]) -> list[Message]:
    return [one for one in said if one.files]


def in_pieces(said: list[Message]) -> str:
    """The arguments as they stand in messages, put together."""
    blocks = [block for one in said for block in one.original_blocks if block.get("block_id", "").startswith("argum")]
    return "".join(part["elements"][0]["text"] for block in blocks for part in block["elements"])


async def test_a_file_holds_the_arguments_to_the_letter_and_is_what_is_run(tmp_path: Path) -> None:
    async with office(
        tmp_path, docs=DOCS, intents=[GOAL], replies=[[("search_docs", {"query": LONG})], ANSWER, ANSWER]
    ) as at:
        root = await ask(at)
        thread = await at.sees(root, "(file: call-1.1-search_docs-", "attached above in full", "[Approve]")
        _, file, card = at.ours(root)
        (wanted,) = await wants(at, root)
        text = at.slack.file_text(file)
        assert json.loads(text)["query"] == LONG and text == safe.exact(wanted.arguments)
        assert "\u202e" in LONG and "\u202e" not in text, "nothing hides from whoever reads it"
        assert wanted.digest in file.text
        assert f"({len(wanted.arguments):,} characters)" in thread and "[Approve]" in thread.split("(file:")[1]
        assert card.ts > file.ts and "THE END" not in thread
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Approved by Anna Kowalska", "[Retry]")
        assert with_files(at.ours(root)) == [file] and not file.edited and not file.history
        steps = [fact.step for run in await at.facts(root) for fact in run if isinstance(fact, Started)]
        assert f"call.{wanted.id}" in steps


async def test_where_nothing_hides_the_digest_can_be_reckoned_from_the_file(tmp_path: Path) -> None:
    plain = "first class " * 300
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[[("search_docs", {"query": plain})]]) as at:
        root = await ask(at)
        await at.sees(root, "attached above in full", "[Approve]")
        _, file, _ = at.ours(root)
        (wanted,) = await wants(at, root)
        digest = hashlib.sha256(b"search_docs\n" + at.slack.file(file)).hexdigest()
        assert digest == wanted.digest and f"this file: {digest}" in file.text


async def test_each_long_call_has_a_file_of_its_own_and_the_short_ones_have_none(tmp_path: Path) -> None:
    asked = [("search_docs", {"query": query}) for query in (LONG, "first class", LONG + " again")]
    async with office(tmp_path, docs=DOCS, intents=[GOAL], replies=[asked]) as at:
        root = await ask(at)
        await at.sees(root, "[Approve all (3)]")
        files = with_files(at.ours(root))
        assert [at.slack.file_text(one) for one in files] == [
            safe.exact(one.arguments) for one in await wants(at, root) if len(one.arguments) > 1_000
        ]
        assert len({one.files[0]["name"] for one in files}) == 2


@pytest.mark.parametrize("method", STEPS)
@pytest.mark.parametrize(
    "fault",
    [
        Fault.reset_before(),
        Fault.reset_after(),
        Fault.status(503),
        Fault.ratelimited(retry_after=0),
        Fault.delay(0.2),
    ],
    ids=lambda fault: fault.kind,
)
async def test_a_file_stands_there_once_whatever_comes_in_its_way(method: str, fault: Fault) -> None:
    async with wall() as at:
        at.slack.faults.add(method, fault)
        long = call(LONG)
        await at.happens(*waiting(at.root, long))
        await at.sees("[Approve]")
        await at.rests()
        _, file, card = at.ours()
        assert at.slack.file_text(file) == safe.exact(long.arguments)
        assert "attached above" in card.text + str(card.blocks)


@pytest.mark.parametrize("method", STEPS)
@pytest.mark.parametrize("fault", [Fault.delay(0.4), Fault.hang(60)], ids=lambda fault: fault.kind)
async def test_a_process_that_is_killed_between_the_steps_leaves_one_file(method: str, fault: Fault) -> None:
    async with wall() as at:
        at.slack.faults.add(method, fault)
        long = call(LONG)
        run = await at.happens(*waiting(at.root, long))
        await at.tries(method, 1)
        await at.killed()
        again = at.another()
        again.screen.draw(run, again.still)
        await again.sees("[Approve]")
        late = fault.kind == "delay" and method == UPLOADS
        if late:
            await again.tries("chat.delete", 1)
        await again.slack.wait_for(lambda: len(again.ours()) == 3)
        _, file, card = again.ours()
        assert again.slack.file_text(file) == safe.exact(long.arguments) and card.ts > file.ts
        assert len([one for one in at.tried(UPLOADS) if one.response.get("ok")]) == 1 + late
        await again.screen.close()


async def test_a_file_that_was_shared_when_the_process_fell_is_known_again() -> None:
    async with wall() as at:
        at.slack.faults.add(UPLOADS, Fault.reset_after())
        at.slack.faults.add("conversations.replies", Fault.hang(60))
        run = await at.happens(*waiting(at.root, call(LONG)))
        await at.tries("conversations.replies", 1)
        await at.killed()
        again = at.another()
        again.screen.draw(run, again.still)
        await again.sees("[Approve]")
        assert len(with_files(again.ours())) == 1 and len(at.tried(UPLOADS)) == 1
        await again.screen.close()


async def test_a_file_of_somebody_else_s_by_the_same_name_is_neither_ours_nor_taken_away() -> None:
    async with wall() as at:
        at.slack.faults.add(UPLOADS, Fault.hang(60))
        run = await at.happens(*waiting(at.root, call(LONG)))
        await at.tries(UPLOADS, 1)
        await at.killed()
        (announced,) = at.tried("files.getUploadURLExternal")
        forged = (str(announced.args["filename"]), b'{"query": "first"}')
        theirs = await at.slack.say(BEN, "look", thread=at.root, files=[forged])
        again = at.another()
        again.screen.draw(run, again.still)
        await again.sees("[Approve]")
        _, file, _ = again.ours()
        assert again.slack.file_text(file) == safe.exact(call(LONG).arguments)
        await again.screen.settle(await again.told(stopped()))
        await again.tries("conversations.replies", 3)
        assert theirs in [one.ts for one in at.slack.messages(thread=at.root)] and not at.tried("chat.delete")
        await again.screen.close()


# --- where Slack takes no file ------------------------------------------------------------------------------------


async def test_without_the_scope_the_arguments_stand_in_messages_and_the_remedy_is_said_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with wall(missing_scopes=["files:write"]) as at:
        first, second = call(LONG), call(LONG + " again", "1.2")
        await at.happens(*waiting(at.root, first, second))
        await at.sees("[Approve]")
        *pieces, card = at.ours()
        assert not with_files(pieces) and "[Approve]" not in str(pieces)
        shown = in_pieces(pieces).replace("}{", "}\n{").splitlines()
        assert [json.loads(one) for one in shown] == [json.loads(one.arguments) for one in (first, second)]
        said = [one.getMessage() for one in caplog.records if "files:write" in one.getMessage()]
        assert said == [
            "long arguments are posted as messages and not as a file: Slack says missing_scope; "
            "add the scope files:write to the app and install it anew, to have them as files"
        ]
        posted = len(at.tried("chat.postMessage"))
        again = at.another(HASTY)
        again.screen.draw(await again.told(), again.still)
        await again.rests()
        assert len(at.tried("chat.postMessage")) == posted and card.ts == at.ours()[-1].ts
        await again.screen.close()


@pytest.mark.parametrize(
    ("method", "fault"),
    [
        ("files.getUploadURLExternal", Fault.error("file_uploads_disabled")),
        ("files.getUploadURLExternal", Fault.error("restricted_action")),
        (UPLOADS, Fault.error("a_reason_nobody_knows")),
        ("upload", Fault.status(403)),
        ("upload", Fault.reset_before()),
    ],
)
async def test_whatever_keeps_a_file_away_for_good_the_arguments_stand_there_before_the_buttons(
    method: str, fault: Fault
) -> None:
    async with wall() as at:
        at.slack.faults.add(method, fault, times=100)
        long = call(LONG)
        await at.happens(*waiting(at.root, long))
        await at.sees("[Approve]")
        _, *pieces, card = at.ours()
        assert json.loads(in_pieces(pieces)) == json.loads(long.arguments)
        assert "[Approve]" not in str([one.original_blocks for one in pieces])
        assert "Approve" in str(card.original_blocks)


async def test_no_button_stands_there_while_the_arguments_do_not() -> None:
    async with wall() as at:
        at.slack.faults.add("chat.postMessage", Fault.delay(0))
        at.slack.faults.add("files.getUploadURLExternal", Fault.error("file_uploads_disabled"))
        await at.happens(waiting(at.root)[0])
        await at.sees("Reading the thread")
        at.slack.faults.add("chat.postMessage", Fault.error("a_reason_nobody_knows"), times=1_000)
        await at.happens(*waiting(at.root, call(LONG))[1:])
        await at.rests()
        assert len(at.ours()) == 1, "neither the arguments nor the card"
        at.slack.faults.clear()
        at.screen.draw(await at.told(), at.still)
        await at.sees("[Approve]", "(file: call-1.1")
