"""The form for a call's arguments: what is opened and sent unchanged is the same call, for every kind of schema."""

from __future__ import annotations

import datetime
import enum
import inspect
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, Literal, Optional

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import AfterValidator, BaseModel, Field, JsonValue, TypeAdapter

from agent.documents.docs import Docs
from agent.facts import Call, Result
from agent.pages.web import Web
from agent.tool import Given, Tool
from agent.toolbox import Toolbox
from bot import speech
from bot.inbound import submitted
from bot.playground.slack.blocks import check_view
from bot.playground.slack.forms import filled
from bot.views.arguments import FIELD, TooLong, complaint, form, read
from bot.views.blocks import Block
from tests.bot.views.texts import HOSTILE, pings

WEB = Web("tvly-key", "http://127.0.0.1:9")
ENGLISH = speech.speech("en")
REQUIRED = inspect.Parameter.empty
patient = settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])


class Colour(enum.Enum):
    RED, BLUE = "red", "blue & <b>"


class Level(enum.IntEnum):
    LOW, HIGH = 1, 2


class Place(BaseModel):
    city: str
    floor: int | None = None


class Node(BaseModel):
    value: int
    children: list[Node] = []


# --- tools of every kind --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A parameter's annotation and what can be given for it; `plain` where a text can only mean one of these."""

    annotation: Any
    values: st.SearchStrategy[Any]
    plain: bool = True

    @property
    def or_nothing(self) -> Kind:
        return Kind(Optional[self.annotation], st.none() | self.values, self.plain)  # noqa: UP045 - at run time


ODD = st.sampled_from(
    ["", " ", "null", "true", "5", '"x"', "{}", "[1]", "a\r\nb", "a\n", "NaN", "&lt;", "1e400", "—"]
)
TEXT = ODD | HOSTILE
PLACES = st.fixed_dictionaries({"city": TEXT}, optional={"floor": st.none() | st.integers()})
NODES = st.recursive(
    st.fixed_dictionaries({"value": st.integers()}),
    lambda inner: st.fixed_dictionaries({"value": st.integers(), "children": st.lists(inner, max_size=2)}),
    max_leaves=4,
)
JSON = st.recursive(st.none() | st.booleans() | st.integers() | TEXT, lambda inner: st.lists(inner, max_size=3))
WORDY = Annotated[str, Field(description="<!channel> & <@U0BEN>: see @here, :tada: \u202e")]
BOUNDED = Annotated[int, Field(ge=0, le=9, description="From 0 to 9.")]

KINDS: tuple[Kind, ...] = (
    Kind(str, TEXT),
    Kind(WORDY, TEXT),
    Kind(int, st.integers()),
    Kind(BOUNDED, st.integers(0, 9)),
    Kind(float, st.floats(allow_nan=False, allow_infinity=False)),
    Kind(bool, st.booleans()),
    Kind(Literal["web", "docs", "null", "5"], st.sampled_from(["web", "docs", "null", "5"])),
    Kind(Literal[1, 2, 30], st.sampled_from([1, 2, 30])),
    Kind(Literal[True, "yes"], st.sampled_from([True, "yes"])),
    Kind(Literal["5", 2], st.sampled_from(["5", 2])),
    Kind(Literal["only"], st.just("only")),
    Kind(Literal["a", None], st.sampled_from(["a", None])),
    Kind(Literal[" ", "  "], st.sampled_from([" ", "  "])),
    Kind(Literal["1", 1], st.sampled_from(["1", 1]), plain=False),
    Kind(Literal[tuple(str(n) for n in range(120))], st.integers(0, 119).map(str)),
    Kind(Colour, st.sampled_from(["red", "blue & <b>"])),
    Kind(Level, st.sampled_from([1, 2])),
    Kind(datetime.date, st.dates().map(str)),
    Kind(list[str], st.lists(TEXT, max_size=3)),
    Kind(dict[str, int], st.dictionaries(TEXT, st.integers(), max_size=3)),
    Kind(Place, PLACES),
    Kind(list[Place], st.lists(PLACES, max_size=2)),
    Kind(Node, NODES),
    Kind(str | int, TEXT | st.integers(), plain=False),
    Kind(Decimal, st.decimals(allow_nan=False, allow_infinity=False).map(str), plain=False),
    Kind(JsonValue, JSON, plain=False),
    Kind(Any, JSON, plain=False),
)
NAMES = ("query", "query_text", "quer", "q", "größe", "limit", "x" * 200)


def tool_of(parameters: Mapping[str, tuple[Any, Any]], name: str = "do") -> Tool:
    """A tool with these parameters: annotation and default of each by its name."""

    async def do(given: Given, **arguments: object) -> Result:
        return Result()

    keywords = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default)
        for name, (_, default) in parameters.items()
    ]
    first = inspect.Parameter("given", inspect.Parameter.POSITIONAL_ONLY)
    do.__name__ = name
    do.__signature__ = inspect.Signature([first, *keywords])  # type: ignore[attr-defined]
    do.__annotations__ = {"given": Given, **{name: one for name, (one, _) in parameters.items()}}
    return Tool(do, needs="web", timeout=1)


@dataclass(frozen=True)
class Case:
    """A tool and calls of it that are valid."""

    tool: Tool
    kinds: Mapping[str, Kind]
    calls: tuple[Call, ...]

    @property
    def schema(self) -> dict[str, Any]:
        return self.tool.parameters

    def changed(self, call: Call, values: Mapping[str, str]) -> Call:
        box = Toolbox(Given(web=WEB), [self.tool])
        return box.changed(call, read(values, call, self.schema), ())


@st.composite
def cases(draw: st.DrawFn, calls: int = 1, plain: bool = False) -> Case:
    kinds = [kind for kind in KINDS if kind.plain or not plain]
    every = st.sampled_from(kinds + [kind.or_nothing for kind in kinds])
    named = {name: draw(every) for name in draw(st.lists(st.sampled_from(NAMES), max_size=5, unique=True))}
    defaults = {
        name: draw(st.just(REQUIRED) | kind.values.filter(_writable).map(_as(kind))) for name, kind in named.items()
    }
    tool = tool_of({name: (kind.annotation, defaults[name]) for name, kind in named.items()})
    box = Toolbox(Given(web=WEB), [tool])
    made = []
    for at in range(calls):
        left_out = {name for name in named if defaults[name] is not REQUIRED and draw(st.booleans())}
        raw = {name: draw(kind.values) for name, kind in named.items() if name not in left_out}
        made.append(box.call(f"1.{at}", "do", raw))
    assert not [call.error for call in made if call.error], "what is tried here is valid"
    return Case(tool, named, tuple(made))


def _writable(default: object) -> bool:
    """Whether somebody could have written this into a tool: no half characters."""
    return "\\ud800" not in json.dumps(default)


def _as(kind: Kind) -> Any:
    return TypeAdapter(kind.annotation).validate_python


def opened(call: Call, schema: Mapping[str, Any]) -> dict[str, Any]:
    """The form as it is sent to Slack, which takes it; examples whose arguments are too long are passed over."""
    try:
        view = {**form(ENGLISH, call, schema), "callback_id": "edit", "private_metadata": "p" * 3_000}
    except TooLong:
        assume(False)
    check_view(view)
    return view


def sent(view: dict[str, Any], typed: Mapping[str, str] | None = None) -> Mapping[str, str]:
    """What arrives when the form is sent with these texts typed into fields, or as it opened."""
    state = filled(view, {name: {name: text} for name, text in (typed or {}).items()})
    found = submitted({"user": {"id": "U0ANNA"}, "view": {**view, "state": {"values": state}}})
    assert found
    return found.values


def text_of(value: object) -> str:
    """What a person types for a value."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# --- there and back -------------------------------------------------------------------------------------------


@patient
@given(cases())
def test_a_form_sent_as_it_opened_is_the_same_call_to_the_letter(case: Case) -> None:
    [call] = case.calls
    back = case.changed(call, sent(opened(call, case.schema)))
    assert (back.error, back.arguments, back.digest) == ("", call.arguments, call.digest)


@patient
@given(cases())
def test_line_ends_that_a_browser_changed_change_nothing(case: Case) -> None:
    [call] = case.calls
    values = {name: text.replace("\r\n", "\n") for name, text in sent(opened(call, case.schema)).items()}
    assert case.changed(call, values).arguments == call.arguments


@patient
@given(cases(calls=2, plain=True), st.data())
def test_what_is_typed_into_some_fields_is_meant_and_the_others_stay(case: Case, data: st.DataObject) -> None:
    before, wanted = case.calls
    kept, new = json.loads(before.arguments), json.loads(wanted.arguments)
    typable = [name for name, value in new.items() if value not in (None, "") and "\r" not in text_of(value)]
    chosen = [name for name in typable if len(text_of(new[name])) <= 3_000 and data.draw(st.booleans())]
    typed = {FIELD + name: text_of(new[name]) for name in chosen}
    after = case.changed(before, sent(opened(before, case.schema), typed))
    expected = {**kept, **{name: new[name] for name in chosen}}
    assert after.error == "" and json.loads(after.arguments) == expected


@patient
@given(cases(plain=True), st.data())
def test_a_field_that_was_emptied_is_an_argument_left_out(case: Case, data: st.DataObject) -> None:
    [call] = case.calls
    optional = [name for name in case.kinds if name not in case.schema.get("required", [])]
    assume(optional)
    name = data.draw(st.sampled_from(optional))
    given = json.loads(call.arguments)
    assume(given[name] not in (None, ""))
    after = case.changed(call, {**sent(opened(call, case.schema)), FIELD + name: ""})
    without = {key: value for key, value in given.items() if key != name}
    assert after.arguments == Toolbox(Given(web=WEB), [case.tool]).call("1.1", "do", without).arguments


@pytest.mark.parametrize(("annotation", "given", "typed"), [(Literal["5", 2], 2, "5"), (Literal["5", 2], "5", 2)])
def test_what_is_chosen_is_the_value_that_the_schema_names(annotation: Any, given: object, typed: object) -> None:
    tool = tool_of({"one": (annotation, REQUIRED)})
    call = call_with(tool, {"one": given})
    values = sent(opened(call, tool.parameters), {f"{FIELD}one": text_of(typed)})
    assert read(values, call, tool.parameters) == {"one": typed}


def test_every_tool_of_ours_has_a_form_that_brings_its_calls_back(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    docs = Docs(tmp_path)
    request.addfinalizer(docs.close)
    calls = {
        "search": {"query": "heat pumps"}, "read_page": {"url": "https://e.test/"},
        "read_on": {"url": "https://e.test/", "start": 5_201},
        "search_docs": {"query": "<!here>"}, "read_file": {"path": "a.md", "start": 20},
    }  # fmt: skip
    box = Toolbox(Given(WEB, docs))
    assert set(box.names) - set(calls) == {"list_files"}, "the one without arguments"
    for tool, arguments in calls.items():
        schema, call = (
            box.parameters(tool),
            box.call("1.1", tool, arguments, known={"https://e.test/"}, opened={"https://e.test/"}),
        )
        back = box.changed(call, read(sent(opened(call, schema)), call, schema), ())
        assert (back.error, back.arguments) == ("", call.arguments)


def test_a_person_may_name_an_address_that_the_run_does_not_know() -> None:
    box = Toolbox(Given(web=WEB))
    schema = box.parameters("read_page")
    call = box.call("1.1", "read_page", {"url": "https://e.test/"}, known={"https://e.test/"})
    typed = {f"{FIELD}url": "https://other.test/?a=1&b=<2>"}
    back = box.changed(call, read(sent(opened(call, schema), typed), call, schema), {"https://e.test/"})
    assert (back.error, json.loads(back.arguments)) == ("", {"url": "https://other.test/?a=1&b=<2>"})


# --- what a form shows ----------------------------------------------------------------------------------------


def fields(view: Mapping[str, Any]) -> dict[str, Block]:
    return {block["block_id"]: block for block in view["blocks"] if block["type"] == "input"}


def words(value: object) -> Iterator[str]:
    """Every text of a view that Slack shows by itself, without what stands in fields or behind options."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in ("initial_value", "value", "private_metadata"):
                yield from words(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from words(inner)
    elif isinstance(value, str):
        yield value


@patient
@given(cases())
def test_a_form_pings_nobody_and_keeps_to_slacks_lengths(case: Case) -> None:
    view = opened(case.calls[0], case.schema)
    assert not [text for text in words(view) if pings(text) or "\u202e" in text]
    for name, block in fields(view).items():
        assert name == block["element"]["action_id"] == FIELD + name.removeprefix(FIELD) and len(name) <= 255
        assert 0 < len(block["label"]["text"]) <= 200 and len(block.get("hint", {"text": ""})["text"]) <= 2_000
        shown = block["element"].get("options", [])
        assert len(shown) <= 100 and all(0 < len(one["text"]["text"]) <= 75 for one in shown)
    assert all(len(view[part]["text"]) <= 24 for part in ("title", "submit", "close"))


def call_with(tool: Tool, arguments: dict[str, object]) -> Call:
    call = Toolbox(Given(web=WEB), [tool]).call("1.1", tool.name, arguments)
    assert not call.error
    return call


def test_a_form_has_the_fields_of_its_tool_in_their_order_with_what_is_given() -> None:
    tool = tool_of(
        {
            "query": (Annotated[str, Field(description="Plain words.")], REQUIRED),
            "where": (Literal["web", "docs"], "web"),
            "old": (bool | None, None),
            "colour": (Colour | None, Colour.RED),
            "limit": (Annotated[int, Field(ge=1)], 5),
            "sites": (list[str], []),
        }
    )
    view = form(ENGLISH, call_with(tool, {"query": "a & b", "limit": 7}), tool.parameters)
    found = {
        block["label"]["text"]: (
            block["element"]["type"],
            block["optional"],
            block["element"].get("initial_value") or block["element"].get("initial_option", {}).get("value"),
            block.get("hint", {}).get("text"),
        )
        for block in fields(view).values()
    }
    assert list(found.items()) == [
        ("query", ("plain_text_input", False, "a & b", "Plain words.")),
        ("where", ("static_select", True, "web", None)),
        ("old", ("static_select", True, None, None)),
        ("colour", ("static_select", True, "red", None)),
        ("limit", ("plain_text_input", True, "7", None)),
        ("sites", ("plain_text_input", True, "[]", "Written as JSON.")),
    ]


@pytest.mark.parametrize(
    ("annotation", "given", "options"),
    [
        (Literal["a", None], "a", ["a"]),
        (Literal["only"], "only", ["only"]),
        (Literal[1, "yes"], 1, ["1", "yes"]),
        (Colour, "red", ["red", "blue & <b>"]),
        (Literal["<!here>", "b"], "b", ["<\u2060!here>", "b"]),
        (Literal["1", 1], 1, []),
        (Literal["a", " "], "a", []),
        (Literal["a", "b" * 76], "a", []),
        (Literal[tuple(range(101))], 7, []),
    ],
)
def test_what_a_schema_names_is_chosen_from_where_that_is_little_and_can_be_told_apart(
    annotation: Any, given: object, options: list[str]
) -> None:
    tool = tool_of({"one": (annotation, REQUIRED)})
    call = call_with(tool, {"one": given})
    element = fields(opened(call, tool.parameters))[f"{FIELD}one"]["element"]
    assert [one["text"]["text"] for one in element.get("options", [])] == options
    assert element["type"] == ("static_select" if options else "plain_text_input")


def test_a_required_argument_that_is_empty_may_stay_so_and_no_other_may_be_emptied() -> None:
    tool = tool_of({"text": (str, REQUIRED), "limit": (int | None, REQUIRED), "query": (str, REQUIRED)})
    view = form(ENGLISH, call_with(tool, {"text": "", "limit": None, "query": "q"}), tool.parameters)
    assert [block["optional"] for block in fields(view).values()] == [True, True, False]
    with pytest.raises(ValueError, match="required"):
        sent(view, {f"{FIELD}query": ""})


@given(st.integers(2_950, 3_050), st.sampled_from(["x", "<", "é", "😀", "東"]))
def test_an_argument_that_no_field_holds_is_said_to_be_too_long(length: int, letter: str) -> None:
    tool = tool_of({"text": (str, REQUIRED)})
    call = call_with(tool, {"text": letter * length})
    try:
        check_view(form(ENGLISH, call, tool.parameters))
    except TooLong:
        assert length > 3_000 or letter in "<😀", "where one letter may count as more"
    else:
        assert length <= 3_000


@pytest.mark.parametrize("number", [1, 99, 100, 150])
def test_a_form_of_more_fields_than_slack_takes_is_too_long(number: int) -> None:
    tool = tool_of({f"a{at}": (int, 0) for at in range(number)})
    if number < 100:
        check_view(form(ENGLISH, call_with(tool, {}), tool.parameters))
    else:
        with pytest.raises(TooLong):
            form(ENGLISH, call_with(tool, {}), tool.parameters)


@pytest.mark.parametrize(("letters", "fits"), [(1_000, True), (3_000, False)])
def test_a_form_of_more_bytes_than_slack_takes_is_too_long(letters: int, fits: bool) -> None:
    tool = tool_of({f"a{at}": (str, "東" * letters) for at in range(30)})
    call = call_with(tool, {})
    if fits:
        check_view({**form(ENGLISH, call, tool.parameters), "private_metadata": "p" * 3_000})
    else:
        with pytest.raises(TooLong):
            form(ENGLISH, call, tool.parameters)


def test_a_parameters_name_that_no_id_holds_is_too_long() -> None:
    tool = tool_of({"n" * 250: (str, "")})
    with pytest.raises(TooLong):
        form(ENGLISH, call_with(tool, {}), tool.parameters)


# --- what is wrong --------------------------------------------------------------------------------------------


def like_query(value: str) -> str:
    if value == "bad":
        raise ValueError('write it like "query" or "place"')
    return value


PICKY = tool_of(
    {
        "query": (Annotated[str, Field(min_length=3)], "abc"),
        "query_text": (Annotated[str, AfterValidator(like_query)], "abc"),
        "limit": (Annotated[int, Field(ge=1, le=9)], 5),
        "share": (float, 0.5),
        "sites": (list[str], []),
        "place": (Place | None, None),
        "since": (datetime.date | None, None),
    }
)


def complaints(typed: Mapping[str, str]) -> list[tuple[str, str]]:
    """(field, what is said there) of everything that is wrong in the form of a call with these texts in it."""
    call, box = call_with(PICKY, {}), Toolbox(Given(web=WEB), [PICKY])
    filled = read(sent(opened(call, PICKY.parameters), typed), call, PICKY.parameters)
    assert bool(box.faults(PICKY.name, filled)) <= bool(box.changed(call, filled, ()).error)
    return [(FIELD + one.name, complaint(ENGLISH, one, PICKY.parameters)) for one in box.faults(PICKY.name, filled)]


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("query", "ab", "This is too short: at least 3."),
        ("query_text", "bad", 'The tool does not take this: write it like "query" or "place"'),
        ("limit", "ten", "This has to be a whole number."),
        ("limit", "0", "This has to be 1 or more."),
        ("limit", "1.5", "This has to be a whole number."),
        ("share", "half", "This has to be a number."),
        ("sites", "a, b", 'This has to be JSON, such as ["a", "b"].'),
        ("sites", '["a", 1]', "In 2: This has to be text."),
        ("sites", "[" * 2_000, 'This has to be JSON, such as ["a", "b"].'),
        ("place", '{"floor": 1}', "In city: Something has to be given here."),
        ("place", "Ulm", 'This has to be JSON, such as ["a", "b"].'),
        ("since", "yesterday", "This has to be a date, such as 2026-11-30."),
    ],
)
def test_a_complaint_stands_at_the_field_that_it_is_about_in_words_for_people(
    field: str, typed: str, said: str
) -> None:
    assert complaints({FIELD + field: typed})[0] == (FIELD + field, said)


def test_several_complaints_come_in_the_order_of_the_fields() -> None:
    found = complaints({f"{FIELD}since": "yesterday", f"{FIELD}limit": "ten", f"{FIELD}place": "Ulm"})
    assert [field for field, _ in found] == [f"{FIELD}limit", f"{FIELD}place", f"{FIELD}since"]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from([f"{FIELD}{name}" for name in PICKY.parameters["properties"]]), TEXT))
def test_whatever_is_typed_is_a_sound_call_or_a_complaint(values: dict[str, str]) -> None:
    call = call_with(PICKY, {})
    after = Toolbox(Given(web=WEB), [PICKY]).changed(call, read(values, call, PICKY.parameters), ())
    assert after.error or set(json.loads(after.arguments)) == set(PICKY.parameters["properties"])
