"""Long texts: chunks that can be recalled separately, and reading without blocking the event loop."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import ParamSpec, TypeVar

from app.language.analysis.text import sentences
from app.models.messages.message import Message

P = ParamSpec("P")
T = TypeVar("T")

AT_ONCE = 3000  # characters up to which messages are read in the event loop, in a few milliseconds
CHUNK = 300  # most characters of a chunk, its beginning included
_JOINT = "; "
_LEAST = 40  # fewest characters of the text in a chunk, however long its beginning is


def chunks(text: str, beginning: str = "") -> list[str]:
    """Split a text into chunks of whole sentences, at most `CHUNK` characters each.

    Args:
        text: The text; its white space is normalised.
        beginning: A prefix of each chunk.

    Returns:
        The chunks; [] for an empty text. Too long sentences are cut between words, too long words anywhere.
    """
    room = max(_LEAST, CHUNK - len(beginning))
    whole = " ".join(text.split())
    pieces: list[str] = []
    begin = end = 0
    for sentence in sentences(text):
        at = whole.index(sentence, end)
        for start, stop in _cut(whole, at, at + len(sentence), room):
            if end == begin or stop - begin > room:
                pieces.append(whole[begin:end])
                begin = start
            end = stop
    return [beginning + piece for piece in (*pieces, whole[begin:end]) if piece]


def _cut(whole: str, start: int, stop: int, room: int) -> Iterator[tuple[int, int]]:
    while stop - start > room:
        blank = whole.rfind(" ", start, start + room + 1)
        end = blank if blank > start else start + room
        yield start, end
        start = end + (whole[end : end + 1] == " ")
    if stop > start:
        yield start, stop


def listed_chunks(items: Iterable[str], beginning: str) -> list[str]:
    """Join items into chunks, each one sentence of ``beginning`` and as many whole items as fit."""
    room = max(_LEAST, CHUNK - len(beginning) - 1)
    pieces: list[str] = []
    for item in items:
        plain = " ".join(item.split()).rstrip(".")
        for start, stop in _cut(plain, 0, len(plain), room):
            part = plain[start:stop]
            if pieces and len(pieces[-1]) + len(_JOINT) + len(part) <= room:
                pieces[-1] += _JOINT + part
            else:
                pieces.append(part)
    return [f"{beginning}{piece}{'' if piece.endswith(('!', '?', '…')) else '.'}" for piece in pieces]


def are_long(messages: Iterable[Message]) -> bool:
    """Return whether reading messages takes more than a few milliseconds."""
    return sum(len(message.content) for message in messages) > AT_ONCE


async def read_messages(messages: Iterable[Message], read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Call ``read`` on arguments that hold these messages, in a thread if they are long. The current language is passed
    on; ``read`` must not use anything that a turn changes."""
    return await asyncio.to_thread(read, *args, **kwargs) if are_long(messages) else read(*args, **kwargs)
