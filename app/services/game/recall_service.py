"""Asking what a place, a person or the world remembers about something, and why that came to mind."""

from collections.abc import Sequence

from app.interfaces.embeddings import IVectors
from app.memory.recall_query import Preset, RecallQuery, ScoredMemory
from app.memory.retriever import Retriever
from app.memory.stream import MemoryStream
from app.models.game_state import GameState
from app.models.memory import Scope

BATCH = 256
"""Texts embedded at a time, so that other work gets its turn in between."""


class RecallService:
    """Recall with meaning where an embedder is there, and on words alone where none is."""

    def __init__(self, retriever: Retriever, vectors: IVectors) -> None:
        self._retriever = retriever
        self._vectors = vectors

    async def recall(
        self, state: GameState, scope: Scope, question: str, *, preset: Preset = Preset.HYBRID, limit: int = 10
    ) -> Sequence[ScoredMemory]:
        """The memories of one scope that answer the question, best first; it changes nothing in the game.

        Texts that have no vector yet are embedded first; the cache keeps them for the next time.
        """
        stream = MemoryStream(state, scope)
        (vector,) = await self._vectors.vectors([question])
        if vector is not None:
            waiting = stream.unembedded()
            for first in range(0, len(waiting), BATCH):
                texts = waiting[first : first + BATCH]
                stream.give_vectors(texts, await self._vectors.vectors(texts))
        query = RecallQuery(now=state.clock.minutes, text=question, vector=vector, preset=preset, limit=limit)
        return self._retriever.recall(stream, query)
