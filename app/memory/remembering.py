"""The one way in which anything is remembered, whoever remembers it."""

from app.memory.attributing import with_utterance
from app.memory.documents import importance_of
from app.models.game_state import GameState
from app.models.memory import MemoryEntry, MemorySource, Scope


def remember(state: GameState, scope: Scope, entry: MemoryEntry) -> MemoryEntry:
    """Append an entry to a scope, under an id of the scope's own. What is somebody's speech is read here, once.

    A person's ``importance_accumulator`` rises by the entry's importance, by the heuristic where it has none.
    """
    added = state.remember(scope, with_utterance(state, entry))
    if scope.source is MemorySource.NPC:
        person = state.npc(scope.owner_id or "")
        person.importance_accumulator += importance_of(added, state.status(added.id))
    return added
