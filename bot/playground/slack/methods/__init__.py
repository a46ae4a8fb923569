"""The Web API methods the double answers: one table, from method name to function."""

from bot.playground.slack.methods import about, assistant, chat, conversations, files, streams, usergroups, views
from bot.playground.slack.methods.context import Context, Method

METHODS: dict[str, Method] = {
    "auth.test": about.auth_test,
    "apps.connections.open": about.apps_connections_open,
    "users.info": about.users_info,
    "usergroups.users.list": usergroups.users_list,
    "chat.postMessage": chat.post_message,
    "chat.postEphemeral": chat.post_ephemeral,
    "chat.update": chat.update,
    "chat.delete": chat.delete,
    "chat.getPermalink": chat.get_permalink,
    "chat.startStream": streams.start,
    "chat.appendStream": streams.append,
    "chat.stopStream": streams.stop,
    "assistant.threads.setStatus": assistant.set_status,
    "assistant.threads.setTitle": assistant.set_title,
    "assistant.threads.setSuggestedPrompts": assistant.set_suggested_prompts,
    "reactions.add": chat.reactions_add,
    "conversations.info": conversations.info,
    "conversations.members": conversations.members,
    "conversations.history": conversations.history,
    "conversations.replies": conversations.replies,
    "files.getUploadURLExternal": files.get_upload_url,
    "files.completeUploadExternal": files.complete_upload,
    "files.info": files.info,
    "files.delete": files.delete,
    "views.open": views.open_view,
    "views.push": views.push,
    "views.update": views.update,
    "views.publish": views.publish,
}
# Which of them is called with the app-level token; all others want the bot's.
APP_LEVEL = {"apps.connections.open"}
# The scope a method cannot do without. For conversations.* it goes by the kind of the channel: Context.needs().
SCOPES = {
    "users.info": "users:read",
    "usergroups.users.list": "usergroups:read",
    "chat.postMessage": "chat:write",
    "chat.postEphemeral": "chat:write",
    "chat.update": "chat:write",
    "chat.delete": "chat:write",
    "chat.startStream": "chat:write",
    "chat.appendStream": "chat:write",
    "chat.stopStream": "chat:write",
    # Since March 2026 not assistant:write any more; the other two still want it.
    "assistant.threads.setStatus": "chat:write",
    "assistant.threads.setTitle": "assistant:write",
    "assistant.threads.setSuggestedPrompts": "assistant:write",
    "reactions.add": "reactions:write",
    "files.getUploadURLExternal": "files:write",
    "files.completeUploadExternal": "files:write",
    "files.info": "files:read",
    "files.delete": "files:write",
}

__all__ = ["APP_LEVEL", "METHODS", "SCOPES", "Context", "Method"]
