"""What a tool is: an async function, what it is given, what it may cost, and how it says that it failed.

The function's name, docstring and annotations are the contract: the docstring is what the model reads, each
parameter is described with `Annotated[type, Field(description=...)]`. The first parameter, `given`, is ours.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_type_hints

from pydantic import BaseModel, ConfigDict, create_model
from pydantic.json_schema import GenerateJsonSchema

from agent.documents.docs import Docs
from agent.facts import Result
from agent.models.prices import Bill
from agent.pages.web import Web

Budget = Literal["search", "page", "file", ""]
Need = Literal["web", "docs"]


@dataclass(frozen=True)
class Dates:
    """What a run knows of dates: the day `after` which sources have to be published ("" for none), and when those
    that were found are said to be (`known`: canonical address to date)."""

    after: str = ""
    known: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """What tools work with; None for what a deployment does not have. What a call costs goes on its `bill`."""

    web: Web | None = None
    docs: Docs | None = None
    bill: Bill = field(default_factory=Bill)
    dates: Dates = field(default_factory=Dates)

    def has(self, need: Need) -> bool:
        return getattr(self, need) is not None


class ToolFailed(Exception):
    """The tool could not do it. The text is for the model; `final`: trying the same again cannot help."""

    def __init__(self, text: str, final: bool = False) -> None:
        super().__init__(text)
        self.final = final


@dataclass(frozen=True)
class Tool:
    """One line of the shelf.

    `timeout` in seconds; `limit` in characters of one passage; `opens` names the parameter that is an address
    and must be one the run knows, or where the tool `goes_on`, one it has opened; a tool that `writes` changes
    something outside, so that it may ask for approval where reading does not. `credits` are the most of the search
    service that a call of it takes.
    """

    function: Callable[..., Awaitable[Result]]
    needs: Need
    timeout: float
    budget: Budget = ""
    limit: int = 6_000
    opens: str = ""
    goes_on: bool = False
    repeatable: bool = True
    writes: bool = False
    credits: int = 0

    @property
    def name(self) -> str:
        return getattr(self.function, "__name__", "")

    @cached_property
    def arguments(self) -> type[BaseModel]:
        """The parameters as a pydantic model that allows nothing else."""
        hints = get_type_hints(self.function, include_extras=True)
        _, *parameters = inspect.signature(self.function).parameters.values()
        fields: dict[str, Any] = {
            p.name: (hints[p.name], ... if p.default is p.empty else p.default) for p in parameters
        }
        return create_model(self.name, __config__=ConfigDict(extra="forbid"), **fields)

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the parameters; `additionalProperties` is false."""
        schema = self.arguments.model_json_schema(schema_generator=_Untitled)
        return {key: value for key, value in schema.items() if key != "title"}

    @property
    def schema(self) -> dict[str, Any]:
        """One entry of the `tools` parameter of a chat completion."""
        description = inspect.getdoc(self.function) or ""
        function = {"name": self.name, "description": description, "parameters": self.parameters}
        return {"type": "function", "function": function}


class _Untitled(GenerateJsonSchema):
    """Leaves out the titles that only repeat the names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False
