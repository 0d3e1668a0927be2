"""What comes to a person's mind, as a mind is shown it: at a tick and at a meeting recalled by words alone, for
questions also by meaning."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from app.interfaces.agents.mind import DraftedLine, MemoryExcerpt
from app.language.analysis.terms import analyse
from app.language.rendering.naming import Naming
from app.memory.entries.markers import GIFTED_TYPES, NON_EVENTS
from app.memory.recall.perceived import as_perceived, stored
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.recaller import Recaller
from app.memory.recall.speakers import without_speakers
from app.memory.stream.confidences import is_confidential_for
from app.memory.stream.routine import is_plain
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import BeingsSeen
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_id import parse_message_id
from app.models.memory_kinds import kinds_where
from app.models.messages.payload import Payload, events_in, utterances_in
from app.models.state.game_state import GameState

SHARED = 2  # terms that a decision has in common with a memory that it speaks of
DECISIVE = 2
OF_QUESTIONS = 120
HEARD = 20  # of these, sentences heard that answer the questions and that no memory was made of yet
OF_LINE = 8  # by what was said last, and as many by the whole dialogue
SPOKEN = 6  # lines of a dialogue that remind of something, the last ones
EMBEDDED = 256  # texts that get a vector while an answer is awaited; the others are found by their words
_SPOKEN_OF = kinds_where(lambda row: row.is_shared)
"""What thoughts have changed between two people is told by the portrait."""
OF_OTHER, NEWS = 6, 8  # memories of each sort on meeting a person
WEIGHTY = 4.0  # importance from which on something seen or heard is news
WORTH_A_WORD = 3.0  # importance below which a memory of the other is not shown
NEWS_FOR = 2 * MINUTES_PER_DAY


def as_recollections(
    stream: MemoryStream, entries: Iterable[MemoryEntry], *, as_stored: bool = False
) -> tuple[MemoryExcerpt, ...]:
    """Return memories of one person in the given order, each with its importance, and as the person perceives it.

    With ``as_stored`` their texts are not distorted: for ratings, and for texts that condense several memories.
    """
    naming, owner_id = Naming(stream.state, stream.scope.owner_id), stream.scope.owner_id or ""
    return tuple(
        MemoryExcerpt(
            id=entry.id or "",
            text=seen.text,
            thought=seen.thought,
            game_time=entry.game_time,
            importance=stream.importance(entry),
            payload=entry.payload,
            kind=entry.kind,
            origin=entry.origin,
            subjects=entry.subjects,
            place_id=entry.location_id,
            names=_names(stream.state, naming, entry),
        )
        for entry in entries
        for seen in (stored(entry) if as_stored else as_perceived(stream.state, owner_id, entry),)
    )


def oldest_first(stream: MemoryStream, entries: Iterable[MemoryEntry]) -> tuple[MemoryExcerpt, ...]:
    """The same in order of time, each once."""
    found = {entry.id or "": entry for entry in entries}
    in_time = sorted(found.values(), key=lambda entry: -1 if entry.game_time is None else entry.game_time)
    return as_recollections(stream, in_time)


def _names(state: GameState, naming: Naming, entry: MemoryEntry) -> dict[str, str]:
    """What the one who remembers calls those whose ids a payload holds, and the place."""
    if entry.payload is None:
        return {}
    # All players go by their names where each name is clear.
    people = {key: naming.person(key) if key in state.npcs else naming.players(key) for key in _people(entry.payload)}
    named = {key: name for key, name in people.items() if name}
    if entry.location_id in state.sheets.locations and entry.location_id is not None:
        named[entry.location_id] = state.name(entry.location_id)
    return named


def _people(payload: Payload) -> Iterator[str]:
    for said in utterances_in(payload):
        yield from (said.speaker_id, *said.chain)
    for event in events_in(payload):
        if isinstance(event, BeingsSeen):
            yield from event.being_ids


def recollections(
    state: GameState,
    npc_id: str,
    recaller: Recaller,
    *,
    limit: int,
    text: str = "",
    terms: tuple[str, ...] = (),
    kinds: tuple[MemoryKind, ...] = (),
) -> tuple[MemoryExcerpt, ...]:
    """At most ``limit`` memories by recency, importance and shared words, the best first; none that were given at the
    opening, for those never fade, and would crowd out the others."""
    stream, now = MemoryStream(state, Scope.npc(npc_id)), state.clock.minutes
    query = RecallQuery(
        now=now,
        text=text,
        terms=terms,
        kinds=kinds,
        without_types=GIFTED_TYPES,
        limit=3 * limit,
        preset=Preset.SITUATIONAL,
    )
    found = (hit.memory for hit in recaller.recall(stream, query) if not is_plain(hit.memory))
    return as_recollections(stream, islice(found, limit))


def reinforce_decisive(state: GameState, npc_id: str, memories: tuple[MemoryExcerpt, ...], decision: str) -> None:
    """Those of the memories that a decision speaks of become stronger: at most two, the ones it shares most with."""
    wanted = frozenset(analyse(decision).terms)
    shared = {memory.id: len(wanted.intersection(analyse(memory.text).terms)) for memory in memories}
    decisive = sorted((key for key in shared if shared[key] >= SHARED), key=lambda key: -shared[key])[:DECISIVE]
    MemoryStream(state, Scope.npc(npc_id)).reinforce(decisive)


def mark_used(state: GameState, npc_id: str, memories: tuple[MemoryExcerpt, ...]) -> None:
    """A model was shown these memories."""
    MemoryStream(state, Scope.npc(npc_id)).mark_recalled((memory.id for memory in memories), state.clock.minutes)


async def recall_for_dialogue(
    recaller: Recaller, state: GameState, npc_id: str, lines: Sequence[DraftedLine], question: str
) -> tuple[MemoryExcerpt, ...]:
    """Oldest first: what the ``question`` asks for, and what the dialogue is about."""
    stream, last = MemoryStream(state, Scope.npc(npc_id)), lines[-SPOKEN:]
    spoken = " ".join(line.text for line in last)
    anchor = "\n".join((*(f"[{line.speaker}]: {line.text}" for line in last), f"[{state.name(npc_id)}]: [Fill in]"))
    found: list[MemoryEntry] = []
    for text, embedded in {spoken: anchor, question: without_speakers(stream, question)}.items():
        if text.strip():
            query = RecallQuery(now=state.clock.minutes, text=text, limit=OF_LINE, without_types=NON_EVENTS)
            hits = await recaller.recall_by_meaning(stream, query, asked=embedded, at_once=EMBEDDED)
            found += [hit.memory for hit in hits if hit.is_relevant]
    return oldest_first(stream, found)


async def recall_for_questions(
    recaller: Recaller, state: GameState, npc_id: str, anchor: str
) -> tuple[MemoryExcerpt, ...]:
    """Oldest first, chosen as genagents does (Park et al. 2024), and what was only heard so far."""
    stream, now = MemoryStream(state, Scope.npc(npc_id)), state.clock.minutes
    vector = await recaller.vector(anchor)
    if vector is not None:
        await recaller.embed(stream, at_once=EMBEDDED)
    hybrid = RecallQuery(now=now, text=anchor, vector=vector, limit=2 * HEARD, without_types=NON_EVENTS)
    relevant = (hit.memory for hit in recaller.recall(stream, hybrid) if hit.is_relevant)
    heard = [memory for memory in relevant if parse_message_id(memory.id or "") is not None][:HEARD]
    hits = _best(recaller, stream, replace(hybrid, preset=Preset.GENAGENTS), OF_QUESTIONS - len(heard))
    scores = {hit.memory.id or "": hit.score for hit in hits}
    best = max(scores.values(), default=1.0)
    found = oldest_first(stream, [*(hit.memory for hit in hits), *heard])
    return tuple(replace(each, score=scores.get(each.id, best)) for each in found)


def _best(recaller: Recaller, stream: MemoryStream, query: RecallQuery, count: int) -> list[ScoredMemory]:
    """The ``count`` memories with the highest scores, without routine; presets that sort by time cut by score too."""
    limit = 2 * count
    while True:
        hits = recaller.recall(stream, replace(query, limit=limit))
        found = [hit for hit in hits if not is_plain(hit.memory)]
        if len(found) >= count or len(hits) < limit:
            return sorted(found, key=lambda hit: -hit.score)[:count]
        limit *= 4


def on_ones_mind(state: GameState, npc_id: str, other_id: str, recaller: Recaller) -> tuple[MemoryExcerpt, ...]:
    """Oldest first, each once: what is remembered of the other, and what was lately seen or heard from others and
    matters; from the person's own stream alone, on words alone; no confidences of others."""
    stream, now = MemoryStream(state, Scope.npc(npc_id)), state.clock.minutes
    usual = RecallQuery(now=now, kinds=_SPOKEN_OF, without_types=GIFTED_TYPES, preset=Preset.SITUATIONAL)
    of_other = replace(usual, text=state.name(other_id), subjects=(other_id,), minimum_importance=WORTH_A_WORD)
    news = replace(usual, since=now - NEWS_FOR, minimum_importance=WEIGHTY)
    heard = (hit.memory for hit in recaller.recall(stream, news) if hit.memory.origin_id != npc_id)
    known = (hit.memory for hit in recaller.recall(stream, of_other))
    found = (*islice(known, OF_OTHER), *islice(heard, NEWS))
    return oldest_first(
        stream, (each for each in found if not is_confidential_for(state, stream.scope, each, {other_id}))
    )
