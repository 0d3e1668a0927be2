"""Files and folders that survive a power cut, for their owner alone; files opened without waiting for a pipe."""

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
_LEFT_AFTER = 3_600  # seconds after which whoever wrote a file that has no name yet is gone
NO_LINKS, _NO_WAITING = getattr(os, "O_NOFOLLOW", 0), getattr(os, "O_NONBLOCK", 0)


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
    """A new private file with these lines, synced. FileExistsError if there is one."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        for line in lines:
            write_all(descriptor, line)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: Path, lines: Iterable[bytes]) -> None:
    """Write a file so that at every moment the old one or the new one is there. Several may write it at once: the last
    one's is there in the end, whole. What a killed process left in the folder goes."""
    for left in path.parent.glob(f"{_FRESH}*{_NEW}"):
        with suppress(OSError):  # another one takes it away
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
    """Make the names in a folder durable."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def open_regular(path: str, flags: int) -> int:
    """The opener of an ``open`` that reads: a regular file or a link to one; OSError at once for a pipe or a device."""
    descriptor = os.open(path, flags | _NO_WAITING)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is not a regular file")
    return descriptor


def open_private(path: str, flags: int) -> int:
    """The opener of an ``open`` that writes for the file's owner alone; OSError at once for a pipe without a reader."""
    descriptor = os.open(path, flags | _NO_WAITING, 0o600)
    if _NO_WAITING:
        os.set_blocking(descriptor, True)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        with suppress(OSError):  # another user's file that may be written
            os.chmod(path, 0o600)
    return descriptor


def make_folder(path: Path) -> None:
    """What is missing of a folder and its parents, for its owner alone. FileExistsError for a file."""
    if not path.parent.exists():
        make_folder(path.parent)
    path.mkdir(mode=0o700, exist_ok=True)


def own_folder(path: Path, what: str) -> Path:
    """The folder; one that others may look into, as older versions made it, is closed. CorruptSave for a link."""
    if path.is_symlink():
        raise CorruptSave(f"{what} is a link; put the folder itself there.")
    with suppress(OSError):  # not there, not ours, or on a disk that knows no owners
        for inside in (*path.rglob("*"), path) if path.stat().st_mode & 0o077 else ():
            if not inside.is_symlink():
                inside.chmod(inside.stat().st_mode & 0o700)
    return path
