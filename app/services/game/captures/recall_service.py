"""Recall: what a place, a person or the world remembers about a question, and why it was chosen."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from app.language.analysis.mentions import mentions_for
from app.language.analysis.terms import Shape, analyse, topic
from app.language.analysis.text import quote_spans, sentences
from app.language.language import language_of, using
from app.language.long_texts import read_messages
from app.language.reading.sayable import asks, names_matter_only, says_nothing
from app.language.times.time_words import without_spans
from app.memory.entries.markers import NON_EVENTS
from app.memory.index.documents import entry_terms
from app.memory.index.growing import growing, growing_statements, statement_indexes
from app.memory.recall.distinct import Deduplicator
from app.memory.recall.event_times import time_by_event
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.memory.stream.claims import stated, unread
from app.memory.stream.stream import MemoryStream
from app.models.events.play import NPCMoved, TopicTold
from app.models.memory import MemorySource, Scope
from app.models.messages.payload import EventPayload
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState
from app.scheduling import checkpoint, in_slices

OFFERED = 12
"""Memories offered to one prompt; half as many again may come from the latest messages."""
ASKED = 4
"""Further memories that tell of nothing but questions, who came and went, or what is found as a message: a question
resembles earlier questions more than their answers."""
LATEST = 20
"""The number of latest messages, which a prompt nearly always shows as conversation anyway."""


class RecallService:
    """Recall by meaning where an embedder is available, and by words alone where none is."""

    def __init__(self, recaller: Recaller) -> None:
        self._recaller = recaller

    async def recall(
        self,
        state: GameState,
        scope: Scope,
        question: str,
        *,
        preset: Preset = Preset.HYBRID,
        limit: int = 10,
        now: int | None = None,
        since: int | None = None,
        until: int | None = None,
    ) -> Sequence[ScoredMemory]:
        """Recall the memories of one scope that answer a question; changes nothing in the game.

        Texts without a vector are embedded first and cached.

        Args:
            state: The game.
            scope: Whose memories.
            question: The question.
            preset: How memories are scored.
            limit: Most results.
            now: The game time at which it is asked; None for that of the clock.
            since: The first game minute that counts; None for any.
            until: The last one; None for any.

        Returns:
            The memories, best first, without gifted knowledge of oneself and others, and without players' commands,
            such as ``inventory``, in which nothing was said.
        """
        query = RecallQuery(
            now=state.clock.minutes if now is None else now,
            text=question,
            preset=preset,
            limit=limit,
            since=since,
            until=until,
            without_types=NON_EVENTS,
            orders=False,
        )
        with using(language_of(state.sheet)):
            await in_slices(growing(state, scope))
            return await self._recaller.recall_by_meaning(MemoryStream(state, scope), query)

    async def for_prompt(
        self, state: GameState, npc_id: str | None, text: str, *, aside: bool = False
    ) -> tuple[RecalledMemory, ...]:
        """Choose the memories to offer to a prompt for a line; changes nothing in the game.

        The narrator's come from the world, the place, the people present and the whole conversation; a person's from
        its own stream alone. Memories that come after all relevant ones, or say the same as a better one, are left out.

        Args:
            state: The game.
            npc_id: The person who is prompted; None for the narrator.
            text: The line.
            aside: Whether to search in a thread, where nothing else uses the state.

        Returns:
            The memories: the relevant ones, best first, then others that rank before one of these, and last those that
            tell nothing. A prompt without room drops the last ones first.
        """
        if not text.strip():
            return ()
        scopes, names = _scopes(state, npc_id), _names_meant(state, text)
        for scope in dict.fromkeys([*scopes, Scope.world()]):  # the world's words correct the spelling of a question
            await in_slices(growing(state, scope, messages=_holds_messages(scope, npc_id)))
        streams = [(MemoryStream(state, scope), _holds_messages(scope, npc_id)) for scope in scopes]
        world, now = MemoryStream(state, Scope.world()), state.clock.minutes
        near_event = time_by_event(streams[0][0], text, now) if asks(text) else None
        wanted, span = (text, None) if near_event is None else (without_spans(text, near_event.places), near_event.span)
        vector = await self._recaller.vector_in_time(without_speakers(world, wanted), streams)
        query = RecallQuery(
            now=now,
            text=wanted,
            terms=names,
            vector=vector,
            limit=4 * OFFERED,  # some of them only ask
            dates=False,
            without_types=NON_EVENTS,
            span=span,
        )
        is_of_time = span is not None and not topic(wanted)
        hits_by_scope: list[tuple[Scope, ScoredMemory]] = []
        for stream, messages in streams:
            await checkpoint()
            search = partial(self._recaller.recall, stream, replace(query, messages=messages))
            hits = _bounded(await asyncio.to_thread(search) if aside else search())
            hits_by_scope += [(stream.scope, hit) for hit in (hits if is_of_time else _to_last_relevant(hits))]
        if near_event is not None and span is not None:
            dated = text[slice(*near_event.places[0])]  # a memory that names the event counts too
            limited = [pair for pair in hits_by_scope if "time" in pair[1].terms or dated in pair[1].memory.summary]
            hits_by_scope = limited or [pair for pair in hits_by_scope if pair[1].is_relevant]
        hits_by_scope.sort(key=lambda pair: -pair[1].score)
        distinct = Deduplicator()
        latest = len(state.conversation_history) - LATEST
        left = {"older": OFFERED, "latest": OFFERED // 2, "nothing": ASKED}
        offered: list[RecalledMemory] = []
        unlike: list[RecalledMemory] = []
        others: list[RecalledMemory] = []
        for scope, hit in hits_by_scope:
            terms, is_latest = entry_terms(hit.memory), (hit.memory.first_message_index or 0) >= latest
            sort = "nothing" if _tells_nothing(hit) else "latest" if is_latest else "older"
            if left[sort] and distinct.accept(hit.memory, len(terms.terms), terms.sketch):
                left[sort] -= 1
                kept = others if sort == "nothing" else offered if hit.is_relevant else unlike
                kept.append(hit.recalled_from(scope))
        return (*offered, *unlike, *others)

    async def prepare_answers(self, state: GameState) -> None:
        """Embed the hearsay that a person may be asked about next, and read what messages state, which the next
        answers and prompts compare. Runs between turns."""
        with using(language_of(state.sheet)):
            for kind, scope in statement_indexes(state):
                await in_slices(growing_statements(state, kind, scope))
            await self._recaller.embed_statements(state)
            for message in unread(state):
                await checkpoint()
                await read_messages((message,), stated, state, message)

    def is_soon_prepared(self, state: GameState) -> bool:
        """Check whether `prepare_answers` takes at most a second, so that a turn may wait for it."""
        with using(language_of(state.sheet)):
            return self._recaller.embeds_statements_soon(state)

    async def prepare(self, state: GameState) -> None:
        """Do `prepare_answers`, and index and embed what the next prompt will search."""
        await self.prepare_answers(state)
        for scope in _scopes(state, None):
            await in_slices(growing(state, scope, messages=_holds_messages(scope, None)))
            stream = MemoryStream(state, scope)
            await self._recaller.embed(stream, messages=_holds_messages(scope, None))


def _bounded(hits: Iterable[ScoredMemory]) -> list[ScoredMemory]:
    """Cut a scope's hits after twice as many answers as are offered; hits that tell nothing do not count."""
    left, kept = 2 * OFFERED, list[ScoredMemory]()
    for hit in hits:
        kept.append(hit)
        left -= not _tells_nothing(hit)
        if not left:
            break
    return kept


def _to_last_relevant(hits: Sequence[ScoredMemory]) -> Sequence[ScoredMemory]:
    """Return the hits up to the last relevant one: what has a higher score than it is left out for no likeness."""
    last = max((hit.rank for hit in hits if hit.is_relevant), default=0)
    return [hit for hit in hits if hit.rank <= last]


def _tells_nothing(hit: ScoredMemory) -> bool:
    """Return whether a memory tells of nothing but questions, their matters, who came and went, and, of a capture, what
    was said: those messages are searched, too."""
    memory = hit.memory
    if analyse(memory.summary).shape & Shape.ONLY_ASKS:
        return True
    if not isinstance(memory.payload, EventPayload):
        return False
    is_capture, events = memory.first_message_index is not None, memory.payload.events
    moves = sum(isinstance(event, NPCMoved) for event in events)
    deeds = sum(not isinstance(event, NPCMoved | TopicTold) for event in events)
    lines = (line for line in sentences(memory.summary) if not (asks(line) or says_nothing(line)))
    lines = (line for line in lines if not names_matter_only(line, asking_counts=False))
    told = [line for line in lines if not (is_capture and quote_spans(line))]
    return not deeds and len(told) <= moves


def _names_meant(state: GameState, text: str) -> tuple[str, ...]:
    """Return the names of people that a text means by another word: a question about *the warden* searches for
    Teodor."""
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
    """Check whether the conversation is searched through this scope; the narrator's is, once, through the world's."""
    return npc_id is not None or scope.source is MemorySource.WORLD
