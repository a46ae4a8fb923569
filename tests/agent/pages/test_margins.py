"""Prices and hours in the margins of a page are read; what is the same on every page is not."""

from __future__ import annotations

import pytest

from tests.agent.pages.test_readable import LOREM, article, read


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<aside><h3>Tickets</h3><p>A day: <b>12</b> €</p></aside>", "Tickets\nA day: 12 €"),
        ("<footer><p>Open daily 9–17 h</p><p><a href='/i'>Imprint</a></p></footer>", "Open daily 9–17 h\nImprint"),
        ("<footer>Mo–Fr 9 bis 17 Uhr, <a href='tel:1'>call</a></footer>", "Mo–Fr 9 bis 17 Uhr, call"),
        ("<footer>Mon-Fri 9 am - 5 pm</footer>", "Mon-Fri 9 am - 5 pm"),
        ("<div role='dialog'><p>From 3 May a day costs 14 euros.</p></div>", "From 3 May a day costs 14 euros."),
        ("<button>Buy now for 129 zł</button>", "Buy now for 129 zł"),
        ("<aside>入場料 500円、10時から</aside>", "入場料 500円、10時から"),
    ],
)
def test_prices_and_hours_in_the_margins_are_read(html: str, text: str) -> None:
    assert read(article(body=html)).text.count(text) == 1
    assert read(f"<html><body><p>The pier.</p>{html}</body></html>".encode()).text.count(text) == 1


@pytest.mark.parametrize(
    "html",
    [
        "<footer>© 2026 Harbour News. All rights reserved. <a href='/i'>Imprint</a></footer>",
        "<aside><p>Read also</p><a href='/a'>Lamps from 12 €</a> <a href='/b'>Chairs from 40 €</a></aside>",
        "<button>Subscribe</button><div role='dialog'>We use cookies. <button>Accept all</button></div>",
        f"<aside>From 12 €. {LOREM * 12}</aside>",
        "<aside hidden>A day: 12 €</aside><div role='dialog' style='display:none'>A day: 14 €</div>",
        "<footer><nav>Open 9:00</nav>Imprint</footer>",
    ],
)
def test_the_rest_of_the_margins_is_not(html: str) -> None:
    found = read(article(body=html)).text
    assert not [one for one in ("12 €", "14 €", "40 €", "9:00", "Imprint", "Subscribe", "cookies") if one in found]


def test_they_are_bounded_and_each_is_read_once() -> None:
    asides = (
        "".join(f"<aside>Offer {i}: {i} € {'x' * 400}</aside>" for i in range(50)) + "<aside>A day: 12 €</aside>" * 9
    )
    text = read(article(body=asides)).text
    assert len(text) < len(read(article()).text) + 2_100
    assert text.count("A day: 12 €") == 1
