"""An amount beside itself in another unit is carried by a source that has one of them."""

from __future__ import annotations

import pytest

from tests.agent.test_evidence import looked_at

PAGE = (
    "The oven reaches 250 °C. The trail is 12 miles long. The tower is 5 m high and weighs 3 kg. "
    "The flat has 45 m². The train runs at 90 km/h."
)


@pytest.mark.parametrize(
    "claim",
    [
        "The oven reaches 250 °C (482 °F).",
        "The oven reaches 482 °F (250 °C).",
        "The trail is 12 miles (19.3 km) long.",
        "The trail is 12 miles (about 19 km) long.",
        "The tower is 5 m (16 ft) high.",
        "The tower weighs 3 kg (6.6 lb).",
        "The flat has 45 m² (484 sq ft).",
        "The train runs at 90 km/h (56 mph).",
    ],
)
def test_the_same_amount_in_another_unit_is_carried(claim: str) -> None:
    (one,) = looked_at(f"{claim[:-1]} [2].", page=PAGE).answer.statements
    assert one.grade in ("quoted", "supported")


@pytest.mark.parametrize(
    "claim",
    [
        "The oven reaches 250 °C (582 °F).",
        "The oven reaches 250 °C, and the grill 482 °F.",
        "The trail is 12 miles (29.3 km) long.",
        "The tower is 5 m (26 ft) high.",
        "The tower weighs 3 kg (8 lb).",
        "The flat has 45 m² (584 sq ft).",
        "The train runs at 80 km/h (50 mph).",
    ],
)
def test_another_amount_is_not(claim: str) -> None:
    assert looked_at(f"{claim[:-1]} [2].", page=PAGE).answer.unconfirmed
