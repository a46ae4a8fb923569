"""The rehearsal model itself: one request in, one reply out, nothing kept in between."""

from __future__ import annotations

import json
from collections.abc import Mapping

from bot.playground.rehearsal import about_thread, own_words
from bot.playground.rehearsal.answer import answer
from bot.playground.rehearsal.chat import chat
from bot.playground.rehearsal.intent import intent, is_material
from bot.playground.rehearsal.loop import next_calls
from bot.playground.rehearsal.mend import mend
from bot.playground.rehearsal.request import ChatRequest, parse
from bot.playground.rehearsal.view import View, view
from bot.playground.rehearsal.wire import Reply


def deal(request: Mapping[str, object]) -> Reply:
    """The reply to a chat completion request. Raises Refused on a request OpenAI's API would turn down, else "
    "never."""
    return reply(parse(request))


def reply(request: ChatRequest) -> Reply:
    """An intent or a second look for a JSON call; small talk under the chat prompt; else the next calls, or the
    answer."""
    if request.wants_json:
        second = own_words.is_look(request.said("system", "developer"))
        return Reply(own_words.look(request.said("user")[-1]) if second else _intent(request))
    seen = view(request)
    if any(text.lstrip().startswith("# Chat") for text in request.said("system", "developer")):
        return Reply(chat(seen))
    if seen.draft:
        return Reply(mend(seen))
    if about_thread.is_meant(seen):
        return Reply(about_thread.answer(seen))
    calls = () if request.tool_choice == "none" else next_calls(seen)
    return Reply(calls=calls) if calls else Reply(_answer(request, seen))


def _answer(request: ChatRequest, seen: View) -> str:
    deep = any("# Deep research" in text for text in request.said("system", "developer"))
    return own_words.added(answer(seen)) if deep else answer(seen)


def _intent(request: ChatRequest) -> str:
    """The last message that is an intent call's object; a remark on a faulty reply may stand behind it."""
    said = request.said("user")
    return intent(next((text for text in reversed(said) if is_material(text)), said[-1] if said else json.dumps({})))
