"""Derived values of a game, no part of it: indexes that higher layers build lazily, and the logs that they follow."""

from collections import defaultdict
from typing import Any, TypeVar

T = TypeVar("T")


class EqualByType:
    """Equal to every other object of its type, so that derived values do not count when games are compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self))

    __hash__ = None  # type: ignore[assignment]  # as for any class with equality of its own


class ChangeLog(EqualByType, list[str]):
    """The ids of values that were set, in order. It only grows; each reader keeps the position that it has read to.
    ``before`` holds by id the value before its first change since the last commit (None: there was none)."""

    def __init__(self) -> None:
        super().__init__()
        self.before: dict[str, Any] = {}

    def note(self, key: str, before: object) -> None:
        """Record that a value is about to change, and what it is before."""
        self.append(key)
        self.before.setdefault(key, before)


class Derived(EqualByType):
    """Derived values by their type and their subject (hashable, most often a scope); not part of a save."""

    def __init__(self) -> None:
        self._held: dict[type[Any], dict[tuple[object, ...], Any]] = defaultdict(dict)

    def get(self, kind: type[T], *about: object) -> T | None:
        """Return the value of a type and subject; None if there is none."""
        value: T | None = self._held[kind].get(about)
        return value

    def of(self, kind: type[T], *about: object) -> T:
        """Return the value of a type and subject; make one without arguments if there is none."""
        value = self.get(kind, *about)
        return self.hold(kind(), *about) if value is None else value

    def hold(self, value: T, *about: object) -> T:
        """Set the value of its type and a subject, and return it."""
        self._held[type(value)][about] = value
        return value

    def take(self, kind: type[T]) -> list[T]:
        """Remove all values of a type, and return them."""
        return list(self._held.pop(kind, {}).values())
