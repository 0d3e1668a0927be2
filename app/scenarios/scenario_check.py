"""Reading a scenario file, and listing every problem in it with its place in the file."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from app.errors import InvalidInput
from app.models.base import DICE_PATTERN, ID_PATTERN, Frozen
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.nearest import did_you_mean
from app.scenarios.scenario_fields import fields_at
from app.scenarios.scenario_rules import ScenarioProblem, check_scenario
from app.scenarios.sources import Sources

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

SCHEMA_KEY = "$schema"
SCHEMA_FILE = "scenario.schema.json"
SHOWN_PROBLEMS = 5
_REASONS = {  # by kind of error of pydantic, where the sentence does not quote the value
    "missing": "this is missing.",
    "json_invalid": "it is nested too deeply.",  # reading the file has found every other error of JSON
    "tuple_type": "this must be a list.",
}


_STATE_VALUE = "{} is no value of a state: write true, false, a whole number or a word."
_POINTS = "{} are no points: write a whole number, or 'margin'."
_UNIONS = {
    **dict.fromkeys(("bool", "int", "constrained-str"), _STATE_VALUE),
    **dict.fromkeys(("constrained-int", "literal['margin']"), _POINTS),
}
"""By pydantic's step into a union of values the sentence about a value that fits none."""
_MENDED = ("extra_forbidden", "missing", "string_", "int_", "float_", "bool_", "greater_than", "less_than")
"""The kinds of pydantic's errors about unknown fields, texts and numbers, or how they begin."""


class ScenarioBroken(InvalidInput):
    """A scenario has problems.

    Args:
        name: The name of the scenario or file.
        problems: All its problems.
    """

    def __init__(self, name: str, problems: Sequence[ScenarioProblem]) -> None:
        super().__init__(problem_report(problems, name))
        self.problems = tuple(problems)


class Inspection(Frozen):
    """The result of reading a scenario.

    Attributes:
        sheet: Its sheet; None if it does not have the form of one.
        problems: Every problem, each with its place.
        sources: Where its parts are written, if not in one JSON file.
    """

    sheet: ScenarioSheet | None = None
    problems: tuple[ScenarioProblem, ...] = ()
    sources: Sources | None = Field(default=None, exclude=True, repr=False)

    def place_of(self, path: str) -> str:
        """Return where a part is written.

        Args:
            path: Its path in the sheet.

        Returns:
            For a folder file, line and path in the file; for a JSON file the path itself.
        """
        return path if self.sources is None else self.sources.place_of(path)

    def located(self, problem: ScenarioProblem) -> ScenarioProblem:
        """Return a problem of the sheet, such as a warning, with places as `place_of` gives them."""
        return problem if self.sources is None else self.sources.located(problem)

    def playable(self, name: str) -> ScenarioSheet:
        """Return the sheet of a scenario without problems.

        Args:
            name: The name of the scenario or file, for the message of the error.

        Raises:
            ScenarioBroken: There are problems; the message is their `problem_report`.
        """
        if self.sheet is None or self.problems:
            raise ScenarioBroken(name, self.problems)
        return self.sheet


@lru_cache(maxsize=8)
def inspect_scenario(data: bytes) -> Inspection:
    """Read a scenario file and find every problem in it; never raises. The results of the last 8 files are cached."""
    raw = _read_object(data)
    return Inspection(problems=(raw,)) if isinstance(raw, ScenarioProblem) else inspect_object(raw)


def inspect_object(raw: dict[str, Any], *, form_only: bool = False) -> Inspection:
    """Find every problem of a scenario as a JSON object.

    Args:
        raw: The object, which is not changed.
        form_only: Whether problems between its parts are left out, as some of them are missing.
    """
    try:
        sheet = _sheet_of(raw)
    except ValidationError as error:
        further = () if form_only else _further_problems(error, raw)
        return Inspection(problems=(*_form_problems(error, raw), *further))
    return Inspection(sheet=sheet) if form_only else inspect_sheet(sheet)


def texts_expected(raw: dict[str, Any]) -> list[str]:
    """Return the paths of values of a JSON object that must be texts and are none."""
    try:
        _sheet_of(raw)
    except ValidationError as error:
        found = (item for item in error.errors(include_url=False) if item["type"] == "string_type")
        return [_place_in(raw, item["loc"])[0] for item in found]
    return []


def _sheet_of(raw: dict[str, Any]) -> ScenarioSheet:
    return ScenarioSheet.model_validate_json(json.dumps(raw, ensure_ascii=False).encode(), strict=True)


def _further_problems(error: ValidationError, raw: dict[str, Any]) -> Sequence[ScenarioProblem]:
    """Return the problems between the parts of a file in which only unknown fields and single texts or numbers have a
    wrong form, so that an author sees all at once. They are found in a mended copy; those of mended values are left
    out."""
    found = error.errors(include_url=False)
    if not all(item["type"].startswith(_MENDED) for item in found):
        return ()
    mended = deepcopy(raw)
    if not all(_mend(mended, item, number) for number, item in enumerate(found)):
        return ()
    try:
        problems = inspect_sheet(_sheet_of(mended)).problems
    except ValidationError:  # such as an id, which other parts name
        return ()
    places = [_place_in(raw, item["loc"])[0] for item in found]
    return [problem for problem in problems if not any(_is_within(problem.where, place) for place in places)]


def _mend(raw: dict[str, Any], item: "ErrorDetails", number: int) -> bool:
    """Take out an unknown field or a wrong number, or put a text in for a missing or wrong one.

    Args:
        raw: The object, which is changed.
        item: What is wrong in it, one of `_MENDED`.
        number: The number of the problem, which makes the text one of its own.

    Returns:
        Whether it is a field of an object, and of no union.
    """
    kind, (*steps, name) = item["type"], item["loc"]
    part: Any = raw
    for step in steps:
        if not (isinstance(part, dict) and step not in part):  # else a step of pydantic into a union
            part = part[step]
    if name in _UNIONS or not isinstance(part, dict):
        return False
    if kind == "missing" or kind.startswith("string_"):
        part[name] = f"Text {number}"
    else:
        part.pop(name, None)
    return True


def _is_within(where: str, place: str) -> bool:
    return where == place or where.startswith((f"{place}.", f"{place}["))


def inspect_sheet(sheet: ScenarioSheet) -> Inspection:
    """Find every problem of a sheet; the result is kept with the sheet."""
    known = sheet.derived.get(Inspection)
    return known or sheet.derived.hold(Inspection(sheet=sheet, problems=tuple(check_scenario(sheet))))


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


def path_step(name: str) -> str:
    """Return the name of a field as it is written in the path of a problem."""
    return name if name.isidentifier() else _shown(name)


def _shown(value: Any) -> str:
    text = ascii(value) if isinstance(value, str) and not value.isprintable() else repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _form_problems(error: ValidationError, raw: dict[str, Any]) -> Iterator[ScenarioProblem]:
    """Yield the errors of pydantic for a JSON object, each with its path and a sentence for the author."""
    unions = set[str]()
    for item in error.errors(include_url=False):
        where, value = _place_in(raw, item["loc"])
        if item["type"] == "too_short" and value:
            continue  # pydantic counts only the valid entries: the others have errors of their own
        if item["loc"] and item["loc"][-1] in _UNIONS:  # pydantic has an error for each type that a value could be of
            if where not in unions:
                yield ScenarioProblem(where=where, what=_UNIONS[item["loc"][-1]].format(_shown(value)))
            unions.add(where)
            continue
        yield ScenarioProblem(where=where, what=_reason(item, value))


def _place_in(raw: Any, loc: tuple[int | str, ...]) -> tuple[str, Any]:
    """Return the JSON path of an error and the value there; pydantic's own steps into a union are left out."""
    where, value = "", raw
    for step in loc:
        if isinstance(step, int):
            where += f"[{step}]"
            value = value[step] if isinstance(value, list) and step < len(value) else None
        elif isinstance(value, dict) and step not in value and value.get("kind") == step:
            continue
        elif step == "[key]" or step in _UNIONS:
            continue  # pydantic's own step to the name of a field, after the name itself, or into a union of values
        else:
            where = f"{where}.{path_step(step)}" if where else path_step(step)
            value = value.get(step) if isinstance(value, dict) else None
    return where or "file", value


def _reason(item: "ErrorDetails", value: Any) -> str:
    context, loc = item.get("ctx", {}), item["loc"]
    match item["type"]:
        case "string_pattern_mismatch" if context["pattern"] == DICE_PATTERN:
            return f"{_shown(value)} are no dice: write them as 2d6+1, d20 or 4dF."
        case "string_pattern_mismatch" if context["pattern"] != ID_PATTERN:
            return f"{_shown(value)} must be one line without control characters."
        case "string_pattern_mismatch":
            return f"{_shown(value)} is no id: lower-case letters and digits, words joined by '-' or '_'."
        case "extra_forbidden":
            near = did_you_mean(loc[-1], fields_at(loc[:-1]))
            return "there is no such field." if near == "." else f"there is no field {_shown(loc[-1])}{near}"
        case "union_tag_not_found":
            return f"{_member(loc)} needs its 'kind'."
        case "union_tag_invalid":
            known = context["expected_tags"]
            near = did_you_mean(context["tag"], known.replace("'", "").split(", "))
            there_is = f"there is no {_member(loc).partition(' ')[2]} {_shown(context['tag'])}"
            return f"{there_is}; there are {known}." if near == "." else f"{there_is}{near}"
        case "enum" | "literal_error":
            near = did_you_mean(value, str(context.get("expected", "")).split("'")[1::2])
            return f"{_shown(value)} is none of {context.get('expected')}{near}"
        case "too_short":
            return f"there must be at least {context['min_length']}."
        case kind:
            message = item["msg"].removeprefix("Value error, ")
            return _REASONS.get(kind, f"{message[:1].lower()}{message[1:]}.")


def _member(loc: tuple[int | str, ...]) -> str:
    """Return what an object with a ``kind`` is, by the field that holds it."""
    field = next((step for step in reversed(loc) if isinstance(step, str)), "")
    return "an effect" if field in ("effects", "then", "otherwise") else "a condition"
