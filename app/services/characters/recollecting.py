"""Recall for whoever asks as one person: by meaning where vectors are there, else by words; it changes nothing."""

import math
from collections.abc import Sequence
from dataclasses import replace

from app.language.analysis.terms import topic
from app.memory.recall.query import RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState

RELEVANT = 0.15
"""What a memory's words, meaning and neighbour must give together to be shown."""
WORDS, MEANING, NEIGHBOUR = 0.15, 0.27, 0.19
"""Of which at least one hit must have one: unrelated sentences reach a meaning of 0.25 with the embedded embedder."""


class Recollecting:
    """The preset `hybrid` over one stream."""

    def __init__(self, recaller: Recaller) -> None:
        self._recaller = recaller

    async def hits(self, state: GameState, scope: Scope, query: RecallQuery) -> list[ScoredMemory]:
        """What answers, best first; a question that asks for nothing in particular brings the recent and important."""
        stream = MemoryStream(state, scope)
        if not topic(query.text, "recall.general"):
            return self._recaller.recall(stream, replace(query, text=""))
        return relevant(await self._recaller.recall_by_meaning(stream, query))


def relevant(hits: Sequence[ScoredMemory]) -> list[ScoredMemory]:
    """Those that have to do with what was asked; [] where none of them answers it.

    A vector is never quite unlike another: what only resembles the question a little is shown beside an answer, not
    instead of one.
    """
    parts = [hit.components for hit in hits]
    if not any(
        part["words"] >= WORDS or part["meaning"] >= MEANING or part["neighbour"] >= NEIGHBOUR for part in parts
    ):
        return []
    return [hit for hit in hits if hit.likeness >= RELEVANT]


def relevance(score: float) -> float:
    """A hit's score as 0 to 1, in the same order: ``1 - exp(-1.5 score)``, so that 0.15 gives 0.2 and 1 gives 0.78."""
    return round(1 - math.exp(-1.5 * max(score, 0.0)), 3)
