"""What comes to a person's mind: on words alone, so that it depends on nothing but the state of the game."""

from app.interfaces.agents.mind import Recollection
from app.memory.recall_query import Preset, RecallQuery
from app.memory.retriever import Retriever
from app.memory.stream import MemoryStream
from app.models.game_state import GameState
from app.models.memory import MemoryKind, Scope


def recollections(
    state: GameState,
    npc_id: str,
    retriever: Retriever,
    *,
    limit: int,
    text: str = "",
    terms: tuple[str, ...] = (),
    kinds: tuple[MemoryKind, ...] = (),
) -> tuple[Recollection, ...]:
    """At most ``limit`` memories by recency, importance and shared words, the best first."""
    stream = MemoryStream(state, Scope.npc(npc_id))
    query = RecallQuery(
        now=state.clock.minutes, text=text, terms=terms, kinds=kinds, limit=limit, preset=Preset.SITUATIONAL
    )
    found = [hit.memory for hit in retriever.recall(stream, query)]
    return tuple(
        Recollection(memory.id or "", memory.summary, memory.game_time, stream.importance(memory)) for memory in found
    )


def mark_used(state: GameState, npc_id: str, memories: tuple[Recollection, ...]) -> None:
    """A model was shown these memories."""
    MemoryStream(state, Scope.npc(npc_id)).mark_recalled((memory.id for memory in memories), state.clock.minutes)
