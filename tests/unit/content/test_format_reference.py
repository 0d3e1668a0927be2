"""The reference of the scenario format: made from the models, with a description and an example of every field."""

from collections.abc import Iterator

from pydantic import TypeAdapter, ValidationError

from docs.rendering.scenario import described_fields, members, models, scenario_page


def _faults() -> Iterator[str]:
    for model in (*models(), *members()):
        for name, field, description, example in described_fields(model):
            if not description.strip():
                yield f"{model.__name__}.{name} has no description"
            try:
                TypeAdapter(field.rebuild_annotation()).validate_python(example, strict=False)
            except ValidationError as error:
                yield f"{model.__name__}.{name}: {error}"


def test_every_field_has_a_description_and_an_example_that_can_be_read() -> None:
    assert list(_faults()) == []


def test_the_page_has_every_condition_and_effect() -> None:
    text = scenario_page()

    assert all(f"\n### `{kind.model_fields['kind'].default}`\n" in text for kind in members())
