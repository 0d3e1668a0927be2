"""What somebody has in mind when it meets another: what it recalls of the other, and what is new and matters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from app.cognition.remembering.recollecting import oldest_first
from app.interfaces.agents.mind import Recollection
from app.memory.index.message_view import message_entry
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.kinds import kinds_where
from app.memory.stream.markers import GIFTED_TYPES, SELF_TYPES
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.message import Role
from app.models.state.game_state import GameState

_SPOKEN_OF = kinds_where(lambda row: row.is_shared)
"""What thoughts have changed between two people is told by the portrait."""
_SEEN = frozenset(kinds_where(lambda row: row.is_observed))


@dataclass(frozen=True)
class GossipLimits:
    """How many memories of each sort; importance from 1 to 10, times in game minutes."""

    of_other: int = 6
    seen: int = 4
    heard: int = 4
    overheard: int = 3
    """Of what people have said to the players."""
    weighty: float = 4.0
    """Importance from which on something seen or heard is news."""
    routine: float = 3.0
    """Importance below which what is remembered of the other is not worth a word."""
    news_for: int = 2 * 24 * 60
    looked_back: int = 1_000
    """Newest entries, and a tenth of it newest messages, that are looked through."""
    relevant: float = 0.15
    """What words must give in `hybrid` before a memory counts as one of the other."""


DEFAULTS = GossipLimits()


def on_ones_mind(
    state: GameState, npc_id: str, other_id: str, recaller: Recaller, limits: GossipLimits = DEFAULTS
) -> tuple[Recollection, ...]:
    """Oldest first, each once; from the person's own stream alone, on words alone."""
    stream = MemoryStream(state, Scope.npc(npc_id))
    found = (*_of_other(stream, other_id, recaller, limits), *_news(stream, limits), *_overheard(stream, limits))
    return oldest_first(stream, found)


def _of_other(stream: MemoryStream, other_id: str, recaller: Recaller, limits: GossipLimits) -> list[MemoryEntry]:
    """What is remembered of the other by its id, then what only names it: a summary does not say whom it is about."""
    state, name = stream.state, stream.state.name(other_id)
    now, many = state.clock.minutes, 4 * limits.of_other
    by_id = RecallQuery(
        now=now,
        text=name,
        subjects=(other_id,),
        kinds=_SPOKEN_OF,
        without_types=GIFTED_TYPES,
        limit=many,
        preset=Preset.SITUATIONAL,
    )
    found = list(_worth_a_word(stream, recaller.recall(stream, by_id), limits))[: limits.of_other]
    if len(found) < limits.of_other:
        by_name = RecallQuery(
            now=now, text=name, kinds=_SPOKEN_OF, without_types=SELF_TYPES, limit=many, messages=False
        )
        hits = (hit for hit in recaller.recall(stream, by_name) if hit.components["words"] >= limits.relevant)
        known = {memory.id for memory in found}
        found += [memory for memory in _worth_a_word(stream, hits, limits) if memory.id not in known]
    return found[: limits.of_other]


def _worth_a_word(stream: MemoryStream, hits: Iterable[ScoredMemory], limits: GossipLimits) -> Iterator[MemoryEntry]:
    return (hit.memory for hit in hits if stream.importance(hit.memory) >= limits.routine)


def _news(stream: MemoryStream, limits: GossipLimits) -> list[MemoryEntry]:
    """The weightiest, and of equals the newest, of what was lately seen, and of what was heard from others."""
    entries, now = stream.index.entries, stream.state.clock.minutes
    begin = max(0, len(entries) - limits.looked_back)
    columns = {name: entries.columns[name][begin:] for name in ("importance", "time", "inactive")}
    matters = (columns["importance"] >= limits.weighty) & ~columns["inactive"]
    lately = np.flatnonzero(matters & (columns["time"] >= now - limits.news_for))[::-1]
    newest = [entries.entries[begin + at] for at in lately.tolist()]
    newest.sort(key=lambda entry: -stream.importance(entry))
    seen = [entry for entry in newest if entry.kind in _SEEN]
    own = stream.scope.owner_id
    heard = [entry for entry in newest if entry.kind is MemoryKind.CONVERSATION and entry.origin_id != own]
    return [*seen[: limits.seen], *heard[: limits.heard]]


def _overheard(stream: MemoryStream, limits: GossipLimits) -> list[MemoryEntry]:
    """What other people have lately said to the players in its hearing, the newest; no memory is made of that."""
    state, own = stream.state, stream.scope.owner_id
    positions = stream.index.follow_messages(state).columns["position"][-limits.looked_back // 10 :]
    found: list[MemoryEntry] = []
    for position in positions[::-1].tolist():
        message = state.conversation_history[position]
        if len(found) == limits.overheard or message.game_time < state.clock.minutes - limits.news_for:
            break
        if message.role is Role.NPC and message.speaker_id != own:
            found.append(message_entry(message, stream.scope))
    return found
