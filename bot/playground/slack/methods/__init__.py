"""The Web API methods the double answers: one table, from method name to function."""

from bot.playground.slack.methods import about, chat, conversations, files, views
from bot.playground.slack.methods.context import Context, Method

METHODS: dict[str, Method] = {
    "auth.test": about.auth_test,
    "apps.connections.open": about.apps_connections_open,
    "users.info": about.users_info,
    "chat.postMessage": chat.post_message,
    "chat.postEphemeral": chat.post_ephemeral,
    "chat.update": chat.update,
    "chat.delete": chat.delete,
    "chat.getPermalink": chat.get_permalink,
    "reactions.add": chat.reactions_add,
    "conversations.info": conversations.info,
    "conversations.history": conversations.history,
    "conversations.replies": conversations.replies,
    "files.getUploadURLExternal": files.get_upload_url,
    "files.completeUploadExternal": files.complete_upload,
    "files.info": files.info,
    "views.open": views.open_view,
    "views.push": views.push,
    "views.update": views.update,
}
# Which of them is called with the app-level token; all others want the bot's.
APP_LEVEL = {"apps.connections.open"}
# The scope a method cannot do without. conversations.* go by the kind of the channel and are not judged here.
SCOPES = {
    "users.info": "users:read",
    "chat.postMessage": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "reactions.add": "reactions:write",
    "files.getUploadURLExternal": "files:write",
    "files.completeUploadExternal": "files:write",
    "files.info": "files:read",
}

__all__ = ["APP_LEVEL", "METHODS", "SCOPES", "Context", "Method"]
