"""User groups: who is in one."""

from bot.playground.slack.methods.context import Context
from bot.playground.slack.wire import Args, Json, SlackError


def users_list(slack: Context, args: Args) -> Json:
    """https://docs.slack.dev/reference/methods/usergroups.users.list"""
    group = slack.world.groups.get(args.required("usergroup"))
    if group is None:
        raise SlackError("no_such_subteam")
    return {"users": sorted(group)}
