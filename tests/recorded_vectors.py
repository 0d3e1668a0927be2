"""Recorded vectors of the embedded model: to make them again takes most of the time of the tests that use them, and
they differ a little from processor to processor.

After a wanted change of the texts run the tests with ``TALEKEEPER_UPDATE_GOLDEN=1`` in the environment: all texts are
embedded, and recorded anew.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.embeddings.cache import VectorCache
from app.embeddings.minilm import LocalEmbedder
from app.embeddings.vectors import Vectors
from app.settings import PROJECT

FOLDER = PROJECT / "tests" / "data" / "vectors"
_MOST_NEW = 0.2


@contextmanager
def recorded_vectors(name: str, cache: Path) -> Iterator[None]:
    """Let a cache of vectors hold those recorded by this name; texts that are not among them are embedded as they come.
    AssertionError at the end if many are not."""
    recorded, is_recording = FOLDER / f"{name}.sqlite3", os.environ.get("TALEKEEPER_UPDATE_GOLDEN") == "1"
    if not is_recording:
        shutil.copy(recorded, cache)
    yield
    if is_recording:
        shutil.copyfile(cache, recorded)
    new = _count(cache) / _count(recorded) - 1
    assert new < _MOST_NEW, f"{new:.0%} new texts: record their vectors with TALEKEEPER_UPDATE_GOLDEN=1"


@contextmanager
def recorded_embed(name: str, cache: Path) -> Iterator[Callable[[Sequence[str]], NDArray[np.float32]]]:
    """The embedded model as a function, which finds those recorded by this name instead of computing them."""

    async def found(texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = Vectors(LocalEmbedder(), VectorCache(cache))
        rows = await vectors.vectors(texts)
        await vectors.aclose()
        return np.stack([row for row in rows if row is not None])

    with recorded_vectors(name, cache):
        yield lambda texts: asyncio.run(found(texts))


def _count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    return int(rows)
