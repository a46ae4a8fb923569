"""The page in a browser: what people do there, what they then see, what the bot hears."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Route, expect

from bot.playground.slack import SlackDouble
from tests.bot.playground.conftest import SETTING, Open
from tests.bot.playground.slack_bot import Bot, actions, button, field, modal, section

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
expect.set_options(timeout=10_000)
PLACE = "C0RESEARCH"


@pytest_asyncio.fixture(loop_scope="module")
async def bot(workspace: SlackDouble) -> AsyncIterator[Bot]:
    """A connected bot; "open" opens a modal that accepts only "because", other buttons are written down."""
    bot = Bot(workspace)

    async def pressed(ack: Any, body: dict[str, Any]) -> None:
        await ack()
        action = body["actions"][0]
        bot.heard.append({"type": "pressed", "by": body["user"]["id"], "id": action["action_id"]})

    async def open_form(ack: Any, body: dict[str, Any], client: Any) -> None:
        note = field("A note", "note", "text", multiline=True) | {"optional": True}
        form = modal(section("*Why* then?"), field(), note, callback_id="form", notify_on_close=True)
        await client.views_open(trigger_id=body["trigger_id"], view=form)
        await ack()

    async def check(ack: Any, view: dict[str, Any]) -> None:
        why = view["state"]["values"]["why"]["text"]["value"]
        await (ack() if why == "because" else ack(response_action="errors", errors={"why": "Say because."}))

    async def closed(ack: Any) -> None:
        await ack()
        bot.heard.append({"type": "closed"})

    bot.app.action("open")(open_form)
    bot.app.action(re.compile("."))(pressed)
    bot.app.view("form")(check)
    bot.app.view_closed("form")(closed)
    async with bot:
        yield bot


async def answer(bot: Bot, thread: str | None, *blocks: dict[str, Any], text: str = "an answer") -> str:
    posted = await bot.client.chat_postMessage(channel=PLACE, thread_ts=thread, text=text, blocks=list(blocks))
    return str(posted["ts"])


def presses(bot: Bot) -> list[tuple[str, str]]:
    return [(event["by"], event["id"]) for event in bot.heard if event["type"] == "pressed"]


def message(page: Page, ts: str) -> Any:
    return page.locator(f'#thread [data-ts="{ts}"]')


async def focused(page: Page) -> str:
    """Tag and text of what has the focus."""
    told: str = await page.evaluate(
        "`${document.activeElement.tagName} ${document.activeElement.textContent}`.trim()"
    )
    return told


async def test_the_banner_says_what_this_is(look: Open, workspace: SlackDouble) -> None:
    banner = (await look()).locator("#banner")
    for words in (
        "Simulated workspace",
        SETTING.model,
        *SETTING.sources,
        SETTING.approval,
        "footnote is not connected",
    ):
        await expect(banner).to_contain_text(words)
    async with Bot(workspace):
        await expect(banner).not_to_contain_text("not connected")


async def test_from_a_question_to_try_to_an_answer_in_its_thread(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    page = await look("UANNA")
    await expect(page.locator(".offer")).to_have_text(list(SETTING.questions))
    await page.get_by_role("button", name="Who may travel?").click()
    box = page.get_by_role("textbox", name="Message #research")
    await expect(box).to_have_value("@footnote Who may travel?")
    await box.press("Enter")
    (mention,) = await workspace.wait_for(lambda: [one for one in bot.heard if one["type"] == "app_mention"])
    assert (mention["user"], mention["text"]) == ("UANNA", "<@UFOOTNOTE> Who may travel?")
    await expect(page.locator("#intro .offer")).to_have_count(0)
    await expect(page.get_by_role("textbox", name="Reply in thread")).to_be_focused()

    table = "| Who | May |\n|---|---|\n| all | yes |"
    await answer(bot, mention["ts"], {"type": "markdown", "text": f"**Everybody** [1]\n\n{table}"})
    thread = page.get_by_role("log", name="Replies")
    await expect(thread.locator("strong")).to_have_text("Everybody")
    await expect(thread.get_by_role("row")).to_have_text(["WhoMay", "allyes"])
    await expect(page.get_by_role("button", name="1 reply")).to_be_visible()
    await page.get_by_role("textbox", name="Reply in thread").fill("thank you")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="2 replies")).to_be_visible()
    assert [said.text for said in workspace.messages(thread=mention["ts"])][-1] == "thank you"


async def test_the_start_says_what_comes_of_a_question_and_of_a_click(look: Open) -> None:
    page = await look("UANNA")
    await expect(page.locator("#intro")).to_contain_text("answers in a thread with numbered sources that it opened")
    await expect(page.locator("#intro")).to_contain_text(
        "A click puts a question into the message box, Enter sends it."
    )
    await expect(page.locator("#intro h3")).to_have_text("This is the beginning of #research")
    await page.get_by_role("button", name="footnote").click()
    await expect(page.locator("#intro h3")).to_have_text("Your messages with footnote")


async def test_the_questions_to_try_stay_at_hand_in_a_channel_that_has_begun(
    look: Open, workspace: SlackDouble
) -> None:
    await workspace.say("UBEN", "good morning")
    page = await look("UANNA")
    await expect(page.get_by_role("button", name="Who may travel?")).to_have_count(0)
    await page.get_by_text("Questions to try").click()
    await expect(page.locator("#to-try .offer")).to_have_text(list(SETTING.questions))
    await workspace.say("UCLARA", "hello")
    await expect(page.locator("#channel-messages")).to_contain_text("hello")
    await page.get_by_role("button", name="Who may travel?").click()
    box = page.get_by_role("textbox", name="Message #research")
    await expect(box).to_have_value("@footnote Who may travel?")
    await expect(box).to_be_focused()
    await expect(page.get_by_role("button", name="Who may travel?")).to_have_count(0)
    await box.press("Enter")
    await workspace.wait_for(lambda: workspace.messages()[-1].text == "<@UFOOTNOTE> Who may travel?")


@pytest.mark.parametrize("width", [1280, 420])
async def test_unfolded_questions_leave_the_composer_in_sight(look: Open, workspace: SlackDouble, width: int) -> None:
    for at in range(12):
        await workspace.say("UBEN", f"remark {at}")
    page = await look("UANNA")
    await page.set_viewport_size({"width": width, "height": 700})
    await page.get_by_text("Questions to try").click()
    await expect(page.get_by_role("textbox", name="Message #research")).to_be_in_viewport(ratio=1)


async def test_a_message_that_follows_keeps_the_faces_of_who_replied(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    await workspace.say("UANNA", "one")
    root = await workspace.say("UANNA", "@footnote two")
    await answer(bot, root, section("here"))
    page = await look("UANNA")
    second = page.locator("#channel-messages .message.follows")
    await expect(second.locator(".replies .portrait")).to_be_visible()
    await expect(second.locator(".avatar .portrait")).to_be_hidden()


async def test_an_edit_shows_at_once_and_takes_nobody_s_words_or_place(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    row = actions(button("Stop", "stop"), button("Details", "details"), block_id="row")
    ts = await answer(bot, root, section("step *one*"), row)
    page = await look("UANNA", thread=root)
    reply = page.get_by_role("textbox", name="Reply in thread")
    await reply.fill("half a sen")
    await bot.client.chat_update(channel=PLACE, ts=ts, text="two", blocks=[section("step *two*"), row])
    await expect(message(page, ts)).to_contain_text("step two")
    await expect(reply).to_be_focused()
    await expect(reply).to_have_value("half a sen")

    await message(page, ts).get_by_role("button", name="Details").focus()
    longer = actions(button("Stop now", "stop"), button("Details", "details"), block_id="row")
    await bot.client.chat_update(channel=PLACE, ts=ts, text="three", blocks=[section("step *three*"), longer])
    await expect(message(page, ts)).to_contain_text("Stop now")
    assert await focused(page) == "BUTTON Details"

    await bot.client.chat_update(channel=PLACE, ts=ts, text="done", blocks=[section("done")])
    await expect(message(page, ts)).not_to_contain_text("Details")
    assert (await focused(page)).startswith("LI")
    await expect(message(page, ts)).not_to_contain_text("(edited)")


async def test_new_words_are_read_out_and_edits_are_not(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    page = await look("UANNA", thread=root)
    await expect(page.get_by_role("log", name="Replies")).to_have_attribute("aria-live", "polite")
    ts = await answer(bot, root, section("one"))
    await expect(message(page, ts)).to_have_text(
        "1footnoteAPP" + await message(page, ts).locator("time").inner_text() + "one"
    )
    assert await message(page, ts).get_attribute("aria-live") is None
    await bot.client.chat_update(channel=PLACE, ts=ts, text="two", blocks=[section("two")])
    await expect(message(page, ts)).to_have_attribute("aria-live", "off")


async def test_a_button_is_off_while_its_click_is_on_its_way_and_its_neighbour_is_not(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    await answer(bot, root, actions(button("Yes", "pick.1", "1"), button("No", "pick.2", "2")))
    page, arrived, release = await look("UBEN", thread=root), asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        arrived.set()
        await release.wait()
        await route.continue_()

    await page.route("**/play/click", hold)
    yes = page.locator("#thread").get_by_role("button", name="Yes")
    await yes.click()
    await arrived.wait()
    await expect(yes).to_have_attribute("aria-disabled", "true")
    await expect(page.locator("#thread").get_by_role("button", name="No")).not_to_have_attribute(
        "aria-disabled", "true"
    )
    await yes.click(force=True)
    assert await focused(page) == "BUTTON Yes"
    release.set()
    await expect(yes).not_to_have_attribute("aria-disabled", "true")
    await workspace.wait_for(lambda: presses(bot))
    assert presses(bot) == [("UBEN", "pick.1")]


async def test_a_button_that_asks_first_does_nothing_on_no(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    words = {"title": "Stop it all?", "text": "It is lost.", "confirm": "Stop", "deny": "Carry on"}
    plain = {name: {"type": "plain_text", "text": text} for name, text in words.items()}
    await answer(bot, root, actions(button("Stop", "stop") | {"style": "danger", "confirm": plain}))
    page = await look("UANNA", thread=root)
    stop = page.locator("#thread .button.danger")
    await stop.click()
    await page.get_by_role("button", name="Carry on").click()
    await stop.click()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    assert await page.locator("#thread").is_visible()
    assert presses(bot) == []
    await stop.click()
    await expect(page.get_by_role("alertdialog")).to_contain_text("It is lost.")
    await page.get_by_role("alertdialog").get_by_role("button", name="Stop").click()
    await workspace.wait_for(lambda: presses(bot) == [("UANNA", "stop")])


async def test_a_click_that_cannot_arrive_is_said(look: Open, workspace: SlackDouble) -> None:
    bot = Bot(workspace)
    root = await workspace.say("UANNA", "@footnote go")
    await answer(bot, root, actions(button("Yes", "yes")))
    page = await look("UANNA", thread=root)
    await page.locator("#thread").get_by_role("button", name="Yes").click()
    await expect(page.locator(".toast")).to_have_text("footnote is not connected. Try again when it is.")


async def test_a_file_is_read_on_the_page_or_saved(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote a report, please")
    report: dict[str, Any] = {"content": "# Report\n\n<b>żółw</b>\n", "filename": "report.md", "title": "The report"}
    await bot.client.files_upload_v2(channel=PLACE, thread_ts=root, initial_comment="Here:", **report)
    await workspace.say("UBEN", "and this", thread=root, files=[("data.bin", bytes(2_000))])
    page = await look("UANNA", thread=root)
    thread = page.locator("#thread")
    await expect(thread).to_contain_text("Here:")
    await thread.get_by_role("button", name="The report").click()
    dialog = page.get_by_role("dialog", name="The report")
    await expect(dialog.locator("pre")).to_have_text("# Report\n\n<b>żółw</b>\n")
    async with page.expect_download() as saving:
        await dialog.get_by_role("link", name="Download").click()
    saved = await saving.value
    assert saved.suggested_filename == "report.md"
    assert (await saved.path()).read_text() == report["content"]
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await expect(thread.get_by_role("button", name="The report")).to_be_focused()
    await thread.get_by_role("button", name="data.bin 2 kB").click()
    await expect(page.get_by_role("dialog")).to_contain_text("can only be saved")
    await page.get_by_role("button", name="Close", exact=True).click()
    await expect(page.locator("#thread")).to_be_visible()


async def test_a_modal_from_its_opening_to_its_end(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    await answer(bot, root, actions(button("Form", "open")))
    page, other = await look("UANNA", thread=root), await look("UBEN", thread=root)
    await page.locator("#thread").get_by_role("button", name="Form").click()
    dialog = page.get_by_role("dialog", name="A form")
    why = dialog.get_by_role("textbox", name="Why")
    await expect(why).to_be_focused()
    await expect(dialog.locator("strong")).to_have_text("Why")
    await expect(other.locator("dialog")).to_have_count(0)

    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.locator(".field .problem").first).to_have_text("Please complete this required field.")
    await why.fill("so")
    await expect(dialog.locator(".field .problem").first).to_have_text("")
    await dialog.get_by_role("textbox", name="A note").fill("two\nlines")
    await why.press("Enter")
    await expect(dialog.locator(".field .problem").first).to_have_text("Say because.")
    await expect(why).to_be_focused()
    await expect(dialog.get_by_role("textbox", name="A note")).to_have_value("two\nlines")
    await why.fill("because")
    await dialog.get_by_role("button", name="Send").click()
    await expect(page.locator("dialog")).to_have_count(0)
    assert workspace.views("UANNA") == []


async def test_a_choice_in_a_modal_reaches_the_bot(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    options = [{"text": {"type": "plain_text", "text": name}, "value": name.lower()} for name in ("Web", "Docs")]
    where = field("Where", "where", "pick") | {
        "element": {"type": "static_select", "action_id": "pick", "options": options, "initial_option": options[0]}
    }
    sent: list[Any] = []

    async def take(ack: Any, view: dict[str, Any]) -> None:
        await ack()
        sent.append(view["state"]["values"]["where"]["pick"]["selected_option"]["value"])

    bot.app.view("choice")(take)
    ts = await answer(bot, None, actions(button("Form", "open")))
    page = await look("UANNA")
    await workspace.click("UANNA", ts, "open")
    (view,) = await workspace.wait_for(lambda: workspace.views("UANNA"))
    await bot.client.views_update(view_id=view.id, view=modal(where, callback_id="choice"))
    select = page.get_by_role("combobox", name="Where")
    await expect(select).to_have_value("web")
    await select.select_option("Docs")
    await page.get_by_role("dialog").get_by_role("button", name="Send").click()
    await workspace.wait_for(lambda: sent == ["docs"])


def options(*names: str) -> list[dict[str, Any]]:
    return [{"text": {"type": "plain_text", "text": name}, "value": name.lower()} for name in names]


async def test_a_form_of_all_kinds_says_what_is_wrong_at_each_field_and_stays_open(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    count = {"type": "number_input", "action_id": "n", "is_decimal_allowed": False, "initial_value": "3"}
    where: dict[str, Any] = {"type": "checkboxes", "action_id": "where", "options": options("Web", "Docs")}
    where["initial_options"] = where["options"][:1]
    kind = {"type": "static_select", "action_id": "kind", "options": options("Quick", "Thorough")}
    hint = {"hint": {"type": "plain_text", "text": "Each one costs time."}}
    form = modal(
        field("How many", "count") | {"element": count | {"min_value": "1", "max_value": "9"}} | hint,
        field("Where", "where") | {"element": where},
        field("Kind", "kind") | {"element": kind, "optional": True},
        callback_id="all",
    )
    sent: list[Any] = []

    async def take(ack: Any, view: dict[str, Any]) -> None:
        values = view["state"]["values"]
        sent.append(values)
        wrong = {"where": "Not the web today.", "count": "At most five today."}
        await (ack() if values["count"]["n"]["value"] == "5" else ack(response_action="errors", errors=wrong))

    bot.app.view("all")(take)
    ts = await answer(bot, None, actions(button("Form", "open")))
    page = await look("UANNA")
    await workspace.click("UANNA", ts, "open")
    (view,) = await workspace.wait_for(lambda: workspace.views("UANNA"))
    await bot.client.views_update(view_id=view.id, view=form)
    dialog = page.get_by_role("dialog")
    number = dialog.get_by_role("spinbutton", name="How many")
    web, docs = (dialog.get_by_role("checkbox", name=name) for name in ("Web", "Docs"))
    problems = dialog.locator(".field .problem")
    send = dialog.get_by_role("button", name="Send")
    await expect(number).to_have_value("3")
    await expect(dialog).to_contain_text("Each one costs time.")
    await expect(web).to_be_checked()

    await number.fill("12")
    await web.uncheck()
    await send.click()
    await expect(problems).to_have_text(
        ["Please enter a number that is at most 9.", "Please complete this required field.", ""]
    )
    await number.fill("1.5")
    await docs.check()
    await send.click()
    await expect(problems).to_have_text(["Please enter a whole number.", "", ""])
    assert sent == []

    await number.fill("7")
    await dialog.get_by_role("combobox", name="Kind").select_option("Thorough")
    await send.click()
    await expect(problems).to_have_text(["At most five today.", "Not the web today.", ""])
    await expect(number).to_be_focused()
    await expect(docs).to_be_checked()
    await number.fill("5")
    await expect(problems.first).to_have_text("")
    await send.click()
    await expect(page.locator("dialog")).to_have_count(0)
    last = sent[-1]
    assert [one["value"] for one in last["where"]["where"]["selected_options"]] == ["docs"]
    assert last["kind"]["kind"]["selected_option"]["value"] == "thorough"
    assert last["count"]["n"] == {"type": "number_input", "value": "5"}


async def test_a_date_is_shown_in_ones_own_time(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    date = {"type": "date", "timestamp": 1_764_547_200, "format": "{date_num}", "fallback": "some day"}
    person = {"type": "user", "user_id": "UBEN"}
    element = {"type": "rich_text_section", "elements": [date, {"type": "text", "text": " by "}, person]}
    ts = await answer(bot, None, {"type": "rich_text", "elements": [element]})
    page = await look("UANNA")
    local = await page.evaluate("new Date(1764547200000).toLocaleDateString('sv')")
    await expect(page.locator("#channel-messages .rich")).to_have_text(f"{local} by @Ben Okafor")
    assert "some day by @Ben Okafor" in workspace.thread(PLACE, ts)


async def test_a_modal_that_changes_keeps_what_was_typed(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    ts = await answer(bot, root, actions(button("Form", "open")))
    page = await look("UANNA", thread=root)
    await workspace.click("UANNA", ts, "open")
    why = page.get_by_role("dialog").get_by_role("textbox", name="Why")
    await why.fill("because I")
    (view,) = workspace.views("UANNA")
    changed = modal(section("Something new"), field("Why, really"), title="Another title", callback_id="form")
    await bot.client.views_update(view_id=view.id, view=changed)
    dialog = page.get_by_role("dialog", name="Another title")
    await expect(dialog.get_by_role("textbox", name="Why, really")).to_have_value("because I")
    await expect(dialog.get_by_role("textbox", name="Why, really")).to_be_focused()


async def test_escape_closes_the_modal_then_the_thread(look: Open, workspace: SlackDouble, bot: Bot) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    ts = await answer(bot, root, actions(button("Form", "open")))
    page = await look("UANNA", thread=root)
    await workspace.click("UANNA", ts, "open")
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog")).to_have_count(0)
    await workspace.wait_for(lambda: {"type": "closed"} in bot.heard)
    await expect(page.locator("#thread")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("#thread")).to_be_hidden()
    await expect(page.get_by_role("button", name="1 reply")).to_be_focused()


async def test_what_is_for_one_person_shows_to_that_person_alone(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    await workspace.say("UBEN", "wait", thread=root)  # Slack shows no ephemeral in a thread that has no reply.
    anna, ben = await look("UANNA", thread=root), await look("UBEN", thread=root)
    await bot.client.chat_postEphemeral(channel=PLACE, user="UBEN", thread_ts=root, text="Only Anna may press that.")
    await expect(ben.locator("#thread .ephemeral")).to_contain_text("Only visible to you")
    await answer(bot, root, section("for all"))
    await expect(anna.locator("#thread")).to_contain_text("for all")
    await expect(anna.locator("#thread")).not_to_contain_text("Only Anna may press that.")
    await anna.get_by_role("button", name="Ben Okafor").click()
    await expect(anna.locator("#thread .ephemeral")).to_contain_text("Only Anna may press that.")
    await anna.get_by_role("button", name="Clara Weiss").click()
    await expect(anna.locator(".ephemeral")).to_have_count(0)


async def test_one_speaks_as_who_one_is(look: Open, workspace: SlackDouble) -> None:
    page = await look("UANNA")
    await page.get_by_role("button", name="Clara Weiss").click()
    await expect(page.get_by_role("button", name="Clara Weiss")).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("textbox", name="Message #research").fill("hello from me")
    await page.get_by_role("button", name="Send").click()
    await expect(page.locator("#channel-messages")).to_contain_text("Clara Weiss")
    assert [(said.user, said.text) for said in workspace.messages()] == [("UCLARA", "hello from me")]
    await page.reload()
    await expect(page.get_by_role("button", name="Clara Weiss")).to_have_attribute("aria-pressed", "true")


async def test_an_address_of_somebody_unknown_opens_as_the_first_person(look: Open) -> None:
    page = await look("UNOBODY")
    await expect(page.get_by_role("button", name="Anna Kowalska")).to_have_attribute("aria-pressed", "true")


async def test_names_are_offered_after_an_at_sign(look: Open, workspace: SlackDouble) -> None:
    page = await look("UANNA")
    box = page.get_by_role("textbox", name="Message #research")
    await box.press_sequentially("hi @")
    names = page.get_by_role("option")
    await expect(names).to_have_text(
        ["footnote @footnote", "Anna Kowalska @anna", "Ben Okafor @ben", "Clara Weiss @clara"]
    )
    await box.press("ArrowDown")
    await box.press("Escape")
    await expect(names).to_have_count(0)
    await box.press_sequentially("oka")
    await box.press("Enter")
    await expect(box).to_have_value("hi @ben ")
    await box.press_sequentially("and @foo")
    await box.press("Tab")
    await box.press_sequentially("!")
    await box.press("Shift+Enter")
    await box.press_sequentially("bye")
    await expect(box).to_have_value("hi @ben and @footnote !\nbye")
    assert workspace.messages() == []
    await box.press("Enter")
    await expect(page.locator("#channel-messages .mention")).to_have_text(["@Ben Okafor", "@footnote"])
    assert workspace.messages()[0].text == "hi <@UBEN> and <@UFOOTNOTE> !\nbye"


async def test_a_draft_waits_where_it_was_written(look: Open, workspace: SlackDouble) -> None:
    root = await workspace.say("UBEN", "a question")
    await workspace.say("UCLARA", "a reply", thread=root)
    page = await look("UANNA")
    await page.get_by_role("textbox", name="Message #research").fill("draft for the channel")
    await page.get_by_role("button", name="1 reply").click()
    await page.get_by_role("textbox", name="Reply in thread").fill("draft for the thread")
    await page.get_by_role("button", name="general").click()
    await expect(page.get_by_role("textbox", name="Message #general")).to_have_value("")
    await page.get_by_role("button", name="research").click()
    await expect(page.get_by_role("textbox", name="Message #research")).to_have_value("draft for the channel")
    await page.get_by_role("button", name="1 reply").click()
    await expect(page.get_by_role("textbox", name="Reply in thread")).to_have_value("draft for the thread")


async def test_words_that_could_not_be_sent_come_back(look: Open, workspace: SlackDouble) -> None:
    page = await look("UANNA")
    await page.route("**/play/say", lambda route: route.abort())
    box = page.get_by_role("textbox", name="Message #research")
    await box.fill("important")
    await box.press("Enter")
    await expect(page.locator(".toast")).to_contain_text("does not answer")
    await expect(box).to_have_value("important")
    assert workspace.messages() == []


async def test_one_s_own_words_can_be_mended_and_taken_back(look: Open, workspace: SlackDouble) -> None:
    await workspace.say("UBEN", "not mine")
    await workspace.say("UANNA", "@footnote is 1 < 2? https://a.example/x")
    page = await look("UANNA")
    mine = page.locator("#channel-messages .message").nth(1)
    await page.locator("#channel-messages .message").first.hover()
    await expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    await mine.hover()
    await mine.get_by_role("button", name="Edit").click()
    box = page.get_by_role("dialog").get_by_role("textbox")
    await expect(box).to_have_value("@footnote is 1 < 2? https://a.example/x")
    await box.fill("@footnote is 1 < 3?")
    await page.get_by_role("button", name="Save").click()
    await expect(mine).to_contain_text("@footnote is 1 < 3? (edited)")
    assert workspace.messages()[1].text == "<@UFOOTNOTE> is 1 &lt; 3?"
    await mine.hover()
    await mine.get_by_role("button", name="Delete").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Delete").click()
    await expect(page.locator("#channel-messages .message")).to_have_count(1)


async def test_a_deleted_question_leaves_its_place_above_the_replies(look: Open, workspace: SlackDouble) -> None:
    root = await workspace.say("UANNA", "a question")
    await workspace.say("UBEN", "a reply", thread=root)
    page = await look("UBEN", thread=root)
    await workspace.delete("UANNA", root)
    await expect(page.locator("#thread-root")).to_contain_text("This message was deleted.")
    await expect(page.locator("#thread-messages")).to_contain_text("a reply")


async def test_a_direct_message_needs_no_mention_and_is_nobody_else_s(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    page = await look("UANNA")
    await page.get_by_role("button", name="footnote").click()
    await page.get_by_role("textbox", name="Message footnote").fill("quietly, please")
    await page.keyboard.press("Enter")
    await workspace.wait_for(lambda: [one for one in bot.heard if one.get("channel_type") == "im"])
    await expect(page.locator("#thread")).to_contain_text("quietly, please")
    await page.get_by_role("button", name="Ben Okafor").click()
    await expect(page.get_by_role("button", name="footnote")).to_have_count(0)
    await expect(page.locator("#channel-name")).to_have_text("# research")
    await expect(page.locator("body")).not_to_contain_text("quietly, please")


async def test_a_channel_one_is_not_in_counts_what_is_new(look: Open, workspace: SlackDouble) -> None:
    page = await look("UANNA")
    await workspace.say("UBEN", "over here", channel="C0GENERAL")
    general = page.locator("#channels button", has_text="general")
    await expect(general.locator(".pill")).to_have_text("1 new")
    await general.click()
    await expect(general.locator(".pill")).to_have_count(0)
    await expect(page.locator("#channel-messages")).to_contain_text("over here")


async def test_at_the_end_one_stays_at_the_end_and_elsewhere_nothing_moves(
    look: Open, workspace: SlackDouble, bot: Bot
) -> None:
    root = await workspace.say("UANNA", "@footnote go")
    for at in range(30):
        await answer(bot, root, section(f"line {at}"))
    page = await look("UANNA", thread=root)
    await expect(page.get_by_text("line 29")).to_be_in_viewport()
    last = await answer(bot, root, {"type": "markdown", "text": "\n\n".join(["more"] * 10 + ["the last line"])})
    await expect(page.get_by_text("the last line")).to_be_in_viewport()
    await bot.client.chat_update(channel=PLACE, ts=last, text="t", blocks=[section("short")])
    await expect(page.get_by_text("short")).to_be_in_viewport()

    await page.locator("#thread-scroll").evaluate("(box) => { box.scrollTop = 0; }")
    await expect(page.get_by_text("line 0")).to_be_in_viewport()
    await answer(bot, root, section("far below"))
    await expect(page.get_by_role("button", name="New messages")).to_be_visible()
    await expect(page.get_by_text("line 0")).to_be_in_viewport()
    await page.get_by_role("button", name="New messages").click()
    await expect(page.get_by_text("far below")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="New messages")).to_be_hidden()


@pytest.mark.parametrize("width", [1280, 700, 420])
async def test_everything_fits_the_window(look: Open, workspace: SlackDouble, bot: Bot, width: int) -> None:
    root = await workspace.say("UANNA", "@footnote " + "unbroken" * 40)
    wide = "| a | b | c | d |\n|---|---|---|---|\n" + "| a long cell of words | x | y | z |\n" * 3
    await answer(bot, root, {"type": "markdown", "text": f"{wide}\n```\n{'code ' * 60}\n```\n{'y' * 300}"})
    page = await look("UANNA", thread=root)
    await page.set_viewport_size({"width": width, "height": 800})
    await expect(page.get_by_role("textbox", name="Reply in thread")).to_be_in_viewport(ratio=1)
    overflow = "(one) => one.scrollWidth - one.clientWidth"
    assert await page.locator("body").evaluate(overflow) <= 0
    assert await page.locator("#thread-scroll").evaluate(overflow) <= 0
    covered = await page.locator("main.pane").evaluate(
        "(one) => one.contains(document.elementFromPoint(innerWidth - 60, 300))"
    )
    assert covered is False


async def test_a_workspace_that_is_gone_is_said_to_be(look: Open, workspace: SlackDouble) -> None:
    page = await look("UANNA")
    await workspace.close()
    await expect(page.locator("#banner")).to_contain_text("The simulated workspace does not answer.")


async def test_a_permalink_leads_to_its_message(look: Open, bot: Bot, workspace: SlackDouble) -> None:
    root = await workspace.say("UANNA", "Where did we put it?")
    await answer(bot, root, section("In the cellar."))
    there = await answer(bot, root, section("No: in the attic."))
    link = (await bot.client.chat_getPermalink(channel=PLACE, message_ts=there))["permalink"]
    page = await look()
    await page.goto(link)
    await expect(message(page, there)).to_be_focused()
    await answer(bot, root, section(f"See <{link}|what I said>."))
    await page.get_by_role("button", name="Close").first.focus()
    await page.get_by_role("link", name="what I said").click()
    await expect(message(page, there)).to_be_focused()
