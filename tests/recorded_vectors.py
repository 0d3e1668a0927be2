"""Recorded vectors of the embedded model: to make them again takes most of the time of the tests that use them, and
they differ a little from processor to processor.

After a wanted change of the texts run the tests with ``TALEKEEPER_UPDATE_GOLDEN=1`` in the environment: all texts are
embedded, and recorded anew.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

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


def _count(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (rows,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    return int(rows)
