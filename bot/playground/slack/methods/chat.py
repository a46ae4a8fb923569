"""Writing: messages, ephemeral messages, updates, deletions, reactions, permalinks."""

from bot.playground.slack import blocks, shapes
from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import BOT, BOT_ID, Message
from bot.playground.slack.writer import Content

UPDATE_CHARACTERS = 4_000
MARKDOWN_TEXT_CHARACTERS = 12_000
ATTACHMENTS = 100


def post_message(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postMessage

    A thread whose root is gone is no error: Slack then posts at the top of the channel, and only the missing
    thread_ts in the answer tells (github.com/slack-go/slack/issues/1571).
    """
    content = _content(args)
    channel = slack.place_to_post(args)
    thread_ts = slack.thread(channel, args)
    broadcast = "thread_broadcast" if thread_ts and args.flag("reply_broadcast") else ""
    said = Message(
        channel.id,
        slack.world.tick(),
        user=BOT,
        bot_id=BOT_ID,
        thread_ts=thread_ts,
        subtype=broadcast,
        username=args.text("username"),
        metadata=_metadata(args),
    )
    slack.writer.post(said, content)
    slack.assistant.answered(channel.id, said.root)
    return _written(slack, said)


def post_ephemeral(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postEphemeral

    In a thread nobody has replied in yet Slack says ok and shows nothing; so does this.
    """
    content = _content(args)
    channel = slack.own_channel(args)
    reader = args.required("user")
    if reader not in channel.members:
        raise SlackError("user_not_in_channel")
    said = Message(
        channel.id,
        slack.world.tick(),
        user=BOT,
        bot_id=BOT_ID,
        thread_ts=slack.thread(channel, args),
        visible_to=reader,
    )
    slack.writer.whisper(said, content)
    return {"message_ts": said.ts}


def update(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.update

    Text without blocks removes the blocks; neither keeps both. Metadata and attachments stay unless given,
    {} removes the metadata.
    """
    channel = slack.joined_channel(args)
    said = slack.message(channel, args.required("ts"))
    if said.bot_id != BOT_ID or said.user != BOT:
        raise SlackError("cant_update_message")
    if slack.streams.find(said):
        raise SlackError("streaming_state_conflict")
    if channel.is_archived:
        raise SlackError("is_inactive")
    if len(args.text("text")) > UPDATE_CHARACTERS:
        raise SlackError("msg_too_long")
    content = _updated(said, args)
    if args.has("metadata"):
        said.metadata = _metadata(args)
    slack.writer.edit(said, content, by=BOT)
    return _written(slack, said) | {"text": said.text}


def delete(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.delete"""
    channel = slack.joined_channel(args)
    said = slack.message(channel, args.required("ts"))
    if said.bot_id != BOT_ID:
        raise SlackError("cant_delete_message")
    slack.writer.delete(said)
    return {"channel": channel.id, "ts": said.ts}


def get_permalink(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.getPermalink"""
    channel = slack.channel(args)
    said = slack.message(channel, args.required("message_ts"))
    place = f"{slack.url}/archives/{channel.id}/p{said.ts.replace('.', '')}"
    reply = f"?thread_ts={said.thread_ts}&cid={channel.id}" if said.thread_ts else ""
    return {"channel": channel.id, "permalink": place + reply}


def reactions_add(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/reactions.add"""
    channel = slack.own_channel(args)
    said = slack.message(channel, args.required("timestamp"))
    name = args.required("name").strip(":")
    if not name.replace("_", "").replace("-", "").replace("+", "").isalnum():
        raise SlackError("invalid_name")
    if not slack.writer.react(said, BOT, name):
        raise SlackError("already_reacted")
    return {}


def _written(slack: Context, said: Message) -> Json:
    return {"channel": said.channel, "ts": said.ts, "message": shapes.message(slack.world, said)}


def _content(args: Args) -> Content:
    sent, attachments = _blocks(args), _attachments(args)
    if not (args.text("text").strip() or sent or attachments):
        raise SlackError("no_text")
    return Content(args.text("text"), sent, attachments)


def _updated(said: Message, args: Args) -> Content:
    sent = _blocks(args)
    attachments = _attachments(args) if args.has("attachments") else said.attachments
    if not any(args.has(name) for name in ("text", "blocks", "attachments", "markdown_text", "metadata")):
        raise SlackError("no_text")
    if args.has("text") or sent:
        if not (args.text("text").strip() or sent or attachments):
            raise SlackError("no_text")
        return Content(args.text("text"), sent, attachments)
    return Content(said.text, [] if args.has("blocks") else said.original_blocks, attachments)


def _blocks(args: Args) -> list[Json]:
    """The blocks argument, or the one block that markdown_text stands for."""
    sent = args.items("blocks", "invalid_blocks_format")
    markdown = args.text("markdown_text")
    if markdown and (sent or args.text("text")):
        raise SlackError("markdown_text_conflict")
    if len(markdown) > MARKDOWN_TEXT_CHARACTERS:
        raise SlackError("msg_too_long")
    if markdown:
        return [{"type": "markdown", "text": markdown}]
    blocks.check_message(sent)
    return sent


def _attachments(args: Args) -> list[Json]:
    attachments = args.items("attachments", "invalid_attachments")
    if len(attachments) > ATTACHMENTS:
        raise SlackError("too_many_attachments")
    return attachments


def _metadata(args: Args) -> Json | None:
    metadata = args.item("metadata", "invalid_metadata_format")
    if not metadata:
        return None
    if not isinstance(metadata.get("event_type"), str) or not isinstance(metadata.get("event_payload"), dict):
        raise SlackError("invalid_metadata_schema")
    return metadata
