"""Texts longer than a model's window: split at sentences, embedded in pieces, averaged."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from app.interfaces.embeddings import Matrix
from app.language.analysis.text import sentences

MAX_PIECES = 32  # pieces of one text, some 30,000 characters with windows of 254 tokens; the rest is not embedded

Size = Callable[[str], int]


def cut(text: str, size: Size, window: int) -> list[str]:
    """Split a text into at most `MAX_PIECES` pieces of at most ``window`` by ``size``, of whole sentences where these
    fit."""
    if size(text) <= window:
        return [text]
    pieces: list[str] = []
    current, used = "", 0
    for part in (part for sentence in sentences(text) for part in _halves(sentence, size, window)):
        taken = size(part)
        if current and used + taken > window:
            pieces.append(current)
            current, used = "", 0
            if len(pieces) == MAX_PIECES:
                return pieces
        current, used = f"{current} {part}" if current else part, used + taken
    return [*pieces, current] if current else pieces or [text]


def _halves(text: str, size: Size, window: int) -> Iterator[str]:
    """Split a text in the middle, at a space if there is one nearby, until each part fits."""
    waiting = [text]
    while waiting:
        part = waiting.pop()
        if len(part) < 2 or size(part) <= window:
            yield part
            continue
        middle = part.rfind(" ", len(part) // 4, len(part) // 2 + 1)
        middle = len(part) // 2 if middle == -1 else middle + 1
        waiting += [part[middle:], part[:middle].rstrip()]


def mean_pooled(rows: Matrix, counts: Sequence[int]) -> Matrix:
    """Average the rows of each text's pieces.

    Args:
        rows: Unit rows of all pieces, in order.
        counts: Number of rows of each text.

    Returns:
        One unit row for each text.
    """
    if len(rows) == len(counts):
        return rows
    return unit(np.add.reduceat(rows, np.cumsum([0, *counts[:-1]]), axis=0))


def unit(rows: Matrix) -> Matrix:
    """Return the rows scaled to length 1; a row of zeros is unchanged."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Matrix = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
