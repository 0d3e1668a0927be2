"""The port of a seat at a game: the tools, resources and prompts of one participant, an agent or an MCP client."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import cleandoc
from typing import Annotated, Any, Protocol

from pydantic import ConfigDict, Field, StringConstraints

from app.models.base import Frozen

RequestId = Annotated[
    Annotated[str, StringConstraints(min_length=1, max_length=100)] | None,
    Field(description="a text of your own; asking again with it gives the same turn, played once"),
]


def without_sections(text: str) -> str:
    """Return a docstring without ``Args``, ``Returns`` and ``Raises``: the description of a tool, as models read of its
    arguments where these are declared.

    Args:
        text: The docstring, without its indentation.
    """
    for section in ("Args", "Attributes", "Returns", "Raises"):
        text = text.partition(f"\n{section}:\n")[0]
    return text.rstrip()


def _describe_briefly(schema: dict[str, Any]) -> None:
    schema["description"] = without_sections(schema["description"])


class ToolArguments(Frozen):
    """Base class of the arguments of tools. The docstring up to its first section describes the tool to models; a field
    outside of its limits raises ``pydantic.ValidationError`` when the arguments are made."""

    model_config = ConfigDict(json_schema_extra=_describe_briefly)


@dataclass(frozen=True)
class ToolSpec:
    """The specification of one tool.

    Args:
        name: Its name.
        arguments: The model of its arguments, whose docstring up to ``Args`` is the tool's description.
        changes: Whether every call changes the game again, so that calls are not idempotent.
        brief: A description in place of the docstring, for a tool that is listed in short; "" for none.
        shown: The names of the arguments that are listed; the others are accepted, too. None lists all.
    """

    name: str
    arguments: type[Frozen]
    changes: bool = False
    brief: str = ""
    shown: tuple[str, ...] | None = None

    @property
    def description(self) -> str:
        """The description that clients read: ``brief``, else the docstring of ``arguments`` up to its first section."""
        return self.brief or without_sections(cleandoc(self.arguments.__doc__ or ""))

    def compact_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Shorten the JSON Schema of the arguments to what says how to call the tool.

        Args:
            schema: The schema of ``arguments``. The seat validates them itself.

        Returns:
            The schema of the listed arguments without limits, patterns, defaults and titles. An argument that may be
                null is simply left out. Where only some are listed it has no descriptions: their names have to suffice.
        """
        compact = compact_schema(schema)
        if self.shown is None:
            return compact
        properties = compact.get("properties", {})
        required = [name for name in compact.get("required", ()) if name in self.shown]
        named = {
            name: {key: properties[name][key] for key in properties[name] if key != "description"}
            for name in self.shown
        }
        return {"type": "object", "properties": named, **({"required": required} if required else {})}


_LISTED = ("type", "enum", "const", "items", "description", "required", "$ref", "anyOf")


def compact_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Leave out of a JSON Schema its limits, patterns, defaults and titles, and null.

    Args:
        schema: The schema of an object or a part of it, which is not changed.

    Returns:
        The shorter schema. Of a value that may be null it is the schema of the value.
    """
    options = [one for one in schema.get("anyOf", ()) if one.get("type") != "null"]
    if len(options) == 1:
        schema = {**options[0], **{key: value for key, value in schema.items() if key != "anyOf"}}
    compact = {key: schema[key] for key in _LISTED if key in schema}
    if isinstance(compact.get("items"), Mapping):
        compact["items"] = compact_schema(compact["items"])
    for key in ("properties", "$defs"):
        if key in schema:
            compact[key] = {name: compact_schema(one) for name, one in schema[key].items()}
    return compact


@dataclass(frozen=True)
class ResourceSpec:
    """The specification of a text that can be read.

    Args:
        uri: The address for `ISeat.read`, as ``game://scene``.
        name: Its name.
        description: What the text holds.
        mime_type: The type of the text, by default ``text/plain``.
    """

    uri: str
    name: str
    description: str
    mime_type: str = "text/plain"


@dataclass(frozen=True)
class PromptSpec:
    """The specification of a prompt to begin with.

    Args:
        name: The name for `ISeat.prompt`.
        description: What the prompt is for.
    """

    name: str
    description: str


class ISeat(Protocol):
    """A seat at one game: what the game master, or one character, may do and read there, for an agent or an MCP client.
    Game and character are fixed. An error changes nothing."""

    @property
    def title(self) -> str:
        """A title for people: the role or person, and the game."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that are listed now, in a fixed order. A seat may list few at first, and more once they are asked
        for; it can be called with the name of any."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool.

        Args:
            name: The name of a tool.
            arguments: Its arguments by name, as JSON values.

        Returns:
            The answer, as a JSON object.

        Raises:
            NotFound: There is no such tool, or the game has nothing of an id or name in the arguments.
            InvalidInput: The tool does not take these arguments.
            NotPossible: The rules of the game refuse the action.
            Conflict: Another program holds the game, or the ``request_id`` was used for another call.
            ModelUnavailable: The game's narrator was asked, and its model did not answer; the turn was undone.
            BudgetExhausted: The game's narrator was asked, and a cap on model calls or tokens is reached.
            CorruptSave: The save of the game is damaged.
            StorageFailed: The disk or the database refused; the turn did not happen.
        """

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        """The texts that a client can read now: `read` returns one by its address (``uri``)."""

    async def read(self, uri: str) -> str:
        """Return the present text of a resource.

        Args:
            uri: The uri of one of the ``resources``.

        Raises:
            NotFound: There is no such resource, or no such game any more.
            Conflict: Another program holds the game.
            CorruptSave: The save of the game is damaged.
            StorageFailed: The disk or the database refused.
        """

    @property
    def prompts(self) -> Sequence[PromptSpec]:
        """The prompts with which a client can begin its conversation, in a fixed order; `prompt` returns the text of
        one by its name."""

    async def prompt(self, name: str) -> str:
        """Return the present text of a prompt.

        Args:
            name: The name of one of the ``prompts``.

        Raises:
            NotFound: There is no such prompt, or no such game any more.
            Conflict: Another program holds the game.
            CorruptSave: The save of the game is damaged.
            StorageFailed: The disk or the database refused.
        """
