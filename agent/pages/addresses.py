"""Which web addresses may be visited: those of the public web, and nothing inside anybody's network. Pure.

An address is taken apart here once, and what was looked at is what is connected to: nothing parses it a second time.
The special networks are those of https://www.iana.org/assignments/iana-ipv4-special-registry and
https://www.iana.org/assignments/iana-ipv6-special-registry.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from urllib.parse import quote, urljoin, urlsplit

import idna

PORTS = frozenset({80, 443, 8080, 8443})
_LONGEST = 4_000  # characters of an address
_OURS = ("localhost", "local", "internal", "intranet", "private", "corp", "home", "lan", "localdomain", "home.arpa")
_KEPT = "%/:?#[]@!$&'()*+,;=-._~"  # signs of an address that stay as they are

_INSIDE_4 = tuple(map(IPv4Network, (
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
    "224.0.0.0/4", "240.0.0.0/4",
    "168.63.129.16/32",  # a public number that answers inside Azure alone, with what a machine there is told
)))  # fmt: skip
_PUBLIC_6 = IPv6Network("2000::/3")  # everything else is not handed out
_INSIDE_6 = tuple(map(IPv6Network, ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")))
_NAT64 = IPv6Network("64:ff9b::/96")  # how a network without IPv4 reaches it; RFC 6052


class NotVisited(ValueError):
    """This address is not visited. The text says why, without any part of it."""


@dataclass(frozen=True)
class Target:
    """Where a request goes. `host` is a name in ASCII or an IP in its usual form; `path` with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _usual(self.scheme) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.authority}"

    @property
    def address(self) -> str:
        return f"{self.origin}{self.path}"

    @property
    def literal(self) -> str:
        """The host where it is an IP, "" where it is a name."""
        return self.host if ":" in self.host or self.host.replace(".", "").isdigit() else ""


def target(address: str, ports: Collection[int] = ()) -> Target:
    """Where a web address leads, if its form allows a visit; raises NotVisited. `ports` are allowed besides the usual
    ones. Whether the IP behind a name is public says `inside`."""
    if len(address) > _LONGEST or re.search(r"[\x00-\x20\x7f\\]", address):
        raise NotVisited("it is not written as an address is")
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError:
        raise NotVisited("it is not written as an address is") from None
    if parts.scheme not in ("http", "https"):
        raise NotVisited("only http and https are read")
    if "@" in parts.netloc:
        raise NotVisited("it holds a user name or a password")
    port = _usual(parts.scheme) if port is None else port
    if port not in PORTS and port not in ports:
        raise NotVisited("its port is not one of the web")
    query = f"?{parts.query}" if parts.query else ""
    return Target(
        parts.scheme, _host(parts.netloc, parts.hostname or ""), port, _ascii(f"{parts.path or '/'}{query}")
    )


def public(address: str) -> None:
    """Raises NotVisited for an address that is nobody else's to visit either: inside a network, or with a password in
    it. Its port does not matter, and what a name stands for is not looked up."""
    at = target(address, range(1, 65_536))
    if at.literal and inside(at.literal):
        raise NotVisited("it leads into a network that is not public")


def led_on(at: Target, location: str, ports: Collection[int] = ()) -> Target:
    """Where a redirect leads from a page; raises NotVisited."""
    try:
        joined = urljoin(at.address, location.strip(" \t\r\n"))
    except ValueError:
        raise NotVisited("it is not written as an address is") from None
    return target(joined, ports)


def inside(ip: str) -> bool:
    """Whether an IP address is not one of the public internet, also where it only wraps one that is not."""
    try:
        address = ipaddress.ip_address(ip)
    except ValueError:  # a zone ("fe80::1%eth0"), or no address
        return True
    if isinstance(address, IPv4Address):
        return not address.is_global or any(address in network for network in _INSIDE_4)
    return _inside_6(address)


def _inside_6(address: IPv6Address) -> bool:
    if address.ipv4_mapped:
        return inside(str(address.ipv4_mapped))
    if address in _NAT64:
        return inside(str(IPv4Address(int(address) & 0xFFFFFFFF)))
    return address.scope_id is not None or address not in _PUBLIC_6 or any(address in one for one in _INSIDE_6)


def _usual(scheme: str) -> int:
    return 443 if scheme == "https" else 80


def _host(netloc: str, name: str) -> str:
    """The host in the one form in which it is looked up."""
    if netloc.startswith("["):
        return _literal_6(name)
    name = _named(name)
    if re.search(r"(?:^|\.)(?:0x[0-9a-f]*|[0-9]+)$", name):
        return _literal_4(name)
    labels = name.split(".")
    if len(labels) < 2 or any(name == ours or name.endswith(f".{ours}") for ours in _OURS):
        raise NotVisited("it is a name inside a network")
    if not all(re.fullmatch(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?", label) for label in labels):
        raise NotVisited("its host is not a name of the web")
    return name


def _named(name: str) -> str:
    """In lower case and ASCII, as every browser would read it: full-width digits are digits."""
    name = name.rstrip(".") if name.isascii() else name
    try:
        name = name.lower() if name.isascii() else idna.encode(name, uts46=True).decode("ascii").rstrip(".")
    except (idna.IDNAError, UnicodeError):
        raise NotVisited("its host is not a name of the web") from None
    return name if len(name) <= 253 else ""


def _literal_4(name: str) -> str:
    """Only four plain decimal numbers: "0x7f.1", "2130706433" and "0177.0.0.1" are read differently everywhere."""
    try:
        return str(IPv4Address(name))
    except ValueError:
        raise NotVisited("its host is a number in an unusual form") from None


def _literal_6(name: str) -> str:
    try:
        address = IPv6Address(name)
    except ValueError:
        raise NotVisited("its host is a number in an unusual form") from None
    if address.scope_id is not None:
        raise NotVisited("it is a name inside a network")
    return str(address)


def _ascii(path: str) -> str:
    """Other scripts as UTF-8 in percent signs; what is ASCII keeps its bytes."""
    try:
        return quote(path, safe=_KEPT + '"<>^`{|}')
    except UnicodeEncodeError:
        raise NotVisited("it is not written as an address is") from None
