"""Whatever the search service answers, the caller gets leads, a page, or one kind of error with a reason."""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest

from agent.facts import Hit
from agent.pages.cache import Cache
from agent.pages.web import Fetch, Page, Web, WebFailed
from tests.agent.pages_double import Leaf, Site, article, moved, site
from tests.agent.search_service import serving

KEY = "tvly-secret-0123456789"
URL = "https://news.test/plan"


@asynccontextmanager
async def asking(body: object = None, status: int = 200, key: str | None = KEY, **more: Any) -> AsyncIterator[Any]:
    seconds = more.pop("seconds", None)
    async with serving(body, status, **more) as service:
        web = Web(key, service.url, seconds=seconds)
        try:
            yield web, service
        finally:
            await web.close()


async def hits(body: object) -> list[Hit]:
    async with asking(body) as (web, _):
        found: list[Hit] = await web.search("harbour plan")
        return found


async def page(body: object) -> Page:
    async with asking(body) as (web, _):
        opened: Page = await web.extract(URL)
        return opened


async def failure(body: object = None, status: int = 200, **more: Any) -> WebFailed:
    """The error of a search; that of an extraction must be the same."""
    async with asking(body, status, **more) as (web, _):
        with pytest.raises(WebFailed) as of_search:
            await web.search("harbour plan")
        with pytest.raises(WebFailed) as of_page:
            await web.extract(URL)
        assert of_page.value.code == of_search.value.code
        return of_search.value


def result(**fields: object) -> dict[str, object]:
    return {"url": URL, "title": "The plan", "content": "It was adopted.", **fields}


def extracted(text: object, **fields: object) -> dict[str, object]:
    return {"results": [{"url": URL, "raw_content": text, **fields}], "failed_results": []}


# --- leads ------------------------------------------------------------------------------------------------------


async def test_a_lead_has_address_title_snippet_and_date() -> None:
    found = await hits({"results": [result(published_date="2026-03-01", score=0.9)]})
    assert found == [Hit(address=URL, title="The plan", snippet="It was adopted.", published="2026-03-01")]


async def test_half_filled_results_do_not_cost_the_whole_ones() -> None:
    odd = [
        result(),
        {"title": "no address"},
        result(url=None),
        result(url=7),
        result(url="javascript:alert(1)"),
        "a plain string",
        None,
        [],
        {"url": "https://bare.test/", "title": None, "content": None},
    ]
    assert [hit.address for hit in await hits({"results": odd})] == [URL, "https://bare.test/"]
    assert (await hits({"results": odd}))[1].title == "https://bare.test/"


async def test_a_date_is_told_as_a_day_and_no_date_as_none() -> None:
    found = await hits(
        {"results": [result(published_date="Mon, 02 Mar 2026 07:00:00 GMT"), result(published_date="?")]}
    )
    assert [hit.published for hit in found] == ["2026-03-02", ""]


async def test_at_most_five_leads() -> None:
    assert len(await hits({"results": [result(url=f"https://{i}.test/") for i in range(9)]})) == 5


async def test_no_matches_is_an_empty_list() -> None:
    assert await hits({"query": "harbour plan", "results": []}) == []


@pytest.mark.parametrize(
    "body",
    [
        {"results": None},
        {"results": "none"},
        {"results": [None, "x"]},
        {"error": "index unavailable"},
        {"detail": "index unavailable", "results": []},
        {},
        {"query": "harbour plan"},
        {"status": "error", "results": []},
        {"success": False, "results": []},
        {"code": 429, "results": []},
        {"error": {"code": 429}, "results": []},
    ],
)
async def test_an_answer_without_usable_results_is_a_failure_and_not_no_matches(body: object) -> None:
    with pytest.raises(WebFailed):
        await hits(body)


@pytest.mark.parametrize(
    "text",
    [
        "<html></html>",
        "![](x.png)",
        "# \n\n---\n",
        "null",
        "undefined",
        "\u200b \ufeff",
        "iVBORw0KGgo7AAAA" * 90,
        "- [](https://facebook.com/a)",
        "<!-- a comment -->",
        "&#160;&#8203;",
    ],
)
async def test_what_shows_nothing_to_read_is_no_page(text: str) -> None:
    with pytest.raises(WebFailed, match=r"holds no text|binary file"):
        await page(extracted(text))


async def test_half_a_character_does_not_make_a_short_page_unreadable() -> None:
    assert (await page(extracted("ok \ud83d ok"))).text == "ok \ufffd ok"


async def test_text_that_cannot_be_encoded_is_made_whole() -> None:
    found = await hits(
        b'{"results": [{"url": "https://a.test/", "title": "\\ud83d", "content": "a\\u0000b \\ud83d\\ude00"}]}'
    )
    assert found[0].title == "�"
    assert found[0].snippet == "ab 😀"


async def test_filters_and_number_are_sent() -> None:
    async with asking({"results": []}) as (web, service):
        await web.search("harbour plan", ["a.test"], ["b.test"])
        assert service.asked[0] == {
            "query": "harbour plan",
            "max_results": 5,
            "include_domains": ["a.test"],
            "exclude_domains": ["b.test"],
            "include_usage": True,
        }
        await web.search("harbour plan", since="2026-03-01")
        assert service.asked[1]["start_date"] == "2026-03-01"


async def test_the_key_is_sent_as_a_header_and_without_one_the_service_is_used_keyless() -> None:
    async with asking({"results": []}) as (web, service):
        await web.search("harbour plan")
        assert service.sent_headers[0]["Authorization"] == f"Bearer {KEY}"
        assert "X-Tavily-Access-Mode" not in service.sent_headers[0]
    async with asking({"results": []}, key=None) as (web, service):
        await web.search("harbour plan")
        assert "Authorization" not in service.sent_headers[0]
        assert service.sent_headers[0]["X-Tavily-Access-Mode"] == "keyless"


# --- pages ------------------------------------------------------------------------------------------------------


async def test_a_page_is_asked_for_as_markdown_and_comes_whole() -> None:
    async with asking(extracted("# The plan\r\n\r\nAdopted." + "x" * 50_000)) as (web, service):
        opened = await web.extract(URL)
        assert service.asked[0]["urls"] == [URL]
        assert service.asked[0]["format"] == "markdown"
    assert opened.title == "The plan"
    assert opened.text.startswith("# The plan\n\nAdopted.")
    assert len(opened.text) > 50_000


async def test_a_page_keeps_the_address_it_was_asked_by() -> None:
    assert (await page(extracted("Words", url="https://docs.news.test/moved"))).address == URL


@pytest.mark.parametrize(
    ("url", "is_it"),
    [
        (URL, True),
        (URL.replace("https://", "http://www.") + "/?utm_source=x", True),
        (f"{URL}/moved", True),
        (URL.removeprefix("https://"), True),
        ("", True),
        (None, True),
        (7, True),
        (f"https://evil.test/?u={URL}", False),
        (URL.replace("https://", "https://evil.test/"), False),
        ("evil.test", False),
        ("//evil.test/plan", False),
        ("https://[/", False),
    ],
)
async def test_a_result_of_another_site_is_not_the_page(url: object, is_it: bool) -> None:
    if is_it:
        assert (await page(extracted("Words", url=url))).text == "Words"
        return
    with pytest.raises(WebFailed, match="a page of another site") as failed:
        await page(extracted("Words", url=url))
    assert failed.value.code == "elsewhere"


async def test_the_page_is_found_behind_one_of_another_site() -> None:
    entries = [{"url": "https://evil.test/", "raw_content": "Evil"}, {"url": URL, "raw_content": "Words"}]
    assert (await page({"results": entries})).text == "Words"


@pytest.mark.parametrize(
    "key", ["tvly-dev-aBcDeFgHiJkL0123", "SG.aBcDeFgH1.iJkLmNoP2", "Bearer aBcDeFgHiJ0123456789"]
)
async def test_a_key_that_the_service_echoes_is_not_told(key: str) -> None:
    secret = key.rpartition(" ")[2]
    for said in (f"refused {key}", f"{'x' * 280} {key}"):
        failed = await failure({"detail": {"error": said}}, 401)
        assert secret[:16] not in str(failed)
        with pytest.raises(WebFailed) as empty:
            await page({"results": [], "failed_results": [{"url": URL, "error": said}]})
        assert secret[:16] not in str(empty.value)
    assert secret not in str(WebFailed("server", f"refused {key}"))


async def test_the_first_entry_with_words_is_the_page() -> None:
    entries = ["text", None, {"raw_content": None}, {"url": URL, "raw_content": " \n"}, {"raw_content": "Words"}]
    assert (await page({"results": entries})).text == "Words"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (extracted(""), "no text"),
        (extracted(None), "no text"),
        ({"results": [], "failed_results": [{"url": URL, "error": "403 from the site"}]}, "403 from the site"),
        ({"results": [], "failed_results": [None, "blocked"]}, "blocked"),
        ({"results": [], "failed_results": None}, "no text"),
        ({"failed_results": [{"url": URL, "error": "gone"}]}, "gone"),
    ],
)
async def test_an_empty_extraction_is_a_failure_with_a_reason(body: object, reason: str) -> None:
    with pytest.raises(WebFailed, match=reason) as failed:
        await page(body)
    assert failed.value.code == "empty"


@pytest.mark.parametrize(
    "rubbish",
    [
        "%PDF-1.7 4 0 obj << /Length 10 >> stream",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00".decode("latin-1") * 20,
        bytes(range(256)).decode("latin-1"),
        bytes(range(256)).decode("utf-8", "replace"),
    ],
)
async def test_bytes_taken_for_text_are_refused(rubbish: str) -> None:
    with pytest.raises(WebFailed) as failed:
        await page(extracted(rubbish))
    assert failed.value.code == "unreadable"


@pytest.mark.parametrize(
    "words", ["Zażółć gęślą jaźń", "東京都は晴れです", "👩‍👩‍👧 family", "a\tb\nc", "naïve � once in a while " * 2]
)
async def test_words_of_any_script_are_not_taken_for_rubbish(words: str) -> None:
    assert (await page(extracted(words))).text == words.strip()


@pytest.mark.parametrize(
    ("title", "text", "reason"),
    [
        ("Just a moment...", "Enable JavaScript and cookies to continue", "checks for robots"),
        ("Access Denied", "You don't have permission to access this page.", "refused access"),
        ("Sign in", "Email Password Forgot password?", "asks for a login"),
        ("News", "We value your privacy. We use cookies. Accept all. Manage options.", "asks for consent"),
        ("Page not found | News", "The page you are looking for has moved.", "no such page"),
        ("words", "\n".join(f"word{i}" for i in range(500_000)), "a list of single words"),
    ],
)
async def test_what_stands_in_place_of_a_page_is_a_failure(title: str, text: str, reason: str) -> None:
    with pytest.raises(WebFailed, match=reason) as failed:
        await page(extracted(text, title=title))
    assert failed.value.code == "wall"


async def test_a_page_says_when_it_was_published() -> None:
    assert (await page(extracted("# The plan\n\nPublished on March 2, 2026\n\nWords"))).published == "2026-03-02"
    assert (await page(extracted("# The plan\n\nWords"))).published == ""


async def test_what_is_visited_carries_nothing_that_anybody_could_have_written_into_it() -> None:
    async with asking(extracted("Words")) as (web, service):
        opened = await web.extract("https://news.test/a?utm_source=SECRET&id=5&gclid=SECRET#SECRET")
        assert service.asked[0]["urls"] == ["https://news.test/a?id=5"]
    assert opened.address == "https://news.test/a?utm_source=SECRET&id=5&gclid=SECRET#SECRET"


# --- opened by ourselves ----------------------------------------------------------------------------------------


REFUSED = {"results": [], "failed_results": [{"url": URL, "error": "403 from the site"}]}


@asynccontextmanager
async def both(
    body: object, leaves: Mapping[str, Leaf], status: int = 200, fetch: Fetch = "tavily"
) -> AsyncIterator[tuple[Web, Any, Site]]:
    """Tavily, which answers this, and a web of doubles."""
    async with serving(body, status) as service, site(leaves) as there:
        web = Web(KEY, service.url, fetcher=there.fetcher(), fetch=fetch)
        try:
            yield web, service, there
        finally:
            await web.close()


PLAN = {"/plan": Leaf(article("It costs 1,600 euros."))}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (REFUSED, 200),
        (extracted("Enable JavaScript and cookies to continue", title="Just a moment..."), 200),
        (extracted(""), 200),
        ({"detail": "used up"}, 432),
        (b"<html>", 200),
    ],
)
async def test_where_the_service_cannot_the_page_is_opened_by_ourselves(body: object, status: int) -> None:
    async with both(body, PLAN, status) as (web, service, there):
        opened = await web.extract(there.url())
        assert (len(service.asked), there.paths) == (1, ["/plan"])
    assert "It costs 1,600 euros." in opened.text and opened.title == "The plan" and opened.retrieved > 0


async def test_where_the_service_can_nobody_else_is_asked() -> None:
    async with both(extracted("Words"), PLAN) as (web, _, there):
        assert (await web.extract(there.url())).text == "Words"
        assert there.asked == []


async def test_directly_the_service_is_not_asked_and_by_the_service_alone_nobody_else_is() -> None:
    async with both(extracted("Words"), PLAN, fetch="direct") as (web, service, there):
        assert "1,600" in (await web.extract(there.url())).text
        assert service.asked == []
    async with both(REFUSED, PLAN, fetch="service") as (web, _, there):
        with pytest.raises(WebFailed, match="403 from the site"):
            await web.extract(there.url())
        assert there.asked == []


@pytest.mark.parametrize(
    ("body", "status", "said", "final"),
    [
        (REFUSED, 200, "the page could not be read: 403 from the site; read directly: the site refused access", True),
        ({"detail": "x"}, 432, "the search plan is used up; somebody has to raise it (x); read directly: ", True),
        (extracted("x", title="Access denied"), 200, "the site refused access to the page", True),
    ],
)
async def test_where_neither_can_both_reasons_are_said(body: object, status: int, said: str, final: bool) -> None:
    async with both(body, {"/plan": Leaf(b"Forbidden", status=403)}, status) as (web, _, there):
        with pytest.raises(WebFailed) as failed:
            await web.extract(there.url())
    assert str(failed.value).startswith(said) and failed.value.final is final


@pytest.mark.parametrize(
    ("path", "leaves", "own"),
    [
        ("/plan", PLAN, ""),
        ("/plan/?utm_source=x", {"/plan/": PLAN["/plan"]}, ""),
        ("/old", {"/old": moved("/plan"), **PLAN}, "/plan"),
        ("/p?id=5", {"/p": Leaf(article(head="<link rel=canonical href='/harbour-plan'>"))}, "/harbour-plan"),
        ("/p", {"/p": Leaf(article(head="<link rel=canonical href='https://other.test/x'>"))}, ""),
        ("/p", {"/p": Leaf(article(head="<link rel=canonical href='/'>"))}, ""),
        ("/q", {"/q": moved("/p"), "/p": Leaf(article(head="<link rel=canonical href='https://b.test/x'>"))}, "/p"),
    ],
)  # fmt: skip
async def test_a_page_is_known_by_its_own_address(path: str, leaves: Mapping[str, Leaf], own: str) -> None:
    async with both({}, leaves, fetch="direct") as (web, _, there):
        opened = await web.extract(there.url(path))
        assert opened.address == there.url(path)
        assert opened.canonical == (there.url(own) if own else "")


async def test_what_was_opened_by_ourselves_is_kept_as_well(tmp_path: Path) -> None:
    async with site(PLAN) as there:
        for _ in range(2):
            cache = Cache(tmp_path, 3_600.0)
            web = Web(KEY, "http://127.0.0.1:9", cache=cache, fetcher=there.fetcher(), fetch="direct")
            opened = await web.extract(there.url())
            await web.close()
            await cache.close()
        assert there.paths == ["/plan"] and "1,600" in opened.text


# --- errors -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "code", "final"),
    [
        (400, "request", True),
        (401, "key", True),
        (403, "key", True),
        (422, "request", True),
        (429, "busy", False),
        (432, "quota", True),
        (433, "quota", True),
        (500, "server", False),
        (503, "server", False),
        (302, "server", False),
        (202, "server", False),
    ],
)
@pytest.mark.parametrize(
    "body",
    [
        {"detail": {"error": "the reason"}},
        {"detail": "the reason"},
        {"detail": [{"msg": "the reason", "loc": ["query"]}]},
        {"error": {"code": "limit", "message": "the reason"}},
    ],
)
async def test_every_status_and_shape_of_error_gives_code_and_reason(
    status: int, code: str, final: bool, body: object
) -> None:
    failed = await failure(body, status)
    assert (failed.code, failed.final) == (code, final)
    assert "the reason" in str(failed)


@pytest.mark.parametrize("body", [b"", b"<html>Bad gateway</html>", b"[" * 5_000, [], "text", {"detail": 7}, None])
async def test_an_error_without_readable_reason_still_has_a_text(body: object) -> None:
    failed = await failure(body, 401)
    assert failed.code == "key"
    assert "mend the settings" in str(failed)


@pytest.mark.parametrize(
    "body", [b"<html>Welcome</html>", b"", b"null", b"[]", b'"text"', b"3", b"\xff\xfe", b"[" * 5_000]
)
async def test_a_200_that_is_no_object_is_nonsense(body: bytes) -> None:
    assert (await failure(body)).code == "nonsense"


async def test_a_redirect_is_not_followed() -> None:
    async with asking(b"", 302, headers={"Location": "/elsewhere"}) as (web, service):
        with pytest.raises(WebFailed):
            await web.search("harbour plan")
        assert len(service.asked) == 1


async def test_nothing_is_tried_twice() -> None:
    async with asking(b"", 401) as (web, service):
        with pytest.raises(WebFailed):
            await web.search("harbour plan")
        assert len(service.asked) == 1


async def test_silence_is_a_timeout() -> None:
    assert (await failure(stalls=True, seconds=0.2)).code == "timeout"


async def test_a_service_that_is_not_there_cannot_be_reached() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        web = Web(KEY, f"http://127.0.0.1:{unused.getsockname()[1]}")
        with pytest.raises(WebFailed) as failed:
            await web.search("harbour plan")
        await web.close()
    assert failed.value.code == "connection"


async def test_a_key_that_no_header_can_carry_is_not_shown() -> None:
    async with asking({"results": []}, key="tvly-a\nb") as (web, _):
        with pytest.raises(WebFailed) as failed:
            await web.search("harbour plan")
    assert "tvly" not in str(failed.value)


async def test_an_answer_without_end_is_broken_off() -> None:
    async with asking(b"x" * 1_000_000, parts=200) as (web, _):
        with pytest.raises(WebFailed, match="larger than 20 MB"):
            await web.extract(URL)


# --- kept for a while -------------------------------------------------------------------------------------------


@asynccontextmanager
async def keeping(service: Any, folder: Path, seconds: float = 3_600.0) -> AsyncIterator[Web]:
    cache = Cache(folder, seconds)
    web = Web(KEY, service.url, cache=cache)
    try:
        yield web
    finally:
        await web.close()
        await cache.close()


async def test_a_search_is_asked_once_and_found_again_by_the_next_process(tmp_path: Path) -> None:
    async with serving({"results": [result(published_date="2026-03-01")]}) as service:
        for _ in range(2):
            async with keeping(service, tmp_path) as web:
                first = await web.search("harbour plan", ["a.test", "b.test"])
                assert await web.search("harbour plan", ["b.test", "a.test"]) == first
        assert len(service.asked) == 1
    assert first == [Hit(address=URL, title="The plan", snippet="It was adopted.", published="2026-03-01")]


async def test_a_kept_page_is_the_same_page_and_says_when_it_was_retrieved(tmp_path: Path) -> None:
    before = time.time()
    async with serving(extracted("# The plan\n\nAdopted 👩‍👩‍👧.")) as service:
        async with keeping(service, tmp_path) as web:
            first = await web.extract(URL)
        after = time.time()
        async with keeping(service, tmp_path) as web:
            second = await web.extract(URL)
        assert len(service.asked) == 1
    assert first == second and first.text == "# The plan\n\nAdopted 👩‍👩‍👧."
    assert before <= first.retrieved == second.retrieved <= after


async def test_another_query_filter_kind_address_or_service_is_another_request(tmp_path: Path) -> None:
    answer = {"results": [result(raw_content="Words")]}
    async with serving(answer) as service, serving(answer) as another:
        async with keeping(service, tmp_path) as web:
            for query, only, without in [(URL, [], []), ("b", [], []), (URL, ["a.test"], []), (URL, [], ["a.test"])]:
                await web.search(query, only, without)
            await web.extract(URL)
            await web.extract(URL + "/2")
        async with keeping(another, tmp_path) as web:
            await web.search(URL)
        assert (len(service.asked), len(another.asked)) == (6, 1)


@pytest.mark.parametrize(("body", "status"), [({"results": []}, 200), ({"detail": "later"}, 429), (b"<html>", 200)])
async def test_no_matches_and_errors_are_asked_for_again(tmp_path: Path, body: object, status: int) -> None:
    async with serving(body, status) as service, keeping(service, tmp_path) as web:
        for asking in (lambda: web.search("harbour plan"), lambda: web.extract(URL)):
            for _ in range(2):
                with suppress(WebFailed):
                    assert await asking() == []
        assert len(service.asked) == 4


async def test_what_is_kept_shows_neither_the_query_nor_the_key(tmp_path: Path) -> None:
    async with serving({"results": [result()]}) as service, keeping(service, tmp_path) as web:
        await web.search("takeover of Brightwater")
    kept = (tmp_path / "cache.db").read_bytes()
    assert b"It was adopted." in kept
    assert b"Brightwater" not in kept and KEY.encode() not in kept


async def test_what_an_older_program_kept_in_another_shape_is_asked_for_again(tmp_path: Path) -> None:
    async with serving({"results": [result(raw_content="Words")]}) as service:
        for shape in ('[0, {"hits": 1}]', '[0, ["x"]]', '[0, "x"]'):
            async with keeping(service, tmp_path) as web:
                await web.search("harbour plan")
                await web.extract(URL)
            with closing(sqlite3.connect(tmp_path / "cache.db", isolation_level=None)) as file:
                file.execute("UPDATE Cache SET value = ?", (shape.replace("[0", f"[{time.time() - 1}", 1),))
        async with keeping(service, tmp_path) as web:
            assert (await web.search("harbour plan"))[0].address == URL
            assert (await web.extract(URL)).text == "Words"
        assert len(service.asked) == 8


async def test_two_who_open_the_same_page_at_once_open_it_once(tmp_path: Path) -> None:
    async with serving(extracted("Words")) as service, keeping(service, tmp_path) as web:
        first, second = await asyncio.gather(web.extract(URL), web.extract(URL))
        assert first == second and len(service.asked) == 1
