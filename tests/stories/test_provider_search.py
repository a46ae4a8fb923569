"""The model's provider searches by itself where the channel lets it: in sight, counted, and a lead like any other."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.settings import SettingsError
from tests.agent.endpoint import Answer, Rule, sends, serving
from tests.stories.office import ANNA, Office, intent, office

Json = dict[str, Any]
DOCS = {"travel.md": "# Travel policy\n\nFirst class is allowed on trips over three hours.\n"}
SEARCHED: Json = {"type": "web_search_call", "action": {"type": "search", "query": "first class rules"}}
CITED: Json = {"type": "url_citation", "url": "https://rail.test/rules", "title": "Rules"}
CALL: Json = {
    "type": "function_call", "call_id": "c1", "name": "search_docs", "arguments": '{"query": "first class"}'
}  # fmt: skip


def said(*items: Json) -> Answer:
    return sends({"object": "response", "status": "completed", "output": items, "usage": {"input_tokens": 9}})


def words(text: str, *notes: Json) -> Json:
    return {"type": "message", "content": [{"type": "output_text", "text": text, "annotations": notes}]}


def provider(*replies: Answer) -> Rule:
    waiting = list(replies)

    def rule(asked: Json) -> Answer:
        if "text" in asked:
            return said(words(json.dumps(intent("When is first class allowed?"))))
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    return rule


async def ask(at: Office) -> str:
    return await at.slack.say(ANNA, "@footnote when is first class allowed?")


async def test_its_searches_are_steps_and_its_addresses_leads(tmp_path: Path) -> None:
    first = said(SEARCHED, words("Over three hours [1].", CITED))
    then = said(CALL), said(words("First class is allowed on trips over three hours [2]."))
    async with (
        serving(provider(first, *then)) as endpoint,
        office(
            tmp_path,
            docs=DOCS,
            model_url=endpoint.base_url,
            config='approval = "off"\nprovider_search = true\nsearches = 4\n',
        ) as at,
    ):
        root = await ask(at)
        thread = await at.sees(root, "First class is allowed on trips over three hours", "Sources")
        assert "Over three hours [1]" not in thread, "what nobody opened carries nothing"
        await at.press(ANNA, root, "Steps")
        await at.slack.wait_for(lambda: "first class rules" in str([view.payload for view in at.slack.views(ANNA)]))
        offered = [asked.get("max_tool_calls") for asked in endpoint.asked if "text" not in asked]
        assert offered == [4, 3, 2]


@pytest.mark.parametrize("approval", ["each", "once"])
async def test_where_a_person_lets_searches_through_it_is_refused_at_the_start(tmp_path: Path, approval: str) -> None:
    config = f'approval = "{approval}"\nprovider_search = true\n'
    with pytest.raises(SettingsError, match=r"line 2: provider_search: no button can stop a search"):
        async with office(tmp_path, config=config):
            pass


async def test_a_channel_without_it_gets_no_such_tool_from_the_same_endpoint(tmp_path: Path) -> None:
    config = 'approval = "each"\n[channel.C0OTHER]\napproval = "off"\nprovider_search = true\n'
    replies = said(CALL), said(words("First class is allowed on trips over three hours [1]."))
    async with (
        serving(provider(*replies)) as endpoint,
        office(tmp_path, docs=DOCS, model_url=endpoint.base_url, config=config) as at,
    ):
        root = await ask(at)
        await at.press(ANNA, root, "Approve")
        await at.sees(root, "Sources")
        assert not [asked for asked in endpoint.asked if '"web_search"' in json.dumps(asked.get("tools", ""))]
