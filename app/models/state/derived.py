"""What is kept beside a game and is no part of it: indexes that rooms above build lazily, and what they follow."""

from collections import defaultdict
from typing import Any, TypeVar

T = TypeVar("T")


class EqualByType:
    """Always equal to others of its type: what is kept beside games does not count when they are compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    __hash__ = None  # type: ignore[assignment]  # as for any class with equality of its own


class ChangeLog(EqualByType, list[str]):
    """The ids of what was set, in order; it only grows, and each reader keeps the position up to which it has read.
    ``before`` holds what each was (None: nothing) before it was first set since the last commit."""

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[str, Any] = {}

    def note(self, key: str, before: object) -> None:
        self.append(key)
        self.before.setdefault(key, before)


class Derived(EqualByType):
    """Derived values by their type and what they are about (hashable, most often a scope); not part of a save."""

    def __init__(self) -> None:
        self._held: dict[type[Any], dict[tuple[object, ...], Any]] = defaultdict(dict)

    def get(self, kind: type[T], *about: object) -> T | None:
        """What is held of this type, None if nothing is."""
        found: T | None = self._held[kind].get(about)
        return found

    def of(self, kind: type[T], *about: object) -> T:
        """The same, begun empty if nothing is held."""
        found = self.get(kind, *about)
        return self.hold(kind(), *about) if found is None else found

    def hold(self, thing: T, *about: object) -> T:
        """Keep a thing in the place of what was held of its type."""
        self._held[type(thing)][about] = thing
        return thing

    def take(self, kind: type[T]) -> list[T]:
        """All that is held of this type, which is held no longer."""
        return list(self._held.pop(kind, {}).values())
