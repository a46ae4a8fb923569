"""What may be visited is the public web, in whatever spelling something else comes."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.pages.addresses import PORTS, NotVisited, inside, led_on, target

_SPELLINGS = """
    http://127.0.0.1/
    http://127.1/
    http://127.0.1/
    http://0/
    http://0.0.0.0/
    http://0x7f.1/
    http://0x7f000001/
    http://0X7F.0.0.1/
    http://2130706433/
    http://017700000001/
    http://0177.0.0.1/
    http://127.0.0.1./
    http://127.0.0.010/
    http://１２７.０.０.１/
    http://127。0。0。1/
    http://①②⑦.0.0.1/
    http://169.254.169.254/latest/meta-data/
    http://169.254.169.254.:80/
    http://168.63.129.16/metadata
    http://10.0.0.1/
    http://172.16.0.1/
    http://172.31.255.254/
    http://192.168.1.1/
    http://192.0.0.8/
    http://192.0.2.7/
    http://192.88.99.1/
    http://198.18.0.1/
    http://198.51.100.1/
    http://203.0.113.9/
    http://100.64.0.1/
    http://100.127.255.255/
    http://224.0.0.1/
    http://239.255.255.250/
    http://240.0.0.1/
    http://255.255.255.255/
    http://[::]/
    http://[::1]/
    http://[0:0:0:0:0:0:0:1]/
    http://[::ffff:127.0.0.1]/
    http://[::ffff:7f00:1]/
    http://[::ffff:a9fe:a9fe]/
    http://[::127.0.0.1]/
    http://[64:ff9b::127.0.0.1]/
    http://[64:ff9b::a9fe:a9fe]/
    http://[64:ff9b:1::1]/
    http://[2002:7f00:1::]/
    http://[2002:a9fe:a9fe::1]/
    http://[2001:0:7f00:1::]/
    http://[2001:db8::1]/
    http://[3fff::1]/
    http://[fe80::1]/
    http://[fe80::1%25eth0]/
    http://[fc00::1]/
    http://[fd00:ec2::254]/
    http://[fec0::1]/
    http://[ff02::1]/
    http://[100::1]/
    http://[::1/
    http://localhost/
    http://LOCALHOST/
    http://localhost./
    http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/
    http://api.localhost/
    http://printer.local/
    http://metadata.google.internal/
    http://wiki.corp/
    http://nas.home.arpa/
    http://router/
    http://u:p@localhost/
    http://u@news.test/
    http://news.test@127.0.0.1/
    http://news.test:22/
    http://news.test:6379/
    http://news.test:0/
    http://news.test:99999/
    http://news.test:８０/x
    http://news.test:-80/
    http://-news.test/
    http://news..test/
    http://.test/
    http://%31%32%37.0.0.1/
    http:///etc/passwd
    http://
    http:news.test
    //news.test/
    /etc/passwd
    file:///etc/passwd
    file://localhost/etc/passwd
    ftp://news.test/
    gopher://news.test:70/
    data:text/html,hello
    javascript:alert(1)
    dict://news.test:11211/
    jar:http://news.test!/
    ws://news.test/
"""
HOSTILE = (
    *_SPELLINGS.split(),
    r"http://127.0.0.1\@news.test/",
    r"http://news.test\.evil.test/",
    "http://new s.test/",
    "http://news.test/\r\nX-Evil:1",
    "http://news.test/\x00",
    "http://news.test:8０/x",
    "",
    " ",
)


def refused(address: str) -> bool:
    """Whether nothing is connected to: by the form of the address, or since it is an IP that is not public."""
    try:
        at = target(address)
    except NotVisited:
        return True
    return bool(at.literal) and inside(at.literal)


@pytest.mark.parametrize("address", HOSTILE, ids=ascii)
def test_nothing_inside_is_visited_in_any_spelling(address: str) -> None:
    assert refused(address)


def test_there_are_enough_of_them() -> None:
    assert len(set(HOSTILE)) >= 90


@pytest.mark.parametrize("address", HOSTILE, ids=ascii)
def test_why_is_said_without_the_address(address: str) -> None:
    try:
        target(address)
    except NotVisited as why:
        assert not any(part in str(why) for part in ("127", "test", "passwd", "localhost", "@"))


@pytest.mark.parametrize(
    ("address", "host", "port", "path"),
    [
        ("https://news.test", "news.test", 443, "/"),
        ("HTTPS://News.Test/A?b=C#d", "news.test", 443, "/A?b=C"),
        ("http://news.test:8080/a%20b?x=1*2&y=%2F", "news.test", 8080, "/a%20b?x=1*2&y=%2F"),
        ("http://news.test./a", "news.test", 80, "/a"),
        ("https://straße.test/ü?q=日本", "xn--strae-oqa.test", 443, "/%C3%BC?q=%E6%97%A5%E6%9C%AC"),
        ("https://my_site.test/", "my_site.test", 443, "/"),
        ("https://93.184.216.34/x", "93.184.216.34", 443, "/x"),
        ("https://[2606:2800:220:1:248:1893:25c8:1946]/", "2606:2800:220:1:248:1893:25c8:1946", 443, "/"),
        ("https://3com.test/", "3com.test", 443, "/"),
        ("https://news.test/a?url=http://127.0.0.1/", "news.test", 443, "/a?url=http://127.0.0.1/"),
    ],
)
def test_the_public_web_is(address: str, host: str, port: int, path: str) -> None:
    at = target(address)
    assert (at.host, at.port, at.path) == (host, port, path)
    assert not refused(address)


@pytest.mark.parametrize(
    ("location", "found"),
    [
        ("/b", "https://news.test/b"),
        ("b?c", "https://news.test/x/b?c"),
        ("//other.test/b", "https://other.test/b"),
        ("http://other.test/ü", "http://other.test/%C3%BC"),
    ],
)
def test_a_redirect_leads_where_it_says(location: str, found: str) -> None:
    assert led_on(target("https://news.test/x/a"), location).address == found


@pytest.mark.parametrize(
    "location", ["file:///etc/passwd", "http://0x7f.1/", "//localhost/", "http://[::1", "ftp://a.test/"]
)
def test_and_nowhere_inside(location: str) -> None:
    with pytest.raises(NotVisited):
        led_on(target("https://news.test/x/a"), location)


def test_ports_that_are_allowed_besides() -> None:
    assert target("http://news.test:43210/", {43210}).port == 43210
    assert 43210 not in PORTS


v4 = st.ip_addresses(v=4)


@settings(max_examples=100)
@given(v4)
def test_an_ipv4_that_is_not_global_is_inside_and_so_is_whatever_wraps_it(ip: ipaddress.IPv4Address) -> None:
    if not ip.is_global or ip.is_multicast or ip.is_reserved or ip.is_private:
        for wrapped in (str(ip), f"::ffff:{ip}", f"64:ff9b::{ip}"):
            assert inside(wrapped)
    number = int(ip)
    assert inside(str(ipaddress.IPv6Address((0x2002 << 112) | (number << 80)))), "6to4 is never used"
    assert inside(str(ipaddress.IPv6Address((0x20010000 << 96) | number))), "nor is Teredo"


@settings(max_examples=100)
@given(st.ip_addresses(v=6))
def test_an_ipv6_that_is_visited_is_global(ip: ipaddress.IPv6Address) -> None:
    if not inside(str(ip)):
        assert ip.is_global and not ip.is_multicast
        assert (
            ip in ipaddress.IPv6Network("2000::/3") or ip in ipaddress.IPv6Network("64:ff9b::/96") or ip.ipv4_mapped
        )


@settings(max_examples=100)
@given(v4, st.sampled_from(["{:d}", "{:#x}", "{:#o}", "0{:o}"]))
def test_no_number_is_a_host(ip: ipaddress.IPv4Address, form: str) -> None:
    with pytest.raises(NotVisited):
        target(f"http://{form.format(int(ip))}/")


_text = st.text(max_size=30) | st.text("[]:/@?#%.0x127\\u", max_size=15)


@settings(max_examples=150)
@given(st.builds("{}{}".format, st.sampled_from(["http://", "https://", "http:/", "//", ""]), _text))
def test_whatever_is_written_is_refused_or_one_place(address: str) -> None:
    try:
        at = target(address)
    except NotVisited:
        return
    assert at.address.isascii() and at.port in PORTS
    assert target(at.address) == at, "what was looked at is what is asked for"
