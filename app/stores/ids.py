"""Ids of games, checked before they become the name of a folder."""

from app.errors import InvalidInput
from app.models.base import MAX_ID_LENGTH, is_id

_SHOWN = 80


def checked_game_id(text: str) -> str:
    """The id as it is, or InvalidInput that says what an id looks like."""
    if not is_id(text):
        shown = ascii(text)
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…"
        raise InvalidInput(
            f"{shown} is no id of a game: at most {MAX_ID_LENGTH} of a-z and 0-9, in words joined by '-' or '_'."
        )
    return text
