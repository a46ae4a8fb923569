"""The file of FOOTNOTE_CONFIG: what it says holds, and whatever is wrong with it is said with its line."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agent.facts import Price, Window
from agent.models.prices import CREDIT
from agent.models.windows import window
from bot import config as module
from bot.config import Config, ConfigError, Policy, key_lines, read

EXAMPLE = Path(module.__file__).with_name("footnote.example.toml")


def load(folder: Path, text: str, **more: Any) -> Config:
    file = folder / "footnote.toml"
    file.write_bytes(text.encode())
    return read(file, **{"approval": "each", "docs": None, **more})


def complaints(folder: Path, text: str) -> list[str]:
    """What is said of a file, without the file's name in front of each line."""
    with pytest.raises(ConfigError) as refused:
        load(folder, text)
    lines = str(refused.value).split("\n")
    assert all(line.startswith(f"{folder / 'footnote.toml'}, line ") for line in lines)
    return [line.removeprefix(f"{folder / 'footnote.toml'}, ") for line in lines]


# --- what holds -------------------------------------------------------------------------------------------------


def test_without_a_file_the_environment_holds_everywhere(tmp_path: Path) -> None:
    config = read(None, approval="writes", docs=tmp_path)
    assert config == Config(default=Policy(approval="writes", docs=tmp_path), channels={})
    assert config.policy("C0123ABCD") == config.default
    assert (config.keep_days, config.keep_texts_hours, config.cache_hours) == (30, 24, 24)


def test_an_empty_file_changes_nothing(tmp_path: Path) -> None:
    for text in ("", "\n# nothing\n", "[channel]\n", "\ufeff# with a mark of byte order\n"):
        assert load(tmp_path, text, approval="off", docs=tmp_path) == read(None, approval="off", docs=tmp_path)


def test_the_file_goes_over_the_environment_and_a_channel_over_both(tmp_path: Path) -> None:
    config = load(
        tmp_path,
        'approval = "once"\r\nrounds = 12\r\napprovers = ["U1", "W2"]\r\nkeep_days = 0.5\r\n\r\n'
        '[channel.C0123ABCD]\r\nrounds = 3\r\nown = false\r\nask = ["U3"]\r\n[channel.D1]\r\napproval = "off"\r\n',
        approval="writes",
        docs=tmp_path,
    )
    here = Policy(approval="once", rounds=12, approvers=("U1", "W2"), docs=tmp_path)
    assert config.policy("C0OTHER") == config.default == here
    assert config.policy("C0123ABCD") == here.model_copy(update={"rounds": 3, "own": False, "ask": ("U3",)})
    assert config.policy("D1") == here.model_copy(update={"approval": "off"})
    assert (config.keep_days, config.cache_hours) == (0.5, 24)


def test_who_may_ask_and_decide_may_be_groups_and_who_may_ask_bots(tmp_path: Path) -> None:
    policy = load(tmp_path, 'ask = ["U1", "S2", "B3"]\napprovers = ["W1", "S2"]').default
    assert (policy.ask, policy.approvers) == (("U1", "S2", "B3"), ("W1", "S2"))
    assert Policy().ask == "members", "who is no member asks only where the file says so"
    assert load(tmp_path, 'ask = "guests"').default.ask == "guests"


def test_folders_begin_at_the_file_or_at_home(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    channels = {"C1": "~", "C2": "", "C3": "/"}
    tables = [f'[channel.{channel}]\ndocs = "{docs}"\n' for channel, docs in channels.items()]
    config = load(tmp_path, 'docs = "docs"\n[channel.C4]\n' + "".join(tables))
    assert config.default.docs == config.policy("C4").docs == tmp_path / "docs"
    assert [config.policy(channel).docs for channel in ("C1", "C2", "C3")] == [Path.home(), None, Path("/")]
    assert load(tmp_path, 'docs = ""', docs=tmp_path).default.docs is None, "none is not the folder of the file"


def test_a_policy_is_what_it_was_made_as() -> None:
    with pytest.raises(ValidationError):
        Policy.model_validate({"round": 8})
    with pytest.raises(ValidationError):
        Policy().rounds = 9  # type: ignore[misc]


# --- the example ------------------------------------------------------------------------------------------------


def test_the_example_changes_nothing_as_it_stands(tmp_path: Path) -> None:
    given_ = {"approval": "off", "docs": tmp_path}
    assert read(EXAMPLE, **given_) == read(None, **given_)  # type: ignore[arg-type]


def test_the_example_shows_every_key_with_its_default(tmp_path: Path) -> None:
    shown = re.sub(r"^#(?! )", "", EXAMPLE.read_text("utf-8"), flags=re.M)
    everywhere, channel, _ = shown.partition("[channel")
    config = load(tmp_path, everywhere)
    assert config.prices["my-model"] == Price(input=0.5, output=2.0, cached=0.05, search=10.0)
    assert config.credit_price == CREDIT  # which holds only where a key is used
    free = config.model_copy(update={"prices": {}, "credit_price": None})
    assert free == Config(default=Policy(), channels={})
    keys = set(Policy.model_fields) | set(Config.model_fields) - {"default", "channels", "prices"} | {"price"}
    assert set(tomllib.loads(everywhere)) == keys
    assert channel and load(tmp_path, shown).policy("C0123ABCD") != Policy()


# --- what is wrong ----------------------------------------------------------------------------------------------

USER = 'such as ["U0123ABCD"]'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('approval = "sometimes"', 'approval: the text "sometimes" does not fit; "each", "writes", "once" or "off"'),
        ('tool_calls = "no"', 'tool_calls: the text "no" does not fit; true or false'),
        ("approval = 1", 'approval: the number 1 does not fit; "each", "writes"'),
        ("run_money = -1", "run_money: the number -1 does not fit; a number of US dollars, 0 for no bound"),
        ("day_tokens = 1.5", "day_tokens: the number 1.5 does not fit; a whole number of tokens"),
        ("price.x = 3", 'price.x: the number 3 does not fit; a table: [price."x"]'),
        ('price."x" = {input = 1}', "price.x: output missing; US dollars per million tokens"),
        ('price."x" = {input = 1, output = -2}', "price.x.output: the number -2 does not fit; a number of US"),
        ('price."x" = {input = 1, output = 2, cash = 3}', "price.x.cash: there is no such key; did you mean cached?"),
        ("channel.C1.day_money = 3", "channel.C1.day_money: holds for all channels"),
        ("approvers = 'U1'", f'approvers: the text "U1" does not fit; a list of ids of users or user groups, {USER}'),
        ("approvers = [1]", f"approvers: this list does not fit; a list of ids of users or user groups, {USER}"),
        (
            'approvers = ["U1", "@anna"]',
            'approvers: "@anna" is not the id of a user or a user group; in Slack: profile, ⋮',
        ),
        ('approvers = ["u1"]', 'approvers: "u1" is not the id of a user or a user group'),
        ('approvers = ["U1", "U2", "U1"]', "approvers: U1 stands there twice"),
        ('ask = "bots"', 'ask: the text "bots" does not fit; "members", "guests", "anyone", or a list of ids'),
        ('ask = ["anyone"]', 'ask: "anyone" is not the id of a user, a user group or a bot'),
        ('ask = ["C1"]', 'ask: "C1" is not the id of a user, a user group or a bot'),
        ('approvers = ["B1"]', 'approvers: "B1" is not the id of a user or a user group'),
        ("ask = true", 'ask: true does not fit; "members", "guests", "anyone"'),
        ('own = "yes"', 'own: the text "yes" does not fit; true or false'),
        ("own = 1", "own: the number 1 does not fit; true or false"),
        ('follow_ups = "all"', 'follow_ups: the text "all" does not fit; "mention", "asker" or "anyone"'),
        ('others = "queue"', 'others: the text "queue" does not fit; "wait" or "correct"'),
        ('rounds = "8"', 'rounds: the text "8" does not fit; a whole number from 1 to 50'),
        ("rounds = 8.0", "rounds: the number 8.0 does not fit; a whole number from 1 to 50"),
        ("rounds = true", "rounds: true does not fit; a whole number from 1 to 50"),
        ("rounds = 0x" + "F" * 5000, "rounds: so large a number does not fit; a whole number from 1 to 50"),
        ("pages = []", "pages: this list does not fit; a whole number from 0 to 200"),
        ("pages = {most = 3}", "pages: a table does not fit; a whole number from 0 to 200"),
        ("pages = 2026-11-29", "pages: a date or time does not fit; a whole number from 0 to 200"),
        ("pages.most = 3", "pages: a table does not fit; a whole number from 0 to 200"),
        ("approval_hours = nan", "approval_hours: the number nan does not fit; a number of hours above 0"),
        ("question_hours = 721", "question_hours: the number 721 does not fit; a number of hours above 0, at most"),
        ("keep_days = 0", "keep_days: the number 0 does not fit; a number of days above 0"),
        ("keep_days = inf", "keep_days: the number inf does not fit; a number of days above 0"),
        ("cache_hours = -1", "cache_hours: the number -1 does not fit; a number of hours, 0 for no cache"),
        ("docs = 7", 'docs: the number 7 does not fit; the path of a folder in quotes, or "" for none'),
        ('docs = "a\\u0000b"', "docs: there is no folder"),
        ("round = 8", "round: there is no such key; did you mean rounds?"),
        ("Keep-Days = 8", "Keep-Days: there is no such key; did you mean keep_days?"),
        ("zzz = 8", "zzz: there is no such key; there are "),
        ('"a\\nb" = 8', '"a\\nb": there is no such key'),
        ("[channels.C1]", "channels: there is no such key; did you mean channel?"),
        ("[C0123ABCD]", "C0123ABCD: there is no such table; did you mean [channel.C0123ABCD]?"),
        ("channel = 'C1'", 'channel: the text "C1" does not fit; tables such as [channel.C0123ABCD]'),
        ("[[channel]]", "channel: this list does not fit; tables such as [channel.C0123ABCD]"),
        ("[channel.general]", 'channel.general: "general" is not the id of a channel; in Slack: its details'),
        ("channel.rounds = 3", 'channel.rounds: "rounds" is not the id of a channel'),
        ('[channel."#general"]', 'channel."#general": "#general" is not the id of a channel'),
        ("channel.C1 = 3", "channel.C1: the number 3 does not fit; a table: [channel.C1]"),
        ("window = 9000", "window: the number 9000 does not fit; a table of whole, input and output"),
        ("[channel.C1.window]\nwhole = 9", "channel.C1.window: holds for all channels; put it at the top"),
        ("C1.rounds = 0", "C1: there is no such table; did you mean [channel.C1]?"),
        ("channel.C1.rounds = 0", "channel.C1.rounds: the number 0 does not fit; a whole number from 1 to 50"),
        (
            "channel.C1 = {files = 1, keep_days = 3}",
            "channel.C1.keep_days: holds for all channels; put it at the top",
        ),
        ("channel.C1.channel = 1", "channel.C1.channel: there is no such key"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(tmp_path: Path, text: str, said: str) -> None:
    found = complaints(tmp_path, f"files = 3\n\n{text}\n")
    assert len(found) == 1 and found[0].startswith(f"line 3: {said}")
    assert found[0].isprintable()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[window]\nwhole = -1", "line 2: window.whole: the number -1 does not fit; a whole number of tokens, 0 for"),
        ('[window]\nwhole = "8k"', 'line 2: window.whole: the text "8k" does not fit; a whole number of tokens'),
        ("[window]\nwohle = 8000", "line 2: window.wohle: there is no such key; did you mean whole?"),
        ("[window]\nwhole = 8192\noutput = 9000", "line 1: window: output is more than half of whole"),
        ("[budget]\nrounds = 3", "line 1: budget: there is no such table; put rounds at the top of the file"),
        (
            "[price.gpt-5.2]\ninput = 1\noutput = 2",
            'line 1: price.gpt-5.2: a name with a dot in it stands in quotes: [price."gpt-5.2"]',
        ),
    ],
)
def test_what_is_wrong_inside_a_table_is_said_at_its_line(tmp_path: Path, text: str, said: str) -> None:
    [found] = complaints(tmp_path, text)
    assert found.startswith(said)


def test_all_that_is_wrong_is_said_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    text = """
        rounds = 99          # too many
        pages = 3
        [channel.C0GENERAL]
        # own = false
        approvers = [
            "own = false",
        ]
        'files' = "many"
        cache_hours = 1
        [channel.general]
        [channel.C1]
        docs = "nowhere"
    """
    found = complaints(tmp_path, text)
    assert [(line.split(":")[0], line.split(": ")[1]) for line in found] == [
        ("line 2", "rounds"),
        ("line 6", "channel.C0GENERAL.approvers"),
        ("line 9", "channel.C0GENERAL.files"),
        ("line 10", "channel.C0GENERAL.cache_hours"),
        ("line 11", "channel.general"),
        ("line 13", "channel.C1.docs"),
    ]
    assert str(tmp_path / "nowhere") in found[-1]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("own = false", [1]),
        ("own = false\napprovers = []", [1]),
        ("own = false\n[channel.C1]\nrounds = 3", [1]),
        ("own = false\n[channel.C1]\napprovers = ['U1']", [1]),
        ("own = false\n[channel.C1]\nrounds = 3\nown = false", [1, 4]),
        ("own = false\n[channel.C1]\napproval = 'once'", [1]),
        ("rounds = 3\n[channel.C1]\nown = false", [3]),
        ("own = false\napprovers = ['U1']\n[channel.C1]\n\napprovers = []", [5]),
        ("approval = 'off'\nown = false\n[channel.C1]\nrounds = 3\napproval = 'each'", [5]),
    ],
)
def test_calls_on_which_nobody_could_decide_are_refused_where_that_comes_from(
    tmp_path: Path, text: str, lines: list[int]
) -> None:
    found = complaints(tmp_path, text)
    assert [int(line.split(":")[0].removeprefix("line ")) for line in found] == lines
    assert all("nobody could decide" in line for line in found)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("approval = 'each'\nprovider_search = true", [2]),
        ("approval = 'once'\nprovider_search = true\n[channel.C1]\napproval = 'off'", [2]),
        ("approval = 'off'\nprovider_search = true\n[channel.C1]\n\napproval = 'each'", [5]),
        ("approval = 'once'\n[channel.C1]\nprovider_search = true", [3]),
        ("approval = 'writes'\nprovider_search = true", []),
        ("approval = 'off'\nprovider_search = true\n[channel.C1]\nprovider_search = false\napproval = 'each'", []),
        ("approval = 'each'\n[channel.C1]\nprovider_search = true\napproval = 'writes'", []),
    ],
)
def test_searches_that_no_button_could_stop_need_an_approval_that_asks_for_none(
    tmp_path: Path, text: str, lines: list[int]
) -> None:
    found = complaints(tmp_path, text) if lines else []
    assert [int(line.split(":")[0].removeprefix("line ")) for line in found] == lines
    assert all("no button can stop" in line for line in found)
    if not lines:
        load(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "own = false\napprovers = ['U1']\n[channel.C1]\nrounds = 3",
        "approvers = ['U1']\n[channel.C1]\nown = false",
        "own = false\napprovers = ['U1']\n[channel.C1]\napprovers = []\nown = true",
        "own = false\napproval = 'off'",
        "own = false\napprovers = ['U1']\n[channel.C1]\napprovers = []\napproval = 'off'",
    ],
)
def test_where_somebody_decides_or_nothing_waits_all_is_well(tmp_path: Path, text: str) -> None:
    assert load(tmp_path, text)


def test_an_approver_who_is_none_is_one_problem_and_not_two(tmp_path: Path) -> None:
    assert len(complaints(tmp_path, "own = false\napprovers = ['@anna']")) == 1


def test_the_defaults_of_the_environment_count_for_who_decides(tmp_path: Path) -> None:
    assert load(tmp_path, "own = false", approval="off").default.own is False


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rounds = 3\nrounds = 4", "line 2: not TOML: this key has a value already"),
        ("rounds = 3\nrounds = 4\n\n", "line 2, column 11: not TOML: this key has a value already"),
        ("[channel.C1]\nrounds = 3\n[channel.C1]\n", "line 3, column 12: not TOML: this table stands there already"),
        ("rounds = 3\napproval = each", "line 2, column 12: not TOML: invalid value"),
        ("rounds 3", "line 1, column 8: not TOML: expected '=' after a key in a key/value pair"),
        ("\n\nask = [1\n", "line 3: not TOML: unclosed array"),
    ],
)
def test_what_is_no_toml_is_said_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert complaints(tmp_path, text) == [said]


@pytest.mark.parametrize("text", ["rounds = " + "9" * 5_000, "ask = " + "[" * 9_000])
def test_what_is_beyond_reading_is_refused_in_words(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError, match="not to be read"):
        load(tmp_path, text)


def test_a_file_that_cannot_be_read_is_said_in_words(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes("rounds = 8\n# für alle\n".encode("latin-1"))
    (tmp_path / "wide.toml").write_bytes("rounds = 8\n".encode("utf-16"))
    for name, words in [
        ("missing.toml", ": there is no such file"),
        (".", ": a folder; FOOTNOTE_CONFIG names a file"),
        ("latin.toml/x", ": Not a directory"),
        ("latin.toml", ", line 2: not UTF-8"),
        ("wide.toml", ", line 1: not UTF-8"),
    ]:
        with pytest.raises(ConfigError) as refused:
            read(tmp_path / name, approval="each", docs=None)
        assert str(refused.value).startswith(f"{tmp_path / name}{words}")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.sampled_from(["C1", "own"]), inner),
    max_leaves=8,
)
known = st.sampled_from([*Policy.model_fields, "keep_days", "keep_texts_hours", "cache_hours", "channel"])


@given(st.dictionaries(known | st.text(), anything, max_size=4))
def test_whatever_stands_there_is_taken_or_refused_with_one_printable_line_each(
    tmp_path_factory: pytest.TempPathFactory, table: dict[str, Any]
) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        load(folder, "".join(f"{written(key)} = {as_toml(value)}\n" for key, value in table.items()))
    except ConfigError as refused:
        assert all(line.isprintable() for line in str(refused).splitlines())
        assert len(str(refused).splitlines()) == str(refused).count(", line ") >= 1


def as_toml(value: Any) -> str:
    match value:
        case None:
            return "1979-05-27 07:32:00"
        case bool():
            return str(value).lower()
        case str():
            return basic(value)
        case list():
            return f"[{', '.join(map(as_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{written(key)} = {as_toml(inner)}' for key, inner in value.items())}}}"
        case _:
            return str(value)


# --- where it stands --------------------------------------------------------------------------------------------


def basic(text: str) -> str:
    """A basic string of TOML, everything but letters and digits escaped."""
    return '"' + "".join(c if c.isalnum() and c.isascii() else f"\\U{ord(c):08x}" for c in text) + '"'


def written(key: str) -> str:
    return key if re.fullmatch("[A-Za-z0-9_-]+", key) else basic(key)


Lines = dict[tuple[str, ...], int]
Piece = tuple[str, Lines]  # a text, and the keys in it at lines counted from its first, 0

SCALARS = [
    "1", "-1e3", "true", "inf", "1979-05-27 07:32:00", "''", '""', '""""""', "''''''", '"own = false # no"',
    "'[channel.C1]'", r'"\" = [ { \\"', r"'\'", '"""\nown = false\n[channel.C1]\n"""', "'''\n# own = 1\n'own' = 2'''",
    r'"""\""" = { \\"""', '"""a"""""', "'''a'''''", '"""a""""', "'''a''''",
    '"""\\\n   x = """', '["own = 1",\n # own = 2 ]\n "]"\n]',
    "[[1, 2], [\n]]", "[{own = 1,rounds = 2}, {own = 3}]", "[{a = [{b = 1}]}]",
]  # fmt: skip
NAMES = st.sampled_from(["own", "rounds", "channel", "C1", "a-b", "1", "true"]) | st.text(
    st.characters(exclude_categories=["Cs"]), max_size=3
)


@st.composite
def spelled(draw: st.DrawFn, name: str) -> str:
    """One of the ways in which TOML writes a key."""
    ways = [basic(name)]
    if re.fullmatch("[A-Za-z0-9_-]+", name):
        ways += [name, name]
    if name.isprintable() and "'" not in name:
        ways.append(f"'{name}'")
    return draw(st.sampled_from(ways))


@st.composite
def keys(draw: st.DrawFn, first: str) -> tuple[str, tuple[str, ...]]:
    """A key that may be dotted: as it is written, and the names in it."""
    names = (first, *draw(st.lists(NAMES, max_size=2)))
    dot = st.sampled_from([".", " . ", "\t."])
    text = draw(spelled(names[0]))
    for name in names[1:]:
        text += draw(dot) + draw(spelled(name))
    return text, names


@st.composite
def values(draw: st.DrawFn, depth: int = 2) -> Piece:
    if not depth or draw(st.booleans()):
        return draw(st.sampled_from(SCALARS)), {}
    text, lines = "{", Lines()
    for at, name in enumerate(draw(st.lists(NAMES, max_size=3, unique=True))):
        text += ", " if at else ""
        text = joined(text, lines, (), draw(pairs(name, depth - 1)))
    return text + "}", lines


@st.composite
def pairs(draw: st.DrawFn, first: str, depth: int = 2) -> Piece:
    key, names = draw(keys(first))
    lines: Lines = {names[: at + 1]: 0 for at in range(len(names))}
    text = joined(key + draw(st.sampled_from([" = ", "=", "\t= "])), lines, names, draw(values(depth)))
    return text, lines


def joined(before: str, lines: Lines, place: tuple[str, ...], piece: Piece) -> str:
    text, inner = piece
    for below, line in inner.items():
        lines.setdefault((*place, *below), line + before.count("\n"))
    return before + text


BETWEEN = st.lists(st.sampled_from(["", "  # own = 1", "# [channel.C1]", '# """', "\t"]), max_size=2)


@st.composite
def documents(draw: st.DrawFn) -> Piece:
    """Valid TOML with the line, from 0, of each key."""
    text, lines = "", Lines()
    tables: list[tuple[str, ...]] = [(), *((name, "of") for name in draw(st.lists(NAMES, max_size=3, unique=True)))]
    taken = {place[0] for place in tables[1:]}
    for table in tables:
        if table:
            lines |= {table[: at + 1]: text.count("\n") for at in range(len(table))}
            text += f"[{draw(spelled(table[0]))} . of]{draw(st.sampled_from(['', ' # ]']))}\n"
        for name in draw(st.lists(NAMES, max_size=4, unique=True)):
            if table or name not in taken:
                text = joined(text, lines, table, draw(pairs(name)))
                text += draw(st.sampled_from(["", " # own = 1", "  "])) + "\n"
            text += "".join(f"{line}\n" for line in draw(BETWEEN))
    return text, lines


@given(documents(), st.sampled_from(["\n", "\r\n"]))
def test_every_key_is_found_at_its_line(document: Piece, end: str) -> None:
    text, lines = document
    text = text.replace("\n", end)
    assert set(places(tomllib.loads(text))) == set(lines), "the document is TOML and has these keys"
    assert key_lines(text) == {place: line + 1 for place, line in lines.items()}


def places(table: dict[str, Any], above: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [(*above, key) for key in table]
    return found + [
        place for key, inner in table.items() if isinstance(inner, dict) for place in places(inner, (*above, key))
    ]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("[[a]]\nb = 1\n[[a]]\nb = 2\nc = 3", {("a",): 1, ("a", "b"): 2, ("a", "c"): 5}),
        ("[a.b]\n[a]\nc = 1", {("a",): 1, ("a", "b"): 1, ("a", "c"): 3}),
        ("a.b = 1\na.c = 2", {("a",): 1, ("a", "b"): 1, ("a", "c"): 2}),
        ("a = {b = [\n1,\n], c = 2}", {("a",): 1, ("a", "b"): 1, ("a", "c"): 3}),
        ("", {}),
    ],
)
def test_a_key_stands_where_it_is_first_named(text: str, lines: Lines) -> None:
    assert tomllib.loads(text) is not None
    assert key_lines(text) == lines


def test_lines_that_a_later_toml_lets_inline_tables_have_are_counted() -> None:
    assert key_lines("a = {\n  b = 1,\n  c = {d = 2},\n}\ne = 1") == {
        ("a",): 1, ("a", "b"): 2, ("a", "c"): 3, ("a", "c", "d"): 3, ("e",): 5,
    }  # fmt: skip


def test_a_window_that_is_set_goes_over_what_is_known_of_the_model(tmp_path: Path) -> None:
    given_ = load(tmp_path, "rounds = 3\n[window]\nwhole = 8192\noutput = 1000\n").window.model_dump()
    assert window("gpt-5-mini", **given_) == Window(whole=8_192, input=8_192, output=1_000)
    assert window("gpt-5-mini", **load(tmp_path, "").window.model_dump()) == window("gpt-5-mini")
