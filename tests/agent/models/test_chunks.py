"""A reply is the same message however an endpoint cuts it, numbers it or decorates it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.clean import clean, cleaned
from agent.facts import Usage
from agent.models.chunks import THOUGHTS_AT_MOST, Assembly, RawMessage, Visible, fault
from agent.models.objects import first_object
from agent.models.pieces import RawCall

patient = settings(deadline=None)
Json = dict[str, object]


def assembled(chunks: Iterable[object]) -> RawMessage:
    """The message out of these chunks; the text shown on the way must be the text of the message."""
    assembly = Assembly()
    shown = [assembly.add(chunk) for chunk in chunks]
    shown.append(assembly.end())
    message = assembly.completion()
    assert "".join(shown) == message.text
    return message


def delta(**fields: object) -> Json:
    return {"choices": [{"index": 0, "delta": fields}]}


def calls(*parts: Json) -> Json:
    return delta(tool_calls=list(parts))


def part(name: object = None, arguments: object = None, **more: object) -> Json:
    """A piece of a call; what is not given is left out."""
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    return {**more, "function": function}


def finish(reason: str | None) -> Json:
    return {"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}


# --- any fragmentation ----------------------------------------------------------------------------------------


def cuts(text: str) -> st.SearchStrategy[list[str]]:
    """The text in pieces, some of them empty."""
    points = st.lists(st.integers(0, len(text)), max_size=5).map(sorted)
    return points.map(lambda at: [text[i:j] for i, j in zip([0, *at], [*at, len(text)], strict=True)])


@dataclass(frozen=True)
class Style:
    """How an endpoint numbers the pieces of its calls: what the first and every further piece carry besides text."""

    first: tuple[str, ...]
    further: tuple[str, ...]
    whole: bool = False
    same_index: bool = False


STYLES = {
    "OpenAI's own": Style(("index", "id", "name"), ("index",)),
    "indices but no ids": Style(("index", "name"), ("index",)),
    "no index at all": Style(("id", "name"), ()),
    "every call has index 0": Style(("index", "id", "name"), ("index",), same_index=True),
    "everything said again each time": Style(("index", "id", "name"), ("index", "id", "name")),
    "ids said again, no index": Style(("id", "name"), ("id",)),
    "another id with every piece": Style(("index", "id", "name"), ("index", "other id")),
    "the id comes late": Style(("index", "name"), ("index", "id")),
    "one chunk a call, no index": Style(("id", "name"), (), whole=True),
    "one chunk a call, neither id nor index": Style(("name",), (), whole=True),
    "one chunk a call, all with index 0 and no id": Style(("index", "name"), (), whole=True, same_index=True),
}

words = st.text(alphabet=st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
arguments = st.dictionaries(words, words | st.integers(), min_size=1, max_size=3).map(json.dumps)
names = st.sampled_from(["web_search", "open_page", "read_file"])


@st.composite
def streams(draw: st.DrawFn) -> tuple[RawMessage, list[Json]]:
    """A message and one of the ways in which an endpoint may stream it."""
    style = STYLES[draw(st.sampled_from(sorted(STYLES)))]
    text = draw(words.filter(lambda text: "<" not in text))
    reasoning = draw(words)
    said = draw(st.lists(st.tuples(names, arguments), max_size=4))
    made = [RawCall(f"call_{i}", *call) for i, call in enumerate(said)]
    chunks: list[Json] = [delta(role="assistant", content="")]
    chunks += [delta(reasoning_content=piece) for piece in draw(cuts(reasoning))]
    chunks += [delta(content=piece) for piece in draw(cuts(text))]
    for i, call in enumerate(made):
        pieces = [str(call.arguments)] if style.whole else draw(cuts(str(call.arguments)))
        parts = list(_parts(style, 0 if style.same_index else i, call, pieces))
        made[i] = call if any("id" in piece for piece in parts) else replace(call, id="")
        chunks += [calls(piece) for piece in parts]
    chunks.append(finish("stop"))
    noise: list[Json] = [{"choices": []}, delta(), delta(content="", tool_calls=None), {"choices": None}, {}]
    for at in draw(st.lists(st.integers(0, len(chunks)), max_size=4)):
        chunks.insert(at, draw(st.sampled_from(noise)))
    opaque = json.dumps({"reasoning_content": reasoning})
    return RawMessage(text, tuple(made), opaque, "stop", thought=bool(reasoning), thoughts=reasoning.strip()), chunks


def _parts(style: Style, index: int, call: RawCall, pieces: Sequence[str]) -> Iterable[Json]:
    for i, piece in enumerate(pieces):
        carried = style.further if i else style.first
        known = {"index": index, "id": call.id}
        more = {key: value for key, value in known.items() if key in carried}
        more |= {"id": f"{call.id}_{i}"} if "other id" in carried else {}
        yield part(call.name if "name" in carried else None, piece, **more)


@patient
@given(streams())
def test_any_fragmentation_of_a_reply_assembles_to_the_same_reply(drawn: tuple[RawMessage, list[Json]]) -> None:
    message, chunks = drawn
    assert assembled(chunks) == message


@patient
@given(
    st.lists(arguments, min_size=2, max_size=3).flatmap(lambda all: st.tuples(*[cuts(one) for one in all])),
    st.booleans(),
)
def test_calls_that_stream_side_by_side_are_told_apart_by_index(fragments: tuple[list[str], ...], ids: bool) -> None:
    named = [{"id": f"c{i}"} if ids else {} for i in range(len(fragments))]
    opened = [calls(part("web_search", "", index=i, **known)) for i, known in enumerate(named)]
    longest = max(len(pieces) for pieces in fragments)
    rounds = [
        calls(*[part(None, pieces[turn], index=i) for i, pieces in enumerate(fragments) if turn < len(pieces)])
        for turn in range(longest)
    ]
    message = assembled([*opened, *rounds])
    assert [call.arguments for call in message.calls] == ["".join(pieces) for pieces in fragments]


# fmt: off
shaped = st.sampled_from([
    "choices", "delta", "message", "content", "tool_calls", "function", "name", "arguments", "index", "id", "usage",
    "prompt_tokens", "refusal", "text", "type", "finish_reason", "model", "error", "extra",
])
# fmt: on
anything: st.SearchStrategy[object] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(shaped, inner, max_size=4),
    max_leaves=20,
)


@patient
@given(st.lists(anything, max_size=6))
def test_no_json_whatever_makes_it_raise(chunks: list[object]) -> None:
    message = assembled([*chunks, *[{"choices": [{"delta": {"tool_calls": [chunk]}}]} for chunk in chunks]])
    assert message.text.encode().decode() == message.text
    opaque = [message.opaque, *[call.opaque for call in message.calls]]
    assert all(isinstance(json.loads(text or "{}"), dict) for text in opaque)
    assert not (message.is_void and message.calls)


@patient
@given(anything)
def test_a_chunk_has_a_fault_only_if_it_speaks_of_an_error(chunk: object) -> None:
    assert fault(chunk) is None or re.search("error|message|detail|base_resp", repr(chunk))


# --- calls ------------------------------------------------------------------------------------------------------


def test_two_whole_calls_without_index_are_two_calls() -> None:
    message = assembled(
        [calls(part("web_search", '{"q": "x"}', id="A")), calls(part("open_page", '{"u": "y"}', id="B"))]
    )
    assert message.calls == (RawCall("A", "web_search", '{"q": "x"}'), RawCall("B", "open_page", '{"u": "y"}'))


def test_fragments_with_neither_id_nor_index_continue_the_last_call() -> None:
    message = assembled(
        [
            calls(part("web_search", "", id="A")),
            calls(part(None, '{"q": ')),
            calls(part(None, '"x"}')),
            calls(part("open_page", '{"u":', id="B")),
            calls(part(None, ' "y"}')),
        ]
    )
    assert [(call.id, call.arguments) for call in message.calls] == [("A", '{"q": "x"}'), ("B", '{"u": "y"}')]


def test_a_call_without_arguments_ends_where_another_name_begins() -> None:
    message = assembled([calls(part("now", "")), calls(part("web_search", '{"q": "x"}'))])
    assert message.calls == (RawCall("", "now", ""), RawCall("", "web_search", '{"q": "x"}'))


def test_two_calls_that_share_id_and_index_are_two_calls() -> None:
    first = part("web_search", '{"q": "x"}', id="functions.web_search", index=0)
    second = part("web_search", '{"q": "y"}', id="functions.web_search", index=0)
    assert [call.arguments for call in assembled([calls(first), calls(second)]).calls] == ['{"q": "x"}', '{"q": "y"}']


def test_two_calls_that_share_an_id_are_told_apart_by_index_before_their_arguments_come() -> None:
    chunks = [
        calls(part("web_search", '{"q": "x"}', id="same", index=0)),
        calls(part("web_search", "", id="same", index=1)),
        calls(part(None, '{"q": "y"}', id="same", index=1)),
    ]
    assert [call.arguments for call in assembled(chunks).calls] == ['{"q": "x"}', '{"q": "y"}']


def test_a_finished_call_said_once_more_at_the_end_is_one_call() -> None:
    whole = part("web_search", '{"q": "x"}', id="A", index=0)
    assert len(assembled([calls(whole), calls(whole)]).calls) == 1


@pytest.mark.parametrize("empty", [None, ""])
def test_ids_and_names_left_empty_in_further_pieces_change_nothing(empty: str | None) -> None:
    chunks = [
        calls(part("web_search", '{"q": ', id="A", index=0)),
        calls({"id": empty, "index": 0, "function": {"name": empty, "arguments": '"x"}'}}),
    ]
    assert assembled(chunks).calls == (RawCall("A", "web_search", '{"q": "x"}'),)


@pytest.mark.parametrize("name", [None, ""])
def test_a_call_without_a_name_is_passed_on_as_it_is(name: str | None) -> None:
    raw = {"id": "A", "index": 0, "function": {"name": name, "arguments": "{}"}}
    assert assembled([calls(raw)]).calls == (RawCall("A", name, "{}"),)


@pytest.mark.parametrize("function", [None, "web_search", [], {}])
def test_a_call_without_a_function_is_passed_on_without_a_name(function: object) -> None:
    assert assembled([calls({"id": "A", "function": function})]).calls == (RawCall("A", None, ""),)


@pytest.mark.parametrize("given_as", [{"q": "x"}, ["x"], '{"q": "x"}', '"{\\"q\\": \\"x\\"}"', "{oops}", ""])
def test_arguments_are_passed_on_as_they_came(given_as: object) -> None:
    assert assembled([calls(part("web_search", given_as, id="A"))]).calls[0].arguments == given_as


def test_two_calls_with_objects_for_arguments_and_nothing_else_to_tell_them_apart() -> None:
    message = assembled([calls(part("web_search", {"q": "x"}), part("web_search", {"q": "y"}))])
    assert [call.arguments for call in message.calls] == [{"q": "x"}, {"q": "y"}]


def test_what_an_endpoint_adds_to_a_call_is_kept() -> None:
    signed = part("web_search", "{}", id="A", extra_content={"google": {"thought_signature": "c2ln"}})
    message = assembled([calls(signed)])
    assert json.loads(message.calls[0].opaque) == {"extra_content": {"google": {"thought_signature": "c2ln"}}}


def test_a_call_cut_off_by_the_length_limit_is_passed_on_with_the_word_that_says_so() -> None:
    message = assembled([calls(part("web_search", '{"q": "ab', id="A")), finish("length")])
    assert (message.calls[0].arguments, message.finish, message.text) == ('{"q": "ab', "length", "")
    assert not message.is_cut and not message.is_void


@pytest.mark.parametrize(
    ("text", "cut"), [('{"q": "ab', True), ('{"q": "ab"}', False), ("", False), ({"q": "ab"}, False)]
)
def test_a_call_in_a_stream_that_just_ends_is_cut_unless_its_arguments_are_whole(text: object, cut: bool) -> None:
    assert assembled([calls(part("web_search", text, id="A"))]).is_cut is cut


# --- the message ------------------------------------------------------------------------------------------------


def whole(message: object, **more: object) -> Json:
    return {"choices": [{"index": 0, "message": message, **more}]}


def test_a_whole_reply_is_read_like_a_streamed_one() -> None:
    raw = {"role": "assistant", "content": "Yes.", "tool_calls": [part("web_search", "{}", id="A", type="function")]}
    message = assembled([{**whole(raw, finish_reason="stop"), "model": "m-1"}])
    assert message == RawMessage("Yes.", (RawCall("A", "web_search", "{}"),), finish="stop", model="m-1")


def test_a_message_after_deltas_that_said_it_all_is_not_said_twice() -> None:
    chunks = [delta(content="Yes."), whole({"role": "assistant", "content": "Yes."}, finish_reason="stop")]
    assert assembled(chunks).text == "Yes."


def test_text_in_parts_is_text_and_thinking_parts_are_not() -> None:
    parts = [{"type": "thinking", "text": "hm"}, {"type": "text", "text": "Y"}, {"type": "text", "text": "es."}, "x"]
    assert assembled([whole({"content": parts})]).text == "Yes."


@pytest.mark.parametrize(
    "chunk", [{"choices": []}, {"choices": None}, {}, whole(None), whole({"content": None}), None]
)
def test_a_reply_of_nothing_is_void(chunk: object) -> None:
    assert assembled([chunk]).is_void


def test_a_blank_reply_that_ended_as_replies_do_is_blank_and_not_void() -> None:
    message = assembled([whole({"content": "  \n"}, finish_reason="stop")])
    assert message.text == "  \n"
    assert not message.is_void


@pytest.mark.parametrize("where", ["first", "last", "in the choice"])
def test_usage_is_read_wherever_it_comes(where: str) -> None:
    counted = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 2}}
    alone: Json = {"choices": [], "usage": counted}
    said = delta(content="Yes.")
    orders: dict[str, list[Json]] = {
        "first": [alone, said, {**finish("stop"), "usage": None}],
        "last": [said, finish("stop"), alone],
        "in the choice": [said, {"choices": [{"delta": {}, "finish_reason": "stop", "usage": counted}]}],
    }
    assert assembled(orders[where]).usage == Usage(prompt=7, completion=3, cached=2)


def test_usage_that_makes_no_sense_counts_as_none() -> None:
    odd: Json = {"prompt_tokens": None, "completion_tokens": "many", "prompt_tokens_details": 4}
    assert assembled([{"choices": [], "usage": odd}]).usage == Usage()


def test_deepseeks_name_for_cached_tokens_is_known() -> None:
    assert assembled([{"usage": {"prompt_tokens": 9, "prompt_cache_hit_tokens": 8}}]).usage.cached == 8


def test_a_refusal_is_kept_in_pieces_too() -> None:
    message = assembled([delta(refusal="I will "), delta(refusal="not."), finish("stop")])
    assert (message.refusal, message.text) == ("I will not.", "")


def test_unknown_fields_are_kept_empty_ones_too_and_nulls_are_not() -> None:
    raw: Json = {
        "content": "Yes.",
        "reasoning_content": "",
        "signature": "a=",
        "annotations": [],
        "audio": None,
        "mood": None,
    }
    assert json.loads(assembled([whole(raw)]).opaque) == {"reasoning_content": "", "signature": "a="}


def test_unknown_fields_that_are_nested_beyond_reason_are_let_go() -> None:
    deep: object = "x"
    for _ in range(400):
        deep = [deep]
    assert json.loads(assembled([whole({"content": "Yes.", "odd": deep, "even": [[1]]})]).opaque) == {"even": [[1]]}


def test_streamed_unknown_fields_grow_as_streams_mean_them() -> None:
    chunks = [
        delta(reasoning_content="so ", details=[{"a": 1}], extra={"x": 1}, count=1),
        delta(reasoning_content=None, details=[{"b": 2}], extra={"y": 2}, count=2),
        delta(reasoning_content="then"),
    ]
    assert json.loads(assembled(chunks).opaque) == {
        "reasoning_content": "so then",
        "details": [{"a": 1}, {"b": 2}],
        "extra": {"x": 1, "y": 2},
        "count": 2,
    }


def test_unknown_fields_survive_storage_even_with_half_a_character_in_them() -> None:
    opaque = assembled([delta(reasoning_content="\ud83d")]).opaque
    assert json.loads(opaque.encode()) == {"reasoning_content": "\ud83d"}


@pytest.mark.parametrize(
    "chunk",
    [
        delta(reasoning_content="hm"),
        delta(content="<think>hm</think>Yes."),
        {"usage": {"completion_tokens_details": {"reasoning_tokens": 5}}},
    ],
)
def test_it_is_known_that_the_model_thought(chunk: Json) -> None:
    assert assembled([chunk]).thought


# --- what it thought ------------------------------------------------------------------------------------------

PLAIN = st.text(alphabet="ab é漢\n.", min_size=1, max_size=40).filter(lambda text: bool(text.strip()))


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning", "thinking"])
@given(PLAIN.flatmap(lambda text: st.tuples(st.just(text), cuts(text))))
def test_thoughts_beside_the_text_are_kept_however_they_stream(name: str, drawn: tuple[str, list[str]]) -> None:
    thoughts, pieces = drawn
    message = assembled([*(delta(**{name: piece}) for piece in pieces), delta(content="Yes."), finish("stop")])
    assert (message.text, message.thoughts) == ("Yes.", thoughts.strip())
    assert assembled([whole({"content": "Yes.", name: thoughts})]).thoughts == thoughts.strip()


@given(PLAIN.flatmap(lambda text: st.tuples(st.just(text), cuts(f"<think>{text}</think>Yes."))))
def test_thoughts_in_the_text_are_kept_beside_it_however_they_stream(drawn: tuple[str, list[str]]) -> None:
    thoughts, pieces = drawn
    message = assembled([*(delta(content=piece) for piece in pieces), finish("stop")])
    assert (message.text, message.thoughts) == ("Yes.", thoughts.strip())


@given(PLAIN.flatmap(lambda text: st.tuples(st.just(text), cuts(f"<think>{text}"))))
def test_thoughts_that_break_off_are_kept_to_their_last_letter(drawn: tuple[str, list[str]]) -> None:
    thoughts, pieces = drawn
    message = assembled([delta(content=piece) for piece in pieces])
    assert (message.text, message.thoughts) == ("", thoughts.strip())


def test_thoughts_that_an_endpoint_says_under_two_names_are_kept_once() -> None:
    twice = assembled([delta(reasoning="Hm.", reasoning_content="Hm."), delta(content="Yes.")])
    assert twice.thoughts == "Hm."
    both = assembled([delta(content="<think>In it.</think>Yes.", reasoning="Beside it.")])
    assert both.thoughts == "In it.\n\nBeside it."


def test_thoughts_beside_calls_are_kept() -> None:
    message = assembled([delta(reasoning_content="I search."), calls(part("web_search", "{}", id="A", index=0))])
    assert message.thoughts == "I search." and len(message.calls) == 1


@pytest.mark.parametrize("odd", [None, "", "  \n", ["Hm."], {"text": "Hm."}, 7])
def test_what_is_no_text_is_no_thought(odd: object) -> None:
    assert assembled([delta(reasoning_content=odd), delta(content="Yes.")]).thoughts == ""


def test_thoughts_without_end_are_cut_where_it_shows() -> None:
    message = assembled([delta(reasoning="x" * (THOUGHTS_AT_MOST + 1)), delta(content="Yes.")])
    assert len(message.thoughts) == THOUGHTS_AT_MOST and message.thoughts.endswith("x…")
    assert assembled([delta(reasoning="x" * THOUGHTS_AT_MOST)]).thoughts == "x" * THOUGHTS_AT_MOST


def test_an_empty_thought_is_none() -> None:
    assert not assembled([delta(content="<think>\n\n</think>\n\nYes.", reasoning_content="")]).thought


@pytest.mark.parametrize(
    ("chunk", "found"),
    [
        ({"error": {"message": "no"}}, {"message": "no"}),
        ({"error": "no"}, "no"),
        ({"choices": [{"error": {"code": 502}, "finish_reason": "error"}]}, {"code": 502}),
        ({"error": None, "choices": [{"error": None}]}, None),
        (delta(content="error"), None),
        (["error"], None),
    ],
)
def test_an_error_hidden_in_a_chunk_is_found(chunk: object, found: object) -> None:
    assert fault(chunk) == found


# --- what is to be seen -----------------------------------------------------------------------------------------


def shown(pieces: Iterable[str]) -> str:
    visible = Visible()
    return "".join([*[visible.feed(piece) for piece in pieces], visible.end()])


hostile = st.text(alphabet=[*"<think>/ \nx", "\ud83d", "\ude00", "é"], max_size=30)


@patient
@given(hostile.flatmap(lambda text: st.tuples(st.just(text), cuts(text))))
def test_what_is_shown_does_not_depend_on_where_a_text_was_cut(drawn: tuple[str, list[str]]) -> None:
    text, pieces = drawn
    assert shown(pieces) == shown([text])


@patient
@given(hostile.filter(lambda text: not text.lstrip().startswith("<think>")))
def test_text_without_hidden_reasoning_is_shown_whole(text: str) -> None:
    assert shown([text]) == clean(text)


@patient
@given(words, words.filter(lambda text: text == text.lstrip()), st.sampled_from(["", "\n", "  \n\n"]))
def test_reasoning_at_the_start_is_hidden_and_what_follows_is_shown(thought: str, text: str, space: str) -> None:
    assert shown([f"{space}<think>{thought.replace('<', '')}</think>{space}{text}"]) == text


def test_reasoning_that_never_ends_leaves_nothing_to_show() -> None:
    assert shown(["<think>so then", " and then"]) == ""


def test_the_mark_further_on_is_text() -> None:
    assert shown(["Write <think>x</think> around it."]) == "Write <think>x</think> around it."


@patient
@given(hostile)
def test_no_half_character_is_ever_given_out(text: str) -> None:
    visible = Visible()
    for piece in [*[visible.feed(letter) for letter in text], visible.end()]:
        piece.encode()


def test_a_character_split_over_two_chunks_arrives_whole() -> None:
    assert assembled([delta(content="a\ud83d"), delta(content="\ude00b")]).text == "a😀b"


def test_cleaning_reaches_every_text_and_changes_nothing_else() -> None:
    dirty: Mapping[str, object] = {"a\0": ["\ud83d\ude00", "x\ud83d", {"b": (1, None, True, 2.5)}]}
    assert cleaned(dirty) == {"a": ["😀", "x\ufffd", {"b": [1, None, True, 2.5]}]}


# --- JSON out of text -------------------------------------------------------------------------------------------

objects = st.dictionaries(words, words | st.integers() | st.lists(words, max_size=2), min_size=1, max_size=4)
prose = st.text(alphabet="abc \n.,'", max_size=15)


@patient
@given(objects, prose, prose, st.sampled_from(["{}", "```json\n{}\n```", "Here it is:\n\n{}\n\nIs that right?"]))
def test_an_object_is_found_whatever_stands_around_it(value: Json, before: str, after: str, frame: str) -> None:
    text = before + frame.replace("{}", json.dumps(value)) + after
    assert first_object(text) == value


@patient
@given(objects, objects)
def test_of_two_objects_the_first_is_taken(one: Json, other: Json) -> None:
    assert first_object(f"{json.dumps(one)} or {json.dumps(other)}") == one


@patient
@given(st.text(alphabet='{}[]":,ab1\\ \n', max_size=60))
def test_no_text_whatever_makes_it_raise(text: str) -> None:
    assert isinstance(first_object(text), dict | None)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": "} {", "b": "\\"}"}', {"a": "} {", "b": '"}'}),
        ('{"a": {"b": 1}} {"c": 2}', {"a": {"b": 1}}),
        ('Use {curly} braces: {"a": 1}', {"a": 1}),
        ('a { stray brace, then {"a": 1}', {"a": 1}),
        ('{"a": 1,}', {"a": 1}),
        ("{'a': 'b'}", {"a": "b"}),
        ('{"a": {"b": 1}, "c": "cut o', {"a": {"b": 1}, "c": "cut o"}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": "\\ud83d"}', {"a": "\ufffd"}),
        ("", None),
        ("   \n", None),
        ("no object", None),
        ("[1, 2]", None),
        ("{", None),
        ("{" * 100_000, None),
        ('{"a":' * 100_000, None),
        ("} " * 1000 + '{"a": 1}', {"a": 1}),
    ],
)
def test_objects_out_of_text(text: str, found: Json | None) -> None:
    assert first_object(text) == found


# --- ids and fields in odd places -------------------------------------------------------------------------------


def test_an_id_and_no_name_is_more_of_the_call_whose_index_it_has() -> None:
    first = calls(part("web_search", "", index=0, id="A"), part("open_page", "", index=1, id="B"))
    rest = [calls(part(None, '{"q"', index=0, id="x1")), calls(part(None, "{}", index=1, id="x2"))]
    message = assembled([first, *rest, calls(part(None, ": 1}", index=0, id="x3")), finish("tool_calls")])
    assert message.calls == (RawCall("A", "web_search", '{"q": 1}'), RawCall("B", "open_page", "{}"))


def test_a_name_said_again_under_another_id_is_more_of_a_call_that_has_only_begun() -> None:
    pieces = [part("web_search", text, index=0, id=f"A{i}") for i, text in enumerate(("", '{"q"', ": 1}", "{}"))]
    message = assembled([calls(piece) for piece in pieces])
    assert message.calls == (RawCall("A0", "web_search", '{"q": 1}'), RawCall("A3", "web_search", "{}"))


def test_one_id_for_all_calls_does_not_make_them_one() -> None:
    first = calls(part("web_search", "", index=0, id="A"), part("open_page", "", index=1, id="A"))
    rest = [calls(part(None, '{"q": 1}', index=0, id="A")), calls(part(None, "{}", index=1, id="A"))]
    assert [call.arguments for call in assembled([first, *rest]).calls] == ['{"q": 1}', "{}"]


def test_a_nameless_call_that_is_whole_is_a_call_of_its_own() -> None:
    message = assembled([calls(part("web_search", "{}", id="A"), part(None, '{"q": 1}', id="B"))])
    assert message.calls == (RawCall("A", "web_search", "{}"), RawCall("B", None, '{"q": 1}'))


def test_fields_inside_the_function_of_a_call_are_kept() -> None:
    signed = {"name": "web_search", "arguments": "{}", "signature": "c2ln", "fields": {"a": [1.5]}}
    message = assembled([calls({"id": "A", "function": signed, "odd": 1})])
    inside = {"signature": "c2ln", "fields": {"a": [1.5]}}
    assert json.loads(message.calls[0].opaque) == {"odd": 1, "function": inside}


def blocks(*given: Json) -> Json:
    return delta(thinking_blocks=list(given))


def thought(text: str, signature: str | None = None) -> Json:
    return {"type": "thinking", "thinking": text, "signature": signature}


@patient
@given(st.lists(words.flatmap(cuts), min_size=1, max_size=3))
def test_blocks_of_thought_come_in_pieces_until_their_signature(drawn: list[list[str]]) -> None:
    chunks = []
    for i, pieces in enumerate(drawn):
        chunks += [blocks(thought(piece)) for piece in pieces] + [blocks(thought("", f"sig{i}"))]
    whole = [thought("".join(pieces), f"sig{i}") for i, pieces in enumerate(drawn)]
    assert json.loads(assembled(chunks).opaque) == {"thinking_blocks": whole}
    again = assembled([*chunks, blocks(*whole)])
    assert json.loads(again.opaque) == {"thinking_blocks": whole}, "what is said once more is not doubled"


@pytest.mark.parametrize(
    "item",
    [
        {"type": "reasoning.encrypted", "data": "gA==", "id": "rs_1", "index": 0},
        {"type": "reasoning.text", "text": "A longer thought than that.", "index": 0},
        {"type": "redacted_thinking", "data": "gA=="},
    ],
)
def test_a_detail_that_is_repeated_whole_is_not_doubled(item: Json) -> None:
    message = assembled([delta(reasoning_details=[item]), delta(reasoning_details=[item])])
    assert json.loads(message.opaque) == {"reasoning_details": [item]}


def test_short_pieces_that_are_alike_are_two() -> None:
    item: Json = {"type": "reasoning.text", "text": "ha", "index": 0}
    message = assembled([delta(reasoning_details=[item]), delta(reasoning_details=[item])])
    assert json.loads(message.opaque) == {"reasoning_details": [{**item, "text": "haha"}]}
