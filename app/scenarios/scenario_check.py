"""Reading a scenario file, and listing every problem in it with its place in the file."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from pydantic import ValidationError

from app.errors import InvalidInput
from app.models.base import ID_PATTERN, Frozen
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_rules import ScenarioProblem, check_scenario

SCHEMA_KEY = "$schema"
SCHEMA_FILE = "scenario.schema.json"
SHOWN_PROBLEMS = 5
_REASONS = {  # by kind of error of pydantic, where the sentence does not quote the value
    "extra_forbidden": "there is no such field.",
    "missing": "this is missing.",
    "json_invalid": "it is nested too deeply.",  # reading the file has found every other error of JSON
    "union_tag_not_found": "a condition needs its 'kind'.",
    "tuple_type": "this must be a list.",
}


class Inspection(Frozen):
    """The result of reading a scenario file: its sheet (None if the file does not have the form of one), and every
    problem."""

    sheet: ScenarioSheet | None = None
    problems: tuple[ScenarioProblem, ...] = ()

    def playable(self, name: str) -> ScenarioSheet:
        """Return the sheet of a scenario without problems.

        Args:
            name: The name of the scenario or file, for the message of the error.

        Raises:
            InvalidInput: There are problems; the message is their `problem_report`.
        """
        if self.sheet is None or self.problems:
            raise InvalidInput(problem_report(self.problems, name))
        return self.sheet


@lru_cache(maxsize=8)
def inspect_scenario(data: bytes) -> Inspection:
    """Read a scenario file and find every problem in it; never raises. The results of the last 8 files are cached."""
    raw = _read_object(data)
    if isinstance(raw, ScenarioProblem):
        return Inspection(problems=(raw,))
    try:
        sheet = ScenarioSheet.model_validate_json(json.dumps(raw, ensure_ascii=False).encode(), strict=True)
    except ValidationError as error:
        return Inspection(problems=tuple(_form_problems(error, raw)))
    return inspect_sheet(sheet)


def inspect_sheet(sheet: ScenarioSheet) -> Inspection:
    """Find every problem of a sheet."""
    return Inspection(sheet=sheet, problems=tuple(check_scenario(sheet)))


def _read_object(data: bytes) -> dict[str, Any] | ScenarioProblem:
    """Return the JSON object of a file without its ``$schema``, or the reason why there is none. The object can be
    written as UTF-8, and no key occurs twice in it."""
    try:
        raw = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_no_constant)
        json.dumps(raw, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return ScenarioProblem(where="file", what=f"it is not UTF-8 text (byte {error.start + 1}).")
    except UnicodeEncodeError as error:
        return ScenarioProblem(where="file", what=f"a text holds half of a character: {error.object[error.start]!a}.")
    except json.JSONDecodeError as error:
        return ScenarioProblem(
            where=f"line {error.lineno}, column {error.colno}", what=f"this is not JSON: {error.msg}."
        )
    except RecursionError:
        return ScenarioProblem(where="file", what="it is nested too deeply.")
    except ValueError as error:
        return ScenarioProblem(where="file", what=f"this is not JSON: {error}.")
    if not isinstance(raw, dict):
        return ScenarioProblem(where="file", what="a scenario is one JSON object.")
    raw.pop(SCHEMA_KEY, None)
    return raw


def problem_report(problems: Sequence[ScenarioProblem], name: str) -> str:
    """Return the problems of a file as text: a heading, a line for each of the first 5, and a count of the rest."""
    count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
    lines = [f"{name} has {count}:", *(f"  {problem}" for problem in problems[:SHOWN_PROBLEMS])]
    if len(problems) > SHOWN_PROBLEMS:
        lines.append(f"  … and {len(problems) - SHOWN_PROBLEMS} more.")
    return "\n".join(lines)


def digest(sheet: ScenarioSheet) -> str:
    """Return a hash of a scenario: the first 16 hex digits of SHA-256 over its canonical JSON. Fields with default
    values are left out, so that a field which a later version adds does not change it."""
    written = sheet.model_dump(mode="json", exclude_defaults=True)
    canonical = json.dumps(written, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()[:16]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    repeated = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if repeated:
        raise ValueError(f"the key {_shown(repeated[0])} occurs twice in one object")
    return dict(pairs)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _shown(value: Any) -> str:
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _form_problems(error: ValidationError, raw: dict[str, Any]) -> Iterator[ScenarioProblem]:
    """Yield the errors of pydantic for a JSON object, each with its path and a sentence for the author."""
    for item in error.errors(include_url=False):
        where, value = _place_in(raw, item["loc"])
        if item["type"] == "too_short" and value:
            continue  # pydantic counts only the valid entries: the others have errors of their own
        yield ScenarioProblem(where=where, what=_reason(item["type"], item["msg"], item.get("ctx", {}), value))


def _place_in(raw: Any, loc: tuple[int | str, ...]) -> tuple[str, Any]:
    """Return the JSON path of an error and the value there; pydantic's own steps into a union are left out."""
    where, value = "", raw
    for step in loc:
        if isinstance(step, int):
            where += f"[{step}]"
            value = value[step] if isinstance(value, list) and step < len(value) else None
        elif isinstance(value, dict) and step not in value and value.get("kind") == step:
            continue
        elif step == "[key]":
            continue  # pydantic's own step to the name of a field, after the name itself
        else:
            name = step if step.isidentifier() else _shown(step)
            where = f"{where}.{name}" if where else name
            value = value.get(step) if isinstance(value, dict) else None
    return where or "file", value


def _reason(kind: str, message: str, context: dict[str, Any], value: Any) -> str:
    match kind:
        case "string_pattern_mismatch" if context["pattern"] != ID_PATTERN:
            return f"{_shown(value)} must be one line without control characters."
        case "string_pattern_mismatch":
            return f"{_shown(value)} is no id: lower-case letters and digits, words joined by '-' or '_'."
        case "union_tag_invalid":
            return f"there is no condition {_shown(context['tag'])}; there are {context['expected_tags']}."
        case "too_short":
            return f"there must be at least {context['min_length']}."
        case _:
            return _REASONS.get(kind, f"{message[:1].lower()}{message[1:]}.")
