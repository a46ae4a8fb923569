"""The shelf of tools: one tool, one file, one function, one line here."""

from agent.tool import Tool
from agent.tools.list_files import list_files
from agent.tools.read_file import read_file
from agent.tools.read_on import read_on
from agent.tools.read_page import LIMIT, read_page
from agent.tools.search import search
from agent.tools.search_docs import search_docs

SHELF: tuple[Tool, ...] = (
    Tool(search, needs="web", timeout=8, budget="search", credits=1),
    Tool(read_page, needs="web", timeout=25, budget="page", limit=LIMIT, opens="url", credits=1),
    Tool(read_on, needs="web", timeout=25, opens="url", goes_on=True, credits=1),
    Tool(list_files, needs="docs", timeout=30),
    Tool(search_docs, needs="docs", timeout=30, budget="search"),
    Tool(read_file, needs="docs", timeout=10, budget="file"),
)
