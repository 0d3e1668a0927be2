"""Tuning of the garbage collector for loaded games: many objects, none of them in a cycle, which it can skip."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_has_frozen = gc.get_freeze_count() > 0  # counting walks through all frozen objects, so it is done once


def freeze() -> None:
    """Exclude all present objects from collections."""
    global _has_frozen  # noqa: PLW0603  # as the collector is one for the process
    _has_frozen = True
    gc.freeze()


def collect_and_freeze() -> None:
    """Collect the objects that are not frozen, and freeze those that are left; do nothing where none are frozen yet.

    Call it every few seconds, so that each call is short: after hours, all new objects would be walked through at once,
    while every thread waits. Do not call it while a game is being loaded, whose objects are frozen afterwards.
    """
    if _has_frozen and gc.isenabled():
        gc.collect()
        gc.freeze()


def unfreeze() -> None:
    """Include all frozen objects in collections again."""
    global _has_frozen  # noqa: PLW0603
    _has_frozen = False
    gc.unfreeze()


@contextmanager
def collection_paused(*, then_frozen: bool = False) -> Iterator[None]:
    """Disable collections inside the block.

    Args:
        then_frozen: Whether to freeze the objects afterwards; otherwise they move to the oldest generation, without a
            walk through them.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if then_frozen:
            freeze()
        elif was_enabled and not _has_frozen:  # unfreezing would include objects that must stay frozen
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()
