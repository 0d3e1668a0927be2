"""The least that is valid of a model, by its JSON schema."""

from typing import Any, TypeVar

from pydantic import BaseModel

AnyModel = TypeVar("AnyModel", bound=BaseModel)


def example_of(model: type[AnyModel]) -> AnyModel:
    """Make a model with its required fields alone, each with the least value that its schema allows.

    Raises:
        ValidationError: The model's own checks want more; such a command needs an example that is written out.
    """
    schema = model.model_json_schema()
    return model.model_validate(_least(schema, schema.get("$defs", {})))


def _least(schema: dict[str, Any], known: dict[str, Any]) -> Any:
    match schema:
        case {"$ref": name}:
            return _least(known[name.rpartition("/")[2]], known)
        case {"const": value} | {"enum": [value, *_]}:
            return value
        case {"anyOf": [first, *_]} | {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
            return _least(first, known)
        case {"type": "object"}:
            fields = schema.get("properties", {})
            tag = ["kind"] if "const" in fields.get("kind", {}) else []  # of a member of a union
            return {name: _least(fields[name], known) for name in (*schema.get("required", ()), *tag)}
        case {"type": "array"}:
            return [_least(schema.get("items", {}), known)] * schema.get("minItems", 0)
        case {"type": "integer" | "number"}:
            return schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
        case {"type": "boolean"}:
            return False
        case {"type": "null"}:
            return None
    return "mara".ljust(schema.get("minLength", 0), "a")
