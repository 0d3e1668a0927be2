"""Recall for everybody who asks: one retriever, and meaning where vectors are to be had; it changes nothing."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from app.interfaces.embeddings import IVectors, Vector
from app.log import logger
from app.memory.index.speakers import topic
from app.memory.recall.alias_index import unembedded_experience
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.retriever import Retriever
from app.memory.stream.stream import MemoryStream

BATCH = 256
"""Texts embedded at a time, so that other work gets its turn in between."""
IN_A_TURN = 16
"""Texts embedded while a turn waits; whatever else has no vector yet is found by its words until the game settles."""
LOOKED_UP = 512
"""Texts of one scope whose vectors are looked up while a turn waits."""
PATIENCE = 2.0
"""Seconds that a turn waits for vectors; after them it goes by words alone."""

Searched = tuple[MemoryStream, bool]
"""A stream, and whether its messages are searched too."""


class Recaller:
    """Prompts, answers, minds, seats and reminders all recall through this; each chooses a preset in its query."""

    def __init__(
        self, retriever: Retriever | None = None, vectors: IVectors | None = None, *, patience: float = PATIENCE
    ) -> None:
        """Without ``vectors`` everything goes by words; ``patience`` is in seconds, for the vectors of one turn."""
        self._retriever = retriever or Retriever()
        self._vectors = vectors
        self._patience = patience

    def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
        """The hits by words, and by the query's vector if it has one: a function of the game and the query alone."""
        return self._retriever.recall(stream, query)

    async def recall_by_meaning(
        self, stream: MemoryStream, query: RecallQuery, *, asked: str | None = None, at_once: int | None = None
    ) -> list[ScoredMemory]:
        """The hits by words and meaning; texts of the stream that have no vector yet are embedded first.

        ``asked`` is the text whose vector is taken, by default what the query is about; ``at_once`` how many texts
        are embedded meanwhile (None: all), beside those whose vectors are known already.
        """
        text = asked if asked is not None else asked_for(stream, query)
        vector = await self.vector(text)
        if vector is not None:
            await self.embed(stream, at_once=at_once, messages=query.messages)
        return self.recall(stream, replace(query, vector=vector))

    async def vector(self, text: str) -> Vector | None:
        """The vector of a text; None where none can be had."""
        return None if self._vectors is None else (await self._vectors.vectors([text]))[0]

    async def embed(self, stream: MemoryStream, *, at_once: int | None = None, messages: bool = True) -> None:
        """Give the stream's texts of experience their vectors: those that are known, then ``at_once`` new ones."""
        if self._vectors is None:
            return
        waiting = unembedded_experience(stream, messages=messages)
        if at_once is not None and waiting:
            stream.give_vectors(waiting, await self._vectors.known(waiting))
            waiting = unembedded_experience(stream, at_once, messages=messages)
        for first in range(0, len(waiting), BATCH):
            texts = waiting[first : first + BATCH]
            stream.give_vectors(texts, await self._vectors.vectors(texts))

    async def vector_in_time(self, text: str, streams: Sequence[Searched]) -> Vector | None:
        """A text's vector, with those of a few texts of the streams that have none yet; None where it takes too long.

        One request for all of them: each counts against what a turn may ask of models.
        """
        if self._vectors is None:
            return None
        try:
            async with asyncio.timeout(self._patience):
                waiting = _waiting(streams)
                if len(waiting) > IN_A_TURN:
                    _give(streams, waiting, await self._vectors.known(waiting))
                    waiting = _waiting(streams)[:IN_A_TURN]
                vector, *found = await self._vectors.vectors([text, *waiting])
        except TimeoutError:
            logger.warning("A prompt goes by words alone: its vectors took longer than {:g} s.", self._patience)
            return None
        _give(streams, waiting, found)
        return vector


def asked_for(stream: MemoryStream, query: RecallQuery) -> str:
    """The text whose vector a query wants: for `hybrid` without the names of those who speak in the stream."""
    return topic(stream, query.text) if query.preset is Preset.HYBRID else query.text


def _waiting(streams: Sequence[Searched]) -> list[str]:
    """Texts that have no vector yet, each once."""
    texts = (
        text for stream, messages in streams for text in unembedded_experience(stream, LOOKED_UP, messages=messages)
    )
    return list(dict.fromkeys(texts))


def _give(streams: Sequence[Searched], texts: Sequence[str], vectors: Sequence[Vector | None]) -> None:
    for stream, _ in streams:
        stream.give_vectors(texts, vectors)
