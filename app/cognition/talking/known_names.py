"""The names of a game that a person may speak: of what it has heard, seen or is, and nothing that it cannot know."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from app.interfaces.agents.mind import MemoryExcerpt, Portrait
from app.language.analysis.mentions import mentions_for, player_names
from app.language.analysis.names import Folded
from app.models.state.game_state import GameState


class KnownNames:
    """Names of a scenario and of its players in texts. Holds no game, so that it may be asked off the turn's path."""

    def __init__(self, state: GameState) -> None:
        self._mentions = mentions_for(state.sheet)
        self._players = player_names(state.party.ever)

    def _player_ids(self, text: str) -> Iterator[str]:
        return (key for found in self._players.find(Folded.of(text)) for key in found.ids)

    def ids_in(self, texts: Iterable[str]) -> frozenset[str]:
        """Return the ids of all that the texts may name: where several share a name, of each of them."""
        return frozenset(key for text in texts for key in (*self._mentions.known_names(text), *self._player_ids(text)))

    def known_to(
        self, state: GameState, person: Portrait, memories: Sequence[MemoryExcerpt], told: Iterable[str]
    ) -> frozenset[str]:
        """Return the ids of all that a person may name: what is in its memories, in the texts that it was ``told``, and
        in its knowledge of itself: its portrait, its home and its work."""
        sheet = state.sheets.npc(person.npc_id)
        homes = (state.name(place) for place in (sheet.home_location, sheet.work_location) if place is not None)
        own = (
            person.name,
            person.description,
            person.background,
            person.manner,
            person.deciding,
            *person.more.values(),
            person.state,
        )
        lists = (*person.traits, *person.values, *person.goals, *person.skills, *person.relationships)
        found = self.ids_in((*own, *lists, *homes, *told, *(memory.text for memory in memories)))
        return found.union(*(memory.names for memory in memories))

    def people(self, text: str, present: Collection[str]) -> tuple[str, ...]:
        """Return the ids of the people and players that a text names; where several share a name, of those who are
        ``present``."""
        return tuple(dict.fromkeys((*self._mentions.people(text, present), *self._player_ids(text))))

    def unknown(self, text: str, known: Collection[str]) -> str | None:
        """The first name that a text uses as a name and that means nothing ``known`` (ids), as it is written there."""
        players = (found for found in self._players.find(Folded.of(text)) if not found.written[:1].islower())
        names = (*self._mentions.claims(text), *players)
        return next((found.written for found in names if not any(key in known for key in found.ids)), None)
