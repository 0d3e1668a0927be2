"""What somebody has in mind when it meets another: what it recalls of the other, and what is new and matters."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from app.cognition.remembering.recalling import oldest_first
from app.interfaces.agents.mind import Recollection
from app.memory.index.message_view import message_entry
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.confidences import is_kept_from
from app.memory.stream.kinds import kinds_where
from app.memory.stream.markers import GIFTED_TYPES, NON_EVENTS
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.message import Role
from app.models.state.game_state import GameState

_SPOKEN_OF = kinds_where(lambda row: row.is_shared)
"""What thoughts have changed between two people is told by the portrait."""
_SEEN = frozenset(kinds_where(lambda row: row.is_observed))
OF_OTHER, SEEN, HEARD = 6, 4, 4  # memories of each sort
OVERHEARD = 3  # memories of what people have said to the players
WEIGHTY = 4.0  # importance from which on something seen or heard is news
WORTH_A_WORD = 3.0  # importance below which what is remembered of the other is not told
NEWS_FOR = 2 * 24 * 60  # game minutes
LOOKED_BACK = 1_000  # newest entries, and a tenth of it newest messages, that are looked through
RELEVANT = 0.15  # what words must give in `hybrid` before a memory counts as one of the other


def on_ones_mind(state: GameState, npc_id: str, other_id: str, recaller: Recaller) -> tuple[Recollection, ...]:
    """Oldest first, each once; from the person's own stream alone, on words alone; no confidences of others."""
    stream = MemoryStream(state, Scope.npc(npc_id))
    found = (*_of_other(stream, other_id, recaller), *_news(stream), *_overheard(stream))
    return oldest_first(stream, (each for each in found if not is_kept_from(state, stream.scope, each, {other_id})))


def _of_other(stream: MemoryStream, other_id: str, recaller: Recaller) -> list[MemoryEntry]:
    """What is remembered of the other by its id, then what only names it, as what was written by hand."""
    state, name = stream.state, stream.state.name(other_id)
    query = RecallQuery(now=state.clock.minutes, text=name, kinds=_SPOKEN_OF, limit=4 * OF_OTHER)
    by_id = replace(query, subjects=(other_id,), without_types=GIFTED_TYPES, preset=Preset.SITUATIONAL)
    found = list(_worth_a_word(stream, recaller.recall(stream, by_id)))[:OF_OTHER]
    if len(found) < OF_OTHER:
        by_name = replace(query, without_types=NON_EVENTS, messages=False)
        hits = (hit for hit in recaller.recall(stream, by_name) if hit.components["words"] >= RELEVANT)
        known = {memory.id for memory in found}
        found += [memory for memory in _worth_a_word(stream, hits) if memory.id not in known]
    return found[:OF_OTHER]


def _worth_a_word(stream: MemoryStream, hits: Iterable[ScoredMemory]) -> Iterator[MemoryEntry]:
    return (hit.memory for hit in hits if stream.importance(hit.memory) >= WORTH_A_WORD)


def _news(stream: MemoryStream) -> list[MemoryEntry]:
    """The weightiest, and of equals the newest, of what was lately seen, and of what was heard from others."""
    entries, now = stream.index.entries, stream.state.clock.minutes
    begin, columns = max(0, len(entries) - LOOKED_BACK), entries.columns
    matters = (columns["importance"][begin:] >= WEIGHTY) & ~columns["inactive"][begin:]
    lately = np.flatnonzero(matters & (columns["time"][begin:] >= now - NEWS_FOR))[::-1]
    newest = [entries.entries[begin + at] for at in lately.tolist()]
    newest.sort(key=lambda entry: -stream.importance(entry))
    seen = [entry for entry in newest if entry.kind in _SEEN]
    own = stream.scope.owner_id
    heard = [entry for entry in newest if entry.kind is MemoryKind.CONVERSATION and entry.origin_id != own]
    return [*seen[:SEEN], *heard[:HEARD]]


def _overheard(stream: MemoryStream) -> list[MemoryEntry]:
    """What other people have lately said to the players in its hearing, the newest; no memory is made of that."""
    state, own = stream.state, stream.scope.owner_id
    positions = stream.index.follow_messages(state).columns["position"][-LOOKED_BACK // 10 :]
    found: list[MemoryEntry] = []
    for position in positions[::-1].tolist():
        message = state.conversation_history[position]
        if len(found) == OVERHEARD or message.game_time < state.clock.minutes - NEWS_FOR:
            break
        if message.role is Role.NPC and message.speaker_id != own:
            found.append(message_entry(message, stream.scope))
    return found
