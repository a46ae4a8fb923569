"""Other people's words as a model is sent them: no end or beginning of a block, and no sign of a template. Pure.

What the program itself says carries the mark of its run, which is taken out of all other words; the signs that blocks
and templates are made of become signs that only look like them. What is stored and shown stays as it was written, and
what a model copies is turned back (`restored`), so that it is found where it was read.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata

from agent.clean import without_tokens

# What stands in front of a name in place of "<" and "[": no normal form of Unicode makes these of them.
_ANGLE, _BRACKET = "˂", "⁅"
_OPENING = r"(?:[<＜﹤]|&(?:amp;)*(?:lt|\#0*60|\#x0*3c);?)"
_BLOCKS = "source|result|conversation|thread|task|notes|tried"
# Special tokens of chat templates, by what they begin with: those of ChatML, Llama, Gemma, Mistral, DeepSeek, GLM,
# Command, Phi, Qwen and Hermes, T5, and the tags in which some write calls and thoughts.
_TOKENS = (
    r"[|｜]|/?(?:s|bos|eos|unk|pad|mask|sep|cls|sop|eop|sys|assistant|system|user|human|developer)>"
    r"|/?(?:start|end)_of_\w+>|/?(?:begin|end)▁|(?:bos|eos)_token>|extra_id_\d|unused\d|reserved_"
    r"|/?(?:\w{1,9}:)?(?:tool_calls?|tool_response|tool_results?|tools|function_calls?|function|invoke|think|thinking"
    r"|tool_use|parameter|arg_key|arg_value|system-reminder)\b"
)
_NAMED = rf"(?:[^\w<＜﹤]|_){{0,12}}(?:\w{{1,9}}:)?(?:{_BLOCKS})(?![\w-])"  # whatever is a slash there
_TAG = re.compile(rf"{_OPENING}(?={_NAMED})", re.I)
_TOKEN = re.compile(rf"{_OPENING}(?={_TOKENS})", re.I)
_SQUARE = re.compile(
    r"\[(?=/?(?:INST|SYS|SYSTEM_PROMPT|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|IMG|PREFIX|SUFFIX|MIDDLE"
    r"|ARGS|CALL_ID|THINK|gMASK|sMASK|MASK|SEP|CLS|PAD|UNK|BOS|EOS|e~\[)\])"
)
_FENCE = re.compile(rf"(?:`{{3,}}|~{{3,}})(?=\s*(?:{_BLOCKS}|verdicts|candidates)\b)", re.I)
_LINE_ENDS = re.compile(r"\r\n?|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_BACK_ANGLE = re.compile(rf"{_ANGLE}(?={_NAMED}|(?:{_TOKENS}))", re.I)
_BACK_BRACKET = re.compile(rf"{_BRACKET}(?=/?\w+\])")

# What shows nothing and can carry a text of its own: tags, selectors in a row, joiners in a row, signs of direction
# and fillers. One joiner is part of emoji and of Persian words, one selector says how a sign looks.
_UNSEEN = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d"
    r"\ufeff\uffa0\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Beside a sign of ASCII neither does anything, but for the selector of a key ("1️⃣").
_IDLE = re.compile(
    r"(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]+"
    r"|(?<=[\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?=[\x00-\x7f])|(?<=[\x00-\x7f])[\ufe0e\ufe0f]+(?!\u20e3)"
)
# Letters and signs of ASCII in another width or hand; text is looked at as if they were plain.
_OTHER_HAND = re.compile(r"[\uff01-\uff5e\ufe50-\ufe6b\U0001d400-\U0001d7ff]")
_PLAIN = {
    code: plain
    for code in (*range(0xFF01, 0xFF5F), *range(0xFE50, 0xFE6C), *range(0x1D400, 0x1D800))
    if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1 and plain.isascii()
}
_GIVEN = re.compile(r"\Amark: (#[0-9a-f]{8})$", re.M)


def mark(run: str) -> str:
    """The mark of a run, by its id."""
    return f"#{hashlib.sha256(f'mark {run}'.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def given(text: str) -> str:
    """The mark that a conversation begins with; "" for none."""
    found = _GIVEN.match(text)
    return found[1] if found else ""


def seen(text: str) -> str:
    """The text without what nobody sees in it."""
    return text if text.isascii() else _IDLE.sub("", _UNSEEN.sub("", text))


def apart(text: str) -> str:
    """The text with the special tokens of chat templates as mere words. What has been taken apart stays as it is."""
    text = _in_place(_TOKEN, _ANGLE, text) if _may_open(text) else text
    return _in_place(_SQUARE, _BRACKET, text) if "[" in text or "［" in text else text


def _may_open(text: str) -> bool:
    return any(sign in text for sign in "<&＜﹤")


def _in_place(pattern: re.Pattern[str], sign: str, text: str) -> str:
    """The text with this sign wherever the pattern is found, in whatever hand that is written."""
    if text.isascii() or not _OTHER_HAND.search(text):
        return pattern.sub(lambda _: sign, text)
    parts: list[str] = []
    at = 0
    for found in pattern.finditer(text.translate(_PLAIN)):
        parts += [text[at : found.start()], sign]
        at = found.end()
    return "".join([*parts, text[at:]])


def told(text: str, mark: str = "") -> str:
    """Somebody's words as they stand in a request, and no key that they pasted."""
    text = apart(_LINE_ENDS.sub("\n", without_tokens(seen(text))))
    if _may_open(text):
        text = _in_place(_TAG, _ANGLE, text)
    if any(fence in text for fence in ("```", "~~~", "｀｀｀", "～～～")):
        text = _in_place(_FENCE, "'''", text)
    return _in_place(re.compile(re.escape(mark[1:]), re.I), "(mark)", text) if mark else text


def line(text: str, mark: str = "") -> str:
    """The same on one line, unable to open or end a block at all."""
    return " ".join(told(text, mark).split()).replace("```", "'''")


def restored(text: str) -> str:
    """What a model wrote, with the signs that it copied as they were written."""
    if _BRACKET in text:
        text = _BACK_BRACKET.sub("[", text)
    return _BACK_ANGLE.sub("<", text) if _ANGLE in text else text
