"""Condensing of memories: finished conversations, routine and past eras."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.language.analysis.terms import keywords_of
from app.memory.entries.markers import is_inactive, is_protected
from app.memory.stream.eras import era_text
from app.memory.stream.memory_batch import (
    CONDENSED,
    BatchKind,
    MemoryBatch,
    common_place,
    names_in,
    talk_or_routine_text,
)
from app.memory.stream.pruner import (
    OBSERVED,
    MemoryLimits,
    archive_entries,
    countable_positions,
    prune,
    surplus_observations,
)
from app.memory.stream.routine import is_routine
from app.memory.stream.sights import lasting
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.memory.stream.talks import talks_among
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, PruneResult, Scope
from app.models.messages.payload import EventPayload, Utterance, utterances_in
from app.models.state.cadence import Cadence, CondensingRules
from app.models.state.game_state import GameState

NO_CONTENT = "no-content"  # archival reason of a conversation without content
HEURISTIC_IMPORTANCE = 5.0
ROUTINE_IMPORTANCE = 3.0

_HALF_DAY = MINUTES_PER_DAY // 2
_MOST_TAGS, _MOST_KEYWORDS, _MOST_EVIDENCE, _MOST_SAID = 12, 12, 60, 4

LONG, WEIGHTY = 10, 6.0
"""Entries, or average importance, from which on a language model condenses a batch of several."""
ROUTINE = 3.0
"""Highest importance of a perception that counts as routine after a day."""
ERA_FEWEST, ERA_SPARES, ERA_ROOM = 5, 7.0, 0.1
"""An era: its fewest entries; the importance from which on a memory is spared; the share of the observation limit that
condensing keeps free."""


def due_batches(
    state: GameState, scope: Scope, limits: MemoryLimits, rules: CondensingRules | None = None
) -> list[MemoryBatch]:
    """Return the batches that may be condensed now; they are disjoint.

    Args:
        state: The game.
        scope: The scope whose memories are condensed.
        limits: Limits of the scope; eras are condensed only when observations are close to theirs.
        rules: Sizes and ages of what is condensed; by default those of the game's `Cadence`.

    Returns:
        Conversations, oldest first, then routine, then eras. Memories that were condensed already are taken only into
        eras.
    """
    stream, rules = MemoryStream(state, scope), rules or Cadence.of(state).condensing
    entries = state.memories(scope)
    standing = [entries[position] for position in countable_positions(state, scope, 0, *OBSERVED)]
    timed = sorted((entry for entry in standing if entry.game_time is not None), key=_time)
    plain = [entry for entry in timed if not is_condensed(entry)]
    batches = [*_conversations(stream, plain, rules), *_routine(stream, plain, rules)]
    taken = {entry.id for batch in batches for entry in batch.entries}
    left = [entry for entry in timed if entry.id not in taken]
    return [*batches, *_eras(stream, left, limits, rules, len(taken) - len(batches))]


def is_condensed(entry: MemoryEntry) -> bool:
    return CONDENSED in entry.metadata


def _time(entry: MemoryEntry) -> int:
    return entry.game_time or 0


def _conversations(stream: MemoryStream, entries: Sequence[MemoryEntry], rules: CondensingRules) -> list[MemoryBatch]:
    now, groups = stream.state.clock.minutes, talks_among(entries, rules.gap)
    due = (group for group in groups if rules.is_due(len(group), now - _time(group[0])))
    return [_batch(stream, BatchKind.CONVERSATION, group) for group in due]


def _routine(stream: MemoryStream, entries: Sequence[MemoryEntry], rules: CondensingRules) -> list[MemoryBatch]:
    """Return batches of routine: sights of a past half day that have ended, and after a day any perception of low
    importance. They are grouped by place and half day; those alone at their place, by half day."""
    state = stream.state
    over, old = (then // _HALF_DAY for then in (state.clock.minutes, state.clock.minutes - rules.group_age))
    groups: dict[tuple[str, int], list[MemoryEntry]] = {}
    in_sight = lasting(state, stream.scope)
    for entry in entries:
        half_day = _time(entry) // _HALF_DAY
        is_noticed = entry.kind is MemoryKind.OBSERVATION and entry.origin is MemoryOrigin.PERCEPTION
        if not is_noticed or not entry.location_id or half_day >= over or entry.id in in_sight:
            continue
        if is_routine(entry) or (half_day < old and stream.importance(entry) <= ROUTINE):
            groups.setdefault((entry.location_id, half_day), []).append(entry)
    alone: dict[int, list[MemoryEntry]] = {}
    for (_, half_day), group in groups.items():
        if len(group) == 1:
            alone.setdefault(half_day, []).extend(group)
    groups_due = [group for group in (*groups.values(), *alone.values()) if len(group) > 1]
    return [_batch(stream, BatchKind.ROUTINE, sorted(group, key=_time)) for group in groups_due]


def _eras(
    stream: MemoryStream, rest: Sequence[MemoryEntry], limits: MemoryLimits, rules: CondensingRules, freed: int
) -> Iterator[MemoryBatch]:
    """Yield the eras from which pruning would archive something, given that ``freed`` other entries are condensed."""
    length = rules.era
    over = (stream.state.clock.minutes - rules.era_age) // length
    room = replace(limits, observations=int(limits.observations * (1 - ERA_ROOM)))
    surplus = surplus_observations(stream.state, stream.scope, room)
    remaining = {entry.id for entry in rest}
    leaving = [entry for entry in surplus if entry.id in remaining][: max(0, len(surplus) - freed)]
    eras = {era for era in (_time(entry) // length for entry in leaving) if era < over}
    for era in sorted(eras - _eras_told(stream, length) if eras else eras):
        group = [entry for entry in rest if _time(entry) // length == era and stream.importance(entry) < ERA_SPARES]
        if len(group) >= ERA_FEWEST:
            yield _batch(stream, BatchKind.ERA, group, (era * length, (era + 1) * length))


def _eras_told(stream: MemoryStream, length: int) -> set[int]:
    condensed = (entry.metadata for entry in stream.by_kind(MemoryKind.SEMANTIC))
    since = [metadata.get("since") for metadata in condensed if metadata.get(CONDENSED) == BatchKind.ERA.value]
    return {begin // length for begin in since if isinstance(begin, int)}


def _batch(
    stream: MemoryStream, kind: BatchKind, group: Sequence[MemoryEntry], span: tuple[int, int] | None = None
) -> MemoryBatch:
    importances = tuple(stream.importance(entry) for entry in group)
    is_weighty = len(group) >= LONG or (len(group) > 1 and sum(importances) >= WEIGHTY * len(group))
    since, until = span or (_time(group[0]), _time(group[-1]))
    return MemoryBatch(kind, tuple(group), importances, since, until, is_weighty and kind is not BatchKind.ROUTINE)


def condense(
    state: GameState, scope: Scope, batch: MemoryBatch, text: str, *, by_model: bool = False
) -> MemoryEntry | None:
    """Replace a batch by one memory.

    Args:
        state: The game.
        scope: The scope of the batch.
        batch: The memories to replace; they are archived.
        text: The text of the new memory. It is not used where the batch is a conversation without content.
        by_model: Whether a language model wrote the text: the importance is then the highest of the originals, else 5;
            for routine always 3.

    Returns:
        The memory, of the originals' kind or semantic for an era. None if one of them is inactive or protected, and for
        a conversation without content, which is only archived.
    """
    statuses = [(entry, state.status(entry.id)) for entry in batch.entries]
    if any(is_inactive(status) or is_protected(entry, status) for entry, status in statuses):
        return None
    if batch.kind is BatchKind.CONVERSATION and all(is_stock(entry) for entry in batch.entries):
        archive_entries(state, batch.entries, NO_CONTENT)
        return None
    last = batch.entries[-1]
    importance = max(batch.importances) if by_model else HEURISTIC_IMPORTANCE
    evidence = batch.entries if len(batch.entries) <= _MOST_EVIDENCE else [entry for entry, _ in batch.most_important]
    is_plain = batch.kind is BatchKind.ROUTINE
    tags = dict.fromkeys([CONDENSED, *(tag for entry in batch.entries for tag in entry.tags)])
    added = MemoryStream(state, scope).add(
        MemoryKind.SEMANTIC if batch.kind is BatchKind.ERA else last.kind,
        MemoryContext(
            content=text,
            game_time=last.game_time,
            location_id=common_place(batch.entries),
            subjects=tuple(dict.fromkeys(subject for entry in batch.entries for subject in entry.subjects)),
            origin=MemoryOrigin.INTERNAL if batch.kind is BatchKind.ERA else last.origin,
            importance=ROUTINE_IMPORTANCE if is_plain else importance,
            evidence=() if is_plain else tuple(entry.id for entry in evidence if entry.id is not None),
            tags=tuple(tags)[:_MOST_TAGS],
            keywords=_keywords(state, scope, batch, text),
            metadata={CONDENSED: batch.kind.value, "count": len(batch.entries), "since": batch.since},
            payload=EventPayload(kind="event", said=_said(batch)),
        ),
    )
    archive_entries(state, batch.entries, added.id or "")
    return added


def is_stock(entry: MemoryEntry) -> bool:
    """Return whether a memory is an utterance without content, as a greeting."""
    return isinstance(entry.payload, Utterance) and entry.payload.is_stock


def _said(batch: MemoryBatch) -> tuple[Utterance, ...]:
    """Return the most important utterances of a batch, at most four, in order of time."""
    utterances = [
        (importance, said)
        for entry, importance in batch.most_important
        for said in utterances_in(entry.payload)
        if not is_stock(entry)
    ]
    best = sorted(range(len(utterances)), key=lambda at: (-utterances[at][0], -at))[:_MOST_SAID]
    return tuple(utterances[at][1] for at in sorted(best))


def _keywords(state: GameState, scope: Scope, batch: MemoryBatch, text: str) -> tuple[str, ...]:
    """Return keywords that the text lacks: names, numbers, and words that occur in more than one entry."""
    said = set(keywords_of(text))
    names = [name for name in names_in(state, scope, batch) if not said.issuperset(keywords_of(name))]
    entries = batch.entries if batch.kind is not BatchKind.ROUTINE else ()
    counts = Counter(
        word for entry in entries for word in dict.fromkeys((*keywords_of(entry.summary), *entry.keywords))
    )
    said.update(keywords_of(" ".join(names)))
    often = [word for word, count in counts.most_common() if count > 1 or any(sign.isdigit() for sign in word)]
    return tuple([*names, *(word for word in often if word not in said)][:_MOST_KEYWORDS])


def heuristic_text(state: GameState, scope: Scope, batch: MemoryBatch) -> str:
    """Return the text of a condensed batch, made by rules."""
    make = era_text if batch.kind is BatchKind.ERA else talk_or_routine_text
    return make(state, scope, batch)


def condense_and_prune(
    state: GameState, scope: Scope, limits: MemoryLimits, rules: CondensingRules | None = None
) -> PruneResult:
    """Condense due batches with heuristic texts, then prune."""
    summarized = 0
    for batch in due_batches(state, scope, limits, rules):
        is_done = condense(state, scope, batch, heuristic_text(state, scope, batch)) is not None
        summarized += is_done and batch.kind is BatchKind.CONVERSATION
    return prune(state, scope, limits).model_copy(update={"conversations_summarized": summarized})
