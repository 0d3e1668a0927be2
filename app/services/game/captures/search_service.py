"""Searching what a game remembers, of many at once: by words at once, by meaning when all texts have vectors."""

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
"""Texts that are embedded while somebody waits for what is found, some .3 s; more get their vectors beside it."""
SOME = 64
"""Texts that are embedded beside it at a time."""
_BY_MEANING = (Preset.HYBRID, Preset.GENAGENTS)


@dataclass(frozen=True)
class SearchHits:
    """What a search found, by scope, in its preset's order. ``lacking``: how many texts have no vector yet and are
    getting one; while there are any, words alone decide."""

    hits: Sequence[tuple[Scope, ScoredMemory]]
    by_meaning: bool
    lacking: int


@dataclass(frozen=True)
class _Embedding:
    """Texts that get their vectors, and the work, which returns whether the embedder could do it."""

    texts: frozenset[str]
    work: asyncio.Task[bool]


@dataclass
class SearchService:
    """Searches for a reader who waits; what a turn recalls is `RecallService`'s. It changes nothing in a game."""

    recaller: Recaller
    _under_way: dict[str, _Embedding] = field(default_factory=dict)
    """By game; one at a time."""

    async def search(
        self,
        state: GameState,
        scopes: Sequence[Scope],
        question: str,
        *,
        preset: Preset = Preset.HYBRID,
        limit: int = 10,
    ) -> SearchHits:
        """What answers the question in each scope, without gifted knowledge of oneself and others. Where more than a
        few texts lack a vector, these are made in the background: search again to find by meaning. NotFound."""
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
                    found = await self.recaller.recall_by_meaning(stream, query, at_once=0)
                else:
                    found = self.recaller.recall(stream, query)
                hits += [(stream.scope, hit) for hit in found]
        return SearchHits(hits, by_meaning=lacking == 0, lacking=lacking or 0)

    async def _lacking(self, state: GameState, streams: Sequence[MemoryStream], question: str) -> int | None:
        """How many texts are getting vectors; 0 where meaning can decide, None where there is no embedder now."""
        if await self.recaller.vector(without_speakers(streams[0], question)) is None:
            return None
        indexes = [stream.index for stream in streams]
        lacking = await self.recaller.look_up(indexes)
        before = self._under_way.get(state.game_id)
        if before is not None and not before.work.done():
            return len(lacking)
        self._under_way.pop(state.game_id, None)
        if before is not None and not before.work.cancelled():
            if not before.work.result():
                return None
            lacking = [text for text in lacking if text not in before.texts]  # blank ones, which get none
        if len(lacking) <= AT_ONCE:
            await self.recaller.embed_texts(indexes, lacking)
            return 0
        with in_background():
            work = asyncio.create_task(self.recaller.embed_texts(indexes, lacking, SOME))
        self._under_way[state.game_id] = _Embedding(frozenset(lacking), work)
        return len(lacking)

    async def aclose(self) -> None:
        """End what is under way: what has been embedded is in the cache."""
        under_way, self._under_way = [each.work for each in self._under_way.values()], {}
        for work in under_way:
            if not work.get_loop().is_closed():
                work.cancel()
        for end in await asyncio.gather(*under_way, return_exceptions=True):
            if isinstance(end, Exception):
                logger.warning("Embedding for a search failed: {}", end)
