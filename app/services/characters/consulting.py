"""Consulting memories before acting, and the gate that requires it."""

from collections.abc import Iterator
from contextlib import contextmanager

from app.interfaces.character_tools import ConsultMemories
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


class Consultation:
    """Past experience, history with those present, similar situations; each memory counts once."""

    def __init__(self, npc_id: str, answers: MemoryAnswers, experience: Experience) -> None:
        self._npc_id = npc_id
        self._answers = answers
        self._experience = experience

    async def consult(self, state: GameState, asked: ConsultMemories) -> Answer:
        """Every memory found, the steps with their ids, and the outcome in words."""
        situation = asked.situation
        past = self._answers.query(state, text=situation, limit=MOST_PAST)
        hits = await self._answers.searched(state, situation, past)
        found: dict[str, list[MemoryView]] = {PAST: self._answers.shown(state, hits), HISTORY: []}
        for other in who_hears(state, self._npc_id)[:MOST_PRESENT]:
            hits = await self._experience.history_with(state, (other,), MOST_WITH_ONE)
            found[HISTORY] += self._answers.shown(state, hits)
        found[SITUATIONS] = await self._experience.with_outcomes(
            state, situation, MOST_SITUATIONS, EPISODE_KINDS, messages=False
        )
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
