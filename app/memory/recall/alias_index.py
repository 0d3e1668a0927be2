"""Gifted memories by their canonical queries and keys, per scope."""

from collections.abc import Iterator, Sequence

from app.language.analysis.canonical import categories, normalised
from app.memory.stream import markers as gifted
from app.memory.stream.markers import is_inactive
from app.memory.stream.standing import EntryFollower
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState

Alias = tuple[str, str | None]
"""A normalised question, and whom it names: "who is name" and the id; None where the words themselves are meant."""


class AliasIndex(EntryFollower):
    """The gifted memories of one scope by alias: own queries and keys, and all wordings of their category."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._gifted: list[MemoryEntry] = []
        self._by_alias: dict[Alias, list[MemoryEntry]] = {}
        self.self_texts: set[str] = set()

    def take_in(self, entry: MemoryEntry) -> None:
        if gifted.type_of(entry) in gifted.GIFTED_TYPES:
            self._gifted.append(entry)
            if gifted.type_of(entry) in gifted.SELF_TYPES:
                self.self_texts.add(entry.summary)
            for alias in dict.fromkeys(self._aliases(entry)):
                self._by_alias.setdefault(alias, []).append(entry)

    def _aliases(self, entry: MemoryEntry) -> Iterator[Alias]:
        about, name = gifted.about_of(entry), gifted.category_of(entry) or ""
        category = categories().get(name)
        for query in gifted.indexed_by(entry):
            if known := normalised(query):
                yield known, None
        if category is not None and category.type == gifted.type_of(entry):
            for wording in category.wordings:
                yield normalised(wording), about
        if name == "identity" and about is None:
            for wording in categories()[gifted.KNOWLEDGE].queries:
                yield normalised(wording), self.scope.owner_id

    def standing(self, state: GameState) -> list[MemoryEntry]:
        """The gifted memories neither archived nor superseded, in stream order."""
        return [entry for entry in self._gifted if not is_inactive(state.status(entry.id))]

    def meant(self, state: GameState, alias: Alias) -> list[MemoryEntry]:
        """Those of them with this alias."""
        return [entry for entry in self._by_alias.get(alias, ()) if not is_inactive(state.status(entry.id))]


def unembedded_experience(stream: MemoryStream, limit: int | None = None, *, messages: bool = True) -> list[str]:
    """Texts of experience that have no vector yet, at most ``limit``."""
    left_out = AliasIndex.of(stream.state, stream.scope).self_texts
    more = None if limit is None else limit + len(left_out)
    return [text for text in stream.unembedded(more, messages=messages) if text not in left_out][:limit]
