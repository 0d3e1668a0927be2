"""docs/scenario-reference.md: made from the models, with a description and an example of every field."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from docs.render_format import PAGE, described_fields, members, models, render


def _all_fields() -> Iterator[Any]:
    for model in (*models(), *members()):
        for name, field, description, example in described_fields(model):
            yield pytest.param(model, name, field, description, example, id=f"{model.__name__}.{name}")


def test_the_page_is_what_the_models_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "python -m docs.render_format writes it again"


@pytest.mark.parametrize(("model", "name", "field", "description", "example"), list(_all_fields()))
def test_every_field_has_a_description_and_an_example_that_can_be_read(
    model: type[BaseModel], name: str, field: Any, description: str, example: Any
) -> None:
    assert description.strip(), f"describe {model.__name__}.{name}"
    TypeAdapter(field.rebuild_annotation()).validate_python(example, strict=False)


def test_the_page_has_every_condition_and_effect() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert all(f"\n### `{kind.model_fields['kind'].default}`\n" in text for kind in members())
