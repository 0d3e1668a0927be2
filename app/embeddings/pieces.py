"""Texts longer than a model's window: cut at sentences, embedded piece by piece, averaged."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from app.interfaces.embeddings import Matrix
from app.language.analysis.text import sentences

MAX_PIECES = 32  # of one text, some 30,000 characters with windows of 254 tokens; the rest is not embedded

Size = Callable[[str], int]


def cut(text: str, size: Size, window: int) -> list[str]:
    """The text in at most MAX_PIECES pieces of at most ``window`` by ``size``, of whole sentences where they fit."""
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
    """The text split in the middle, at a blank if there is one near, until each part fits."""
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
    """One unit row for each text, the mean of its pieces' rows; ``counts`` are the numbers of rows, in order."""
    if len(rows) == len(counts):
        return rows
    return unit(np.add.reduceat(rows, np.cumsum([0, *counts[:-1]]), axis=0))


def unit(rows: Matrix) -> Matrix:
    """The rows at length 1; a row of zeros stays as it is."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: Matrix = (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return scaled
