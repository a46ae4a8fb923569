"""Files: announce one, finish its upload, look it up, delete it.

The three steps of an upload: https://docs.slack.dev/messaging/working-with-files#uploading_files
"""

from bot.playground.slack import blocks, shapes
from bot.playground.slack.files import stored_file
from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import BOT, BOT_ID, Channel, Message, StoredFile
from bot.playground.slack.writer import Content

# Slack takes a gigabyte; the double holds everything in memory.
MOST_BYTES = 4 * 1024 * 1024
ALT_CHARACTERS = 1_000
CHANNELS = 100


def get_upload_url(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/files.getUploadURLExternal"""
    name, size = args.required("filename"), args.number("length", 0)
    if size < 1:
        raise SlackError("missing_argument", "missing required field: length")
    if size > MOST_BYTES:
        raise SlackError("file_upload_size_restricted")
    if len(args.text("alt_txt")) > ALT_CHARACTERS:
        raise SlackError("alt_txt_too_large")
    stored = stored_file(slack.world, name, size, BOT)
    return {"upload_url": f"{slack.url}/upload/v1/{stored.ticket}", "file_id": stored.id}


def complete_upload(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/files.completeUploadExternal

    The files are shared in one message for each channel; without a channel they stay private. The answer knows
    neither that message nor the types of the files, since Slack looks into them only later
    (github.com/slackapi/python-slack-sdk/issues/1590). What a second completion gets is not documented; here the
    upload ticket is used up.
    """
    uploads = _uploads(slack, args)
    channels = _channels(slack, args)
    content = _content(args)
    for stored, title in uploads:
        stored.title, stored.is_complete = title, True
    complete = [stored for stored, _ in uploads]
    for channel in channels:
        slack.writer.post(_message(slack, channel, complete, args), content)
    unknown_yet = {"mimetype": "", "filetype": "", "pretty_type": "", "shares": {}}
    return {"files": [shapes.file(stored, slack.url) | unknown_yet for stored in complete]}


def info(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/files.info

    A file that was shared only where the bot is not is file_not_found.
    """
    stored, shares = _seen(slack, args)
    seen_in = {channel for kind in shares.values() for channel in kind}
    body = shapes.file(stored, slack.url) | {"shares": shares, "channels": sorted(seen_in)}
    return {"file": body, "comments": [], "response_metadata": {"next_cursor": ""}}


def delete(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/files.delete

    The content goes for everybody. The message that shared the file stays, with a tombstone in its place, which is
    how a second deletion is told from one of a file that never was.
    """
    stored, _ = _seen(slack, args)
    if stored.user != BOT:
        raise SlackError("cant_delete_file")
    del slack.world.files[stored.id]
    for said in _sharing(slack, stored.id):
        said.files = [_tombstone(stored.id) if one.get("id") == stored.id else one for one in said.files]
        slack.world.touched(said)
    return {}


def _seen(slack: Context, args: Args) -> tuple[StoredFile, Json]:
    """A file that the bot can see, and where it is shared."""
    id = args.required("file")
    stored = slack.world.files.get(id)
    if stored is None and any(_tombstone(id) in said.files for said in _sharing(slack, id)):
        raise SlackError("file_deleted")
    if stored is None or not stored.is_complete:
        raise SlackError("file_not_found")
    shares = shapes.shares(slack.world, stored)
    seen_in = {channel for kind in shares.values() for channel in kind}
    if stored.user != BOT and not any(BOT in slack.world.channels[channel].members for channel in seen_in):
        raise SlackError("file_not_found")
    return stored, shares


def _sharing(slack: Context, id: str) -> list[Message]:
    everything = (said for channel in slack.world.channels for said in slack.world.in_channel(channel))
    return [said for said in everything if any(one.get("id") == id for one in said.files)]


def _tombstone(id: str) -> Json:
    return {"id": id, "mode": "tombstone"}


def _uploads(slack: Context, args: Args) -> list[tuple[StoredFile, str]]:
    """The files named, each with its title; file_not_found unless the content of all of them has come."""
    named = args.items("files", "invalid_arguments")
    if not named:
        raise SlackError("invalid_arguments", "missing required field: files")
    found = [(slack.world.files.get(str(one.get("id"))), str(one.get("title") or "")) for one in named]
    ready = [(stored, title) for stored, title in found if stored and _waits(stored)]
    if len(ready) < len(named):
        raise SlackError("file_not_found")
    return ready


def _waits(stored: StoredFile) -> bool:
    return stored.content is not None and not stored.is_complete


def _channels(slack: Context, args: Args) -> list[Channel]:
    """Where to share: `channel_id`, or the comma-separated `channels`, but one only with thread_ts."""
    names = [args.text("channel_id"), *args.text("channels").split(",")]
    wanted = list(dict.fromkeys(name.strip() for name in names if name.strip()))
    if len(wanted) > CHANNELS:
        raise SlackError("channels_limit_exceeded")
    if args.text("thread_ts") and len(wanted) != 1:
        raise SlackError("invalid_arguments", "thread_ts needs exactly one channel")
    return [slack.own_channel_named(name) for name in wanted]


def _content(args: Args) -> Content:
    """The comment, or else the blocks: Slack takes no notice of blocks beside a comment."""
    comment = args.text("initial_comment")
    sent = args.items("blocks", "invalid_blocks")
    if comment:
        return Content(comment)
    blocks.check_message(sent)
    return Content("", sent)


def _message(slack: Context, channel: Channel, files: list[StoredFile], args: Args) -> Message:
    return Message(
        channel.id,
        slack.world.tick(),
        user=BOT,
        bot_id=BOT_ID,
        thread_ts=slack.thread(channel, args),
        subtype="file_share",
        username=args.text("username"),
        files=[shapes.file(stored, slack.url) for stored in files],
    )
