"""A person's knowledge of itself, its scene and others, by meaning or by words."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from app.interfaces.embeddings import IVectors, Vector
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.recall.self_recall import SelfAnswer, SelfQuestion
from app.memory.stream.markers import LORE
from app.memory.stream.stream import MemoryStream
from app.models.state.game_state import GameState

KEPT = 8192
"""Vectors of questions, their wordings and gifted texts that are kept at hand, beside the embedder's own cache."""


@dataclass(eq=False, repr=False)
class SelfKnowledge:
    """Questions to a person's gifted memories and current facts; they change nothing. ``recaller`` finds the rest of
    what it remembers."""

    vectors: IVectors
    recaller: Recaller
    _at_hand: dict[str, Vector] = field(default_factory=dict, init=False)

    async def ask(
        self,
        state: GameState,
        npc_id: str,
        question: str,
        *,
        limit: int,
        categories: Collection[str] = (),
        types: Collection[str] = (),
        about: str | None = None,
    ) -> list[SelfAnswer]:
        """At most ``limit`` answers, best first, filtered by category, type and person. An exact alias, and a blank
        question, have relevance 1. Raises NotFound for an unknown person."""
        asking = SelfQuestion(state, npc_id, question, categories=categories, types=types, about=about)
        exact = asking.exact(limit)
        if exact or not question.strip():
            return exact
        texts = dict.fromkeys((*asking.texts, question) if asking.has_lore else asking.texts)
        vectors = await self._embedded(list(texts))
        return asking.nearest(limit, vectors, self._lore(state, asking, question, vectors, limit))

    async def _embedded(self, texts: Sequence[str]) -> dict[str, Vector]:
        missing = [text for text in texts if text not in self._at_hand]
        if missing:
            if len(self._at_hand) > KEPT:
                self._at_hand.clear()
                missing = list(texts)
            found = zip(missing, await self.vectors.vectors(missing), strict=True)
            self._at_hand.update((text, vector) for text, vector in found if vector is not None)
        return {text: self._at_hand[text] for text in texts if text in self._at_hand}

    def _lore(
        self, state: GameState, asking: SelfQuestion, question: str, vectors: Mapping[str, Vector], limit: int
    ) -> dict[str, float]:
        """The relevance of the lore that recall finds, by memory id."""
        if not asking.has_lore:
            return {}
        vector, now = vectors.get(question), state.clock.minutes
        query = RecallQuery(
            now=now, text=question, vector=vector, types=(LORE,), limit=limit, messages=False, dates=False
        )
        found: dict[str, float] = {}
        for scope in asking.scopes:
            stream = MemoryStream(state, scope)
            if vector is not None:
                texts = [text for text in stream.unembedded(messages=False) if text in vectors]
                stream.give_vectors(texts, [vectors[text] for text in texts])
            for hit in self.recaller.recall(stream, query):
                parts = hit.components
                found[hit.memory.id or ""] = min(1.0, parts["words"] + parts["meaning"])
        return found
