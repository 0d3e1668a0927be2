"""Memories as answers show them: text, relevance, turn, id."""

from collections.abc import Iterable

from app.interfaces.character_tools import MemoryView
from app.memory.entries.markers import KNOWLEDGE
from app.memory.recall.current_facts import current_facts
from app.memory.recall.perceived import is_message, perceive
from app.memory.recall.query import ScoredMemory
from app.memory.recall.self_recall import SelfAnswer
from app.memory.stream.associations import RELATION, links
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState


def memory_answer(state: GameState, npc_id: str, memory: MemoryEntry, relevance: float = 1.0) -> MemoryView:
    """Show a memory as the person perceives it; ``relevance`` is that of a hit, 1 if it was not searched for."""
    content, is_distorted, _ = perceive(state, npc_id, memory)
    answer: MemoryView = {"content": content, "relevance": round(relevance, 3)}
    if memory.turn:
        answer["turn"] = str(memory.turn)
    stream = MemoryStream(state, Scope.npc(npc_id))
    if memory.id is not None and (is_message(memory) or memory.id in stream.index.entries.position_of):
        answer["id"] = memory.id
        if linked := [link for link in links(stream) if memory.id in link.evidence]:
            ends = [(*link.evidence, link.metadata[RELATION]) for link in linked]
            answer["links"] = [{"a": first, "b": second, "relation": relation} for first, second, relation in ends]
    if is_distorted:
        answer["distorted"] = True
    return answer


def gifted_answer(state: GameState, npc_id: str, known: SelfAnswer) -> MemoryView:
    """Show a gifted memory or a present fact; only an entry of its own stream has an id."""
    answer: MemoryView = {"content": known.content, "relevance": round(known.relevance, 3)}
    if known.turn:
        answer["turn"] = str(known.turn)
    if known.memory_id in MemoryStream(state, Scope.npc(npc_id)).index.entries.position_of:
        answer["id"] = known.memory_id
    return answer


def chronological(state: GameState, npc_id: str, hits: Iterable[ScoredMemory]) -> list[MemoryView]:
    def when(hit: ScoredMemory) -> tuple[int, int, int]:
        memory = hit.memory
        at = -1 if memory.first_message_index is None else memory.first_message_index
        return memory.game_time or 0, memory.turn or 0, at

    return [memory_answer(state, npc_id, hit.memory, hit.relevance) for hit in sorted(hits, key=when)]


def distinct(hits: Iterable[ScoredMemory], limit: int) -> list[ScoredMemory]:
    """Return the first ``limit`` hits, each memory once."""
    by_id: dict[str | None, ScoredMemory] = {}
    for hit in hits:
        by_id.setdefault(hit.memory.id, hit)
    return list(by_id.values())[:limit]


def feelings_towards(state: GameState, npc_id: str, other: str) -> list[str]:
    """List a person's own feelings towards another or a player; [] for none."""
    return [now.content for now in current_facts(state, npc_id) if now.type == KNOWLEDGE and now.about == other]
