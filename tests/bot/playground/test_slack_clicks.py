"""Buttons, modals and response_urls, through a real slack-bolt app."""

import asyncio
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.playground.slack import SlackDouble, Unanswered
from tests.bot.playground.slack_bot import Bot, actions, button, field, modal, section

RESEARCH = "C0RESEARCH"
Body = dict[str, Any]
APPROVAL = [section("May I?"), actions(button("Yes", "decide", "y"), button("More", "more"), block_id="row")]


class Office(Bot):
    """An app that keeps each press of a button, and each modal sent or closed.

    `form` is what it opens on a press, `answer` how it acknowledges a submission.
    """

    def __init__(self, slack: SlackDouble) -> None:
        super().__init__(slack)
        self.presses: list[Body] = []
        self.forms: list[Body] = []
        self.form: Body = modal(field(), callback_id="why")
        self.answer: Body = {}
        for action_id in ("decide", "feedback"):
            self.app.action(action_id)(self._press)
        self.app.action("more")(self._open)
        self.app.view("why")(self._sent)
        self.app.view_closed("why")(self._sent)

    async def _press(self, ack: Any, body: Body) -> None:
        self.presses.append(body)
        await ack()

    async def _open(self, ack: Any, body: Body, client: Any) -> None:
        self.presses.append(body)
        await client.views_open(trigger_id=body["trigger_id"], view=self.form)
        await ack()

    async def _sent(self, ack: Any, body: Body) -> None:
        self.forms.append(body)
        await ack(**self.answer)

    async def post(self, *blocks: Body, **more: Any) -> str:
        """Post these blocks, the approval card when none are given; returns the ts."""
        sent = list(blocks) or APPROVAL
        return str((await self.client.chat_postMessage(channel=RESEARCH, text="card", blocks=sent, **more))["ts"])


async def test_a_press_carries_the_button_the_message_and_who_pressed() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        root = await slack.say("UANNA", "go")
        ts = await office.post(thread_ts=root)
        await slack.click("UBEN", ts, "decide", value="y")
        body = (await slack.wait_for(lambda: office.presses))[0]
        (action,) = body["actions"]
        assert (action["action_id"], action["value"], action["block_id"]) == ("decide", "y", "row")
        assert (body["user"]["id"], body["channel"]["id"]) == ("UBEN", RESEARCH)
        assert body["container"]["message_ts"] == ts
        assert body["container"]["thread_ts"] == root
        assert body["message"]["blocks"][1]["block_id"] == "row"
        assert body["trigger_id"] and body["response_url"].startswith(slack.url)


async def test_only_what_is_there_can_be_pressed() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        ts = await office.post()
        for action_id, value in [("other", None), ("decide", "n")]:
            with pytest.raises(LookupError, match="decide"):
                await slack.click("UANNA", ts, action_id, value=value)
        with pytest.raises(LookupError):
            await slack.click("UANNA", "1.000001", "decide")
        await office.client.chat_update(channel=RESEARCH, ts=ts, text="decided")
        with pytest.raises(LookupError):
            await slack.click("UANNA", ts, "decide")


async def test_buttons_that_share_an_id_are_told_apart_by_their_value() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        ts = await office.post(actions(button("Yes", "decide", "y")), actions(button("No", "decide", "n")))
        await slack.click("UANNA", ts, "decide", value="n")
        await slack.wait_for(lambda: office.presses)
        assert office.presses[0]["actions"][0]["text"]["text"] == "No"


async def test_feedback_and_accessory_buttons_are_buttons_too() -> None:
    feedback = {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "feedback",
                "positive_button": {"text": {"type": "plain_text", "text": "Good"}, "value": "good"},
                "negative_button": {"text": {"type": "plain_text", "text": "Bad"}, "value": "bad"},
            }
        ],
    }
    async with SlackDouble() as slack, Office(slack) as office:
        ts = await office.post({**section("x"), "accessory": button("Yes", "decide")}, feedback)
        assert slack.thread(RESEARCH, ts) == "footnote: x\n  [Yes]\n  [Good] [Bad]"
        assert slack.thread(RESEARCH, ts, buttons=False) == "footnote: x"
        await slack.click("UANNA", ts, "feedback", value="bad")
        await slack.click("UANNA", ts, "decide")
        await slack.wait_for(lambda: len(office.presses) == 2)
        assert office.presses[0]["actions"][0]["value"] == "bad"


async def test_two_people_may_press_at_once() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        ts = await office.post()
        await asyncio.gather(slack.click("UANNA", ts, "decide"), slack.click("UBEN", ts, "decide"))
        await slack.wait_for(lambda: len(office.presses) == 2)
        assert {body["user"]["id"] for body in office.presses} == {"UANNA", "UBEN"}


async def test_a_press_on_an_ephemeral_message_does_not_repeat_it() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        await office.client.chat_postEphemeral(channel=RESEARCH, user="UANNA", text="card", blocks=APPROVAL)
        (card,) = slack.ephemerals("UANNA")
        with pytest.raises(LookupError):
            await slack.click("UBEN", card.ts, "decide")
        await slack.click("UANNA", card.ts, "decide")
        body = (await slack.wait_for(lambda: office.presses))[0]
        assert body["container"]["is_ephemeral"]
        assert "message" not in body


# Modals


async def opened(slack: SlackDouble, office: Office) -> str:
    """Anna presses [More]; the id of the modal that opens."""
    await slack.click("UANNA", await office.post(), "more")
    return (await slack.wait_for(lambda: slack.views("UANNA")))[-1].id


async def test_a_press_inside_a_modal_knows_the_view_and_no_message() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        office.form = modal(section("Page 1"), actions(button("Next", "decide", "2")), private_metadata="run 7")
        view_id = await opened(slack, office)
        with pytest.raises(LookupError, match="decide"):
            await slack.press("UANNA", view_id, "decide", value="3")
        with pytest.raises(LookupError, match="no modal"):
            await slack.press("UBEN", view_id, "decide")
        await slack.press("UANNA", view_id, "decide", value="2")
        body = await slack.wait_for(lambda: office.presses[1:])
        assert body[0]["container"] == {"type": "view", "view_id": view_id}
        assert body[0]["view"]["private_metadata"] == "run 7" and body[0]["actions"][0]["value"] == "2"
        assert "message" not in body[0] and "channel" not in body[0]
        await office.client.views_update(view_id=view_id, view=modal(section("Page 2")))
        assert "Page 2" in str(slack.views("UANNA")[0].payload)


async def test_a_modal_is_filled_in_sent_and_gone() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        office.form = modal(field(), callback_id="why", private_metadata="run 7")
        view_id = await opened(slack, office)
        assert await slack.submit("UANNA", view_id, {"why": {"text": "too broad"}}) is None
        view = office.forms[0]["view"]
        assert view["state"]["values"] == {"why": {"text": {"type": "plain_text_input", "value": "too broad"}}}
        assert view["private_metadata"] == "run 7"
        assert slack.views("UANNA") == []


async def test_errors_keep_the_modal_open() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        office.answer = {"response_action": "errors", "errors": {"why": "say more"}}
        view_id = await opened(slack, office)
        answer = await slack.submit("UANNA", view_id, {"why": {"text": "x"}})
        assert answer == office.answer
        assert [view.id for view in slack.views("UANNA")] == [view_id]


async def test_an_answer_may_update_push_or_clear() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        view_id = await opened(slack, office)
        hash_before = slack.views("UANNA")[0].hash
        office.answer = {"response_action": "update", "view": modal(field(), title="Again", callback_id="why")}
        await slack.submit("UANNA", view_id, {"why": {"text": "x"}})
        assert slack.views("UANNA")[0].payload["title"]["text"] == "Again"
        assert slack.views("UANNA")[0].hash != hash_before
        office.answer = {"response_action": "push", "view": modal(field(), title="On top", callback_id="why")}
        await slack.submit("UANNA", view_id, {"why": {"text": "x"}})
        assert [view.previous_id for view in slack.views("UANNA")] == [None, view_id]
        office.answer = {"response_action": "clear"}
        await slack.submit("UANNA", slack.views("UANNA")[-1].id, {"why": {"text": "x"}})
        assert slack.views("UANNA") == []


async def test_an_answer_with_a_modal_slack_refuses_is_an_error() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        office.answer = {"response_action": "update", "view": modal(section(""))}
        view_id = await opened(slack, office)
        with pytest.raises(ValueError, match="more than 0 characters"):
            await slack.submit("UANNA", view_id, {"why": {"text": "x"}})


async def test_a_form_that_the_client_would_not_send_is_not_sent() -> None:
    choice = {
        "type": "input",
        "block_id": "pick",
        "label": {"type": "plain_text", "text": "Pick"},
        "element": {
            "type": "static_select",
            "action_id": "one",
            "options": [{"text": {"type": "plain_text", "text": "A"}, "value": "a"}],
        },
    }
    async with SlackDouble() as slack, Office(slack) as office:
        office.form = modal(field(max_length=5, initial_value="no"), choice, callback_id="why")
        view_id = await opened(slack, office)
        with pytest.raises(LookupError, match="no such fields"):
            await slack.submit("UANNA", view_id, {"other": {"text": "x"}})
        for values in [
            {"pick": {"one": "z"}},
            {"why": {"text": "x"}},
            {"why": {"text": ""}, "pick": {"one": "a"}},
            {"why": {"text": "much too long"}, "pick": {"one": "a"}},
        ]:
            with pytest.raises(ValueError):
                await slack.submit("UANNA", view_id, values)
        with pytest.raises(LookupError):
            await slack.submit("UBEN", view_id, {"pick": {"one": "a"}})
        assert office.forms == []
        assert await slack.submit("UANNA", view_id, {"pick": {"one": "A"}}) is None
        values = office.forms[0]["view"]["state"]["values"]
        assert values["why"]["text"]["value"] == "no"
        assert values["pick"]["one"]["selected_option"]["value"] == "a"


async def test_a_modal_without_a_button_cannot_be_sent() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        office.form = modal(section("read me"), submit="")
        with pytest.raises(LookupError, match="submit button"):
            await slack.submit("UANNA", await opened(slack, office), {})


async def test_closing_is_told_only_when_asked_for() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        await slack.close_view("UANNA", await opened(slack, office))
        office.form = modal(field(), callback_id="why", notify_on_close=True)
        await slack.close_view("UANNA", await opened(slack, office))
        await slack.wait_for(lambda: office.forms)
        assert [body["type"] for body in office.forms] == ["view_closed"]
        assert slack.views("UANNA") == []


async def test_a_submission_that_is_not_acknowledged_leaves_the_modal_open() -> None:
    async with SlackDouble(ack_seconds=0.2) as slack, Office(slack) as office:
        office.form = modal(field(), callback_id="nobody listens")
        view_id = await opened(slack, office)
        with pytest.raises(Unanswered):
            await slack.submit("UANNA", view_id, {"why": {"text": "x"}})
        assert [view.id for view in slack.views("UANNA")] == [view_id]


async def refused(call: Any) -> str:
    with pytest.raises(SlackApiError) as error:
        await call
    return str(error.value.response["error"])


async def test_a_trigger_works_once() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        await slack.click("UANNA", await office.post(), "decide")
        trigger = (await slack.wait_for(lambda: office.presses))[0]["trigger_id"]
        assert (
            await refused(office.client.views_open(trigger_id="1.2.x", view=modal(field()))) == "invalid_trigger_id"
        )
        assert await refused(office.client.views_push(trigger_id=trigger, view=modal())) == "invalid_arguments"
        await office.client.views_open(trigger_id=trigger, view=modal(field()))
        again = await refused(office.client.views_open(trigger_id=trigger, view=modal(field())))
        assert again == "exchanged_trigger_id"


async def test_a_trigger_expires() -> None:
    async with SlackDouble(trigger_seconds=0) as slack, Office(slack) as office:
        await slack.click("UANNA", await office.post(), "decide")
        trigger = (await slack.wait_for(lambda: office.presses))[0]["trigger_id"]
        late = office.client.views_open(trigger_id=trigger, view=modal(field()))
        assert await refused(late) == "expired_trigger_id"


async def test_an_update_with_an_old_hash_conflicts() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        view_id = await opened(slack, office)
        view_hash = slack.views("UANNA")[0].hash
        await office.client.views_update(view_id=view_id, hash=view_hash, view=modal(field(), title="One"))
        late = office.client.views_update(view_id=view_id, hash=view_hash, view=modal(field(), title="Two"))
        assert await refused(late) == "hash_conflict"
        assert await refused(office.client.views_update(view_id="V0", view=modal(field()))) == "not_found"
        assert slack.views("UANNA")[0].payload["title"]["text"] == "One"


async def test_modals_lie_three_deep_at_most() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        await opened(slack, office)
        ts = await office.post()
        for _ in range(3):
            await slack.click("UANNA", ts, "decide")
        await slack.wait_for(lambda: len(office.presses) == 4)
        first, second, third = [press["trigger_id"] for press in office.presses[1:]]
        await office.client.views_push(trigger_id=first, view=modal(field()))
        await office.client.views_push(trigger_id=second, view=modal(field()))
        assert await refused(office.client.views_push(trigger_id=third, view=modal(field()))) == "push_limit_reached"
        assert len(slack.views("UANNA")) == 3


# response_url


async def pressed(slack: SlackDouble, office: Office) -> AsyncWebhookClient:
    """The response_url of a press on a card in a thread."""
    root = await slack.say("UANNA", "go")
    await slack.click("UANNA", await office.post(thread_ts=root), "decide")
    body = (await slack.wait_for(lambda: office.presses))[0]
    return AsyncWebhookClient(body["response_url"])


async def test_a_response_is_ephemeral_unless_asked_otherwise() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        hook = await pressed(slack, office)
        await hook.send(text="for you")
        await hook.send(text="for all", response_type="in_channel")
        assert [said.text for said in slack.ephemerals("UANNA")] == ["for you"]
        said = slack.messages()[-1]
        assert (said.text, said.user, said.bot_id) == ("for all", "", "BFOOTNOTE")


async def test_a_response_may_replace_or_delete_what_was_pressed() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        hook = await pressed(slack, office)
        await hook.send(text="decided", replace_original=True)
        assert (slack.messages()[-1].text, slack.messages()[-1].blocks) == ("decided", [])
        await hook.send(delete_original=True)
        assert [said.text for said in slack.messages()] == ["go"]


async def test_a_response_url_answers_five_times() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        hook = await pressed(slack, office)
        answers = [(await hook.send(text=f"answer {number}")).status_code for number in range(6)]
        assert answers == [200] * 5 + [404]
        assert len(slack.ephemerals("UANNA")) == 5
        assert (await AsyncWebhookClient(slack.url + "/response/none").send(text="x")).status_code == 404


async def test_a_trigger_and_a_response_url_grow_old_with_slacks_clock() -> None:
    async with SlackDouble() as slack, Office(slack) as office:
        hook = await pressed(slack, office)
        slack.pass_time(4)
        late = office.client.views_open(trigger_id=office.presses[0]["trigger_id"], view=modal(field()))
        assert await refused(late) == "expired_trigger_id"
        assert (await hook.send(text="in time")).status_code == 200
        slack.pass_time(30 * 60)
        assert (await hook.send(text="too late")).status_code == 404
        assert [said.text for said in slack.ephemerals("UANNA")] == ["in time"]
