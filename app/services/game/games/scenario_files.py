"""The files of scenarios on disk: one JSON file, or a folder of Markdown and YAML, bounded in size and number."""

import errno
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from app.durable_files import make_folder, open_regular, replace_file
from app.errors import InvalidInput, NotFound
from app.models.base import is_id
from app.models.picture import MAX_PICTURE_BYTES, PICTURE_ENDINGS, Picture
from app.scenarios.folders.layout import SCENARIO_FILES, WALKTHROUGH_FILE, is_text_file, may_hold_parts
from app.scenarios.scenario_check import Inspection, inspect_scenario

MAX_FILE_BYTES = 5_000_000
"""What a scenario may have: its file, or all files of its folder."""
MAX_FILES = 5_000
MAX_PART_BYTES = 1_000_000
"""What one file of a folder may have."""


def is_scenario_folder(path: Path) -> bool:
    """Return whether a path is a folder that holds a scenario: ``scenario.md`` or ``scenario.yaml``."""
    return any(os.path.isfile(path / name) for name in SCENARIO_FILES)  # `is_file` raises for a name that is too long


def inspect_path(path: Path) -> Inspection:
    """Read a scenario from its JSON file or its folder.

    Raises:
        NotFound: There is none, or it cannot be read.
        InvalidInput: It is too large.
    """
    if not os.path.isdir(path):
        return inspect_scenario(read_scenario_file(path))
    if not is_scenario_folder(path):
        raise NotFound(f"There is no scenario in the folder {shown_name(path)}.")
    from app.scenarios.folders.reading import FolderContent, inspect_folder  # noqa: PLC0415  # JSON does without YAML

    files, refused = _read_folder(path)
    return inspect_folder(FolderContent(path.resolve().name, files, refused))


def shown_name(path: Path) -> str:
    """Return the name of a file or folder for a message."""
    return path.name if path.name.isprintable() else ascii(path.name)


def read_scenario_file(path: Path) -> bytes:
    """Read a file. No error text holds the path: others than the machine's owner may see it."""
    try:
        if not path.is_file():
            raise NotFound(f"There is no scenario file {shown_name(path)}.")
        data = _read(path, MAX_FILE_BYTES)
    except (OSError, ValueError) as error:
        raise NotFound(f"The scenario file {shown_name(path)} cannot be read: {_reason(error)}.") from None
    if len(data) > MAX_FILE_BYTES:
        raise InvalidInput(f"{shown_name(path)} is over {MAX_FILE_BYTES // 1_000_000} MB, too large for a scenario.")
    return data


def _read(path: Path, limit: int) -> bytes:
    """Return the bytes of a regular file, at most one more than the limit."""
    with open(path, "rb", opener=open_regular) as file:
        return file.read(limit + 1)


def _reason(error: OSError | ValueError) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else "bad name"


PICTURE_FOLDER = "pictures"
"""The folder of a scenario with its pictures, each called by the id of a person or place: ``pictures/tove.png``."""
_MOST_PICTURES = 1_000
_ENDINGS = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp"}


def picture_files(folder: Path) -> Mapping[str, Path]:
    """Return the pictures in a scenario's folder by the ids that they are called by; none without a folder."""
    found: dict[str, Path] = {}
    try:
        for path in sorted((folder / PICTURE_FOLDER).iterdir())[:_MOST_PICTURES]:
            if path.suffix.casefold() in PICTURE_ENDINGS and is_id(path.stem) and not path.is_symlink():
                found.setdefault(path.stem, path)
    except OSError:
        return {}
    return found


def read_picture_file(path: Path) -> bytes:
    """Read a picture. Raise NotFound where it cannot be read; one that is too large comes a byte too long."""
    try:
        return _read(path, MAX_PICTURE_BYTES)
    except (OSError, ValueError):
        raise NotFound(f"The picture {shown_name(path)} cannot be read.") from None


def write_pictures(folder: Path, pictures: Mapping[str, Picture]) -> None:
    """Write pictures into a scenario's folder, each in place of an earlier one of the same person or place."""
    place = folder / PICTURE_FOLDER
    for of, picture in pictures.items():
        make_folder(place)
        target = place / f"{of}{_ENDINGS[picture.media_type]}"
        replace_file(target, [picture.data])
        for ending in PICTURE_ENDINGS:
            if (other := target.with_suffix(ending)) != target:
                other.unlink(missing_ok=True)


def write_folder(folder: Path, texts: Iterable[tuple[str, bytes]], pictures: Mapping[str, Picture]) -> Path | None:
    """Write a scenario's folder, whole or not at all. The one that was there is kept beside it as ``.<name>.before``.

    Args:
        folder: The folder; its name is the scenario's id.
        texts: The files of the scenario by their paths in it, which lead nowhere else.
        pictures: The pictures of its people and places, by their ids.

    Returns:
        The folder that was there, where it is now; None where there was none.

    Raises:
        OSError: It could not be written.
    """
    make_folder(folder.parent)
    before = folder.with_name(f".{folder.name}.before")
    with TemporaryDirectory(prefix=".talekeeper-", dir=folder.parent) as made:
        new = Path(made) / folder.name
        for path, text in texts:
            make_folder((new / path).parent)
            replace_file(new / path, [text])
        write_pictures(new, pictures)
        if is_there := folder.exists():
            shutil.rmtree(before, ignore_errors=True)
            folder.rename(before)
        new.rename(folder)
    return before if is_there else None


def files_of(folder: Path) -> tuple[tuple[str, bytes], ...]:
    """Return the files of a scenario's folder that can be read, by their paths in it. Raise InvalidInput where they
    are too large or too many."""
    return _read_folder(folder)[0]


def _read_folder(folder: Path) -> tuple[tuple[tuple[str, bytes], ...], tuple[tuple[str, str], ...]]:
    """Return the files of a folder with their paths in it, and the paths that cannot be read with the reasons."""
    files, refused, size = list[tuple[str, bytes]](), list[tuple[str, str]](), 0
    root = folder.resolve()
    for path in _paths(root):
        shown = path.relative_to(root).as_posix()
        found: bytes | str = "a name of a file or folder has only characters that can be printed."
        if shown.isprintable():
            found = _read_part(path, root)
        else:
            shown = ascii(shown)
        if isinstance(found, str):
            refused.append((shown, found))
        else:
            files.append((shown, found))
            size += len(found)
        if size > MAX_FILE_BYTES:
            limit = f"{MAX_FILE_BYTES // 1_000_000} MB"
            raise InvalidInput(f"{shown_name(folder)} has over {limit}, too large for a scenario.")
        if len(files) + len(refused) > MAX_FILES:
            raise InvalidInput(f"{shown_name(folder)} has over {MAX_FILES:,} files, too many for a scenario.")
    return tuple(sorted(files)), tuple(sorted(refused))


def _read_part(path: Path, root: Path) -> bytes | str:
    """Return what a file of a folder holds, or the reason why it is not read."""
    try:
        if not path.resolve(strict=True).is_relative_to(root):
            return "it is a link out of the folder."
        if path.is_dir():
            return "it is a link to a folder, which is not followed."
        data = _read(path, MAX_PART_BYTES)
    except RuntimeError:
        return "it is a link in a circle."
    except (OSError, ValueError) as error:
        is_circle = isinstance(error, OSError) and error.errno == errno.ELOOP  # from Python 3.13 on
        return "it is a link in a circle." if is_circle else f"it cannot be read: {_reason(error)}."
    return data if len(data) <= MAX_PART_BYTES else f"it is over {MAX_PART_BYTES // 1_000_000} MB."


def _paths(root: Path) -> Iterator[Path]:
    """Yield the paths of a folder that may be parts of a scenario, and those of links to folders."""
    for place, folders, names in os.walk(root):
        folders[:] = [name for name in folders if may_hold_parts(name)]
        yield from (Path(place, name) for name in folders if Path(place, name).is_symlink())
        for name in filter(may_hold_parts, names):
            if is_text_file(name) or (name == WALKTHROUGH_FILE and Path(place) == root):
                yield Path(place, name)
