"""Consulting memories before acting, and the gate that requires it."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.language.rendering.refusing import refused
from app.memory.stream.kinds import EPISODE_KINDS
from app.models.state.game_state import GameState
from app.services.characters.experience import Experience
from app.services.characters.memory_answers import Answer, MemoryAnswers
from app.services.characters.memory_views import MemoryView
from app.services.game.turns.speaking import who_hears

NOTHING = "no relevant memories"
PAST, HISTORY, SITUATIONS = "past experience", "history with those present", "similar situations"
MOST_PAST, MOST_WITH_ONE, MOST_PRESENT, MOST_SITUATIONS = 4, 2, 4, 3


async def consult(
    state: GameState, npc_id: str, situation: str, answers: MemoryAnswers, experience: Experience
) -> Answer:
    """Past experience, history with those present, similar situations: each memory found, once, the steps with their
    ids, and the outcome in words."""
    hits = await answers.searched(state, situation, answers.query(state, text=situation, limit=MOST_PAST))
    found: dict[str, list[MemoryView]] = {PAST: answers.shown(state, hits), HISTORY: []}
    for other in who_hears(state, npc_id)[:MOST_PRESENT]:
        found[HISTORY] += answers.shown(state, await experience.history_with(state, (other,), MOST_WITH_ONE))
    found[SITUATIONS] = await experience.with_outcomes(state, situation, MOST_SITUATIONS, EPISODE_KINDS, messages=False)
    together: dict[str, MemoryView] = {}
    for memory in (one for step in found.values() for one in step):
        key = memory.get("id") or memory["content"]
        together[key] = {**together.get(key, {}), **memory}
    steps = [
        {"step": step, "found": list(dict.fromkeys(one.get("id", "") for one in memories))}
        for step, memories in found.items()
    ]
    memories = list(together.values())
    outcome = f"{len(memories)} relevant memories" if len(memories) > 1 else "1 relevant memory"
    return {"memories": memories, "steps": steps, "outcome": outcome if memories else NOTHING}


class Gate:
    """Requires consulted memories before each word or deed."""

    def __init__(self, *, closed: bool) -> None:
        self._is_used = closed
        self._has_consulted = False

    def open(self) -> None:
        self._has_consulted = True

    @contextmanager
    def passed(self, state: GameState) -> Iterator[None]:
        """Let one word or deed through; open again if it fails. Raises NotPossible while closed."""
        if self._is_used and not self._has_consulted:
            raise refused(state, "consult-first")
        self._has_consulted = False
        try:
            yield
        except BaseException:
            self._has_consulted = True
            raise
