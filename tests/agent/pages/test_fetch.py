"""A page is opened where it may be, as far as there is room, and whatever stands in the way is a reason in words."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from agent.pages.fetch import HOPS, LARGEST, Fetched, FetchFailed
from agent.pages.readable import BINARY, EMPTY, ENCRYPTED, LONGEST, SCANNED
from agent.pages.robots import DISALLOWED, UNKNOWN
from agent.pages.walls import SAID
from tests.agent.pages.test_addresses import HOSTILE
from tests.agent.pages_double import LOREM, PRIVATE, PUBLIC, Leaf, article, fetching, moved, site
from tests.agent.pdfs import encrypted, pdf

INSIDE = "the address is not one of the public web: it leads into a network that is not public"
OTHER = "the address is not one of the public web: only http and https are read"
GARBLED = "the site answered with something that cannot be read"
OPEN = Leaf(article("It costs 1,600 euros."))


async def opened(leaves: Mapping[str, Leaf], path: str = "/plan") -> Fetched:
    async with fetching(leaves) as (fetcher, there):
        return await fetcher.open(there.url(path))


async def why(leaves: Mapping[str, Leaf], path: str = "/plan", seconds: float = 30.0) -> str:
    async with fetching(leaves, seconds) as (fetcher, there):
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url(path))
        assert str(there.port) not in str(failed.value) and ".test" not in str(failed.value)
        return str(failed.value)


# --- what is opened -------------------------------------------------------------------------------------------------


async def test_a_page_is_asked_for_once_under_its_own_name() -> None:
    async with fetching({"/plan": OPEN}) as (fetcher, there):
        found = await fetcher.open(there.url("/plan?id=5&a=1*2#part"))
        host = f"news.test:{there.port}"
        assert there.asked == [(PUBLIC, host, "/robots.txt"), (PUBLIC, host, "/plan?id=5&a=1*2")]
    assert found.address == there.url("/plan?id=5&a=1*2")
    assert "It costs 1,600 euros." in found.page.text and found.page.title == "The plan"


@pytest.mark.parametrize(
    "leaf",
    [
        Leaf(article("Für 1.600 € – „sofort“").decode().encode("windows-1252"), "text/html; charset=utf-8"),
        Leaf(
            article("Für 1.600 € – „sofort“", '<meta charset="windows-1252">').decode().encode("windows-1252"),
            "text/html",
        ),
        Leaf(article("Für 1.600 € – „sofort“"), "text/html"),
        Leaf(article("Für 1.600 € – „sofort“"), packed=True),
        Leaf(article("Für 1.600 € – „sofort“"), ""),
    ],
)
async def test_in_any_charset_and_packed(leaf: Leaf) -> None:
    assert "Für 1.600 € – „sofort“" in (await opened({"/plan": leaf})).page.text


@pytest.mark.parametrize("type", ["application/pdf", "text/html", ""])
async def test_a_pdf_is_read_to_its_end(type: str) -> None:
    found = await opened({"/DOC.PDF": Leaf(pdf(["One", "Two", "Three"]), type)}, "/DOC.PDF?sig=1")
    assert found.page.text == "One\n\nTwo\n\nThree"


async def test_what_stands_at_the_end_of_a_long_page_is_there() -> None:
    body = (LOREM * 3_800 + "The fee is 77 crowns. " + LOREM * 950).encode()
    assert "The fee is 77 crowns." in (await opened({"/plan": Leaf(body, "text/plain")})).page.text


async def test_a_redirect_is_followed_and_the_last_address_told() -> None:
    leaves = {"/plan": moved("/a", 301), "/a": moved("b?x=1", 307), "/b": OPEN}
    async with fetching(leaves) as (fetcher, there):
        found = await fetcher.open(there.url())
        assert found.address == there.url("/b?x=1")
        assert there.paths == ["/plan", "/a", "/b?x=1"]


# --- what is not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leaf", "reason"),
    [
        (Leaf(article(), status=404), SAID["missing"]),
        (Leaf(article(), status=410), SAID["missing"]),
        (Leaf(b"<title>Forbidden</title>", status=403), SAID["refused"]),
        (Leaf(b"<title>Just a moment...</title>Verifying you are human", status=403), SAID["robots"]),
        (Leaf(article(), headers={"cf-mitigated": "challenge"}, status=403), SAID["robots"]),
        (Leaf(b"<title>Just a moment...</title>Verifying you are human"), SAID["robots"]),
        (Leaf(b"<title>Robot Check</title><p>Solve the captcha"), SAID["robots"]),
        (Leaf(b"<title>Access Denied</title><p>You don't have permission to access this."), SAID["refused"]),
        (Leaf(b"<title>News</title><p>We use cookies.</p><a>Accept all</a> <a>Manage options</a>"), SAID["consent"]),
        (Leaf(b"<title>News</title><p>Welcome back<form><input type=password></form>"), SAID["login"]),
        (Leaf(b"<title>Page not found | News</title><p>The page you are looking for has moved."), SAID["missing"]),
        (Leaf(b"<title>App</title><div id=root></div><noscript>Please enable JavaScript.</noscript>"),
         SAID["script"]),
        (Leaf(b"<title>News</title><p>Subscribe to continue reading.</p><p>Already a subscriber?</p>"), SAID["paid"]),
        (Leaf(b"<title>Redirecting...</title><a href='/b'>Go on if you are not redirected</a>"), SAID["onward"]),
        (Leaf(b"<title>The plan</title><p style='display:none'>It costs 1,600 euros.</p>"), EMPTY),
        (Leaf(b"<html><body></body></html>"), EMPTY),
        (Leaf(b""), EMPTY),
        (Leaf(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "text/plain"), BINARY),
        (Leaf(pdf(["", ""]), "application/pdf"), SCANNED),
        (Leaf(encrypted(pdf(["Words"]), "password"), "application/pdf"), ENCRYPTED),
        (Leaf("\n".join(f"word{i}" for i in range(500_000)).encode(), "text/plain"), SAID["list"]),
        (Leaf(article(), status=500), "the site answered with status 500"),
        (Leaf(article(), status=503), "the site answered with status 503"),
        (Leaf(status=302), "the site answered with status 302"),
        (Leaf(article(), headers={"Content-Encoding": "br"}), GARBLED),
        (Leaf(b"no gzip", headers={"Content-Encoding": "gzip"}), GARBLED),
    ],
)  # fmt: skip
async def test_what_is_no_page_is_refused_with_a_reason(leaf: Leaf, reason: str) -> None:
    assert await why({"/plan": leaf}) == reason


@pytest.mark.parametrize(
    ("leaves", "reason"),
    [
        ({"/2026/plan": moved("/login?next=plan"), "/login": OPEN}, SAID["login"]),
        ({"/2026/plan": moved("/"), "/": OPEN}, SAID["missing"]),
        ({"/2026/plan": moved("/2026/plan")}, f"the site led on more than {HOPS} times"),
        ({"/2026/plan": moved("file:///etc/passwd")}, OTHER),
    ],
)  # fmt: skip
async def test_where_a_redirect_leads_instead(leaves: Mapping[str, Leaf], reason: str) -> None:
    assert await why(leaves, "/2026/plan") == reason


async def test_five_redirects_and_no_more() -> None:
    leaves = {f"/r{n}": moved(f"/r{n - 1}") for n in range(1, 9)} | {"/r0": OPEN}
    assert (await opened(leaves, "/r5")).page.title == "The plan"
    assert "led on" in await why(leaves, "/r6")


# --- size and time -------------------------------------------------------------------------------------------------


async def test_a_body_without_end_is_read_as_far_as_there_is_room() -> None:
    async with fetching({"/plan": Leaf(LOREM.encode() * 1_000, "text/plain", endless=True)}) as (fetcher, there):
        page = (await fetcher.open(there.url())).page
        await there.left.wait()
        assert there.sent < 3 * LARGEST
    assert page.cut and len(page.text) == LONGEST


async def test_of_a_text_that_comes_too_slowly_the_beginning_is_read_and_of_a_pdf_nothing() -> None:
    slow = Leaf(LOREM.encode() * 2_000, "text/plain", slow=True)
    async with site({"/plan": slow, "/pdf": Leaf(b"%PDF-1.4\n" * 20_000, "application/pdf", slow=True)}) as there:
        fetcher = there.fetcher(arriving=0.3)
        page = (await fetcher.open(there.url())).page
        with pytest.raises(FetchFailed, match="did not answer in time"):
            await fetcher.open(there.url("/pdf"))
        await fetcher.close()
    assert page.cut and page.text.startswith(LOREM)


async def test_a_bomb_is_unpacked_as_far_as_there_is_room() -> None:
    bomb = Leaf(LOREM.encode() * 1_000_000, "text/plain", packed=True)
    page = (await opened({"/plan": bomb})).page
    assert page.cut and len(page.text) == LONGEST


@pytest.mark.parametrize("leaf", [Leaf(stalls=True), Leaf(b"words", "text/plain", slow=True)])
async def test_a_page_that_does_not_come_is_given_up(leaf: Leaf) -> None:
    assert await why({"/plan": leaf}, seconds=1.0) == "the site did not answer in time"


@pytest.mark.parametrize("leaf", [Leaf(stalls=True), Leaf(b"words", "text/plain", slow=True)])
async def test_whoever_is_cancelled_leaves_at_once(leaf: Leaf) -> None:
    async with fetching({"/plan": leaf, "/robots.txt": Leaf(status=404)}, 600.0) as (fetcher, there):
        opening = asyncio.create_task(fetcher.open(there.url()))
        while not there.paths:
            there.reached.clear()
            await there.reached.wait()
        there.left.clear()
        opening.cancel()
        with pytest.raises(asyncio.CancelledError):
            await opening
        await there.left.wait()


# --- where nobody goes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("address", HOSTILE, ids=ascii)
async def test_nothing_inside_is_asked_for_anything(address: str) -> None:
    async with fetching({"/": OPEN}) as (fetcher, there):
        with pytest.raises(FetchFailed, match="not one of the public web") as failed:
            await fetcher.open(address)
        assert failed.value.final
        assert there.asked == [] and there.looked_up == []


@pytest.mark.parametrize(
    "location",
    ["http://{private}/", "//{private}/", "http://[::ffff:127.0.0.2]:{port}/", "http://inside.test:{port}/"],
)
async def test_a_redirect_into_somebody_s_network_is_not_followed_at_the_third_hop(location: str) -> None:
    async with fetching() as (fetcher, there):
        there.names["inside.test"] = [[PRIVATE]]
        last = location.format(private=f"{PRIVATE}:{there.port}", port=there.port)
        there.leaves |= {"/plan": moved("/b"), "/b": moved("/c"), "/c": moved(last), "/": OPEN}
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url())
        assert str(failed.value) == INSIDE
        assert there.paths == ["/plan", "/b", "/c"]
        assert all(ip == PUBLIC for ip, _, _ in there.asked)


async def test_a_name_that_answers_public_and_then_private_gets_nobody_inside() -> None:
    async with fetching({"/plan": OPEN, "/robots.txt": Leaf(b"User-agent: *\nAllow: /", "text/plain")}) as (
        fetcher,
        there,
    ):
        there.names["news.test"] = [[PUBLIC], [PUBLIC], [PRIVATE]]  # for robots.txt, for the page, from then on
        assert (await fetcher.open(there.url())).page.title == "The plan"
        assert there.looked_up == ["news.test"] * 2, "what was looked at is connected to: nothing is looked up again"
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url())
        assert str(failed.value) == INSIDE
        assert all(ip == PUBLIC for ip, _, _ in there.asked)


@pytest.mark.parametrize(
    "found", [[PRIVATE], [PUBLIC, PRIVATE], ["169.254.169.254"], ["::1"], ["fe80::1%eth0"], ["no ip"]]
)
async def test_a_name_with_any_private_ip_is_not_visited(found: list[str]) -> None:
    async with fetching({"/plan": OPEN}) as (fetcher, there):
        there.names["news.test"] = [found]
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url())
        assert str(failed.value) == INSIDE and there.asked == []


async def test_a_place_that_may_be_visited_is_that_one_and_no_other_port_or_ip() -> None:
    async with fetching({"/plan": OPEN}) as (fetcher, there):
        for address in (
            f"http://{PUBLIC}/plan",
            f"http://{PRIVATE}:{there.port}/plan",
            f"http://[::1]:{there.port}/plan",
        ):
            with pytest.raises(FetchFailed):
                await fetcher.open(address)
        assert there.asked == []
        assert (await fetcher.open(f"http://{PUBLIC}:{there.port}/plan")).page.title == "The plan"


@pytest.mark.parametrize("found", [[], ["127.0.0.1"]])
async def test_a_name_that_is_not_there_and_a_server_that_is_not(found: list[str]) -> None:
    async with site() as there:
        there.names["news.test"] = [found]
    fetcher = there.fetcher()  # its servers have ended by now
    with pytest.raises(FetchFailed, match="the site cannot be reached") as failed:
        await fetcher.open(there.url())
    assert not failed.value.final
    await fetcher.close()


# --- robots.txt -----------------------------------------------------------------------------------------------------


def said(text: str, status: int = 200) -> Leaf:
    return Leaf(text.encode(), "text/plain", status)


@pytest.mark.parametrize(
    ("robots", "reason"),
    [
        (said("User-agent: *\nDisallow: /plan"), DISALLOWED),
        (said("User-agent: *\nAllow: /\n\nUser-agent: Footnote\nDisallow: /"), DISALLOWED),
        (said("User-agent: *\nDisallow: /*?sort="), None),
        (said("User-agent: *\nDisallow: /\n\nUser-agent: footnote\nAllow: /plan"), None),
        (said("", 200), None),
        (said("", 404), None),
        (said("", 403), None),
        (said("", 500), UNKNOWN),
        (said("", 503), UNKNOWN),
        (said("", 429), UNKNOWN),
        (Leaf(b"\xff\xfe\x00rubbish", "text/plain"), None),
        (Leaf(article(), "text/html"), None),
        (Leaf(b"User-agent: *\nAllow: /\n" + b"# filler\n" * 10_000, endless=True), None),
        (moved("/elsewhere.txt"), DISALLOWED),
    ],
)
async def test_what_a_site_lets_programs_read(robots: Leaf, reason: str | None) -> None:
    leaves = {"/robots.txt": robots, "/elsewhere.txt": said("User-agent: *\nDisallow: /"), "/plan": OPEN}
    async with fetching(leaves) as (fetcher, there):
        if reason is None:
            assert (await fetcher.open(there.url())).page.title == "The plan"
            return
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url())
        assert str(failed.value) == reason and failed.value.final
        assert "/plan" not in there.paths


async def test_robots_txt_is_asked_for_once_for_a_site_and_at_every_hop() -> None:
    leaves = {
        "/plan": OPEN,
        "/b": OPEN,
        "/c": moved("/hidden"),
        "/robots.txt": said("User-agent: *\nDisallow: /hidden"),
    }
    async with fetching(leaves) as (fetcher, there):
        for path in ("/plan", "/b"):
            await fetcher.open(there.url(path))
        with pytest.raises(FetchFailed, match=DISALLOWED):
            await fetcher.open(there.url("/c"))
        assert [path for _, _, path in there.asked] == ["/robots.txt", "/plan", "/b", "/c"]


async def test_a_robots_txt_that_leads_inside_is_none() -> None:
    async with fetching({"/plan": OPEN}) as (fetcher, there):
        there.leaves["/robots.txt"] = moved(f"http://{PRIVATE}:{there.port}/robots.txt")
        with pytest.raises(FetchFailed) as failed:
            await fetcher.open(there.url())
        assert str(failed.value) == INSIDE and all(ip == PUBLIC for ip, _, _ in there.asked)


# --- certificates ---------------------------------------------------------------------------------------------------


def certificate(folder: Path, name: str) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """What a server shows that is this name, and whom a client believes then."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("there is no openssl on the PATH, which makes the certificate")
    key, cert = str(folder / "key.pem"), str(folder / "cert.pem")
    made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", cert]
    subject = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([openssl, *made, *subject], check=True, capture_output=True)
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(cert, key)
    return server, ssl.create_default_context(cafile=cert)


async def test_the_certificate_has_to_be_the_name_s_though_the_ip_is_connected_to(tmp_path: Path) -> None:
    server, trust = certificate(tmp_path, "news.test")
    async with site({"/plan": OPEN}, tls=server) as there:
        fetcher = there.fetcher(trust=trust)
        assert (await fetcher.open(there.url(scheme="https"))).page.title == "The plan"
        with pytest.raises(FetchFailed):
            await fetcher.open(there.url(host="evil.test", scheme="https"))
        assert {host for _, host, _ in there.asked} == {f"news.test:{there.port}"}
        await fetcher.close()
