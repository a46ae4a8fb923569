"""Who stands where a claim in Chinese or Japanese has its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.facts import Passage
from agent.grounding.grading import Found, found
from agent.grounding.passages import Opened

SHIP = (
    "調査船「みらい丸」は10月に就航した。建造したのは長崎の東海造船で、設計は大阪の北洋設計事務所が担当した。"
    "船長は村田健次郎が務め、機関長には小野寺美咲が就いた。初航海の目的地は小笠原諸島である。"
)
BRIDGE = (
    "新桥由河东建设集团承建,设计单位是南方设计院。市交通局局长周明远表示,新桥将于明年三月通车。"
    "当地居民代表林秀珍则认为,施工噪音太大,应当限制夜间作业。"
)


def graded(claim: str, page: str) -> Found:
    return found(claim, Opened.of({1: [Passage(address="https://e.test/", title="", where="all", text=page)]}), [1])


@pytest.mark.parametrize(
    ("right", "wrong", "page"),
    [
        ("船長は村田健次郎が務めている。", "船長は小野寺美咲が務めている。", SHIP),
        ("設計は北洋設計事務所が担当した。", "設計は東海造船が担当した。", SHIP),
        ("设计单位是南方设计院。", "设计单位是河东建设集团。", BRIDGE),
        ("林秀珍认为,施工噪音太大,应当限制夜间作业。", "周明远认为,施工噪音太大,应当限制夜间作业。", BRIDGE),
        ("新桥由河东建设集团承建。", "新桥由南方设计院承建。", BRIDGE),
    ],
)
def test_somebody_else_in_the_same_place_is_doubted(right: str, wrong: str, page: str) -> None:
    assert graded(right, page).grade in ("quoted", "supported")
    doubted = graded(wrong, page)
    assert doubted.grade == "weak" and doubted.lacking
    assert doubted.share < graded(right, page).share


def test_a_pronoun_is_nobody_else() -> None:
    page = "周明远是交通局局长,今年五十岁。他表示,新桥将于明年三月通车,夜间作业会受到限制。"
    assert graded("周明远表示,新桥将于明年三月通车。", page).grade in ("quoted", "supported")


@given(
    st.text(alphabet="船長は村田が務めた、。是由认为表示周明远ミライ丸 1", max_size=40),
    st.sampled_from([SHIP, BRIDGE]),
)
def test_no_text_is_too_odd(claim: str, page: str) -> None:
    graded(claim, page)
