"""Bytes that stay: files and folders written so that they are still there after the power is cut."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from app.errors import StorageFailed

_NO_LINKS = getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def storage_errors(what: str) -> Iterator[None]:
    """Turn an OSError into StorageFailed: what could not be done and why, on one line and without a path."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "the reason is not known"
        raise StorageFailed(f"{what}: {reason}.") from error


def write_all(descriptor: int, data: bytes) -> None:
    """The operating system may take the data in several bites."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_new(path: Path, lines: Iterable[bytes]) -> None:
    """A new file with these lines, synced. FileExistsError if there is one."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        for line in lines:
            write_all(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file so that at every moment the old one or the new one is there."""
    fresh = path.with_name(f".{path.name}.new")
    fresh.unlink(missing_ok=True)
    write_new(fresh, lines)
    os.replace(fresh, path)
    sync_folder(path.parent)


def open_for_append(path: Path) -> int:
    """A descriptor whose writes go to the end of an existing file, never through a link."""
    return os.open(path, os.O_WRONLY | os.O_APPEND | _NO_LINKS)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
