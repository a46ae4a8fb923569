"""The fields of a form: which ones Slack refuses, what they hold when it is sent, and what the client holds back."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.playground.slack import SlackDouble
from bot.playground.slack.blocks import check_view
from bot.playground.slack.forms import Values, filled, state
from bot.playground.slack.inputs import number_problem
from bot.playground.slack.wire import SlackError
from tests.bot.playground.slack_bot import Bot, actions, button, modal

Body = dict[str, Any]
RESEARCH = "C0RESEARCH"


def plain(text: str) -> Body:
    return {"type": "plain_text", "text": text}


def option(label: str, **text: Any) -> Body:
    return {"text": {**plain(label), **text}, "value": label.lower()}


def field(kind: str, *, block: Body | None = None, **element: Any) -> Body:
    """An input block "it" whose element is "it"."""
    return {
        "type": "input",
        "block_id": "it",
        "label": plain("It"),
        "element": {"type": kind, "action_id": "it", **element},
        **(block or {}),
    }


def whole(**more: Any) -> Body:
    return field("number_input", is_decimal_allowed=False, **more)


WEB, DOCS = option("Web"), option("Docs")
SELECT = field("static_select", options=[WEB, DOCS], initial_option=WEB)
BOXES = field("checkboxes", options=[WEB, DOCS], initial_options=[DOCS])


def problems(block: Body) -> list[str]:
    """What views.open says against a modal of this block, nothing when it shows it."""
    try:
        check_view(modal(block))
    except SlackError as refused:
        assert refused.error == "invalid_arguments"
        return refused.problems
    return []


def held(block: Body, what: Any = None) -> Any:
    """What a modal of this block holds when it is sent with that in it, or as it opened."""
    values = {} if what is None else {"it": {"it": what}}
    return filled(modal(block), values)["it"]["it"]


# What is refused


@pytest.mark.parametrize(
    "block",
    [
        field("plain_text_input", initial_value="x" * 3_000, max_length=3_000, min_length=0, multiline=True),
        field("plain_text_input", block={"optional": True, "hint": plain("As short as you like.")}),
        whole(min_value="1", max_value="10", initial_value="3", placeholder=plain("3")),
        whole(min_value="-5", max_value="-5"),
        field("number_input", is_decimal_allowed=True, initial_value="0.25"),
        SELECT,
        BOXES,
        field("static_select", option_groups=[{"label": plain("Both"), "options": [WEB, DOCS]}], initial_option=DOCS),
        field("static_select", options=[option(f"o{n}") for n in range(100)]),
        field("checkboxes", options=[{"text": {"type": "mrkdwn", "text": "*Web*"}, "value": "web"}]),
        field("radio_buttons", options=[WEB, DOCS]),
    ],
)
def test_fields_within_the_limits_are_taken(block: Body) -> None:
    assert problems(block) == []


@pytest.mark.parametrize(
    ("block", "problem"),
    [
        (field("plain_text_input", max_length=3_001), "max_length"),
        (field("plain_text_input", max_length=0), "max_length"),
        (field("plain_text_input", max_length="9"), "max_length"),
        (field("plain_text_input", min_length=9, max_length=8), "min_length"),
        (field("plain_text_input", initial_value="x" * 3_001), "initial_value"),
        (field("plain_text_input", initial_value=7), "initial_value"),
        (field("plain_text_input", placeholder=plain("x" * 151)), "placeholder"),
        (field("plain_text_input", block={"hint": {"type": "mrkdwn", "text": "*short*"}}), "hint"),
        (field("plain_text_input", block={"hint": plain("x" * 2_001)}), "hint"),
        (field("plain_text_input", block={"optional": "yes"}), "optional"),
        (field("plain_text_input", block={"label": plain("x" * 2_001)}), "label"),
        (field("number_input"), "is_decimal_allowed"),
        (whole(initial_value=3), "initial_value"),
        (whole(initial_value="3.5"), "initial_value"),
        (whole(initial_value="many"), "initial_value"),
        (whole(min_value="NaN"), "min_value"),
        (whole(initial_value="1_000"), "initial_value"),
        (whole(min_value="4", initial_value="3"), "initial_value"),
        (whole(min_value="4", max_value="3"), "min_value"),
        (field("static_select"), "options"),
        (field("static_select", options=[]), "options"),
        (field("static_select", options=[WEB] * 101), "options"),
        (field("static_select", options=[option("x" * 76)]), "text of an option"),
        (field("static_select", options=[{**WEB, "value": "x" * 151}]), "value of an option"),
        (field("static_select", options=[{"text": plain("Web")}]), "value of an option"),
        (field("static_select", options=[{"text": {"type": "mrkdwn", "text": "Web"}, "value": "w"}]), "plain_text"),
        (field("static_select", options=[WEB], initial_option=DOCS), "initial_option"),
        (field("checkboxes", options=[WEB] * 11), "options"),
        (field("checkboxes", options=[WEB], initial_options=[DOCS]), "initial_options"),
        (field("checkboxes", options=[WEB], initial_options=[]), "initial_options"),
        (field("checkboxes", options=[WEB], initial_option=WEB), "initial_option"),
        ({"type": "input", "block_id": "it", "label": plain("It")}, "element"),
    ],
)
def test_fields_beyond_the_limits_are_refused_and_the_limit_is_named(block: Body, problem: str) -> None:
    assert any(problem in one for one in problems(block)), problems(block)


# What is sent


def test_an_untouched_field_holds_what_it_opened_with() -> None:
    assert held(SELECT)["selected_option"] == {"text": {**plain("Web"), "emoji": True}, "value": "web"}
    assert [one["value"] for one in held(BOXES)["selected_options"]] == ["docs"]
    assert held(whole(initial_value="3")) == {"type": "number_input", "value": "3"}
    assert held(field("plain_text_input", initial_value="so")) == {"type": "plain_text_input", "value": "so"}


def test_an_optional_field_left_empty_holds_nothing() -> None:
    optional = {"block": {"optional": True}}
    assert held(field("plain_text_input", **optional))["value"] is None
    assert held(whole(**optional))["value"] is None
    assert held(field("static_select", options=[WEB], **optional))["selected_option"] is None
    assert held(field("checkboxes", options=[WEB], **optional))["selected_options"] == []


def test_what_was_there_can_be_taken_out() -> None:
    optional = {"optional": True}
    assert held({**SELECT, **optional}, "")["selected_option"] is None
    assert held({**BOXES, **optional}, [])["selected_options"] == []
    assert held(field("plain_text_input", block=optional, initial_value="so"), "")["value"] is None


def test_an_option_is_named_by_its_value_or_by_its_label() -> None:
    assert held(SELECT, "docs") == held(SELECT, "Docs")
    assert [one["value"] for one in held(BOXES, ["Web", "docs"])["selected_options"]] == ["web", "docs"]
    assert held(BOXES, "web, docs") == held(BOXES, ["web", "docs"])


@pytest.mark.parametrize(
    ("block", "what", "problem"),
    [
        (field("plain_text_input"), "", "required"),
        (field("plain_text_input", max_length=3), "four", "0 to 3 characters"),
        (SELECT, "", "required"),
        (SELECT, "papers", "no option"),
        (BOXES, [], "required"),
        (BOXES, ["web", "papers"], "no option"),
        (whole(), "", "required"),
        (whole(), "many", "must be a number"),
        (whole(), "1.5", "must be a whole number"),
        (whole(min_value="2"), "1", "must be at least 2"),
        (whole(max_value="2"), "3", "must be at most 2"),
    ],
)
def test_what_the_client_would_not_send_is_not_sent(block: Body, what: Any, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        held(block, what)


@given(st.integers(), st.integers(), st.integers())
def test_a_whole_number_is_taken_exactly_within_its_bounds(number: int, one: int, other: int) -> None:
    least, most = sorted((one, other))
    element = {"is_decimal_allowed": False, "min_value": str(least), "max_value": str(most)}
    assert (number_problem(element, str(number)) == "") == (least <= number <= most)


@given(st.text() | st.from_regex(r"-?[0-9.]{1,4}", fullmatch=True))
def test_whatever_is_typed_into_a_number_field_is_a_number_or_is_held_back(text: str) -> None:
    assume(text)
    block = whole(min_value="0", max_value="9")
    try:
        value = held(block, text)["value"]
    except ValueError:
        return
    assert value == text
    assert 0 <= int(float(value)) <= 9


labels = st.lists(st.text("abcd", min_size=1, max_size=3), min_size=1, max_size=6, unique=True)


@given(labels, st.data())
def test_the_chosen_boxes_are_in_the_state_and_no_others(names: list[str], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.sampled_from(names), unique=True, min_size=1))
    block = field("checkboxes", options=[option(name) for name in names])
    assert problems(block) == []
    assert [one["value"] for one in held(block, chosen)["selected_options"]] == chosen


def test_a_field_that_is_not_there_is_a_mistake_of_the_test() -> None:
    with pytest.raises(LookupError, match="no such fields"):
        state([SELECT], {"it": {"that": "web"}})


# On the way to the app


async def test_a_press_carries_the_state_of_the_fields_and_who_pressed() -> None:
    bodies: list[Body] = []

    async def keep(ack: Any, body: Body) -> None:
        await ack()
        bodies.append(body)

    async with SlackDouble() as slack, Bot(slack) as bot:
        bot.app.action("go")(keep)
        blocks = [SELECT, {**whole(initial_value="3"), "block_id": "count"}, actions(button("Go", "go"))]
        ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="a form", blocks=blocks))["ts"]
        await slack.click("UANNA", ts, "go")
        await slack.click("UBEN", ts, "go", fields={"it": {"it": "docs"}, "count": {"it": "7"}})
        await slack.wait_for(lambda: len(bodies) == 2)
        values = [body["state"]["values"] for body in bodies]
        assert [one["it"]["it"]["selected_option"]["value"] for one in values] == ["web", "docs"]
        assert [one["count"]["it"]["value"] for one in values] == ["3", "7"]
        assert bodies[0]["user"] == {"id": "UANNA", "username": "anna", "name": "anna", "team_id": "T0FOOTNOTE"}


async def test_a_submission_carries_every_field_and_who_sent_it() -> None:
    bodies: list[Body] = []
    form = modal(SELECT, {**BOXES, "block_id": "boxes"}, {**whole(), "block_id": "count"}, callback_id="form")

    async def open_form(ack: Any, body: Body, client: Any) -> None:
        await client.views_open(trigger_id=body["trigger_id"], view=form)
        await ack()

    async def keep(ack: Any, body: Body) -> None:
        bodies.append(body)
        wrong = {"count": "Not that many."}
        count = body["view"]["state"]["values"]["count"]["it"]["value"]
        await (ack(response_action="errors", errors=wrong) if count == "99" else ack())

    async with SlackDouble() as slack, Bot(slack) as bot:
        bot.app.action("open")(open_form)
        bot.app.view("form")(keep)
        row = actions(button("Form", "open"))
        ts = (await bot.client.chat_postMessage(channel=RESEARCH, text="a form", blocks=[row]))["ts"]
        await slack.click("UOTHER", ts, "open")
        (view,) = await slack.wait_for(lambda: slack.views("UOTHER"))
        answer = await slack.submit("UOTHER", view.id, {"count": {"it": "99"}})
        assert answer == {"response_action": "errors", "errors": {"count": "Not that many."}}
        assert slack.views("UOTHER") == [view]
        sent: Values = {"it": {"it": "docs"}, "boxes": {"it": ["web", "docs"]}, "count": {"it": "5"}}
        assert await slack.submit("UOTHER", view.id, sent) is None
    values = bodies[1]["view"]["state"]["values"]
    assert values["it"]["it"]["selected_option"]["value"] == "docs"
    assert [one["value"] for one in values["boxes"]["it"]["selected_options"]] == ["web", "docs"]
    assert values["count"]["it"] == {"type": "number_input", "value": "5"}
    assert bodies[1]["user"] == {"id": "UOTHER", "username": "omar", "name": "omar", "team_id": "T0OTHER"}
