"""Interpretation of a value of another program's file as a text, texts or a boolean, also if it has another type."""

from collections.abc import Mapping
from typing import Any

from app.errors import InvalidInput
from app.interchange.bounded import a_list
from app.interchange.cards.reading import Notes, shown_value

_FLAGS = {"true": True, "1": True, "yes": True, "on": True, "false": False, "0": False, "no": False, "off": False}
_KINDS = {
    dict: "an object",
    list: "a list",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    type(None): "null",
}


def text_in(value: Any, joint: str = "\n") -> str | None:
    """Return the text of a value: itself, the digits of a number, the parts of a list joined; None if it has none."""
    if value is None:
        return ""
    if isinstance(value, str) or (isinstance(value, int | float) and not isinstance(value, bool)):
        return str(value)
    if isinstance(value, list) and not any(isinstance(part, list) for part in value):
        parts = [text_in(part) for part in value]
        return None if None in parts else joint.join(part for part in parts if part)
    return None


def texts_in(value: Any) -> list[str]:
    """Return the texts of a value: those of a list or of an object in its place, or a list of one, without values
    that have none."""
    if isinstance(value, list | Mapping):
        items = value.values() if isinstance(value, Mapping) else value
        return [text for item in items if item is not None and (text := text_in(item)) is not None]
    return [text] if (text := text_in(value)) else []


def flag_in(value: Any) -> bool | None:
    """Return true or false, also for a number or a text; None if it is neither."""
    return _FLAGS.get(str(value).strip().casefold()) if isinstance(value, bool | int | float | str) else None


def check_text(value: Any, what: str, limit: int, notes: Notes) -> None:
    """Note a value that is no text; InvalidInput if it exceeds the limit."""
    text = text_in(value)
    if text is None:
        notes.add(f"{what} is {kind_of(value)} where a text is meant: it is left out.")
    elif len(text) > limit:
        raise InvalidInput(f"{what} has {len(text):,} characters; an import takes at most {limit:,}.")


def check_texts(value: Any, what: str, limit: int, count: int, notes: Notes) -> None:
    """Note values that are no texts; InvalidInput if they exceed a limit."""
    if value is None:
        return
    if isinstance(value, bool):
        notes.add(f"{what} is {kind_of(value)} where a list is meant: it is left out.")
        return
    items = list(value.values()) if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    for number, item in enumerate(a_list(items, what, count)):
        check_text(item, f"{what}[{number}]", limit, notes)


def kind_of(value: Any) -> str:
    """Name the type of a value."""
    return next((name for kind, name in _KINDS.items() if type(value) is kind), shown_value(value))
