"""docs/scenario-reference.md: made from the models, with a description and an example of every field."""

from collections.abc import Iterator

from pydantic import TypeAdapter, ValidationError

from docs.render_format import PAGE, described_fields, members, models, render


def _faults() -> Iterator[str]:
    for model in (*models(), *members()):
        for name, field, description, example in described_fields(model):
            if not description.strip():
                yield f"{model.__name__}.{name} has no description"
            try:
                TypeAdapter(field.rebuild_annotation()).validate_python(example, strict=False)
            except ValidationError as error:
                yield f"{model.__name__}.{name}: {error}"


def test_the_page_is_what_the_models_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == render(), "python -m docs.render_format writes it again"


def test_every_field_has_a_description_and_an_example_that_can_be_read() -> None:
    assert list(_faults()) == []


def test_the_page_has_every_condition_and_effect() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert all(f"\n### `{kind.model_fields['kind'].default}`\n" in text for kind in members())
