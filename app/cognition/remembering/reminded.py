"""What somebody is reminded of by a dialogue or by questions: by words, and by meaning where vectors are there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.cognition.remembering.recollecting import oldest_first
from app.interfaces.agents.mind import Line, Recollection
from app.memory.index.speakers import without_speakers
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.markers import SELF_TYPES
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, Scope
from app.models.memory_id import parse_message_id
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class ReminderLimits:
    """How much comes to mind."""

    of_questions: int = 120
    heard: int = 20
    """Of these, sentences heard that answer the questions and that no memory was made of yet."""
    of_line: int = 8
    """By what was said last, and as many by the whole dialogue."""
    spoken: int = 6
    """Lines of a dialogue that remind of something, the last ones."""
    embedded: int = 256
    """Texts that get a vector while somebody waits for an answer; the others are found by their words."""
    relevant: float = 0.15
    """What words, meaning and neighbour must give together in `hybrid`."""


class Reminded:
    """Recall over one person's own stream; it changes nothing in the game."""

    def __init__(self, recaller: Recaller, limits: ReminderLimits | None = None) -> None:
        self._recaller = recaller
        self._limits = limits or ReminderLimits()

    async def of_dialogue(
        self, state: GameState, npc_id: str, lines: Sequence[Line], question: str
    ) -> tuple[Recollection, ...]:
        """Oldest first: what the ``question`` asks for, and what the dialogue is about."""
        stream = MemoryStream(state, Scope.npc(npc_id))
        last = lines[-self._limits.spoken :]
        spoken = " ".join(line.text for line in last)
        anchor = "\n".join((*(f"[{line.speaker}]: {line.text}" for line in last), f"[{state.name(npc_id)}]: [Fill in]"))
        asked = {spoken: anchor, question: without_speakers(stream, question)}
        found: list[MemoryEntry] = []
        for text, embedded in asked.items():
            if text.strip():
                query = RecallQuery(
                    now=state.clock.minutes,
                    text=text,
                    limit=self._limits.of_line,
                    without_types=SELF_TYPES,
                )
                hits = await self._recaller.recall_by_meaning(
                    stream, query, asked=embedded, at_once=self._limits.embedded
                )
                found += self._relevant(hits)
        return oldest_first(stream, found)

    async def of_questions(self, state: GameState, npc_id: str, anchor: str) -> tuple[Recollection, ...]:
        """Oldest first, chosen as genagents does (Park et al. 2024), and what was only heard so far."""
        stream, limits, now = MemoryStream(state, Scope.npc(npc_id)), self._limits, state.clock.minutes
        vector = await self._recaller.vector(anchor)
        if vector is not None:
            await self._recaller.embed(stream, at_once=limits.embedded)
        hybrid = RecallQuery(now=now, text=anchor, vector=vector, limit=2 * limits.heard, without_types=SELF_TYPES)
        hits = self._relevant(self._recaller.recall(stream, hybrid))
        heard = [memory for memory in hits if parse_message_id(memory.id or "") is not None][: limits.heard]
        chosen = RecallQuery(
            now=now,
            text=anchor,
            vector=vector,
            preset=Preset.GENAGENTS,
            limit=limits.of_questions - len(heard),
            without_types=SELF_TYPES,
        )
        return oldest_first(stream, [*(hit.memory for hit in self._recaller.recall(stream, chosen)), *heard])

    def _relevant(self, hits: Iterable[ScoredMemory]) -> list[MemoryEntry]:
        return [hit.memory for hit in hits if hit.likeness >= self._limits.relevant]
