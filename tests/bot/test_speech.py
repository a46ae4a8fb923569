"""The catalogues: every language says the same things, all of them are said, and they fit where they stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor

from bot import speech
from bot.speech import LANGUAGES, Speech
from bot.views.blocks import LIMITS

BOT = Path(__file__).parents[2] / "bot"
CODES = sorted(LANGUAGES)
TITLE = 24  # characters of a modal's title and of its two buttons; docs.slack.dev/surfaces/modals
COUNTS = (0, 1, 2, 3, 5, 12, 22, 101, 12_300)  # one of each plural there is
PLURALS = {"pl": {"one", "few", "many", "other"}, "ja": {"other"}}  # and else one and other


class Shape(Visitor):
    """What a message takes, and the plurals it tells apart."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.selected: set[str] = set()
        self.plurals: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:
        self.variables.add(node.id.name)

    def visit_SelectExpression(self, node: ftl.SelectExpression) -> None:
        assert isinstance(node.selector, ftl.VariableReference), "only what was given is asked about"
        self.selected.add(node.selector.id.name)
        self.plurals |= {str(getattr(variant.key, "name", "")) for variant in node.variants}
        self.generic_visit(node)


@cache
def catalogue(code: str) -> Mapping[str, Shape]:
    text = (files("bot.speech") / f"{code}.ftl").read_text("utf-8")
    found: dict[str, Shape] = {}
    for entry in FluentParser().parse(text).body:
        assert not isinstance(entry, ftl.Junk), f"{code}: {entry.content}"
        if isinstance(entry, ftl.Message):
            assert entry.id.name not in found, f"{code}: {entry.id.name} is there twice"
            found[entry.id.name] = shape = Shape()
            shape.visit(entry)
    return found


def samples(shape: Shape) -> Iterator[dict[str, str | int | float]]:
    """Values for a message: each number that there are plurals of, and a word for everything else."""
    numbers = shape.selected | (shape.variables & {"n", "k", "h", "m", "all", "used", "first", "last"})
    for count in COUNTS if numbers else (0,):
        yield {name: count if name in numbers else "Anna" for name in shape.variables}


# --- the catalogues among themselves --------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_every_language_says_the_same_with_the_same_variables(code: str) -> None:
    english, other = catalogue("en"), catalogue(code)
    assert other.keys() == english.keys()
    for id in english:
        assert other[id].variables == english[id].variables, id
        assert other[id].selected <= {"n", "all"}, f"{id} asks about something that is no number"


@pytest.mark.parametrize("code", CODES)
def test_where_things_are_counted_every_plural_of_the_language_is_there(code: str) -> None:
    for id, shape in catalogue(code).items():
        assert not shape.plurals or shape.plurals == PLURALS.get(code, {"one", "other"}), id


@pytest.mark.parametrize("code", CODES)
def test_every_message_can_be_said(code: str) -> None:
    say = speech.speech(code)
    for id, shape in catalogue(code).items():
        for given in samples(shape):
            said = say(id, **given)
            assert said.strip() == said and said, id
            assert "{" not in said and "}" not in said, id
            assert not re.search(r"[<>&@`*_]|\\u|  ", said), f"{code}: {id} would read as markup somewhere: {said}"


def test_nothing_was_left_in_english() -> None:
    for code in set(CODES) - {"en"}:
        same = [id for id in catalogue(code) if _text(code, id) == _text("en", id)]
        assert not [id for id in same if len(re.findall(r"[^\W\d]{3,}", _text(code, id))) > 1], code


def _text(code: str, id: str) -> str:
    shape = catalogue("en")[id]
    return speech.speech(code)(id, **{name: 5 if name in shape.selected | {"n"} else "" for name in shape.variables})


# --- the catalogues and the code ------------------------------------------------------------------------------


def said_in(path: Path) -> Iterator[str]:
    """The ids that a file says: what stands first in a call of a Speech, both of them where one of two does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args and _speaks(node.func):
            first = node.args[0]
            words = (first.body, first.orelse) if isinstance(first, ast.IfExp) else (first,)
            for one in words:
                handed_on = isinstance(one, ast.Name) and path.name == "wording.py"  # `woven` says what it is given
                assert handed_on or isinstance(one, ast.Constant), f"{path.name}:{node.lineno} says what?"
                yield from [str(one.value)] if isinstance(one, ast.Constant) else []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "woven":
            assert isinstance(node.args[1], ast.Constant)
            yield str(node.args[1].value)
        if isinstance(node, ast.Constant) and str(node.value).startswith("talk-"):  # handed on by their ids
            yield str(node.value)


def _speaks(called: ast.expr) -> bool:
    match called:
        case ast.Name(id="say") | ast.Attribute(attr="say", value=ast.Name(id="press" | "scene")):
            return True
        case ast.Call(func=ast.Name(id="tongue")) | ast.Await(value=ast.Call(func=ast.Attribute(attr="_tongue"))):
            return True
        case _:
            return False


def everything_said() -> set[str]:
    paths = [path for path in BOT.rglob("*.py") if "playground" not in path.parts]
    return {id for path in paths for id in said_in(path)}


def test_whatever_the_code_says_is_in_the_catalogue() -> None:
    assert everything_said() <= catalogue("en").keys()


def test_whatever_is_in_the_catalogue_is_said() -> None:
    assert catalogue("en").keys() <= everything_said()


# --- where it stands ------------------------------------------------------------------------------------------

BUTTONS = [id for id in catalogue("en") if id.endswith("-button")] + ["approve-all", "approve-rest-many"]
TITLES = ["edit-title", "edit-submit", "edit-close", "reject-title", "reject-submit", "reject-close",
          "reasoning-title", "reasoning-close"]  # fmt: skip
CONFIRM = {"remove-title": 100, "remove-text": 300, "remove-confirm": 30, "remove-deny": 30}


@pytest.mark.parametrize("code", CODES)
def test_labels_and_titles_fit(code: str) -> None:
    say = speech.speech(code)
    for id in BUTTONS:
        for given in samples(catalogue(code)[id]):
            assert len(say(id, **given).encode()) <= LIMITS.label, id
    assert not [id for id in TITLES if len(say(id)) > TITLE]
    assert not [id for id, most in CONFIRM.items() if len(say(id).encode()) > most]
    assert len(say("reject-example").encode()) <= 150
    assert len(say("approve-rest", tools=f"search{say('list', one='', other='read_page')}").encode()) <= LIMITS.label


@pytest.mark.parametrize("code", CODES)
def test_what_is_read_back_out_of_a_thread_begins_with_its_sign(code: str) -> None:
    assert speech.speech(code)("published").startswith(",")


# --- which language it is --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("named", "code"),
    [("German", "de"), ("Deutsch", "de"), ("de-DE", "de"), ("de_AT", "de"), ("DE", "de"), ("Polish", "pl"),
     ("język polski", ""), ("polski", "pl"), ("Spanish (Mexico)", "es"), ("Español", "es"), ("français", "fr"),
     ("fr-CA", "fr"), ("Japanese", "ja"), ("日本語", "ja"), ("ja-JP", "ja"), ("British English", ""),
     ("English (UK)", "en"), ("Finnish", ""), ("", ""), ("   ", "")],
)  # fmt: skip
def test_a_language_is_known_by_its_names(named: str, code: str) -> None:
    assert speech.language(named) == code


def test_the_language_somebody_writes_in_comes_before_that_of_their_profile() -> None:
    assert speech.of("German", "pl-PL").code == "de"
    assert speech.of("", "pl-PL").code == "pl"
    assert speech.of("", "").code == "en"
    assert speech.of("Finnish", "pl-PL").code == "en", "who writes Finnish does not therefore read Polish"


def test_numbers_are_written_as_the_language_does() -> None:
    assert [speech.speech(code)("tokens", n=12_300) for code in ("en", "de", "es", "ja")] == [
        "12,300 tokens", "12.300 Token", "12.300 tokens", "12,300トークン"
    ]  # fmt: skip
    assert speech.speech("de")("seconds", n=2.5) == "2,5 s"
    polish = [speech.speech("pl")("tokens", n=n) for n in (1, 3, 5, 22, 112)]
    assert polish == ["1 token", "3 tokeny", "5 tokenów", "22 tokeny", "112 tokenów"]


def test_words_of_people_are_shown_to_the_letter() -> None:
    hostile = "{ $n } <!channel> \u2068x\u2069 [one] *[other]"
    assert hostile in speech.speech("en")("rejected-with", who="Anna", comment=hostile)


def test_words_without_end_are_said_all_the_same() -> None:
    for code in CODES:
        assert len(speech.speech(code)("step", what="x" * 100_000, outcome="<!channel>" * 10_000)) < 10_000


def test_what_cannot_be_said_is_a_fault_of_ours() -> None:
    say = Speech("en")
    with pytest.raises(LookupError):
        say("no-such-message")
    with pytest.raises(ValueError):
        say("tokens")
