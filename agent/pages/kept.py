"""What people see on a page and the library that takes the words out would drop: figures and formulas, put in
elements that it keeps. Pure.

In a figure stand listings, quotes and captions. A formula in MathML is written in one line, so that no power becomes
a number: 10 with a raised 6 is 10^6. Elements: https://www.w3.org/TR/mathml-core/
"""

from __future__ import annotations

from typing import Any

_AS = {"figure": "div", "figcaption": "p"}
_NOT_SHOWN = ("annotation", "annotation-xml", "mphantom")
_ROWS = ("math", "semantics", "mrow", "mstyle", "mpadded", "menclose", "merror")  # what stands in them runs on
_BETWEEN = {
    "msup": "^", "mover": "^", "msub": "_", "munder": "_", "mfrac": "/", "msubsup": "_^", "munderover": "_^",
}  # fmt: skip


def kept(tree: Any) -> None:
    """Change an lxml tree in place."""
    for element in tree.iter(*_AS):
        element.tag = _AS[element.tag]
    for formula in list(tree.iter("math")):
        words = _written(formula)
        formula.clear(keep_tail=True)
        formula.tag, formula.text = "span", words


def _written(node: Any) -> str:
    """A formula, or a part of it, in one line; no part is nested deeper than a parser lets it be."""
    if not isinstance(node.tag, str) or node.tag in _NOT_SHOWN:
        return ""
    own = " ".join((node.text or "").split())
    parts = [own, *map(_written, node)] if own else list(map(_written, node))
    if node.tag == "msqrt":
        return f"√({''.join(parts)})"
    if node.tag == "mo" and own not in ("", "(", ")", "[", "]", "{", "}", ",", "\u2061", "\u2062"):
        return f" {own} "
    signs = _BETWEEN.get(node.tag, "")
    if not signs or len(parts) < 2:
        return ("" if node.tag in _ROWS else " ").join(parts)
    first, *more = [_bracketed(part.strip()) for part in parts]
    return first + "".join(f"{sign}{part}" for sign, part in zip(signs, more, strict=False))


def _bracketed(part: str) -> str:
    return part if len(part) < 2 or part.replace(".", "").isalnum() else f"({part})"
