"""What the schemas of `app/content` are made of: ``python -m tests.unit.content.schema`` writes them again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.folders.layout import KINDS, WHOLE, Kind
from app.scenarios.scenario_check import SCHEMA_FILE, SCHEMA_KEY
from tests.unit.content.conftest import CONTENT

FOLDER = Path("folder-schemas")
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_KEY = {SCHEMA_KEY: {"type": "string"}}


def schema_text() -> str:
    """The JSON Schema of a scenario file, for editors that complete and check while one writes."""
    made = ScenarioSheet.model_json_schema()
    made["properties"] = {**_KEY, **made["properties"]}
    return _text({"$schema": _DRAFT, **made})


def folder_schemas() -> dict[Path, str]:
    """The JSON Schemas of the files of a folder, by their path in `app/content`: of the front matter of a part, and of
    a file that holds all parts of a kind. They refer to the schema of a scenario file."""
    made = ScenarioSheet.model_json_schema()
    schemas = {f"{WHOLE.name}.schema.json": _of_scenario(made)}
    for kind in KINDS:
        whole = made["$defs"][kind.model.__name__]
        part = _part(kind, whole)
        schemas[f"{kind.name}.schema.json"] = {**part, "properties": {**_KEY, **part["properties"]}}
        schemas[f"{kind.name}-list.schema.json"] = {"title": kind.name.capitalize(), "anyOf": [*_lists(kind, whole)]}
    return {FOLDER / name: _text({"$schema": _DRAFT, **_referring(schema)}) for name, schema in schemas.items()}


def _of_scenario(made: dict[str, Any]) -> dict[str, Any]:
    """The schema of ``scenario.md``: parts are named in order, or written there."""
    whole = _part(WHOLE, {key: value for key, value in made.items() if key != "$defs"})
    fields = {name: field for name, field in whole["properties"].items() if name not in {kind.field for kind in KINDS}}
    for kind in KINDS:
        inline = _written_with_id(made["$defs"][kind.model.__name__])
        entries = {"anyOf": [{"type": "string"}, inline]} if kind.has_id else inline
        fields[kind.name] = {"type": "array", "items": entries}
    return {**whole, "required": ["start_location"], "properties": {**_KEY, **fields}}


def _part(kind: Kind, schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a part whose id is the name of its file and whose texts may be below the front matter."""
    left_out = {"id", kind.title, kind.main, *kind.headings.values()}
    return {**schema, "required": [name for name in schema.get("required", ()) if name not in left_out]}


def _written_with_id(schema: dict[str, Any]) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{schema['title']}"}


def _lists(kind: Kind, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "array", "items": _written_with_id(schema)}
    if kind.has_id:
        by_id = {**schema, "required": [name for name in schema["required"] if name != "id"]}
        yield {"type": "object", "properties": _KEY, "additionalProperties": by_id}


def _referring(schema: Any) -> Any:
    """The schema with references to the definitions of the schema of a scenario file."""
    if isinstance(schema, dict):
        return {key: _referring(value) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_referring(one) for one in schema]
    return f"../{SCHEMA_FILE}{schema}" if isinstance(schema, str) and schema.startswith("#/$defs/") else schema


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    (CONTENT / SCHEMA_FILE).write_text(schema_text(), encoding="utf-8")
    (CONTENT / FOLDER).mkdir(exist_ok=True)
    for name, text in folder_schemas().items():
        (CONTENT / name).write_text(text, encoding="utf-8")
