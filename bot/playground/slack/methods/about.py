"""Who am I, who are they, where do I connect."""

from bot.playground.slack import shapes
from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError
from bot.playground.slack.world import TEAM


def auth_test(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/auth.test"""
    bot = slack.world.bot
    return {
        "url": f"{slack.url}/",
        "team": "Footnote",
        "user": bot.name,
        "team_id": TEAM,
        "user_id": bot.id,
        "bot_id": bot.bot_id,
        "is_enterprise_install": False,
    }


def apps_connections_open(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/apps.connections.open"""
    address = slack.url.replace("http://", "ws://", 1)
    return {"url": f"{address}/link/?ticket={slack.sockets.ticket()}"}


def users_info(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/users.info"""
    who = slack.world.users.get(args.required("user"))
    if who is None:
        raise SlackError("user_not_found")
    return {"user": shapes.user(who, with_locale=args.flag("include_locale"))}
