"""What a call to Slack that failed means for what comes next. Pure.

The names of errors are Slack's: docs.slack.dev/reference/methods/chat.postMessage#errors and those of chat.update,
conversations.replies and the files methods.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from slack_sdk.errors import SlackApiError, SlackClientError

GONE = {"message_not_found", "cant_update_message", "edit_window_closed"}
HOPELESS = {
    "is_archived", "is_inactive", "channel_not_found", "not_in_channel", "thread_not_found", "restricted_action",
    "restricted_action_read_only_channel", "restricted_action_thread_locked", "posting_to_channel_denied",
    "cannot_reply_to_message", "messages_tab_disabled",
}  # fmt: skip
KEYLESS = {
    "account_inactive", "token_revoked", "token_expired", "invalid_auth", "missing_scope", "not_authed",
    "not_allowed_token_type", "no_permission",
}  # fmt: skip
SHAPE = {
    "invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long", "msg_blocks_too_many",
    "block_mismatch", "invalid_arguments",
}  # fmt: skip
TROUBLE = {"internal_error", "fatal_error", "service_unavailable", "request_timeout"}

Meaning = Literal[
    "wait",  # too much at once: the same after `seconds`
    "away",  # Slack, or the way to it, has trouble: the same once more, without end
    "gone",  # the message cannot be edited any more: another one in its place
    "shape",  # these blocks are not taken: the words without them
    "hopeless",  # nothing can be shown there
    "keyless",  # we may do nothing at all: somebody has to see to the token
    "unknown",  # a reason unknown here
]


@dataclass(frozen=True)
class Refusal:
    """`why` in words for the process's log; `seconds` to wait at least; `method` is the one that was called."""

    code: str
    meaning: Meaning
    why: str
    seconds: float = 0.0
    method: str = ""

    @property
    def without_effect(self) -> bool:
        """Whether it is certain that nothing was written."""
        return self.meaning not in ("away", "unknown")


def refusal(error: SlackClientError) -> Refusal:
    """What this error means. One that is not an answer of the Web API's is trouble on the way to it."""
    response = error.response if isinstance(error, SlackApiError) else None
    data = getattr(response, "data", None)
    code = str(data.get("error") or "") if isinstance(data, Mapping) else ""
    status = int(getattr(response, "status_code", 0) or getattr(response, "status", 0))
    method = str(getattr(response, "api_url", "")).rpartition("/")[2]
    if code == "ratelimited" or status == 429:
        return Refusal(code, "wait", "Slack says ratelimited", _seconds(getattr(response, "headers", {})), method)
    return Refusal(code, _meaning(code, status), f"Slack says {code or status or error}", method=method)


def _meaning(code: str, status: int) -> Meaning:
    if not code or code in TROUBLE or status >= 500:
        return "away"
    named: dict[Meaning, set[str]] = {"gone": GONE, "hopeless": HOPELESS, "keyless": KEYLESS, "shape": SHAPE}
    return next((meaning for meaning, codes in named.items() if code in codes), "unknown")


def _seconds(headers: Mapping[str, str]) -> float:
    """Retry-After, in whole seconds (docs.slack.dev/apis/web-api/rate-limits)."""
    given = str(headers.get("Retry-After") or headers.get("retry-after") or "")
    return float(given) if given.isdecimal() else 1.0
