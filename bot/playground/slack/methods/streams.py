"""Writing bit by bit: start a stream, append to it, stop it."""

from bot.playground.slack import blocks, shapes
from bot.playground.slack.methods.context import Context
from bot.playground.slack.streams import TEXT_CHARACTERS, Stream
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import BOT, BOT_ID, Channel, Message
from bot.playground.slack.writer import Content


def start(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.startStream

    It answers a message, and in a channel needs to know whom it is written for.
    """
    channel = slack.own_channel(args)
    _recipient(channel, args)
    thread_ts = slack.thread(channel, args)
    if thread_ts is None:
        raise SlackError("invalid_thread_ts")
    stream = slack.streams.new(is_plan=args.text("task_display_mode") == "plan")
    _take_in(stream, args)
    said = Message(
        channel.id,
        slack.world.tick(),
        user=BOT,
        bot_id=BOT_ID,
        thread_ts=thread_ts,
        username=args.text("username"),
    )
    slack.writer.post(said, _content(stream))
    slack.streams.keep(said, stream)
    slack.assistant.answered(channel.id, thread_ts)
    return {"channel": channel.id, "ts": said.ts}


def append(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.appendStream"""
    said, stream = _open(slack, args)
    if not (args.text("markdown_text") or args.items("chunks", "invalid_chunks")):
        raise SlackError("no_text")
    _take_in(stream, args)
    slack.writer.grow(said, _content(stream))
    return {"channel": said.channel, "ts": said.ts}


def stop(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/chat.stopStream: `blocks` go below all that was written."""
    said, stream = _open(slack, args)
    below = args.items("blocks", "invalid_blocks_format")
    blocks.check_message(below)
    metadata = args.item("metadata", "invalid_metadata_format")
    _take_in(stream, args)
    stream.parts += below
    said.metadata = metadata or said.metadata
    slack.streams.stop(said)
    slack.writer.grow(said, _content(stream), is_finished=True)
    return {"channel": said.channel, "ts": said.ts, "message": shapes.message(slack.world, said)}


def _recipient(channel: Channel, args: Args) -> None:
    if channel.kind == "im":
        return
    for name in ("recipient_user_id", "recipient_team_id"):
        if not args.text(name):
            raise SlackError(f"missing_{name}")


def _open(slack: Context, args: Args) -> tuple[Message, Stream]:
    said = slack.message(slack.joined_channel(args), args.required("ts"))
    if said.bot_id != BOT_ID:
        raise SlackError("message_not_owned_by_app")
    stream = slack.streams.find(said)
    if stream is None:
        raise SlackError("message_not_in_streaming_state")
    return said, stream


def _take_in(stream: Stream, args: Args) -> None:
    markdown, chunks = args.text("markdown_text"), args.items("chunks", "invalid_chunks")
    if markdown and chunks:
        raise SlackError("cannot_provide_both_markdown_text_and_chunks")
    if len(markdown) > TEXT_CHARACTERS:
        raise SlackError("msg_too_long")
    for chunk in chunks or [{"type": "markdown_text", "text": markdown}]:
        stream.add(chunk)


def _content(stream: Stream) -> Content:
    return Content(stream.text, stream.blocks())
