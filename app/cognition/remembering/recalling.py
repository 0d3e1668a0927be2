"""What comes to a person's mind: on words alone, so that it depends on nothing but the state of the game."""

from app.cognition.remembering.recollecting import shown
from app.interfaces.agents.mind import Recollection
from app.language.analysis.terms import analyse
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.markers import GIFTED_TYPES
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.state.game_state import GameState

_SHARED = 2
"""Terms that a decision has in common with a memory that it speaks of."""
_DECISIVE = 2


def recollections(
    state: GameState,
    npc_id: str,
    recaller: Recaller,
    *,
    limit: int,
    text: str = "",
    terms: tuple[str, ...] = (),
    kinds: tuple[MemoryKind, ...] = (),
) -> tuple[Recollection, ...]:
    """At most ``limit`` memories by recency, importance and shared words, the best first.

    None that were given at the opening: those never fade, and would crowd out what was lived.
    """
    stream = MemoryStream(state, Scope.npc(npc_id))
    query = RecallQuery(
        now=state.clock.minutes,
        text=text,
        terms=terms,
        kinds=kinds,
        without_types=GIFTED_TYPES,
        limit=limit,
        preset=Preset.SITUATIONAL,
    )
    return shown(stream, (hit.memory for hit in recaller.recall(stream, query)))


def reinforce_decisive(state: GameState, npc_id: str, memories: tuple[Recollection, ...], decision: str) -> None:
    """Those of the memories that a decision speaks of become stronger: at most two, the ones it shares most with."""
    wanted = frozenset(analyse(decision).terms)
    shared = {memory.id: len(wanted.intersection(analyse(memory.text).terms)) for memory in memories}
    decisive = sorted((key for key in shared if shared[key] >= _SHARED), key=lambda key: -shared[key])[:_DECISIVE]
    MemoryStream(state, Scope.npc(npc_id)).reinforce(decisive)


def mark_used(state: GameState, npc_id: str, memories: tuple[Recollection, ...]) -> None:
    """A model was shown these memories."""
    MemoryStream(state, Scope.npc(npc_id)).mark_recalled((memory.id for memory in memories), state.clock.minutes)
