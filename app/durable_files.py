"""Durable files and folders that only their owner can read; opening files without blocking on a pipe."""

import errno
import os
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.errors import CorruptSave, StorageFailed

_FRESH, _NEW = ".talekeeper-", ".new"
_LEFT_AFTER = 3_600  # seconds after which the writer of a temporary file is taken to be gone
NO_LINKS, _NO_WAITING = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)


@contextmanager
def storage_errors(what: str) -> Iterator[None]:
    """Turn an OSError of the block into StorageFailed.

    Args:
        what: The operation that failed, as a clause; the message adds the reason, on one line and without a path.
    """
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else "the reason is not known"
        raise StorageFailed(f"{what}: {reason}.") from error


def write_all(descriptor: int, data: bytes) -> None:
    """Write all data to a file descriptor: the operating system may accept it in several pieces."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_new(path: Path, lines: Iterable[bytes]) -> None:
    """Write a new private file, durably.

    Args:
        path: The file.
        lines: Its content.

    Raises:
        FileExistsError: The file exists.
        OSError: It cannot be written.
    """
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for line in lines:
            write_all(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: Path, lines: Iterable[bytes]) -> None:
    """Replace a file atomically and durably. Of several writers at once the last one's content remains, whole.

    Temporary files that killed processes left in the folder are removed after an hour.
    """
    for left in path.parent.glob(f"{_FRESH}*{_NEW}"):
        with suppress(OSError):  # another process removes it
            if time.time() - left.lstat().st_mtime > _LEFT_AFTER:
                left.unlink()
    fresh = path.with_name(f"{_FRESH}{secrets.token_hex(8)}{_NEW}")
    try:
        write_new(fresh, lines)
        os.replace(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable; do nothing on Windows."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_regular(path: str, flags: int) -> int:
    """Open a file for reading, as the ``opener`` of `open`; raise OSError at once for a pipe or a device."""
    descriptor = os.open(path, flags | _NO_WAITING)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file")
    return descriptor


def open_private(path: str, flags: int) -> int:
    """Open a file for writing that only its owner can read, as the ``opener`` of `open`; raise OSError at once for a
    pipe without a reader."""
    descriptor = os.open(path, flags | _NO_WAITING, 0o600)
    if _NO_WAITING:
        os.set_blocking(descriptor, True)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        with suppress(OSError):  # a writable file of another user
            os.chmod(path, 0o600)
    return descriptor


def make_folder(path: Path) -> None:
    """Make a folder and its missing parents, for their owner alone.

    Raises:
        FileExistsError: There is a file of this name.
    """
    if not path.parent.exists():
        make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def own_folder(path: Path, what: str) -> Path:
    """Return a folder, after taking away the access of other users that older versions gave.

    Args:
        path: The folder; it may not exist.
        what: Its name in the message of the error.

    Raises:
        CorruptSave: It is a symbolic link.
    """
    if path.is_symlink():
        raise CorruptSave(f"{what} is a link; put the folder itself there.")
    with suppress(OSError):  # not there, not ours, or on a disk that knows no owners
        for inside in (*path.rglob("*"), path) if path.stat().st_mode & 0o077 else ():
            if not inside.is_symlink():
                inside.chmod(inside.stat().st_mode & 0o700)
    return path
