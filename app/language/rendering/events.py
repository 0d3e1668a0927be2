"""What has happened, in words: templates of the pack's section ``engine``, filled from an event's fields. The slot of
an id is a name, that of a text what ``text`` makes of it; an enum's value comes with words for it (``level``,
``level_words``), an optional id with whether it is given (``has_to_id``)."""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import get_type_hints

from app.language.language import Language
from app.models.base import Id
from app.models.command import Event

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
    """An event by the template ``engine.<manner>-<kind>`` (`line`, `seen`, `surprise`), as it is seen ``at`` a place;
    ``name`` is what an id is called."""
    filled: dict[str, str | int] = {**slots, "came": _YES_NO[at is not None and getattr(event, "to_id", None) == at]}
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
    """What a value of an event's field is called: ``engine.<field>-<value>``."""
    return language.render(f"engine.{field}-{value.value.lower()}")


@cache
def _fields(event: type[Event]) -> tuple[tuple[str, bool], ...]:
    """The fields of a kind of event, and whether they are ids of things with names."""
    hints = get_type_hints(event, include_extras=True)
    return tuple((field, hints[field] in (Id, Id | None)) for field in event.model_fields)
