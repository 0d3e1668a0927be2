"""Tools of a model out of pydantic models: one definition, whoever carries the tool out."""

from collections.abc import Collection, Mapping
from inspect import cleandoc
from typing import Any

from pydantic import BaseModel
from pydantic_ai import ToolDefinition
from pydantic_core import SchemaValidator, core_schema

ANY_OBJECT = SchemaValidator(core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema()))
"""Arguments as they come: whoever carries the tool out checks all of it, and says better what is wrong."""

_NOISE = {"title", "pattern", "maxLength", "default"}


def definition(name: str, model: type[BaseModel], *, without: Collection[str] = ()) -> ToolDefinition:
    """A tool that is called one at a time; its parameters are the model's fields, its description its docstring.

    ``without`` names fields that are no parameters.
    """
    schema = model.model_json_schema()
    definitions = schema.pop("$defs", {})
    for field in without:
        schema.get("properties", {}).pop(field, None)
    return ToolDefinition(
        name=name,
        description=cleandoc(schema.pop("description", "")),
        parameters_json_schema=_slim(schema, definitions),
        sequential=True,
    )


def _slim(schema: Any, definitions: Mapping[str, Any], *, names: bool = False) -> Any:
    """The schema in place of its references and without what a model does not need."""
    if isinstance(schema, list):
        return [_slim(item, definitions) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return _slim(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    return {
        key: _slim(value, definitions, names=key == "properties")
        for key, value in schema.items()
        if names or key not in _NOISE
    }
