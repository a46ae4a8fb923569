"""The shape of the code, held by tests: which way imports point, what is pure, and that shelves hold their files."""

import ast
import re
from pathlib import Path

import pytest

from agent.tools import SHELF as TOOLS
from bot import buttons
from bot.gestures import help_language, is_stop
from bot.speech import LANGUAGES, speech

ROOT = Path(__file__).parent.parent
AGENT = sorted((ROOT / "agent").rglob("*.py"))
SOURCES = [*AGENT, *sorted((ROOT / "bot").rglob("*.py"))]


def module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


# The files of the agent that do something; what is not among them is pure.
DOERS = {
    *(f"agent.{name}" for name in ("carrier", "log", "perform", "purse", "tables", "toolbox")),
    *(f"agent.models.{name}" for name in ("command", "jsonsteps", "meter", "model", "responses", "wire")),
    *(f"agent.pages.{name}" for name in ("apart", "cache", "fetch", "opening", "robots", "web")),
    *(f"agent.documents.{name}" for name in ("docs", "folder")),
}
PURE = [
    *(path for path in AGENT if path.parent.name != "tools" and module(path) not in DOERS),
    *(ROOT / "bot" / f"{name}.py" for name in (
        "inbound", "reading", "tokens", "decoding", "gestures", "place", "effort",
    )),
    *sorted((ROOT / "bot" / "views").glob("*.py")),
    *sorted((ROOT / "bot" / "buttons").glob("*.py")),
]  # fmt: skip
EFFECTS = {
    "asyncio", "aiohttp", "httpx", "httpx2", "openai", "os", "random", "secrets", "slack_bolt", "slack_sdk", "socket",
    "sqlalchemy", "sqlite3", "subprocess", "tavily", "threading", "time", "uuid",
}  # fmt: skip
ALLOWED = {
    ("agent.carrier", "Live"),  # a value that views show; the carrier itself never enters a view
    ("agent.documents.docs", "Docs"),  # what a tool is handed
    ("agent.pages.web", "Web"),
    ("agent.documents.folder", "DocsFailed"),
}
TOP = {
    ".ci", ".env.example", ".gitignore", "AGENTS.md", "CHANGELOG.md", "LICENSE", "README.md", "agent", "bot",
    "manifest.yml", "pyproject.toml", "tests",
}  # fmt: skip


def imports(path: Path) -> list[tuple[str, str]]:
    """(module, name) of every import of a file; the name is "" for whole modules."""
    found: list[tuple[str, str]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        if isinstance(node, ast.ImportFrom):
            found += [(node.module or "", alias.name) for alias in node.names]
    return found


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", AGENT, ids=named)
def test_the_agent_knows_nothing_of_the_bot_or_of_slack(path: Path) -> None:
    assert not [
        module for module, _ in imports(path) if module.partition(".")[0] in ("bot", "slack_bolt", "slack_sdk")
    ]


@pytest.mark.parametrize("path", PURE, ids=named)
def test_pure_files_import_no_effects(path: Path) -> None:
    effects = {*DOERS, "bot.app", "bot.screen"}
    wrong = [
        (module, name)
        for module, name in imports(path)
        if (module.partition(".")[0] in EFFECTS or module in effects) and (module, name) not in ALLOWED
    ]
    assert not wrong


def test_decide_never_looks_at_evidence() -> None:
    for name in ("decide", "run", "facts", "ledger"):
        assert not [
            m for m, n in imports(ROOT / "agent" / f"{name}.py") if "evidence" in (m, n) or m.endswith("evidence")
        ]


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_only_settings_reads_the_environment(path: Path) -> None:
    text = path.read_text("utf-8")
    assert ("os.environ" not in text and "getenv" not in text) or path.name == "settings.py"


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_only_app_builds_what_talks_to_the_outside(path: Path) -> None:
    if path.is_relative_to(ROOT / "bot" / "playground"):
        return
    calls = {
        n.func.id
        for n in ast.walk(ast.parse(path.read_text()))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }
    assert not calls & {"AsyncApp", "AsyncWebClient", "Web", "Docs", "Toolbox", "Fetcher"} or path.name == "app.py"
    assert not calls & {"Chat", "Responses", "Command"} or path.name == "models.py"


def test_every_tool_and_every_button_is_on_its_shelf() -> None:
    tools = {path.stem for path in (ROOT / "agent" / "tools").glob("*.py")} - {"__init__"}
    assert tools == {tool.name for tool in TOOLS}
    pressed = {path.stem for path in (ROOT / "bot" / "buttons").glob("*.py")} - {"__init__", "outcome", "questions"}
    assert pressed == set(buttons.SHELF)


def test_every_tool_tells_the_model_what_it_is_for() -> None:
    for tool in TOOLS:
        function = tool.schema["function"]
        assert function["description"].strip(), tool.name
        assert all(field.get("description") for field in function["parameters"]["properties"].values()), tool.name


def goes_on(handler: ast.ExceptHandler) -> bool:
    """Whether what was caught goes on to whoever called: tidied up after, not swallowed."""
    last = handler.body[-1]
    return isinstance(last, ast.Raise) and last.exc is None


def test_a_broad_except_stands_only_where_runs_are_carried() -> None:
    broad = {
        named(path)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ExceptHandler)
        and isinstance(node.type, ast.Name)
        and node.type.id in ("Exception", "BaseException")
        and not goes_on(node)
    }
    assert broad <= {"agent/carrier.py", "agent/toolbox.py", "bot/doors.py"}


def test_the_top_of_the_tree_is_what_the_readme_explains() -> None:
    left = {
        ".git",
        ".venv",
        ".pytest_cache",
        ".mypy_cache",
        ".ruff_cache",
        ".hypothesis",
        ".env",
        "footnote.egg-info",
    }
    assert {path.name for path in ROOT.iterdir()} - left <= TOP


def test_the_readme_s_map_names_every_file_of_the_two_packages() -> None:
    drawn = (ROOT / "README.md").read_text("utf-8").partition("## The map")[2].partition("| wish |")[0]
    agents = [path for path in AGENT if path.parent.name != "tools"]
    files = [path for path in (*agents, *(ROOT / "bot").glob("*.py")) if path.stem != "__init__"]
    assert not [named(path) for path in files if not re.search(rf"(?<!\w){path.name}\b", drawn)]


def test_every_language_of_the_program_has_its_gestures() -> None:
    helps = {"en": "help", "de": "Hilfe", "pl": "pomoc", "es": "ayuda", "fr": "aide", "ja": "ヘルプ"}
    assert helps.keys() == LANGUAGES.keys()
    for code, word in helps.items():
        assert help_language(word) == code
        assert is_stop(speech(code)("stop-button")), f"{code}: the word on the Stop button stops nothing"
