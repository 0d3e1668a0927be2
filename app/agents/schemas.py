"""Converts pydantic models to tools of a language model."""

from collections.abc import Collection, Sequence
from inspect import cleandoc
from typing import Any, TypeVar

from pydantic import BaseModel
from pydantic_ai import InlineDefsJsonSchemaTransformer, RunContext, ToolDefinition
from pydantic_ai.toolsets import AbstractToolset, ToolsetTool
from pydantic_core import SchemaValidator, core_schema
from typing_extensions import override

from app.interfaces.seat import compact_schema
from app.language.checks.model_text import without_chat_signs


def _read(value: Any) -> Any:
    """Return the value with thinking and chat-format tokens removed from its texts."""
    if isinstance(value, str):
        return without_chat_signs(value)
    if isinstance(value, list):
        return [_read(each) for each in value]
    return {key: _read(each) for key, each in value.items()} if isinstance(value, dict) else value


_ANY_OBJECT = SchemaValidator(
    core_schema.no_info_after_validator_function(
        _read, core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
    )
)
"""Accepts any arguments: the code that carries out the tool validates them and reports errors better."""
_ATTEMPTS = 3
_NOISE = {"title", "pattern", "maxLength", "default"}

Run = TypeVar("Run")


class StableToolset(AbstractToolset[Run]):
    """A toolset that is the same in every request, so that the prompt's prefix is stable. ``call_tool`` gets the
    arguments that the model sent."""

    def __init__(self, definitions: Sequence[ToolDefinition]) -> None:
        self._tools = self.tools_of(definitions)

    def tools_of(self, definitions: Sequence[ToolDefinition]) -> dict[str, ToolsetTool[Run]]:
        """Return tools of these definitions by name."""
        return {
            tool.name: ToolsetTool(toolset=self, tool_def=tool, max_retries=_ATTEMPTS, args_validator=_ANY_OBJECT)
            for tool in definitions
        }

    @property
    @override
    def id(self) -> str:
        return type(self).__name__

    @override
    async def get_tools(self, ctx: RunContext[Run]) -> dict[str, ToolsetTool[Run]]:
        return self._tools


def tool_definition(
    name: str, model: type[BaseModel], *, without: Collection[str] = (), short: bool = False
) -> ToolDefinition:
    """Return the definition of a sequential tool: its parameters are the model's fields except those in ``without``,
    its description is the model's docstring. A ``short`` schema says nothing of limits and null,
    and describes only the parameters themselves."""
    schema = model.model_json_schema()
    description = cleandoc(schema.pop("description", ""))
    for field in without:
        schema.get("properties", {}).pop(field, None)
    slim = _Slim(schema).walk()
    if short:
        slim = compact_schema(slim)
        for parameter in slim.get("properties", {}).values():
            _drop_descriptions(parameter.get("items", {}))
            if "enum" in parameter:
                parameter.pop("description", None)
    return ToolDefinition(name=name, description=description, parameters_json_schema=slim, sequential=True)


def _drop_descriptions(schema: dict[str, Any]) -> None:
    schema.pop("description", None)
    for part in schema.get("properties", {}).values():
        _drop_descriptions(part)


class _Slim(InlineDefsJsonSchemaTransformer):
    """Generates a JSON Schema with references inlined and without what a model does not need."""

    @override
    def transform(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in schema.items() if key not in _NOISE}
