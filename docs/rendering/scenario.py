"""Render the reference of the scenario format: every field of every part, from the models that read it."""

import inspect
import json
import types
from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from app.models.base import ID_PATTERN, Tagged
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effect
from app.models.sheets.scenario import ScenarioSheet
from docs.rendering.scenario_words import DESCRIPTIONS, EXAMPLES

_BEGINNING = """\
# Scenario format

Every field of every part, made from the models that read a scenario. [Scenario folders](../how-to/scenario-folders.md)
says what the parts are for. A field that says *required* must be written; *list* is a JSON list, *id* a text of
lower-case letters and digits, joined by `-` or `_`.
"""
_CONDITIONS, _EFFECTS = "condition", "effect"
_SIMPLE = {str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "null"}


def scenario_page() -> str:
    """Return the page."""
    parts = [_BEGINNING]
    parts += [f"## {title_of(model)}\n\n{_summary(model)}\n\n{_table(model)}" for model in models()]
    for heading, union in (("Conditions", Condition), ("Effects", Effect)):
        parts.append(f"## {heading}\n\nA JSON object with its `kind` and these fields.")
        parts += [f"### `{_kind(one)}`\n\n{_summary(one)}\n\n{_table(one)}" for one in _members(union)]
    return "\n".join(f"{part.strip()}\n" for part in parts)


def _kind(member: type[BaseModel]) -> str:
    return str(member.model_fields["kind"].default)


def models() -> list[type[BaseModel]]:
    """Return the parts of a scenario without a ``kind``, each before its own parts."""
    return [one for one in dict.fromkeys(_models(ScenarioSheet)) if not issubclass(one, Tagged)]


def members() -> tuple[type[Tagged], ...]:
    """Return the conditions and the effects."""
    return (*_members(Condition), *_members(Effect))


def title_of(model: type[BaseModel]) -> str:
    """Return what the page calls a model: its name in words, without "sheet"."""
    words = "".join(f" {sign.lower()}" if sign.isupper() else sign for sign in model.__name__.removesuffix("Sheet"))
    return words.strip().replace("n p c", "person").capitalize()


def described_fields(model: type[BaseModel]) -> Iterator[tuple[str, FieldInfo, str, Any]]:
    """Yield the fields of a model: the name as an author writes it, the field, its description, an example."""
    told = _attributes(model)
    for name, field in model.model_fields.items():
        if name == "kind" and issubclass(model, Tagged):
            continue
        known = field.description or told.get(name) or DESCRIPTIONS.get(name, "")
        key = f"{model.__name__}.{name}"
        yield field.alias or name, field, known, example_of(field, EXAMPLES.get(key, EXAMPLES.get(name)))


def example_of(field: FieldInfo, given: Any = None) -> Any:
    """Return an example of a field: the given one, else one made of its type."""
    return _example(field.annotation) if given is None else given


def example_object(model: type[BaseModel]) -> dict[str, Any]:
    """Return an object with the fields of a model that must be written."""
    kind = {"kind": model.model_fields["kind"].default} if issubclass(model, Tagged) else {}
    needed = {name: example for name, field, _, example in described_fields(model) if field.is_required()}
    return kind | needed


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in a type, each before those of its fields; members of unions with a ``kind`` end the walk."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
        if not issubclass(annotation, Tagged):
            for field in annotation.model_fields.values():
                yield from _models(field.annotation)
    else:
        for part in get_args(annotation):
            yield from _models(part)


def _members(union: Any) -> tuple[type[Tagged], ...]:
    return get_args(get_args(union)[0])


def _summary(model: type[BaseModel]) -> str:
    return " ".join((inspect.getdoc(model) or "").partition("\n\n")[0].split()).replace("``", "`")


def _attributes(model: type[BaseModel]) -> dict[str, str]:
    """Return the descriptions in the docstrings of a model and its bases, by field."""
    told: dict[str, str] = {}
    for base in reversed(model.__mro__):
        _, _, listed = (inspect.cleandoc(base.__doc__ or "")).partition("Attributes:\n")
        name = ""
        for line in listed.splitlines():
            if line.startswith("    ") and not line.startswith("     ") and ": " in line:
                name, _, text = line.strip().partition(": ")
                told[name] = text.replace("(``with``) ", "")
            elif name and line.strip():
                told[name] += f" {line.strip()}"
    return {name: text.rstrip(".").replace("``", "`") for name, text in told.items()}


def _table(model: type[BaseModel]) -> str:
    rows = ["| field | type | default | | example |", "| --- | --- | --- | --- | --- |"]
    for name, field, description, example in described_fields(model):
        cells = (f"`{name}`", _type_of_field(field), _default(field), description, f"`{_json(example)}`")
        rows.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |")
    return "\n".join(rows) if len(rows) > 2 else "It has no fields."


def _default(field: FieldInfo) -> str:
    if field.is_required():
        return "*required*"
    value = field.get_default(call_default_factory=True)
    if value is PydanticUndefined or isinstance(value, BaseModel) or value == {} or (not value and value is not False):
        return "" if value != 0 or value is False or isinstance(value, str | tuple) else "`0`"
    return f"`{_json(value)}`"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=dict)


def _type_of_field(field: FieldInfo) -> str:
    return _type_of_annotated((field.annotation, *field.metadata))


def _type(annotation: Any) -> str:
    if annotation == Condition or Tagged in getattr(annotation, "__mro__", ()):
        return f"[{_CONDITIONS}](#conditions)"
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return f"list of {_type(args[0])}"
    if origin is Literal:
        return " or ".join(f"`{_json(one)}`" for one in args)
    if origin is Annotated:
        return _type_of_annotated(args)
    if origin in (Union, types.UnionType):
        members = [one for one in args if one is not type(None)]
        if all(isinstance(one, type) and issubclass(one, Tagged) for one in members):
            is_effect = set(members) == set(_members(Effect))
            return f"[{_EFFECTS}](#effects)" if is_effect else f"[{_CONDITIONS}](#conditions)"
        return " or ".join(dict.fromkeys(_type(one) for one in members))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"[{title_of(annotation).lower()}](#{title_of(annotation).lower().replace(' ', '-')})"
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return ", ".join(f"`{one.value}`" for one in annotation)
    return _SIMPLE.get(annotation, "JSON object")


def _type_of_annotated(args: tuple[Any, ...]) -> str:
    is_id = any(getattr(one, "pattern", None) == ID_PATTERN for one in args[1:])
    return "id" if is_id else _type(args[0])


def _example(annotation: Any) -> Any:  # one return for each sort of type
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is tuple:
        return [_example(args[0])]
    if origin is Literal:
        return args[0]
    if origin in (Annotated, Union, types.UnionType):
        return _example(args[0])
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return example_object(annotation)
    if isinstance(annotation, type) and issubclass(annotation, StrEnum):
        return next(iter(annotation)).value
    return {bool: True, int: 3, float: 2.5, str: "lantern"}.get(annotation, {})
