"""What calls cost: the price of a model's tokens, a bound where that cannot be known, and a step's bill. Pure.

Prices of models are those that come with genai-prices (https://github.com/pydantic/genai-prices), as of its release:
nothing is looked up over the network. It is imported where a price is asked for that nobody gave, since its data take
a third of a second and 25 MB; whoever talks to an endpoint of their own never loads it.
"""

from __future__ import annotations

import ipaddress
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import urlsplit

from agent.facts import Price, Usage

CHARACTERS = 3.75  # of a token, as long as nothing better is known
# What a model costs that nobody knows: dearer than all but 2 % of the 2,330 that genai-prices 0.2.3 lists.
UNKNOWN = Price(input=15.0, output=75.0, search=35.0)
_DIGITS = 4  # of a dollar, in lines of a log
GATEWAY = 2.0  # times its list price is the most that a known model costs at an endpoint nobody knows
CREDIT = 0.008  # US dollars, pay as you go; plans are cheaper: https://docs.tavily.com/documentation/api-credits
TOKENS_AT_MOST = 10**12  # of one call; an endpoint may say anything
_SHARED = ipaddress.ip_network("100.64.0.0/10")  # of providers and private overlays, RFC 6598: nobody sells there
_ONE_NUMBER = re.compile(r"0x[0-9a-f]+|0|[1-9]\d*")
_HOME = (".local", ".localhost", ".lan", ".internal", ".home.arpa")


def priced(usage: Usage, model: str, base_url: str | None, own: Mapping[str, Price]) -> Usage:
    """The same usage with its money, and `bound` where that is only a bound.

    `own` prices count by the longest beginning of the model's name, whatever its case. Without one a model on this
    machine or in a private network costs nothing, as does one without an address (`base_url` None).
    """
    usage = _sound(usage)
    price = own_price(model, own)
    if price is not None:
        return usage.model_copy(update={"money": price.of(usage)})
    if base_url is None or is_private(base_url):
        return usage.model_copy(update={"money": 0.0})
    listed, factor = _listed(usage, model, base_url), 1.0
    if listed is None:
        listed, factor = _listed(usage, model, None), GATEWAY
    if listed is None:
        return usage.model_copy(update={"money": UNKNOWN.of(usage), "bound": True})
    fees = 0.0 if listed.searches else UNKNOWN.of(Usage(searches=usage.searches))
    bound = usage.bound or factor > 1 or fees > 0
    return usage.model_copy(update={"money": listed.money * factor + fees, "bound": bound})


def own_price(model: str, own: Mapping[str, Price]) -> Price | None:
    name = model.casefold()
    fitting = [beginning for beginning in own if name.startswith(beginning.casefold())]
    return own[max(fitting, key=len)] if fitting else None


def is_private(base_url: str) -> bool:
    """Whether an address is on this machine or in a private network: by its number, or by a name no other has."""
    try:
        host = (urlsplit(base_url).hostname or "").rstrip(".")
    except ValueError:
        return False
    if number := _number(host):
        return number.is_private or number in _SHARED
    return "." not in host or host.endswith(_HOME)


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address that a host is, also written as the one number that some take for it; None for a name."""
    try:
        return ipaddress.ip_address(int(host, 0) if _ONE_NUMBER.fullmatch(host) else host)
    except ValueError:
        return None


def tokens(*texts: str) -> int:
    """How many tokens these texts may be. Bytes of UTF-8 count: a letter of Japanese is about a token."""
    return math.ceil(sum(len(text.encode("utf-8", "replace")) for text in texts) / CHARACTERS)


def _sound(usage: Usage) -> Usage:
    """Counts that can be: none below zero or beyond all bounds, and no more cached ones than were sent."""
    counts = {name: _bounded(getattr(usage, name)) for name in ("prompt", "completion", "reasoning", "searches")}
    return usage.model_copy(update={**counts, "cached": min(_bounded(usage.cached), counts["prompt"])})


def _bounded(count: int) -> int:
    return min(max(0, count), TOKENS_AT_MOST)


class _Listed(NamedTuple):
    """What the list says of some usage, and whether the provider's own searches have a price there."""

    money: float
    searches: bool


def _listed(usage: Usage, model: str, base_url: str | None) -> _Listed | None:
    """By the list of this endpoint's provider or, with None, of whoever made the model; None where it is not there.
    What was cached never costs more than what was not."""
    from genai_prices import Usage as Counted
    from genai_prices import calc_price

    def of(cached: int, searches: int = usage.searches) -> float:
        counted = Counted(
            input_tokens=usage.prompt,
            output_tokens=usage.completion,
            cache_read_tokens=cached,
            web_searches=searches,
        )
        return float(calc_price(counted, model, provider_api_url=base_url).total_price)

    try:
        cached = usage.cached if of(usage.cached) < of(0) else 0
        return _Listed(of(cached), of(cached, usage.searches + 1_000) > of(cached))
    except (LookupError, ValueError):
        return None


def exact_money(usage: Usage) -> str:
    """Money in a line of a log: "$0.0123", "at most $1.2000", "under $0.0001"; a bound is rounded up."""
    least = 10**-_DIGITS
    if 0 < usage.money < least:
        return f"under ${least:.{_DIGITS}f}"
    shown = math.ceil(usage.money / least - 1e-6) * least if usage.bound else usage.money
    return f"{'at most ' if usage.bound else ''}${shown:.{_DIGITS}f}"


# --- what a deployment pays ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Prices:
    """What the model of a deployment costs: where it is (None: at no address, which costs nothing), and prices of
    one's own by the beginnings of names."""

    base_url: str | None = None
    own: Mapping[str, Price] = field(default_factory=dict)

    def of(self, usage: Usage, model: str, answered: str = "") -> Usage:
        """Priced by the name that was asked for or, where nobody knows that, by the one that `answered`."""
        name = answered if answered and not self._knows(model) else model
        return priced(usage, name, self.base_url, self.own)

    def _knows(self, model: str) -> bool:
        return not priced(Usage(prompt=1), model, self.base_url, self.own).bound

    def rate(self, model: str) -> Price:
        """The most that a million tokens, or a thousand searches, of it cost."""
        million = 1_000_000
        sent = self.of(Usage(prompt=million), model).money
        both = self.of(Usage(prompt=million, completion=million), model).money
        searches = self.of(Usage(searches=1_000), model).money
        return Price(input=sent, output=both - sent, search=searches)


def most(
    messages: Sequence[Mapping[str, object]],
    tools: Sequence[Mapping[str, object]],
    output: int,
    price: Price,
    rate: float = CHARACTERS,
) -> Usage:
    """The most that a call with this request can cost: by its length, at the `rate` (characters of a token) that was
    learned of the model where that makes it dearer, by all the output (tokens) that its reply may have, and by the
    `searches` that a tool of the provider's own may make."""
    sent = json.dumps([*messages, *tools], ensure_ascii=False, default=str)
    searches = sum(number for tool in tools if isinstance(number := tool.get("searches"), int))
    length = math.ceil(tokens(sent) * max(1.0, CHARACTERS / rate))
    return at_price(Usage(prompt=length, completion=output, searches=searches, bound=True), price)


def at_price(usage: Usage, price: Price) -> Usage:
    """The same usage with its money at this price."""
    return usage.model_copy(update={"money": price.of(usage)})


# --- a bill -------------------------------------------------------------------------------------------------------


@dataclass
class Item:
    """One call on a bill: the most that it can cost as long as it is under way, then, when it is `over`, what it did
    cost."""

    usage: Usage
    over: bool = False


def _nobody() -> None:
    """Nobody wants to know."""


@dataclass
class Bill:
    """What one `step` of a `run` that somebody (`by`) asked has spent so far. However the step ends, what stands here
    is what it cost; `written` once the log has it. It `waits` where others hold what is left. `heard` is called
    whenever less may be held than before."""

    items: list[Item] = field(default_factory=list)
    run: str = ""
    step: str = ""
    by: str = ""
    waits: bool = False
    heard: Callable[[], None] = _nobody
    _written: bool = False

    def begin(self, most: Usage) -> Item:
        self.items.append(Item(most))
        return self.items[-1]

    def settle(self, item: Item, usage: Usage) -> None:
        """It is known what a call cost."""
        item.usage, item.over = usage, True
        self.heard()

    @property
    def written(self) -> bool:
        return self._written

    @written.setter
    def written(self, written: bool) -> None:
        self._written = written
        self.heard()

    @property
    def held(self) -> Usage:
        """What stands here for calls under way."""
        return sum((item.usage for item in self.items if not (item.over or self._written)), Usage())

    @property
    def spent(self) -> Usage:
        """What stands here for calls that are over; it does not become less."""
        return sum((item.usage for item in self.items if item.over or self._written), Usage())

    @property
    def usage(self) -> Usage:
        return sum((item.usage for item in self.items), Usage())
