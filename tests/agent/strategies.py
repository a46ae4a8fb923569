"""Hypothesis strategies for every value and fact, built from the types themselves: a new field is drawn at once."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Literal, TypeVar

from hypothesis import strategies as st

from agent.facts import FACTS, Fact, Value

V = TypeVar("V", bound=Value)

texts = st.text(max_size=20)
numbers = st.integers(min_value=0, max_value=10**6)
seconds = st.floats(min_value=0, max_value=2**33, allow_nan=False)
_PLAIN: Mapping[object, st.SearchStrategy[object]] = {
    str: texts,
    int: numbers,
    float: seconds,
    bool: st.booleans(),
    types.NoneType: st.none(),
}


def values(kind: type[V]) -> st.SearchStrategy[V]:
    """Any value of one pydantic type, with every field set."""
    fields = {name: _of(field.annotation) for name, field in kind.model_fields.items()}
    return st.builds(kind, **fields)


def facts() -> st.SearchStrategy[Fact]:
    """Any fact of any kind."""
    return st.one_of([values(fact) for fact in FACTS])


def _of(annotation: object) -> st.SearchStrategy[object]:
    if isinstance(annotation, type) and issubclass(annotation, Value):
        return values(annotation)
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return st.sampled_from(inner)
    if origin is tuple:
        return st.lists(_of(inner[0]), max_size=3).map(tuple) if inner[-1] is ... else st.tuples(*map(_of, inner))
    if origin is Mapping:
        return st.dictionaries(_of(inner[0]), _of(inner[1]), max_size=3)
    if origin in (typing.Union, types.UnionType):
        return st.one_of([_of(one) for one in inner])
    raise TypeError(f"no strategy for {annotation!r}")
