"""Modals: open, push, update; and the Home tab."""

from bot.playground.slack import blocks, shapes
from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import View


def open_view(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/views.open"""
    payload = _payload(args)
    user = slack.views.exchange(args.required("trigger_id"))
    return _shown(slack.views.open(user, payload))


def push(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/views.push"""
    payload = _payload(args)
    user = slack.views.exchange(args.required("trigger_id"))
    return _shown(slack.views.push(user, payload))


def update(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/views.update"""
    payload = _payload(args)
    view = slack.views.find(args.text("view_id"), args.text("external_id"))
    if view is None:
        raise SlackError("not_found")
    if args.text("hash") and args.text("hash") != view.hash:
        raise SlackError("hash_conflict")
    slack.views.replace(view, payload)
    return _shown(view)


def publish(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/views.publish"""
    payload = _given(args)
    blocks.check_home(payload)
    user = args.required("user_id")
    if user not in slack.world.users:
        raise SlackError("invalid_arguments", "no such user: user_id")
    return _shown(slack.views.publish(user, payload, args.text("hash")))


def _payload(args: Args) -> Json:
    payload = _given(args)
    blocks.check_view(payload)
    return payload


def _given(args: Args) -> Json:
    payload = args.item("view", "invalid_arguments")
    if payload is None:
        raise SlackError("invalid_arguments", "missing required field: view")
    return payload


def _shown(view: View) -> Json:
    return {"view": shapes.view(view)}
