"""Ids of memories and messages: the one module that makes and parses them."""

from typing import Annotated

from pydantic import StringConstraints

from app.models.base import ID_PATTERN, MAX_ID_LENGTH

MemoryId = Annotated[str, StringConstraints(pattern=ID_PATTERN, max_length=MAX_ID_LENGTH + 16)]
"""The owner's id and a number: ``mara-042`` is the 42nd entry of mara, ``world-001`` the world's first. A message that
is recalled has ``m-`` and its position in the conversation; no person or place has the id ``m``."""

_WORLD, _MESSAGE = "world", "m"
_MOST_DIGITS = 15


def make_memory_id(owner_id: str | None, number: int) -> str:
    """Return the id of an owner's (None: the world's) entry, numbered from 1."""
    return f"{owner_id or _WORLD}-{number:03d}"


def parse_memory_id(memory_id: str) -> tuple[str | None, int] | None:
    """Return the owner's id (None for the world) and the number; None for a text of another form."""
    owner, _, digits = memory_id.rpartition("-")
    if not owner or not digits.isascii() or not digits.isdecimal() or len(digits) > _MOST_DIGITS:
        return None
    return None if owner == _WORLD else owner, int(digits)


def make_message_id(index: int) -> str:
    return f"{_MESSAGE}-{index}"


def parse_message_id(memory_id: str) -> int | None:
    """Return the position of a message in the conversation; None for an id that is not of a message."""
    owner, index = parse_memory_id(memory_id) or ("", 0)
    return index if owner == _MESSAGE else None
