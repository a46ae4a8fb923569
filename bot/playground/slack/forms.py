"""What pressing and filling in come to: actions, the state of a modal, and what the app's answer does to it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from bot.playground.slack import blocks, inputs
from bot.playground.slack.views import Views
from bot.playground.slack.wire import Json, SlackError
from bot.playground.slack.world import View

# What somebody typed or chose, {block_id: {action_id: …}}: a text, the value or label of an option, or of several.
Values: TypeAlias = Mapping[str, Mapping[str, str | Sequence[str]]]
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


def filled(view: Json, values: Values) -> Json:
    """The state of a modal with these values in its fields, the others at their initial values.

    LookupError for a field that is not there and for a modal without a submit button; ValueError where the
    client would not let it go: a required field left empty, a text too long or too short, no such option, no
    such number.
    """
    if not view.get("submit"):
        raise LookupError("this modal has no submit button")
    held = state(view["blocks"], values)
    for block, element in _fields(view["blocks"]):
        _check(block, element, held[block["block_id"]][element["action_id"]])
    return held


def state(shown: list[Json], values: Values) -> Json:
    """The state of the fields among these blocks, {block_id: {action_id: value}}, whether or not it may be sent."""
    fields = list(_fields(shown))
    known = {(block["block_id"], element["action_id"]) for block, element in fields}
    given = {(block_id, action_id): what for block_id, v in values.items() for action_id, what in v.items()}
    if unknown := given.keys() - known:
        raise LookupError(f"no such fields: {sorted(unknown)}; there are {sorted(known)}")
    held: Json = {}
    for block, element in fields:
        key = (block["block_id"], element["action_id"])
        held.setdefault(key[0], {})[key[1]] = _value(element, given.get(key))
    return held


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


def _fields(shown: list[Json]) -> Iterator[tuple[Json, Json]]:
    for block in shown:
        if block["type"] == "input":
            yield block, block["element"]


def _value(element: Json, given: str | Sequence[str] | None) -> Json:
    """The value of a field in a state; None is what stands there from the beginning, "" and [] are nothing."""
    kind = str(element["type"])
    if kind in inputs.MANY_CHOICES:
        chosen = element.get("initial_options", []) if given is None else [_option(element, n) for n in _names(given)]
        return {"type": kind, "selected_options": [_as_given_back(option) for option in chosen]}
    text = given if given is None or isinstance(given, str) else ", ".join(given)
    if kind in inputs.ONE_CHOICE:
        picked = element.get("initial_option") if text is None else text and _option(element, text)
        return {"type": kind, "selected_option": _as_given_back(picked) if picked else None}
    if kind in _PICKED:
        name = _PICKED[kind]
        return {"type": kind, name: text or element.get(name.replace("selected", "initial"))}
    return {"type": kind, "value": (element.get("initial_value") if text is None else text) or None}


def _names(given: str | Sequence[str]) -> list[str]:
    names = given.split(",") if isinstance(given, str) else given
    return [name.strip() for name in names if name.strip()]


def _option(element: Json, name: str) -> Json:
    for option in inputs.options(element):
        if name in (option["value"], option["text"]["text"]):
            return option
    raise ValueError(f"no option {name!r} in {element['action_id']}")


def _as_given_back(option: Json) -> Json:
    """An option in a state: Slack fills in `emoji` where the text is plain."""
    text = option["text"]
    return {**option, "text": {**text, "emoji": text.get("emoji", True)} if text["type"] == "plain_text" else text}


def _check(block: Json, element: Json, value: Json) -> None:
    label = block["label"]["text"]
    given = next(part for name, part in value.items() if name != "type")
    if not given and not block.get("optional"):
        raise ValueError(f"the field {label!r} is required")
    if not isinstance(given, str):
        return
    if element["type"] == "number_input":
        if problem := inputs.number_problem(element, given):
            raise ValueError(f"the field {label!r} {problem}")
    elif element["type"] == "plain_text_input":
        least, most = element.get("min_length", 0), element.get("max_length", inputs.TEXT_CHARACTERS)
        if not least <= len(given) <= most:
            raise ValueError(f"the field {label!r} takes {least} to {most} characters")
