"""JSON as it may come from outside: what the tests of the edge start from."""

from __future__ import annotations

from hypothesis import strategies as st

texts = st.text(st.characters(codec=None), max_size=20)  # half characters too: JSON can hold them
leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
json = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4), max_leaves=12
)


def shaped(*names: str) -> st.SearchStrategy[dict[str, object]]:
    """Objects that have these keys, or some of them, with anything behind them: known names are where code looks."""
    keys = st.sampled_from(names) | texts
    inner = st.recursive(
        leaves, lambda one: st.lists(one, max_size=3) | st.dictionaries(keys, one, max_size=5), max_leaves=12
    )
    return st.dictionaries(keys, inner, max_size=6)
