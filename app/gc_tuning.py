"""The garbage collector beside loaded games: many objects, none of them in a cycle, that it need not walk through."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_has_frozen = gc.get_freeze_count() > 0  # counting walks through all that is frozen, so it is done once


def freeze() -> None:
    """Leave out of collections what is there now."""
    global _has_frozen  # noqa: PLW0603  # as the collector is one for the process
    _has_frozen = True
    gc.freeze()


def collect_and_freeze() -> None:
    """Collect what is not frozen, and freeze what is left. Done every few seconds this is short; seldom, what has grown
    in hours would be walked through at once, while every thread waits. Not while a game is loaded, which will be
    frozen."""
    if _has_frozen and gc.isenabled():
        gc.collect()
        gc.freeze()


def unfreeze() -> None:
    global _has_frozen  # noqa: PLW0603
    _has_frozen = False
    gc.unfreeze()


@contextmanager
def collection_paused(*, then_frozen: bool = False) -> Iterator[None]:
    """No collections inside. What was made is ``then_frozen``, else moved to the oldest generation without a walk."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if then_frozen:
            freeze()
        elif was_enabled and not _has_frozen:  # thawing would free what is to stay frozen
            gc.freeze()
            gc.unfreeze()
        if was_enabled:
            gc.enable()
