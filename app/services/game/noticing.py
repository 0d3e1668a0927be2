"""What people notice in one turn, however long it is."""

from collections.abc import Iterator
from typing import Generic, TypeVar

MOST = 400
"""Of one person. It remembers fewer observations: the others would be put away as soon as the game settles."""
MATTERS = 4.0
"""Importance from which on something is kept before the routine of the days."""

Item = TypeVar("Item")


class Noticed(Generic[Item]):
    """Things noticed, by person in order of time: of more than ``most`` what matters is kept, and the newest."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._by_person: dict[str, list[tuple[float, Item]]] = {}

    def add(self, npc_id: str, importance: float | None, item: Item) -> None:
        """One more, the latest; ``importance`` None counts as what matters."""
        noticed = self._by_person.setdefault(npc_id, [])
        noticed.append((MATTERS if importance is None else importance, item))
        if len(noticed) >= 2 * self._most:
            self._by_person[npc_id] = self._kept(noticed)

    def __iter__(self) -> Iterator[Item]:
        for noticed in self._by_person.values():
            yield from (item for _, item in self._kept(noticed))

    def _kept(self, noticed: list[tuple[float, Item]]) -> list[tuple[float, Item]]:
        newest_first = sorted(range(len(noticed)), key=lambda at: (noticed[at][0] < MATTERS, -at))
        return [noticed[at] for at in sorted(newest_first[: self._most])]
