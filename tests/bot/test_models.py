"""Which model the settings mean: an endpoint, one driven in steps, or a command, and what that one is given."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from agent.models.jsonsteps import JsonSteps, ToolsOrSteps
from bot import models
from bot.playground.rehearsal.scripted import Scripted
from bot.settings import Settings, SettingsError
from tests.stories.office import intent

ROOT = Path(__file__).parents[2]


def settings(**given: object) -> Settings:
    empty = {"openai_api_key": "", "openai_base_url": "", "model": "", "model_cmd": ""}
    return Settings(_env_file=None).model_copy(update={**empty, **given})


@asynccontextmanager
async def offering(names: list[str], status: int = 200) -> AsyncIterator[str]:
    """An endpoint with a list of models, or a refusal to show it."""

    async def listed(_: web.Request) -> web.Response:
        return web.json_response({"object": "list", "data": [{"id": name} for name in names]}, status=status)

    app = web.Application()
    app.router.add_get("/v1/models", listed)
    async with TestServer(app) as server:
        yield str(server.make_url("/v1"))


async def test_an_endpoint_is_asked_with_tools_unless_the_file_says_it_has_none() -> None:
    for tool_calls, kind in ((True, ToolsOrSteps), (False, JsonSteps)):
        model = await models.model(settings(openai_api_key="k"), tool_calls=tool_calls)
        assert isinstance(model, kind) and model.name == "gpt-5-mini"
        await model.close()


async def test_the_name_is_what_is_set_or_the_first_that_is_offered() -> None:
    async with Scripted() as endpoint:
        for given, name in (({"model": "m-1"}, "m-1"), ({}, "scripted")):
            model = await models.model(settings(openai_base_url=endpoint.url, openai_api_key="k", **given))
            assert model.name == name
            await model.close()


async def test_a_command_goes_before_an_endpoint_and_is_called_by_its_program() -> None:
    for given, name in (({}, Path(sys.executable).name), ({"model": "mistral"}, "mistral")):
        one = settings(model_cmd=f"{sys.executable} -m x", openai_base_url="http://127.0.0.1:1/v1", **given)
        model = await models.model(one)
        assert isinstance(model, JsonSteps) and model.name == models.shown(one) == name
    assert models.shown(settings(openai_api_key="k")) == "OpenAI"


def test_no_password_of_an_address_is_shown() -> None:
    for address in ("https://anna:s3cret@models.test/v1", "https://anna:p@s3cret@models.test/v1"):
        assert models.shown(settings(openai_base_url=address)) == "https://[hidden]@models.test/v1"


@pytest.mark.parametrize("line", ["llm 'x", "''", '"'])
def test_a_command_line_that_is_none_is_said_at_once(line: str, tmp_path: Path) -> None:
    ended = footnote(tmp_path, "ask", "why?", FOOTNOTE_MODEL_CMD=line)
    assert ended.returncode == 2 and ended.stderr.startswith("footnote: FOOTNOTE_MODEL_CMD: it ")
    assert ended.stderr.count("\n") == 1


async def test_a_program_that_is_not_there_is_said_at_once() -> None:
    for more in ({}, {"model": "mistral"}):
        with pytest.raises(SettingsError, match="FOOTNOTE_MODEL_CMD: there is no program nosuchthing; check"):
            await models.model(settings(model_cmd="nosuchthing -m x", **more))


async def test_an_endpoint_where_nothing_answers_is_said() -> None:
    with pytest.raises(SettingsError, match="nothing answers there; is the server running"):
        await models.model(settings(openai_base_url="http://127.0.0.1:1/v1"))


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (404, "does the address end in /v1"),
        (401, "refuses the key"),
        (403, "refuses the key"),
        (500, "cannot be listed"),
    ],
)
async def test_why_models_cannot_be_listed_is_said(status: int, said: str) -> None:
    async with offering([], status) as url:
        with pytest.raises(SettingsError, match=said):
            await models.model(settings(openai_base_url=url))


async def test_the_first_offered_model_that_answers_in_words_is_taken() -> None:
    others = ["nomic-embed-text:latest", "bge-m3", "whisper-1", "tts-1-hd", "Qwen3-Reranker"]
    async with offering([*others, "llama3.2", "clippy"]) as url:
        model = await models.model(settings(openai_base_url=url))
        assert model.name == "llama3.2"
        await model.close()
    async with offering(others) as url:
        with pytest.raises(SettingsError, match="offers no model"):
            await models.model(settings(openai_base_url=url))


def footnote(folder: Path, *arguments: str, **given: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "HOME": str(folder), **given}
    command = [sys.executable, "-m", "bot", *arguments]
    return subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, encoding="utf-8")


GREETING = json.dumps(json.dumps(intent("a greeting", mode="chat")))
MODEL = f"""
import os, sys
if "# Understand what is asked" in sys.stdin.read():
    print({GREETING})
else:
    print("Hello from " + " ".join(sorted(name for name in os.environ if "_" in name)))
"""


def test_a_command_answers_in_the_terminal_and_gets_no_secret_of_ours(tmp_path: Path) -> None:
    (tmp_path / "llm").write_text(f"#!{sys.executable}\n{MODEL}", "utf-8")
    (tmp_path / "llm").chmod(0o755)
    keys = {"SLACK_BOT_TOKEN": "xoxb-1", "TAVILY_API_KEY": "t", "FOOTNOTE_APPROVAL": "off", "MISTRAL_API_KEY": "m"}
    ended = footnote(tmp_path, "ask", "Hello!", FOOTNOTE_MODEL_CMD="./llm", **keys)
    assert ended.returncode == 0 and "model: llm" in ended.stdout + ended.stderr
    assert "Hello from" in ended.stdout and "MISTRAL_API_KEY" in ended.stdout
    assert not [name for name in ("SLACK_BOT_TOKEN", "TAVILY_API_KEY", "FOOTNOTE_") if name in ended.stdout]
