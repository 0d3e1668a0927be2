"""The API answers with values of the services where its schema would be the same again."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from types import ModuleType

import pytest
from pydantic import BaseModel

import app.api.schemas
import app.services
from app.api.schemas.base import ApiModel
from app.api.schemas.turns import CommandOut
from app.services.game.choices import PossibleDeed
from app.services.game.turns.turn_tree import TurnRun

ELSEWISE = {CommandOut: "shows a command as an object: the schemas of all commands are in an operation of their own"}


def modules(package: ModuleType) -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        yield importlib.import_module(found.name)


def fields_of(kind: type) -> frozenset[str]:
    if issubclass(kind, BaseModel):
        return frozenset(kind.model_fields)
    if is_dataclass(kind):
        return frozenset(each.name for each in fields(kind))
    return frozenset(getattr(kind, "_fields", ()))


def classes(package: ModuleType) -> Iterator[type]:
    for module in modules(package):
        for value in vars(module).values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                yield value


def test_no_schema_repeats_a_value_of_the_services_field_by_field() -> None:
    views = {fields_of(kind): kind for kind in classes(app.services) if len(fields_of(kind)) > 1}
    schemas = [kind for kind in classes(app.api.schemas) if issubclass(kind, ApiModel) and kind not in ELSEWISE]
    assert len(schemas) > 50
    assert {kind.__name__: views[fields_of(kind)].__name__ for kind in schemas if fields_of(kind) in views} == {}


@pytest.mark.parametrize("kind", [PossibleDeed, TurnRun])
def test_a_view_has_all_its_fields_in_an_answer(kind: type[BaseModel]) -> None:
    schema = kind.model_json_schema(mode="serialization")
    assert set(schema["required"]) == set(schema["properties"]) == set(kind.model_fields)
    assert not any("default" in shown for shown in schema["properties"].values())
