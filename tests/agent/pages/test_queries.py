"""What must not be is nothing to look for."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Call, Condition, Intent
from agent.pages.queries import Query, excluded, plain, settled
from agent.run import Run
from tests.agent.worlds import asked, call, recalled, replied, returned, run_of, understood


def intent(*must_not: str, goal: str = "an e-ink tablet", must: str = "", prefer: str = "") -> Intent:
    def listed(kind: str, *texts: str) -> tuple[Condition, ...]:
        given = enumerate((text for text in texts if text), 1)
        return tuple(Condition(id=f"{kind}.{at}", text=text, message="m1") for at, text in given)

    unwanted = listed("must_not", *must_not)
    wanted = {"must": listed("must", must), "prefer": listed("prefer", prefer)}
    return Intent(mode="research", goal=goal, must_not=unwanted, **wanted)


@pytest.mark.parametrize(
    ("query", "wanted", "words"),
    [
        ("e-ink tablet front light", intent("requires a subscription"), ()),
        ("e-ink tablet without subscription", intent("requires a subscription"), ("subscription",)),
        ("e-ink tablet no subscriptions", intent("requires a subscription"), ("subscriptions",)),
        ("app server -java", intent("written in Java"), ("java",)),
        ("app server NOT Java", intent("written in Java"), ("java",)),
        ("app server javascript", intent("written in Java"), ()),
        ("mail server without cloud", intent("runs in the cloud"), ("cloud",)),
        ("cloud mail server", intent("runs in the cloud", goal="a cloud mail server"), ()),
        ("mail server self-hosted", intent("runs in the cloud", must="self-hosted"), ()),
        ("compiler C++", intent("C++"), ("c++",)),
        ("compiler C", intent("C++"), ()),
        ("iOS notes app", intent("iOS"), ("ios",)),
        ("notes -site:reddit.com", intent("from reddit.com"), ()),
        ("notes reddit.com", intent("from reddit.com"), ("reddit.com",)),
        ("hotel Lissabon ohne Frühstück", intent("mit Frühstück"), ("fruhstuck",)),
        ("hotel Lizbona bez śniadania", intent("ze śniadaniem"), ("sniadania",)),
        ("電子ペーパー サブスクリプションなし", intent("サブスクリプションが必要"), ("サブスクリプション",)),
        ("電子ペーパー タブレット", intent("サブスクリプションが必要"), ()),
        ("tablet under 300", intent("costs more than 300 euros"), ()),
        ("", intent("requires a subscription"), ()),
        ("JavaScript editor", intent("not Java", goal="a JavaScript editor"), ()),
        ("java editor", intent("not Java", goal="a JavaScript editor"), ("java",)),
        ("Kindle Scribe", intent("Kindle Scribe", goal="a Kindle"), ("scribe",)),
        ("tablet subscription-free", intent("requires a subscription"), ("subscription",)),
        ("non-subscription tablet", intent("requires a subscription"), ("subscription",)),
        ("Laptop ohne Abo", intent("mit Abo"), ("abo",)),
        ("laptop without fan", intent("has a fan"), ("fan",)),
        ("laptop for all of us", intent("use of all"), ()),
        ("クラウドファンディング", intent("クラウド", goal="クラウドファンディング"), ()),
        ("구독 없는 태블릿", intent("구독이 필요"), ("구독이",)),
        ("anything", intent(), ()),
    ],
)
def test_words_that_only_what_must_not_be_has(query: str, wanted: Intent, words: tuple[str, ...]) -> None:
    assert excluded(query, wanted) == words


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("tablet –subscription", "tablet"),
        ("tablet −subscription", "tablet"),
        ("tablet -iOS -5G -C++", "tablet"),
        ("tablet -(cloud hosted)", "tablet"),
        ('tablet -"never closed', "tablet"),
        ("ls -la --all -m", "ls -la --all -m"),
        ("-5 degrees, e-mail – and C++", "-5 degrees, e-mail – and C++"),
        ('"not without my daughter"', '"not without my daughter"'),
        ("x" * 900, "x" * 400),
        ("site:e.test filetype:pdf x", "x e.test pdf"),
        ("define:harbour +ferry AROUND(3) plan | pier * imagesize:500", "harbour ferry plan pier"),
        ("site：e.test location:velm harbour", "velm harbour"),
    ],
)
def test_a_word_with_a_minus_of_any_length_is_none_to_look_for(query: str, text: str) -> None:
    assert plain(query).text == text


@pytest.mark.parametrize("query", ["ab", "", "- - -", "site:e.test", "-subscription", '"', "。。。。"])
def test_what_has_no_words_is_no_query(query: str) -> None:
    with pytest.raises(ValueError, match="at least 3 characters"):
        plain(query)


def search(id: str, query: str, tool: str = "search") -> Call:
    return call(id, tool, json.dumps({"query": query}))


def run_with(*calls: Call, wanted: Intent) -> Run:
    first = (asked(approval="off"), *recalled(), *understood(1, wanted))
    outcomes = [returned(one.id, "failed") for one in calls]
    return run_of(*first, *(replied(1, *calls) if calls else ()), *outcomes)


WANTED = intent("requires a subscription")


def test_it_is_said_in_one_reply_of_a_run_and_then_let_through() -> None:
    calls = [search("1.1", "tablet -subscription"), search("1.2", "tablet")]
    calls += [search("1.3", "no subscription", "search_docs")]
    refused = settled(run_with(wanted=WANTED), calls)
    assert [bool(one.error) for one in refused] == [True, False, True]
    assert "what must not be (subscription)" in refused[0].error
    again = [search("2.1", "tablet -subscription")]
    assert settled(run_with(*refused, wanted=WANTED), again) == again


def test_nothing_is_said_of_other_tools_or_of_what_has_a_fault_already() -> None:
    opens = call("1.1", "read_page", '{"url": "https://subscription.test"}')
    broken = call("1.2", "search", '{"query": "subscription"}', error="search: it cannot be")
    odd = call("1.3", "search", '{"query": 5}')
    assert settled(run_with(wanted=WANTED), [opens, broken, odd]) == [opens, broken, odd]


words = st.text(alphabet='abcé本ライト -:"()NOT', max_size=40)


@given(words, words, words)
def test_what_must_be_is_never_taken_for_what_must_not(query: str, wish: str, goal: str) -> None:
    assert excluded(query, intent(wish, goal=goal, must=wish)) == ()
    assert excluded(query, intent(goal=goal, must=wish)) == ()


@given(words)
def test_what_was_made_plain_stays_as_it_is(query: str) -> None:
    try:
        once = plain(query)
    except ValueError:
        return
    try:
        assert plain(once.text).text == once.text or "NOT" in once.text or "-" in once.text or ":" in once.text
    except ValueError:
        assert "-" in once.text or "NOT" in once.text or ":" in once.text


@given(st.sampled_from(["java", "cloud hosting", "подписка"]), st.sampled_from(["app server", "mail 本"]))
def test_a_word_with_a_minus_is_not_looked_for(word: str, rest: str) -> None:
    assert plain(f'{rest} -"{word}"') == plain(f'{rest} NOT "{word}"') == Query(rest)
