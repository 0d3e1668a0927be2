"""Asking what a place, a person or the world remembers about something, and why that came to mind."""

import asyncio
from collections.abc import Sequence

from loguru import logger

from app.interfaces.embeddings import IVectors, Vector
from app.language.analysis.mentions import mentions_for
from app.memory.alias_index import unembedded_experience
from app.memory.distinct import Distinct
from app.memory.documents import entry_terms
from app.memory.gifted import SELF_TYPES
from app.memory.recall_query import Preset, RecallQuery, ScoredMemory
from app.memory.retriever import Retriever
from app.memory.said import topic
from app.memory.stream import MemoryStream
from app.memory.stream_index import StreamIndex
from app.models.game_state import GameState
from app.models.memory import MemorySource, Scope
from app.models.prompt import RecalledMemory

BATCH = 256
"""Texts embedded at a time, so that other work gets its turn in between."""
IN_A_TURN = 16
"""Texts embedded while a turn waits; whatever else has no vector yet is found by its words until the game settles."""
LOOKED_UP = 512
"""Texts of one scope whose vectors are looked up while a turn waits."""
PATIENCE = 2.0
"""Seconds that a prompt waits for vectors; after them it goes by words alone."""
SLICE = 500
"""Memories and messages indexed at a time."""
OFFERED = 12
"""Memories offered to one prompt, and half as many again from the latest talk."""
LATEST = 20
"""Messages that a prompt nearly always shows as conversation anyway."""
RELEVANT = 0.15
"""What a memory's words, meaning and neighbour must give together before a prompt may show it."""


class RecallService:
    """Recall with meaning where an embedder is there, and on words alone where none is."""

    def __init__(self, retriever: Retriever, vectors: IVectors, *, patience: float = PATIENCE) -> None:
        """``patience`` is in seconds, for the vectors of one prompt."""
        self._retriever = retriever
        self._vectors = vectors
        self._patience = patience

    async def recall(
        self, state: GameState, scope: Scope, question: str, *, preset: Preset = Preset.HYBRID, limit: int = 10
    ) -> Sequence[ScoredMemory]:
        """The memories of one scope that answer the question, best first; it changes nothing in the game.

        Who somebody is and whom it knows is left out, as in prompts: this asks for what was lived through and for lore.
        Texts that have no vector yet are embedded first; the cache keeps them for the next time.
        """
        stream = MemoryStream(state, scope)
        asked = topic(stream, question) if preset is Preset.HYBRID else question
        (vector,) = await self._vectors.vectors([asked])
        if vector is not None:
            await self._embed(stream, unembedded_experience(stream))
        query = RecallQuery(
            now=state.clock.minutes,
            text=question,
            vector=vector,
            preset=preset,
            limit=limit,
            without_types=SELF_TYPES,
        )
        return self._retriever.recall(stream, query)

    async def for_prompt(self, state: GameState, npc_id: str | None, text: str) -> tuple[RecalledMemory, ...]:
        """What may go before the narrator (or a person, by its id) when this is said, best first; changes nothing.

        The narrator's come from the world, the place, the people present and the whole conversation; a person's from
        its own stream alone. What is not relevant enough, or says the same as a better one, is left out.
        """
        if not text.strip():
            return ()
        for scope in _scopes(state, npc_id):
            await _indexed(state, scope)
        names = _names_meant(state, text)
        streams = [(MemoryStream(state, scope), _holds_messages(scope, npc_id)) for scope in _scopes(state, npc_id)]
        vector = await self._vector_in_time(topic(MemoryStream(state, Scope.world()), text), streams)
        found: list[tuple[Scope, ScoredMemory]] = []
        for stream, messages in streams:
            query = RecallQuery(
                now=state.clock.minutes,
                text=text,
                terms=names,
                vector=vector,
                limit=2 * OFFERED,
                messages=messages,
                dates=False,
                without_types=SELF_TYPES,
            )
            found += [(stream.scope, hit) for hit in self._retriever.recall(stream, query) if _is_relevant(hit)]
        found.sort(key=lambda pair: -pair[1].score)
        distinct = Distinct(MemoryStream(state, Scope.world()))
        latest = len(state.conversation_history) - LATEST
        left = {False: OFFERED, True: OFFERED // 2}
        offered: list[RecalledMemory] = []
        for scope, hit in found:
            is_latest = (hit.memory.first_message_index or 0) >= latest
            if left[is_latest] and _is_new(distinct, hit):
                left[is_latest] -= 1
                offered.append(recalled(scope, hit))
        return tuple(offered)

    async def prepare(self, state: GameState) -> None:
        """Off the turn's path: index what the next prompt will ask, and embed what has no vector yet."""
        for scope in _scopes(state, None):
            await _indexed(state, scope)
            stream = MemoryStream(state, scope)
            await self._embed(stream, unembedded_experience(stream, messages=_holds_messages(scope, None)))

    async def _embed(self, stream: MemoryStream, waiting: Sequence[str]) -> None:
        for first in range(0, len(waiting), BATCH):
            texts = waiting[first : first + BATCH]
            stream.give_vectors(texts, await self._vectors.vectors(texts))

    async def _vector_in_time(self, asked: str, streams: Sequence[tuple[MemoryStream, bool]]) -> Vector | None:
        """The question's vector, with those of a few texts that have none yet; None where it takes too long.

        One request for all of them: each counts against what the turn may ask of models.
        """
        try:
            async with asyncio.timeout(self._patience):
                waiting = _waiting(streams)
                if len(waiting) > IN_A_TURN:
                    _give(streams, waiting, await self._vectors.known(waiting))
                    waiting = _waiting(streams)[:IN_A_TURN]
                vector, *found = await self._vectors.vectors([asked, *waiting])
        except TimeoutError:
            logger.warning("A prompt goes by words alone: its vectors took longer than {:g} s.", self._patience)
            return None
        _give(streams, waiting, found)
        return vector


async def _indexed(state: GameState, scope: Scope) -> None:
    """Index in slices what is new: the first time after loading a long game is not to stop everything else."""
    while StreamIndex.grow(state, scope, SLICE):  # noqa: ASYNC110  # it waits for nothing, it lets others have a turn
        await asyncio.sleep(0)


def _waiting(streams: Sequence[tuple[MemoryStream, bool]]) -> list[str]:
    """Texts that have no vector yet, each once; with each stream, whether its messages count."""
    texts = (
        text for stream, messages in streams for text in unembedded_experience(stream, LOOKED_UP, messages=messages)
    )
    return list(dict.fromkeys(texts))


def _give(streams: Sequence[tuple[MemoryStream, bool]], texts: Sequence[str], vectors: Sequence[Vector | None]) -> None:
    for stream, _ in streams:
        stream.give_vectors(texts, vectors)


def _names_meant(state: GameState, text: str) -> tuple[str, ...]:
    """The names of the people that a text means by another word: who says *the warden* asks for Teodor."""
    present = [npc.instance_id for npc in state.present()]
    names = (state.name(npc_id) for npc_id in mentions_for(state.sheet).people(text, present))
    return tuple(name for name in names if name.casefold() not in text.casefold())


def _scopes(state: GameState, npc_id: str | None) -> list[Scope]:
    if npc_id is not None:
        return [Scope.npc(npc_id)]
    here = state.scenario.current_location_id
    places = [Scope.location(here)] if here is not None else []
    return [Scope.world(), *places, *(Scope.npc(npc.instance_id) for npc in state.present())]


def _holds_messages(scope: Scope, npc_id: str | None) -> bool:
    """Whether the conversation is searched through this scope: once, by whoever was there for all that counts."""
    return npc_id is not None or scope.source is MemorySource.WORLD


def recalled(scope: Scope, hit: ScoredMemory) -> RecalledMemory:
    """A hit as a turn's record keeps it."""
    return RecalledMemory(scope=scope, memory_id=hit.memory.id or "", score=round(hit.score, 4), why=hit.why)


def _is_relevant(hit: ScoredMemory) -> bool:
    parts = hit.components
    return parts["words"] + parts["meaning"] + parts["neighbour"] >= RELEVANT


def _is_new(distinct: Distinct, hit: ScoredMemory) -> bool:
    found = entry_terms(hit.memory)
    return distinct.take(hit.memory, len(found.terms), found.sketch)
