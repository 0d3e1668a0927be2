"""Recall for all callers: by preset, and by vectors where these are available."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from math import isfinite

from app.errors import InvalidInput
from app.interfaces.embeddings import IVectors, Vector, is_local
from app.language.language import language_of
from app.log import logger
from app.memory.index.growing import statement_indexes
from app.memory.index.player_statements import Statements
from app.memory.index.stream_index import StreamIndex
from app.memory.recall import presets
from app.memory.recall.genagents import GenagentsWeights, genagents
from app.memory.recall.hybrid import DEFAULT_WEIGHTS, HybridWeights, hybrid
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.speakers import without_speakers
from app.memory.recall.told_answers import answer_model
from app.memory.stream.stream import MemoryStream
from app.models.state.game_state import GameState
from app.scheduling import checkpoint

BATCH = 256
"""Texts embedded in one request, so that other tasks can run in between."""
LOOKED_UP = 2048
"""Texts of one scope whose vectors are looked up in the cache in one request while a turn waits."""
PATIENCE = 2.0
"""Seconds that a turn waits for vectors of a remote model; after them it uses words alone."""
HELD = 4096
"""Vectors of passages that are kept in memory, of some forty people; then they are looked up again."""
SOON, IN_A_PROMPT = 256, 1024
"""Texts without a vector up to which an answer, and the prompt of a model, waits for them: with a local model at most
one second and four, once after a game was opened whose vectors are lost. Between two turns only those of a turn are
made. Where there are more, all go by words alone until the game has settled."""
_UNREAD = 1024
"""Messages not indexed yet, counted for each index, up to which a turn waits for their statements, some 20 ms."""

Searched = tuple[MemoryStream, bool]
"""A stream, and whether its messages are searched as well."""
_Give = Callable[[Sequence[str], Sequence[Vector | None]], None]
"""Sets the vectors of texts, None for unavailable ones."""


class Recaller:
    """Recall for prompts, answers, minds, seats and reminders by the preset of the query. It changes nothing in the
    game."""

    def __init__(
        self,
        vectors: IVectors | None = None,
        *,
        patience: float = PATIENCE,
        genagents: GenagentsWeights | None = None,
        hybrid: HybridWeights | None = None,
    ) -> None:
        """Configure recall.

        Args:
            vectors: Source of vectors; None for words only.
            patience: Seconds that a turn waits for vectors of a remote model. Local ones are waited for, so that recall
                does not depend on the load of the machine.
            genagents: Weights of the preset `genagents`.
            hybrid: Weights of the preset `hybrid`, instead of the default ones.

        Raises:
            InvalidInput: A weight is not finite.
        """
        self._vectors = vectors
        self._held: dict[str, Vector] = {}
        """Vectors of what people may say, so that the next question looks none up."""
        self._patience = None if is_local(vectors) else patience
        self.genagents = genagents or GenagentsWeights()
        self.hybrid = hybrid or DEFAULT_WEIGHTS
        for weights in (self.genagents, self.hybrid):
            for name, value in vars(weights).items():
                if not isfinite(value):
                    raise InvalidInput(f"The weight {name} is not a finite number.")

    def recall(self, stream: MemoryStream, query: RecallQuery) -> list[ScoredMemory]:
        """Return the hits in the preset's order, by words, and by the query's vector if it has one.

        Raises:
            InvalidInput: The vector is not finite or has another dimension.
        """
        match query.preset:
            case Preset.RECENT:
                return presets.recent(stream.index.entries, query)
            case Preset.CHRONICLE:
                return presets.latest_with_reflections(stream.index.entries, query)
            case Preset.SITUATIONAL:
                return presets.situational(stream.index.entries, query)
            case Preset.GENAGENTS:
                return genagents(stream.index.entries, query, self.genagents)
            case Preset.HYBRID:
                return hybrid(stream, query, self.hybrid)

    async def recall_by_meaning(
        self, stream: MemoryStream, query: RecallQuery, *, asked: str | None = None, at_once: int | None = None
    ) -> list[ScoredMemory]:
        """Return the hits by words and vectors; texts without a vector are embedded first.

        Args:
            stream: The memories to search.
            query: The query.
            asked: The text to embed; None for that of the query.
            at_once: Most new texts that are embedded; None for all.

        Raises:
            InvalidInput: The vector has another dimension than those of the stream.
        """
        if asked is None:  # `hybrid` matches speakers by their names
            asked = without_speakers(stream, query.text) if query.preset is Preset.HYBRID else query.text
        vector = await self.vector(asked)
        if vector is not None:
            await self.embed(stream, at_once=at_once, messages=query.messages)
        return self.recall(stream, replace(query, vector=vector))

    @property
    def is_local(self) -> bool:
        """Whether its vectors are those of the embedded model."""
        return is_local(self._vectors)

    async def vector(self, text: str) -> Vector | None:
        """Return the vector of a text; None if unavailable."""
        return None if self._vectors is None else (await self._vectors.vectors([text]))[0]

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None] | None:
        """Return the vector of each text, computing those that are not cached.

        Args:
            texts: The texts.

        Returns:
            In the order of ``texts`` their vectors, None for one that cannot have any; None where there are no vectors
            at all, or where a remote model takes longer than `patience`.
        """
        if self._vectors is None:
            return None
        missing = [text for text in dict.fromkeys(texts) if text not in self._held]
        try:
            async with asyncio.timeout(self._patience):
                found = dict(zip(missing, await self._vectors.vectors(missing) if missing else (), strict=True))
        except TimeoutError:
            logger.warning("An answer uses words alone: its vectors took longer than {:g} s.", self._patience)
            return None
        vectors = [found.get(text, self._held.get(text)) for text in texts]
        if len(self._held) + len(found) > HELD:
            self._held.clear()
        self._held |= {text: vector for text, vector in found.items() if vector is not None}
        return vectors

    async def embed(self, stream: MemoryStream, *, at_once: int | None = None, messages: bool = True) -> None:
        """Set the cached vectors of the stream's texts, then embed at most ``at_once`` more; all if it is None."""
        if self._vectors is None:
            return
        waiting = stream.unembedded(messages=messages)
        if at_once is not None and waiting:
            stream.give_vectors(waiting, await self._vectors.known(waiting))
            waiting = stream.unembedded(at_once, messages=messages)
        await self._embed(waiting, stream.give_vectors)

    async def look_up(self, indexes: Sequence[StreamIndex]) -> list[str]:
        """Set the cached vectors; return the texts that still have none, each once."""
        waiting = _waiting(indexes)
        if self._vectors is None or not waiting:
            return waiting
        cached = dict(zip(waiting, await self._vectors.known(waiting), strict=True))
        for index in indexes:
            available = [text for text in index.unembedded() if cached.get(text) is not None]
            for first in range(0, len(available), BATCH):
                texts = available[first : first + BATCH]
                index.give_vectors(texts, [cached[text] for text in texts])
                await checkpoint()
        return _waiting(indexes)

    async def embed_texts(self, indexes: Sequence[StreamIndex], texts: Sequence[str], batch: int = BATCH) -> bool:
        """Embed texts in batches and set their vectors in all indexes; return False as soon as a batch yields no
        vector."""
        if self._vectors is None:
            return False
        for first in range(0, len(texts), batch):
            some = texts[first : first + batch]
            vectors = await self._vectors.vectors(some)
            if all(vector is None for vector in vectors):
                return False
            for index in indexes:
                index.give_vectors(some, vectors)
                await checkpoint()
        return True

    async def embed_statements(self, state: GameState) -> None:
        """Embed what players and people stated, if the game's language has a model for answers from that."""
        if answer_model(language_of(state.sheet)) is None:
            return
        waiting = [index for index in _statements_of(state) if len(index) > 1 and index.vectors.waiting(1)]

        def give(texts: Sequence[str], vectors: Sequence[Vector | None]) -> None:
            for index in waiting:
                index.give_vectors(texts, vectors)

        await self._embed(list(dict.fromkeys(text for index in waiting for text in index.vectors.waiting())), give)

    def embeds_statements_soon(self, state: GameState) -> bool:
        """Return whether `embed_statements` needs only a local model and few texts."""
        if not self.is_local or sum(kind.unread(state, scope) for kind, scope in statement_indexes(state)) > _UNREAD:
            return False
        waiting = {text for index in _statements_of(state) for text in index.vectors.waiting(SOON + 1)}
        return len(waiting) <= SOON

    async def _embed(self, waiting: Sequence[str], give: _Give) -> None:
        if self._vectors is None:
            return
        for first in range(0, len(waiting), BATCH):
            texts = waiting[first : first + BATCH]
            give(texts, await self._vectors.vectors(texts))

    async def vector_in_time(self, text: str, streams: Sequence[Searched]) -> Vector | None:
        """Return a text's vector, after the texts of the streams have theirs; None after `patience`, and where too many
        texts have none."""

        def waiting() -> list[str]:
            unembedded = (stream.unembedded(LOOKED_UP, messages=messages) for stream, messages in streams)
            return list(dict.fromkeys(chain.from_iterable(unembedded)))

        def give(texts: Sequence[str], vectors: Sequence[Vector | None]) -> None:
            for stream, _ in streams:
                stream.give_vectors(texts, vectors)

        return await self._in_time(text, waiting, give, IN_A_PROMPT)

    async def vector_with_statements(self, text: str, statements: Statements) -> Vector | None:
        """Return a text's vector, after the statements have theirs; None after `patience`, and where too many
        statements have none."""
        return await self._in_time(text, lambda: statements.vectors.waiting(LOOKED_UP), statements.give_vectors, SOON)

    async def _in_time(
        self, text: str, waiting_texts: Callable[[], list[str]], give: _Give, limit: int
    ) -> Vector | None:
        if self._vectors is None:
            return None
        try:
            async with asyncio.timeout(self._patience):
                while len(waiting := waiting_texts()) > limit:
                    known = await self._vectors.known(waiting)
                    if all(vector is None for vector in known):
                        return None
                    give(waiting, known)
                vector, *vectors = await self._vectors.vectors([text, *waiting])
        except TimeoutError:
            logger.warning("Recall uses words alone: the vectors of a turn took longer than {:g} s.", self._patience)
            return None
        give(waiting, vectors)
        return vector


def _statements_of(state: GameState) -> list[Statements]:
    return [kind.of(state, scope) for kind, scope in statement_indexes(state)]


def _waiting(indexes: Sequence[StreamIndex]) -> list[str]:
    return list(dict.fromkeys(chain.from_iterable(index.unembedded() for index in indexes)))
