"""Checks of the texts that a player types, and of the names that it gives."""

from app.errors import InvalidInput
from app.models.base import has_control_characters, visible_name, with_line_breaks
from app.models.plain_reasons import ValueFault, ValueUnfit

MAX_PLAYER_TEXT = 10_000
MAX_HINT = 500
MAX_TYPED_NAME = 60


def checked_player_text(text: str) -> str:
    """Return a player's line with its line breaks as ``\\n``.

    Raises:
        InvalidInput: It is empty, has more than 10,000 characters, or holds control characters.
    """
    text = str(with_line_breaks(text))
    if len(text) > MAX_PLAYER_TEXT:
        raise InvalidInput(ValueUnfit(fault=ValueFault.TURN_LENGTH, given=len(text), most=MAX_PLAYER_TEXT))
    if not text.strip():
        raise InvalidInput(ValueUnfit(fault=ValueFault.TURN_EMPTY))
    if has_control_characters(text):
        raise InvalidInput(ValueUnfit(fault=ValueFault.TURN_CONTROL))
    return text


def checked_words(text: str) -> str:
    """Return words for a model's message, without outer blanks.

    Raises:
        InvalidInput: They are blank, have more than 10,000 characters, or hold control characters.
    """
    return _bounded(text, MAX_PLAYER_TEXT, ValueFault.WORDS)


def checked_hint(hint: str) -> str:
    """Return a player's wish for another answer, without outer blanks.

    Raises:
        InvalidInput: It is blank, has more than 500 characters, or holds control characters.
    """
    return _bounded(hint, MAX_HINT, ValueFault.HINT)


def _bounded(text: str, most: int, fault: ValueFault) -> str:
    text = str(with_line_breaks(text)).strip()
    if not text or len(text) > most or has_control_characters(text):
        raise InvalidInput(ValueUnfit(fault=fault, most=most))
    return text


def checked_name(name: str, whose: str = "player") -> str:
    """Return a typed name without outer blanks.

    Args:
        name: The name.
        whose: Who has the name, for the message of the error.

    Raises:
        InvalidInput: It is not 1 to 60 characters on one line.
    """
    name = visible_name(name).strip()
    if not name or len(name) > MAX_TYPED_NAME or has_control_characters(name) or "\n" in name or "\t" in name:
        raise InvalidInput(ValueUnfit(fault=ValueFault.NAME, name=whose, most=MAX_TYPED_NAME))
    return name
