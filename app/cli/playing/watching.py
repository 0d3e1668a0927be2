"""Noticing edits of a scenario's file or folder while it is played."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path

_QUIET = 50
"""Milliseconds without a further change after which an edit counts as saved."""
_LONGEST = 400
"""Milliseconds after which it does in any case."""
_LOOK = 250
"""Milliseconds between two looks whether the folder was replaced by another one."""


async def edits_of(path: Path) -> AsyncGenerator[None, None]:
    """Yield once when watching has begun, and then after each edit of a file or folder.

    Programs save by writing a file again or by replacing it, and a folder may be replaced as a whole; all count. So a
    file is watched in its folder, and a folder that is gone is waited for.

    Args:
        path: The scenario's JSON file or folder.
    """
    from watchfiles import Change, DefaultFilter, awatch  # noqa: PLC0415  # playing without `--watch` does without

    folder, is_folder = _folder_of(path)
    name, usual = path.name, DefaultFilter()

    def counts(change: Change, changed: str) -> bool:
        return usual(change, changed) if is_folder else Path(changed).name == name

    while True:
        watched = _identity(folder)
        if watched is None:
            await asyncio.sleep(_LOOK / 1000)
            continue
        is_first = True
        async for changes in awatch(
            folder,
            watch_filter=counts,
            recursive=is_folder,
            step=_QUIET,
            debounce=_LONGEST,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
        ):
            if changes or is_first:
                yield
            is_first = False
            if _identity(folder) != watched:
                break


def _folder_of(path: Path) -> tuple[Path, bool]:
    """Return the folder to watch, and whether it is that of the scenario itself."""
    is_folder = path.is_dir()
    return path.absolute() if is_folder else path.absolute().parent, is_folder


def _identity(folder: Path) -> tuple[int, int] | None:
    try:
        found = folder.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
