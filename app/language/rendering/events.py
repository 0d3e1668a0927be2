"""Rendering of events by templates of section ``engine`` of the language pack, filled from an event's fields.

The slot of an id is a name, that of a text the result of ``text``. The value of an enum is passed with its words
(``level``, ``level_words``), an optional id with whether it is given (``has_to_id``).
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import get_type_hints

from app.language.language import Language
from app.models.base import Id
from app.models.command import Event
from app.models.sheets.values import PARTY

_YES_NO = {True: "yes", False: "no"}


def render_event(
    language: Language,
    manner: str,
    event: Event,
    name: Callable[[str], str],
    *,
    text: Callable[[str], str] = str,
    at: str | None = None,
    **slots: str,
) -> str:
    """Render an event by the template ``engine.<manner>-<kind>``.

    Args:
        language: The language of the scenario.
        manner: `line`, `seen` or `surprise`.
        event: The event.
        name: Returns the name of an id.
        text: Converts the values of text fields.
        at: The place from which it is seen.
        slots: Further slots of the template.

    Returns:
        The sentence.
    """
    filled: dict[str, str | int] = {
        **slots,
        "came": _YES_NO[at is not None and getattr(event, "to_id", None) == at],
        "carried": _YES_NO[getattr(event, "holder_id", None) == PARTY],
    }
    for field, is_id in _fields(type(event)):
        value = getattr(event, field)
        if is_id:
            filled[f"has_{field}"] = _YES_NO[value is not None]
            filled[field] = "" if value is None else name(value)
        elif isinstance(value, StrEnum):
            filled[field] = value.value
            filled[f"{field}_words"] = value_words(language, field, value)
        elif isinstance(value, bool):
            filled[field] = _YES_NO[value]
        elif isinstance(value, int):
            filled[field] = value
        elif isinstance(value, str):
            filled[field] = text(value)
    return language.render(f"engine.{manner}-{event.kind.replace('_', '-')}", **filled)


def value_words(language: Language, field: str, value: StrEnum) -> str:
    """Return the words for an enum value of an event's field, from the template ``engine.<field>-<value>``."""
    return language.render(f"engine.{field}-{value.value.lower()}")


@cache
def _fields(event: type[Event]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a kind of event, each with whether it is an id of a named thing."""
    hints = get_type_hints(event, include_extras=True)
    return tuple((field, hints[field] in (Id, Id | None)) for field in event.model_fields)
