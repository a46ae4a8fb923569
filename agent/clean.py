"""Text fit to be stored, sent and shown: no half characters, no secrets, and something to see."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

# Tokens nobody writes by chance: keys of providers, Slack's tokens and hooks, those of code hosts and clouds, signed
# claims, private keys. Those that could be words ("task-…", a path "/sk-2024-for-all") hold a long run of letters and
# digits. In front of one stands no letter, unless it belongs to an escape ("\\n", "\\u0022", "%22").
_BEGINS = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrtbf])|(?<=\\u[0-9a-fA-F]{4})|(?<=%[0-9a-fA-F]{2}))"
_TOKEN = re.compile(
    rf"{_BEGINS}(?:"
    r"(?P<short>(?:sk|pk|rk)[-_][\w-]{16,}|(?:gsk|hf|npm|xai|pplx|glpat|tvly|nvapi|csk|r8|whsec|dop_v1)[-_][\w-]{12,}|AIza[\w-]{30,})"
    r"|xox[a-z]-[\w-]{8,}|xapp-[\w-]{8,}|xwfp-[\w-]{8,}"
    r"|gh[pousr]_\w{20,}|github_pat_\w{20,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])"
    r"|SG\.(?P<parts>[\w-]{8,}\.[\w-]{8,})|ya29\.[\w.-]{12,}[\w-]"
    r"|eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?"
    r"|(?<=Bearer )(?P<bearer>[\w.~+/=-]{20,})"
    r")"
    r"|(?<=hooks\.slack\.com/)\w+/[\w/-]{8,}"
    r"|(?<=PRIVATE KEY-----)(?:[\w\s\\+/=:,.]|-(?!----)){16,}(?=-----END)"
)
# What is called a key in code and in settings, and looks like one: the value alone goes.
_GIVEN = re.compile(
    r"(?i:(?:api|access|secret)[_-]?key|(?:access|refresh|auth|bot)[_-]?token|client[_-]?secret|signing[_-]?secret)"
    r"\\?[\"']?\s{0,9}[=:]\s{0,9}\\?[\"']?(?P<value>[\w.~+/-]{20,})"
)
# One of these stands in every one of them. Most texts hold none, and are not looked at any closer.
_SIGNS = (
    *(f"{name}{sign}" for name in ("sk", "pk", "rk", "hf", "npm", "xai", "pplx", "glpat", "tvly") for sign in "-_"),
    *(f"{name}{sign}" for name in ("nvapi", "r8", "whsec", "dop_v1") for sign in "-_"),
    *("AIza", "xox", "xapp-", "xwfp-", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "AKIA", "ASIA", "eyJ"),
    *("SG.", "ya29."),
    *("Bearer ", "hooks.slack.com/", "PRIVATE KEY-----"),
)
_NAMES = tuple(
    f"{kind}{sign}{what}"
    for what, kinds in {"key": ("api", "access", "secret"), "token": ("access", "refresh", "auth", "bot"),
                        "secret": ("client", "signing")}.items()
    for kind in kinds
    for sign in ("", "_", "-")
)  # fmt: skip
# In a message of ours nothing is lost by hiding too much.
_LOOKS_SECRET = re.compile(
    rf"(?i:{_BEGINS}(?:sk|pk|rk|tvly|xox[a-z]|xapp|xwfp)(?:-|%2D)[\w%-]{{3,}})"
    rf"|{_BEGINS}(?:SG\.[\w-]{{6,}}\.[\w.-]{{6,}}|ya29\.[\w.-]{{6,}})"
)
_BEARER = re.compile(r"\b(Bearer|Basic|Token|Api-?Key)(:?\s+|%20|\+)([\w.~+/=%-]{6,})", re.I)
_BETWEEN = r"\\*[\"']?\s{0,9}(?:=>|[=:]|%3D|(?<=[\"'])\s{0,9},)\s{0,9}\\*(?:b(?=\\*[\"']))?\\*[\"']?"
_NAMED = re.compile(
    r"((?:(?<![\w-])|(?<=\\[nrt])|(?<=%[0-9a-fA-F]{2}))"
    r"(?:[\w-]{0,80}(?:key|token|secret|password|passwd|pwd|signature|credential|authorization|response_url|ticket)"
    rf"|sig|auth|pass|trigger_id){_BETWEEN})(?!(?:Bearer|Basic|Token|Api-?Key)\b)[^\s&\"'<>)\\]+",
    re.I,
)
_COOKIE = re.compile(rf"(\b(?:set-)?cookie{_BETWEEN})[^\n\"']+", re.I)
_USERINFO = re.compile(r"(://)[^\s/?#]+@")
HIDDEN = "[hidden]"
FILLERS = {"\u115f", "\u1160", "\u2800", "\u3164", "\uffa0"}  # letters and symbols that show nothing
INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"}  # categories of Unicode

# Control characters but tab, line and page breaks and escape; the replacement character; private use.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff]")


def clean(text: str) -> str:
    """Well-formed text: the halves of a split character are joined, lone ones become U+FFFD, NULs are dropped.

    A lone surrogate makes every later request of a conversation impossible to encode.
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.replace("\x00", "")


def cleaned(value: object) -> object:
    """Any JSON with every text in it clean."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, Mapping):
        return {clean(str(key)): cleaned(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [cleaned(item) for item in value]
    return value


def blank(text: str) -> bool:
    """Whether there is nothing to see: only spaces, and what takes up no room or shows as none."""
    return all(unicodedata.category(char) in INVISIBLE or char in FILLERS for char in text)


_FEW_SIGNS = 300
_SIGNS_ALONE = re.compile(r"[\s*_-]*")
_EMPTY_FENCE = re.compile(r"(?P<sign>`{3,}|~{3,})[\w+#.-]{0,20}\s*(?:(?P=sign)\s*)?")


def shows_nothing(text: str) -> bool:
    """Whether Markdown has nothing to show of a text: emphasis of nothing, a rule, an empty fence. One sign or two
    can be what was asked for, such as an operator ("**")."""
    if len(text) > _FEW_SIGNS:
        return blank(text)
    seen = "".join(char for char in text if char.isspace() or not blank(char)).strip()
    signs = len(seen) > 2 and _SIGNS_ALONE.fullmatch(seen)
    return bool(not seen or signs or _EMPTY_FENCE.fullmatch(seen))


def without_tokens(text: str) -> str:
    """Other people's words, unchanged but for what can only be a secret."""
    if any(sign in text for sign in _SIGNS):
        text = _TOKEN.sub(_unless_words, text)
    small = text.lower()
    return _GIVEN.sub(_given, text) if any(name in small for name in _NAMES) else text


def _unless_words(token: re.Match[str]) -> str:
    """The run is looked for once per match: a lookahead would read a text of "sk-sk-sk-…" over and over."""
    words = token["short"] or token["bearer"]
    if parts := token["parts"]:  # names of modules, too, have dots
        return HIDDEN if re.search(r"\d", parts) or min(map(len, parts.split("."))) > 20 else token.group()
    is_key = not words or (re.search(r"[A-Za-z0-9]{12}", words) and re.search(r"\d", words))
    return HIDDEN if is_key else token.group()


def _given(named: re.Match[str]) -> str:
    value = named["value"]
    if not (re.search(r"\d", value) and re.search(r"[A-Za-z]", value)):
        return named.group()
    return named.group()[: -len(value)] + HIDDEN


def redacted(text: str) -> str:
    """A message of ours or a log line: whatever looks like a key, in an address too, is hidden."""
    text = _LOOKS_SECRET.sub(HIDDEN, without_tokens(text))
    text = _BEARER.sub(_borne, text)
    text = _USERINFO.sub(rf"\1{HIDDEN}@", text)
    return _COOKIE.sub(rf"\1{HIDDEN}", _NAMED.sub(rf"\1{HIDDEN}", text))


def _borne(found: re.Match[str]) -> str:
    """What stands behind "Bearer" and is more than a word or a count: "basic research", "token 128000"."""
    kind, between, value = found.groups()
    is_word = value.rstrip(".-").isalpha() and value[1:] == value[1:].lower()
    is_short = len(value) < 16 and kind.lower() not in ("bearer", "basic")
    return found.group() if is_word or is_short else f"{kind}{between}{HIDDEN}"


def rubbish(text: str) -> float:
    """The share of characters (0 to 1) that stand in no text but in bytes taken for one; 20,000 are looked at,
    and two of them, as a split character leaves behind, are none where most of a short one is text."""
    start = text[:20_000]
    wrong = len(_NO_TEXT.findall(start))
    return wrong / len(start) if wrong > min(2, len(start) // 3) else 0.0


# Directions that make text read otherwise than it is stored, and control characters no text needs.
_HIDDEN = re.compile(r"[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_LINE_SIGNS = re.compile(r"[\u2028\u2029\x85]")


def tidy(text: str) -> str:
    """Well-formed text with "\\n" line ends: no lone surrogates, no control characters, no forced directions."""
    if text.replace("\n", "").isprintable():
        return text
    if not text.isascii():
        text = _LINE_SIGNS.sub("\n", text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore"))
    return _HIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
