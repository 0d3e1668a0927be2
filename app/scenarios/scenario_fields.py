"""The fields that a JSON object of a scenario can have, by its place in the file."""

import types
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel

from app.models.sheets.scenario import ScenarioSheet


def fields_at(place: Sequence[int | str]) -> list[str]:
    """Return the names of the fields that an object can have, as authors write them.

    Args:
        place: The steps to the object from the scenario, as pydantic gives them: names, numbers, and the ``kind`` where
            one of several types is chosen.
    """
    models: list[type[BaseModel]] = [ScenarioSheet]
    for step in place:
        if isinstance(step, str):
            models = [chosen for model in models for chosen in _step(model, step)]
    return [field.alias or name for model in models for name, field in model.model_fields.items()]


def _step(model: type[BaseModel], step: str) -> Iterator[type[BaseModel]]:
    """Yield the models that a step leads to: a field of the model, or its own ``kind``."""
    named = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
    if step in named:
        yield from _models_in(named[step])
    elif (kind := model.model_fields.get("kind")) is not None and kind.default == step:
        yield model


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """Yield the models in a type: in a list, an optional field, or one of several."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (tuple, Union, types.UnionType, Annotated):
        for part in get_args(annotation):
            yield from _models_in(part)
