"""Writing a scenario as it was read: what its author wrote, without defaults."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from app.errors import InvalidInput
from app.models.base import Tagged
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import inspect_scenario

MAX_SCENARIO_BYTES = 5_000_000  # what a scenario's file may have to be played


def scenario_bytes(sheet: ScenarioSheet, name: str) -> bytes:
    """Return the scenario's JSON file: values that were written, without defaults.

    Args:
        sheet: The scenario.
        name: The name of the file, for the message of the error.

    Raises:
        InvalidInput: It could not be played.
    """
    data = json.dumps(written_fields(sheet), ensure_ascii=False, allow_nan=False, indent=2).encode() + b"\n"
    if len(data) > MAX_SCENARIO_BYTES:
        raise InvalidInput(
            f"{name} would have {len(data):,} bytes; a scenario has at most {MAX_SCENARIO_BYTES:,}."
            " Leave out what the story does not need."
        )
    inspect_scenario(data).playable(name)
    return data


def written_fields(part: Any) -> Any:
    """Return a sheet as JSON: the values that were written, and the kinds that distinguish conditions and effects."""
    if isinstance(part, BaseModel):
        fields = type(part).model_fields
        always = {"kind"} if isinstance(part, Tagged) else set[str]()
        names = [name for name in fields if name in part.model_fields_set or name in always]
        return {fields[name].alias or name: written_fields(getattr(part, name)) for name in names}
    if isinstance(part, Mapping):
        return {name: written_fields(value) for name, value in part.items()}
    return [written_fields(value) for value in part] if isinstance(part, tuple | list) else part
