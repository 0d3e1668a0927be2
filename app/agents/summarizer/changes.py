"""The engine's own line of a turn, read back: what changed, and where the party was when it did."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.models.message import Message
from app.models.scenario_index import ScenarioIndex

MOVED = "→"
THE_END = "the story has reached its end"
_BETWEEN = " · "


@dataclass(frozen=True)
class Change:
    """One part of the line: its ``mark`` (``+ - ✓ → !``), the words after it, and the place it belongs to.

    ``place`` is None where two places of one name cannot be told apart.
    """

    mark: str
    what: str
    place: str | None


@dataclass(frozen=True)
class Handing:
    """A thing that changed hands; ``npc_id`` is who gave or got it, if anybody did."""

    item_id: str
    npc_id: str | None = None
    used_up: bool = False


class ChangeReader:
    """Reads the lines of one scenario. Names are matched as a whole, so they may hold any words."""

    def __init__(self, index: ScenarioIndex) -> None:
        self._index = index
        self._items = sorted(((item.name, key) for key, item in index.items.items()), key=lambda pair: -len(pair[0]))

    def read(self, message: Message) -> list[Change]:
        """The changes of a line in order: what comes before the first move belongs to where the turn began."""
        return list(self._changes(message))

    def handing(self, change: Change, people: Sequence[str]) -> Handing | None:
        """What a ``+`` or ``-`` says; None for words that name nothing of the scenario.

        ``people`` are the ids a name may mean, the likeliest first.
        """
        between = " from " if change.mark == "+" else " to "
        for name, item_id in self._items:
            if change.what == name:
                return Handing(item_id)
            rest = change.what.removeprefix(name)
            if rest == change.what:
                continue
            if change.mark == "-" and rest == " used up":
                return Handing(item_id, used_up=True)
            npc_id = self.person(rest.removeprefix(between), people) if rest.startswith(between) else None
            if npc_id is not None:
                return Handing(item_id, npc_id)
        return None

    def person(self, name: str, people: Sequence[str]) -> str | None:
        """The first of the ``people`` who is called exactly so."""
        return next((key for key in people if self._index.npcs[key].name == name), None)

    def _changes(self, message: Message) -> Iterator[Change]:
        place = message.location_id
        for part in message.fresh_content.split(_BETWEEN)[:-2]:
            mark, _, what = part.strip().partition(" ")
            if mark == MOVED:
                place = self._reached(what.strip(), place)
            yield Change(mark, what.strip(), place)

    def _reached(self, name: str, start: str | None) -> str | None:
        """The place of this name; of several the one that a way leads to."""
        named = [key for key, place in self._index.locations.items() if place.name == name]
        if len(named) > 1 and start in self._index.locations:
            ways = {way.to for way in self._index.locations[start].exits}
            named = [key for key in named if key in ways]
        return named[0] if len(named) == 1 else None
