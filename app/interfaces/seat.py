"""A seat at a game: what its holder may ask and do, the same for a model's agent and for any MCP client."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Annotated, Any, Protocol

from pydantic import Field, StringConstraints

from app.models.base import Frozen

RequestId = Annotated[
    Annotated[str, StringConstraints(min_length=1, max_length=100)] | None,
    Field(description="a text of your own; asking again with it gives the same turn, played once"),
]


@dataclass(frozen=True)
class ToolSpec:
    """One tool; clients read the docstring of ``arguments``. ``changes``: each call changes the game anew."""

    name: str
    arguments: type[Frozen]
    changes: bool = False

    @property
    def description(self) -> str:
        return cleandoc(self.arguments.__doc__ or "")


@dataclass(frozen=True)
class ResourceSpec:
    """Something to be read: ``uri`` is the seat's own, as ``game://scene``."""

    uri: str
    name: str
    description: str
    mime_type: str = "text/plain"


@dataclass(frozen=True)
class PromptSpec:
    name: str
    description: str


class ISeat(Protocol):
    """Bound to one game and, for a character, to one person, for good. Errors are one line, and change nothing."""

    @property
    def title(self) -> str:
        """Who sits here, and in which game, for people."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """Every tool, always the same ones in the same order."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of a tool, as JSON. NotFound for another name, InvalidInput for arguments it does not take."""

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        """What can be read here."""

    async def read(self, uri: str) -> str:
        """The text of a resource as of now; NotFound for another uri."""

    @property
    def prompts(self) -> Sequence[PromptSpec]:
        """The prompts to begin with."""

    async def prompt(self, name: str) -> str:
        """The text of a prompt as of now; NotFound for another name."""
