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
    """Return a docstring without its sections ``Args``, ``Attributes``, ``Returns`` and ``Raises``. The rest is the
    description of a tool for models, which read about the arguments in the schema.

    Args:
        text: The docstring, without its indentation.
    """
    for section in ("Args", "Attributes", "Returns", "Raises"):
        text = text.partition(f"\n{section}:\n")[0]
    return text.rstrip()


def _describe_briefly(schema: dict[str, Any]) -> None:
    schema["description"] = without_sections(schema["description"])


class ToolArguments(Frozen):
    """Base class of the arguments of tools. A subclass needs a docstring and has a field for each argument, whose
    ``description`` models read; a `ToolSpec` makes a tool of it. The part of the docstring before its first section
    describes the tool to models. The errors under ``Raises`` are raised when the tool is called (`ISeat.call`), which
    also lists those that every tool may raise. A field outside of its limits raises ``pydantic.ValidationError`` when
    the arguments are constructed, and InvalidInput at `ISeat.call`."""

    model_config = ConfigDict(json_schema_extra=_describe_briefly)


@dataclass(frozen=True)
class ToolSpec:
    """The specification of one tool.

    Args:
        name: The tool's name.
        arguments: The class of the arguments. The part of its docstring before ``Args`` is the tool's description.
        changes: Whether every call changes the game again, so that a call must not be repeated.
        brief: A short description in place of the docstring; "" for none.
        shown: The names of the arguments in the schema that clients read; None for all. The others are accepted, too.
    """

    name: str
    arguments: type[Frozen]
    changes: bool = False
    brief: str = ""
    shown: tuple[str, ...] | None = None

    @property
    def description(self) -> str:
        """The description that clients read: ``brief``, else the part of the docstring of ``arguments`` before its
        first section."""
        return self.brief or without_sections(cleandoc(self.arguments.__doc__ or ""))

    def compact_schema(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """Shorten the JSON Schema of the arguments to the parts that a client needs to call the tool.

        Args:
            schema: The schema of ``arguments``. The seat validates them itself.

        Returns:
            The schema without limits, patterns, defaults and titles, and without null as an allowed value: a client
            leaves out an argument to give it no value. If ``shown`` is None, it has all arguments with their
            descriptions; otherwise it has only the arguments that ``shown`` lists, without descriptions.
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
    """Remove from a JSON Schema the limits, patterns, defaults and titles, and null as a possible value.

    Args:
        schema: The schema of an object or a part of it, which is not changed.

    Returns:
        The shorter schema. For a value that may be null it is the schema of the value when it is not null.
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
    """The specification of a text that a client can read.

    Args:
        uri: The address for `ISeat.read`, such as ``game://scene``.
        name: A name for display.
        description: What the text holds.
        mime_type: The type of the text, by default ``text/plain``.
    """

    uri: str
    name: str
    description: str
    mime_type: str = "text/plain"


@dataclass(frozen=True)
class PromptSpec:
    """The specification of a prompt with which a client can begin its conversation.

    Args:
        name: The name for `ISeat.prompt`.
        description: What the prompt is for.
    """

    name: str
    description: str


class ISeat(Protocol):
    """A seat at one game: the tools, texts and prompts of the game master, or of one character, for an agent or an MCP
    client. Game and character are fixed. A call that raises an error changes nothing.

    Its members are the properties `title`, `tools`, `resources` and `prompts`, and the coroutine methods `call`, `read`
    and `prompt`. `server_for` makes an MCP server of a seat, and `open_agent` an agent that plays it; they call these
    members. Factories of a `Container` make seats, such as ``container.character_seat(game_id, npc_id)`` and
    ``container.narrator_seat(game_id)``.
    """

    @property
    def title(self) -> str:
        """A title for display: the role or person, and the game."""

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that are listed now, in a fixed order. A seat may list few tools at first, and others on request;
        `call` takes the name of any tool."""

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Call a tool.

        Args:
            name: The name of a tool.
            arguments: Its arguments by name, as JSON values.

        Returns:
            The answer, as a JSON object.

        Raises:
            NotFound: There is no such tool, or the game has nothing with an id or name in the arguments.
            InvalidInput: The arguments are not those of the tool, or outside of their limits.
            NotPossible: The rules of the game refuse the action, or the host's moderation refuses a text.
            Conflict: Another program has the game open, or the ``request_id`` was used for another call.
            ModelUnavailable: The tool called the game's narrator, and its model did not answer; the turn was undone.
            BudgetExhausted: The tool called the game's narrator, and a cap on model calls or tokens is reached; the
                turn was undone.
            CorruptSave: The save of the game is damaged.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
        """

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        """The texts that a client can read now; `read` returns one by its address (``uri``)."""

    async def read(self, uri: str) -> str:
        """Return the present text of a resource.

        Args:
            uri: The uri of one of the ``resources``.

        Raises:
            NotFound: There is no such resource, or no such game any more.
            Conflict: Another program has the game open.
            CorruptSave: The save of the game is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
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
            Conflict: Another program has the game open.
            CorruptSave: The save of the game is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
