"""Status, title and suggested prompts of a thread."""

from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError

PROMPTS = 4
LOADING_MESSAGES = 10


def set_status(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setStatus: in any thread, also of a channel."""
    channel, root = _thread(slack, args)
    loading = args.values.get("loading_messages") or []
    if not args.has("status") or not isinstance(loading, list) or len(loading) > LOADING_MESSAGES:
        raise SlackError("invalid_arguments")
    slack.assistant.set_status(channel, root, args.text("status"))
    return {}


def set_title(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setTitle"""
    slack.assistant.titles[_thread(slack, args)] = args.required("title")
    return {}


def set_suggested_prompts(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts: in direct messages only."""
    channel = slack.own_channel_named(args.required("channel_id"))
    prompts = args.items("prompts", "invalid_arguments")
    complete = all(prompt.get("title") and prompt.get("message") for prompt in prompts)
    if not 0 < len(prompts) <= PROMPTS or not complete or channel.kind != "im":
        raise SlackError("invalid_arguments")
    slack.assistant.prompts[channel.id, args.text("thread_ts")] = prompts
    return {}


def _thread(slack: Context, args: Args) -> tuple[str, str]:
    channel = slack.own_channel_named(args.required("channel_id"))
    said = slack.world.find(channel.id, args.required("thread_ts"))
    if said is None:
        raise SlackError("invalid_thread_ts")
    return channel.id, said.root
