"""Models are made whole when they are imported, not by whoever uses them first. Of the two hundred reasons of errors a
process meets few."""

import importlib
import pkgutil
from collections.abc import Iterator

from pydantic import BaseModel

import app.events
import app.models
from app.models.plain_reasons import ReasonValue


def _kinds_of(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    for each in model.__subclasses__():
        yield each
        yield from _kinds_of(each)


def test_no_model_has_to_be_completed_by_the_turn_that_first_makes_one() -> None:
    for package in (app.models, app.events):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    models = {model for model in _kinds_of(BaseModel) if model.__module__.startswith("app.")}
    wanted = {model for model in models if not issubclass(model, ReasonValue)}
    assert len(wanted) > 100
    assert [model.__name__ for model in wanted if not model.__pydantic_complete__] == []
