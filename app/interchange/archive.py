"""Files in a foreign ZIP, bounded in number and size before they are unpacked."""

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.errors import InvalidInput

MAX_MEMBERS = 10_000
_ZIP, _JPEG = b"PK\x03\x04", b"\xff\xd8\xff"
_DAMAGED = (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error, lzma.LZMAError)


def is_archive(data: bytes) -> bool:
    """Return whether a file is a ZIP, also one behind a JPEG, as some programs write cards."""
    return data.startswith(_ZIP) or (data.startswith(_JPEG) and zipfile.is_zipfile(io.BytesIO(data)))


def paths_in(data: bytes) -> list[str]:
    """Return the paths of the files in a ZIP. Raise InvalidInput for a damaged one, or one of too many files."""
    with _opened(data) as archive:
        return [info.filename for info in archive.infolist() if not info.is_dir()]


def file_in(data: bytes, name: str, limit: int) -> bytes:
    """Return one file of a ZIP. Raise InvalidInput where there is none or it has more than ``limit`` bytes."""
    found = dict(files_in(data, lambda each: each == name, each_limit=limit, limit=limit))
    if name not in found:
        raise InvalidInput(f"There is no file {name[:80]!r} in the ZIP.")
    return found[name]


def files_in(
    data: bytes, is_wanted: Callable[[str], bool], *, each_limit: int, limit: int
) -> tuple[tuple[str, bytes], ...]:
    """Unpack files of a ZIP.

    Args:
        data: The ZIP.
        is_wanted: Whether the file of a path is unpacked.
        each_limit: The most bytes of one file.
        limit: The most bytes of all of them.

    Returns:
        The files by their paths, sorted.

    Raises:
        InvalidInput: It is damaged, encrypted, or exceeds a limit.
    """
    found, size = list[tuple[str, bytes]](), 0
    with _opened(data) as archive:
        for info in archive.infolist():
            if info.is_dir() or not is_wanted(info.filename):
                continue
            with archive.open(info) as file:
                content = file.read(each_limit + 1)
            size += len(content)
            if len(content) > each_limit or size > limit:
                raise InvalidInput(f"The files in the ZIP are too large: at most {limit // 1_000_000} MB are read.")
            found.append((info.filename, content))
    return tuple(sorted(found))


@contextmanager
def _opened(data: bytes) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > MAX_MEMBERS:
                raise InvalidInput(f"The ZIP has over {MAX_MEMBERS:,} files.")
            yield archive
    except _DAMAGED:
        raise InvalidInput("The ZIP is damaged, encrypted, or packed in a way that is not known.") from None
