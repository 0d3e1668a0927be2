"""Seeding: sheets become gifted memories; after a change of the sheets only what has changed."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from app.memory.entries import markers as gifted
from app.memory.entries.markers import is_hand_made, is_inactive
from app.memory.seeding.gifts import Gift, gifts
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.state.game_state import GameState

RESEEDED = "reseed"
"""Archival reason of a gifted memory whose text is no longer in the sheets."""

Group = tuple[str, str | None, str | None]


class SeedResult(NamedTuple):
    """Numbers of gifted memories that are new, outdated and unchanged."""

    added: int = 0
    superseded: int = 0
    unchanged: int = 0


def seed(state: GameState, created_at: datetime) -> SeedResult:
    """Add the gifted memories of people, places and the world; idempotent.

    New texts supersede changed ones, removed ones are archived, edits by hand are preserved. No importance accumulator
    is raised.

    Args:
        state: The game.
        created_at: Wall-clock time in UTC.

    Returns:
        The numbers of memories added, superseded or archived, and unchanged.
    """
    results = (
        result for scope, texts in gifts(state) for result in _Seeding(state, scope, created_at).bring_up_to_date(texts)
    )
    return SeedResult(*map(sum, zip(*results, strict=True)))


def seed_newcomer(state: GameState, scope: Scope, created_at: datetime) -> None:
    """Bring the gifted memories of a person or place up to date that was made or changed while the game is played; new
    ones are of now. A game without any gifted memories, of an older version, gets none.

    Args:
        state: The game.
        scope: The person or place.
        created_at: Wall-clock time in UTC.
    """
    for owner, texts in gifts(state, scope) if is_seeded(state) else ():
        for _ in _Seeding(state, owner, created_at, state.clock.minutes).bring_up_to_date(texts):
            pass


def is_seeded(state: GameState) -> bool:
    """Return whether there are gifted memories; games of older versions began without."""
    entries = (entry for scope in state.scopes() for entry in state.memories(scope))
    return any(entry.kind is MemoryKind.GIFTED for entry in entries)


class _Seeding:
    def __init__(self, state: GameState, scope: Scope, created_at: datetime, since: int | None = None) -> None:
        self._state = state
        self._since = state.sheet.start_minutes if since is None else since
        self._scope = scope
        self._created_at = created_at
        self._groups: dict[Group, list[MemoryEntry]] = {}
        for entry in state.memories(scope):
            if entry.kind is MemoryKind.GIFTED and gifted.type_of(entry) in gifted.GIFTED_TYPES:
                group = gifted.type_of(entry), gifted.category_of(entry), gifted.about_of(entry)
                self._groups.setdefault(group, []).append(entry)

    def bring_up_to_date(self, all_gifts: Iterable[Gift]) -> Iterator[SeedResult]:
        wanted: dict[Group, list[Gift]] = {group: [] for group in self._groups}
        for gift in all_gifts:
            wanted.setdefault(gift.group, []).append(gift)
        for group, wanted_here in wanted.items():
            yield self._group(self._groups.get(group, []), wanted_here)

    def _group(self, stored: Sequence[MemoryEntry], wanted_gifts: Sequence[Gift]) -> SeedResult:
        status = self._state.status
        unedited = [entry for entry in stored if not is_inactive(status(entry.id)) and not is_hand_made(entry)]
        active = {_entry_key(entry): entry for entry in unedited}
        edited = {_entry_key(entry) for entry in stored if self._is_edited(entry)}
        wanted = {_gift_key(gift) for gift in wanted_gifts}
        stale = sorted((entry for said, entry in active.items() if said not in wanted), key=gifted.chunk_number)
        fresh = [gift for gift in wanted_gifts if _gift_key(gift) not in active and _gift_key(gift) not in edited]
        parts = {said: gifted.chunk_number(entry) for said, entry in active.items() if said in wanted}
        added = list(map(self._remember, fresh, _part_numbers(wanted_gifts, fresh, parts)))
        for old, new in zip(stale, added, strict=False):
            self._mark(old, superseded_by=new.id)
        for old in stale[len(added) :]:
            self._mark(old, archived_by=RESEEDED)
        return SeedResult(len(added), len(stale), len(wanted_gifts) - len(fresh))

    def _is_edited(self, entry: MemoryEntry) -> bool:
        """Return whether an entry was archived or superseded by hand."""
        status = self._state.status(entry.id)
        if status.superseded_by is not None:
            return is_hand_made(self._state.memory(self._scope, status.superseded_by))
        return status.archived_by not in (None, RESEEDED)

    def _mark(self, entry: MemoryEntry, **changes: Any) -> None:
        self._state.set_status(entry.id or "", self._state.status(entry.id).model_copy(update=changes))

    def _remember(self, gift: Gift, part: float) -> MemoryEntry:
        state, scope = self._state, self._scope
        metadata = {gifted.TYPE: gift.type, gifted.CATEGORY: gift.category, gifted.INDEXED_BY: gift.indexed_by}
        if gift.about is not None:
            metadata[gifted.ABOUT] = gift.about
        entry = MemoryEntry(
            id=state.next_memory_id(scope),
            created_at=self._created_at,
            source=scope.source,
            summary=gift.text,
            kind=MemoryKind.GIFTED,
            location_id=scope.owner_id if scope.source is MemorySource.LOCATION else None,
            npc_ids=(scope.owner_id,) if scope.source is MemorySource.NPC and scope.owner_id else (),
            importance=gift.importance,
            game_time=self._since,
            subjects=() if gift.about is None else (gift.about,),
            keywords=gift.indexed_by if gift.type == gifted.LORE else (),
            metadata={**metadata, gifted.PART: part},
        )
        return state.remember(scope, entry)


def _gift_key(gift: Gift) -> Hashable:
    """Return the identity of a gift in its group: its text, for lore with keys and importance."""
    return (gift.text, gift.indexed_by, gift.importance) if gift.type == gifted.LORE else gift.text


def _entry_key(entry: MemoryEntry) -> Hashable:
    if gifted.type_of(entry) == gifted.LORE:
        return entry.summary, gifted.indexed_by(entry), entry.importance
    return entry.summary


def _part_numbers(wanted_gifts: Sequence[Gift], fresh: Sequence[Gift], parts: dict[Hashable, float]) -> list[float]:
    """Return the part numbers of new texts, between those of the texts around them."""
    places: list[float] = []
    is_fresh = {_gift_key(gift) for gift in fresh}
    last = 0.0
    for position, gift in enumerate(wanted_gifts):
        if _gift_key(gift) not in is_fresh:
            last = parts.get(_gift_key(gift), last)
            continue
        later = (parts[_gift_key(other)] for other in wanted_gifts[position + 1 :] if _gift_key(other) in parts)
        following = next((part for part in later if part > last), None)
        last = last + 1 if following is None or following > last + 1 else (last + following) / 2
        places.append(last)
    return places
