"""Search in the memories of a game, across scopes: by words at once, by meaning once all texts have vectors."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.language.language import language_of, using
from app.log import logger
from app.memory.entries.markers import NON_EVENTS
from app.memory.index.growing import growing
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.scheduling import checkpoint, in_background, in_slices

AT_ONCE = 64
"""Texts that are embedded while the caller waits, some 0.3 s; more are embedded in the background."""
SOME = 64
"""Texts per batch of embedding in the background."""
_BY_MEANING = (Preset.HYBRID, Preset.GENAGENTS)


@dataclass(frozen=True)
class SearchHits:
    """The hits of a search by scope, in the order of its preset.

    ``lacking`` is the number of texts that have no vector yet and are being embedded; until it is 0, words alone
    decide."""

    hits: Sequence[tuple[Scope, ScoredMemory]]
    by_meaning: bool
    lacking: int


@dataclass
class SearchService:
    """Search for a caller who waits; the recall of a turn is done by `RecallService`. It changes nothing in a game."""

    recaller: Recaller
    _under_way: dict[str, asyncio.Task[bool]] = field(default_factory=dict)
    """Embedding by game, one at a time; it returns whether the embedder could do it."""

    async def search(
        self,
        state: GameState,
        scopes: Sequence[Scope],
        question: str,
        *,
        preset: Preset = Preset.HYBRID,
        limit: int = 10,
    ) -> SearchHits:
        """Search each scope for an answer to the question.

        Where more than a few texts lack a vector, they are embedded in the background: search again to find by meaning.

        Args:
            state: The game.
            scopes: The scopes to search.
            question: The question.
            preset: How memories are scored.
            limit: Most hits of each scope.

        Returns:
            The hits, without gifted knowledge of oneself and others.

        Raises:
            NotFound: A scope does not exist.
        """
        query = RecallQuery(
            now=state.clock.minutes, text=question, preset=preset, limit=limit, without_types=NON_EVENTS
        )
        with using(language_of(state.sheet)):
            for scope in scopes:
                await in_slices(growing(state, scope))
            streams = [MemoryStream(state, scope) for scope in scopes]
            lacking = await self._lacking(state, streams, question) if preset in _BY_MEANING else None
            hits: list[tuple[Scope, ScoredMemory]] = []
            for stream in streams:
                await checkpoint()
                if lacking == 0:
                    hits_here = await self.recaller.recall_by_meaning(stream, query, at_once=0)
                else:
                    hits_here = self.recaller.recall(stream, query)
                hits += [(stream.scope, hit) for hit in hits_here]
        return SearchHits(hits, by_meaning=lacking == 0, lacking=lacking or 0)

    async def _lacking(self, state: GameState, streams: Sequence[MemoryStream], question: str) -> int | None:
        """Count the texts that are being embedded; 0 if meaning can decide, None if there is no embedder now."""
        if await self.recaller.vector(without_speakers(streams[0], question)) is None:
            return None
        indexes = [stream.index for stream in streams]
        lacking = await self.recaller.look_up(indexes)
        before = self._under_way.get(state.game_id)
        if before is not None and not before.done():
            return len(lacking)
        self._under_way.pop(state.game_id, None)
        if before is not None and not before.cancelled() and not before.result():
            return None
        if len(lacking) <= AT_ONCE:
            await self.recaller.embed_texts(indexes, lacking)
            return 0
        with in_background():
            self._under_way[state.game_id] = asyncio.create_task(self.recaller.embed_texts(indexes, lacking, SOME))
        return len(lacking)

    async def aclose(self) -> None:
        """Cancel embedding in the background; texts embedded so far stay in the cache."""
        under_way, self._under_way = list(self._under_way.values()), {}
        for work in under_way:
            if not work.get_loop().is_closed():
                work.cancel()
        for end in await asyncio.gather(*under_way, return_exceptions=True):
            if isinstance(end, Exception):
                logger.warning("Embedding for a search failed: {}", end)
