"""What pressing and filling in come to: actions, the state of a modal, and what the app's answer does to it."""

from collections.abc import Iterator

from bot.playground.slack import blocks
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Json, SlackError
from bot.playground.slack.world import View

_ONE_CHOICE = ("static_select", "radio_buttons")
_MANY_CHOICES = ("multi_static_select", "checkboxes")
_PICKED = {
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "users_select": "selected_user",
    "channels_select": "selected_channel",
    "conversations_select": "selected_conversation",
}


def pressed(block: Json, element: Json, ts: str) -> Json:
    """The action that pressing this element is."""
    carried = ("type", "action_id", "text", "value", "style", "url")
    known = {name: value for name, value in element.items() if name in carried}
    return {**known, "block_id": block["block_id"], "action_ts": ts}


def filled(view: Json, values: dict[str, dict[str, str]]) -> Json:
    """The state of the modal's fields with these texts typed in, the others at their initial values.

    LookupError for a field that is not there and for a modal without a submit button; ValueError where the
    client would not let it go: a required field left empty, a text too long or too short, no such option.
    """
    if not view.get("submit"):
        raise LookupError("this modal has no submit button")
    fields = list(_fields(view))
    known = {(block["block_id"], element["action_id"]) for block, element in fields}
    typed = {(block_id, action_id): text for block_id, v in values.items() for action_id, text in v.items()}
    if unknown := typed.keys() - known:
        raise LookupError(f"no such fields: {sorted(unknown)}; there are {sorted(known)}")
    state: Json = {}
    for block, element in fields:
        key = (block["block_id"], element["action_id"])
        value = _value(element, typed.get(key))
        _check(block, element, value)
        state.setdefault(key[0], {})[key[1]] = value
    return state


def carry_out(views: Views, view: View, answer: Json) -> None:
    """Do to the modal what the app answered a submission with; ValueError for a view Slack would refuse."""
    try:
        _act(views, view, answer)
    except SlackError as refusal:
        raise ValueError(f"Slack refuses this answer: {refusal.error} {refusal.problems}") from refusal


def _act(views: Views, view: View, answer: Json) -> None:
    match answer.get("response_action"):
        case "update":
            blocks.check_view(answer["view"])
            views.replace(view, answer["view"])
        case "push":
            blocks.check_view(answer["view"])
            views.push(view.user, answer["view"])
        case "clear":
            views.clear(view.user)
        case "errors":
            pass
        case _:
            views.close(view)


def _fields(view: Json) -> Iterator[tuple[Json, Json]]:
    for block in view["blocks"]:
        if block["type"] == "input":
            yield block, block["element"]


def _value(element: Json, text: str | None) -> Json:
    kind = str(element["type"])
    if kind in _ONE_CHOICE:
        chosen = _option(element, text) if text else element.get("initial_option")
        return {"type": kind, "selected_option": chosen}
    if kind in _MANY_CHOICES:
        names = [name.strip() for name in text.split(",")] if text else []
        chosen = [_option(element, name) for name in names] or element.get("initial_options", [])
        return {"type": kind, "selected_options": chosen}
    if kind in _PICKED:
        name = _PICKED[kind]
        return {"type": kind, name: text or element.get(name.replace("selected", "initial"))}
    return {"type": kind, "value": text or (element.get("initial_value") if text is None else None)}


def _option(element: Json, name: str) -> Json:
    for option in element.get("options") or []:
        if name in (option["value"], option["text"]["text"]):
            return dict(option)
    raise ValueError(f"no option {name!r} in {element['action_id']}")


def _check(block: Json, element: Json, value: Json) -> None:
    given = next(part for name, part in value.items() if name != "type")
    if not given and not block.get("optional"):
        raise ValueError(f"the field {block['label']['text']!r} is required")
    if isinstance(given, str):
        least, most = element.get("min_length", 0), element.get("max_length", 3_000)
        if not least <= len(given) <= most:
            raise ValueError(f"the field {block['label']['text']!r} takes {least} to {most} characters")
