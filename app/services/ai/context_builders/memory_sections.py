"""What the builders of memories share: the last ones of a scope, a line for each visit; and the recalled ones."""

from collections.abc import Collection, Sequence

from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.language.rendering.phrases import time_text
from app.memory.entries.markers import is_inactive
from app.memory.index.message_view import message_entry, message_text
from app.memory.prompt_data import clipped, data_line, passage
from app.memory.recall.distinct import SAME
from app.memory.recall.presets import last_visits
from app.memory.stream.claims import superseding_entry
from app.memory.stream.confidences import confided_to, is_confidential_for
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.memory_id import parse_message_id
from app.models.prompt import LineSource, PromptLine, RecalledMemory, Share, Why
from app.models.state.game_state import GameState
from app.scheduling import checkpoint
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer

MAX_ENTRIES = 3
"""Captured memories of each scope that a prompt shows, unless a setting says otherwise."""
MAX_LINE = 700
"""Characters of one visit's memories, the newest, at least one; of one recalled text, around what was asked."""
CONFIDED = ", in confidence, not to be mentioned before others"


def last_memories(
    state: GameState,
    viewer: PromptViewer,
    scope: Scope,
    max_entries: int,
    label: str = "",
    *,
    beside: Sequence[MemoryEntry] = (),
) -> list[DraftLine]:
    """The last captured memories of a scope, oldest first, without what the memories ``beside`` them tell; ``label``
    begins each line."""
    stream, known = MemoryStream(state, scope), [term_set(entry.summary) for entry in beside]
    visits = [
        [entry.model_copy(update={"summary": _once(entry.summary, known)}) for entry in visit]
        for visit in _last_visits(state, viewer, scope, max_entries)
    ]
    owner = state.name(scope.owner_id) if scope.owner_id else "the world"
    reason = f"one of the last {max_entries} of {owner}"
    return [
        _line(stream, viewer, visit, reason, label=label, age=age) for age, visit in reversed(list(enumerate(visits)))
    ]


def shown_entries(state: GameState, viewer: PromptViewer, scope: Scope, max_entries: int) -> list[MemoryEntry]:
    """The memories that the lines of `last_memories` hold."""
    return [entry for visit in _last_visits(state, viewer, scope, max_entries) for entry in _fitting(visit)]


def _last_visits(state: GameState, viewer: PromptViewer, scope: Scope, max_entries: int) -> list[list[MemoryEntry]]:
    viewers = {viewer.npc_id} - {None}
    return last_visits(
        state.memories(scope),
        max_entries,
        lambda entry: is_inactive(state.status(entry.id)) or is_confidential_for(state, scope, entry, viewers),
    )


def _once(text: str, known: Sequence[frozenset[str]]) -> str:
    """A memory without the sentences of which one of the ``known`` texts holds nearly all terms. The first one stays:
    it says where it was."""

    def is_known(line: str) -> bool:
        terms = term_set(line)
        return any(len(terms & other) >= SAME * len(terms) for other in known)

    return " ".join(line for at, line in enumerate(sentences(text)) if not (at and is_known(line))) if known else text


def _line(
    stream: MemoryStream, viewer: PromptViewer, visit: Sequence[MemoryEntry], reason: str, *, label: str, age: int
) -> DraftLine:
    newest_first = [viewer.seen(stream.state, stream.scope, entry) for entry in visit]
    newest, shown = newest_first[0], _fitting(newest_first)
    words = " ".join(clipped(entry.summary, MAX_LINE) for entry in shown)
    source = _source(stream, visit[: len(shown)][::-1], words)
    omitted = [_omitted(stream.scope, entry) for entry in reversed(newest_first[len(shown) :])]
    return DraftLine(
        f"- {label}{_when(newest)}{_standing(source)}",
        why=Why.LATEST,
        reason=reason,
        source=source,
        memories=tuple((entry.id or "", entry.summary) for entry in shown),
        left_out=f"{len(omitted)} earlier pieces of the visit (before {shown[0].id})" if omitted else "",
        omitted=tuple(omitted),
        age=age,
    )


def _omitted(scope: Scope, entry: MemoryEntry) -> PromptLine:
    """A piece of a visit that a line has no room for; what has been said since is not looked for."""
    source = LineSource(
        words=entry.summary, ids=(entry.id or "",), scope=scope, turn=entry.turn, game_time=entry.game_time
    )
    return PromptLine(text=entry.summary, why=Why.LATEST, source=source)


def _fitting(newest_first: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """Those of a visit that one line holds, oldest first."""
    shown, room = [newest_first[0]], MAX_LINE - len(newest_first[0].summary)
    for entry in newest_first[1:]:
        room -= len(entry.summary) + 1
        if room < 0:
            break
        shown.insert(0, entry)
    return shown


async def build_recalled(
    state: GameState, viewer: PromptViewer, recalled: Sequence[RecalledMemory], question: str, shown: Collection[str]
) -> Draft:
    """The recalled memories, oldest first, without those ``shown`` (ids); the lowest ranked are dropped first."""
    timed: list[tuple[int, DraftLine] | None] = []
    for rank, each in enumerate(recalled):
        timed.append(_timed_line(state, viewer, each, question, rank))
        await checkpoint()
    lines = sorted((line for line in timed if line and line[1].memories[0][0] not in shown), key=lambda line: line[0])
    return Draft("Recalled", tuple(line for _, line in lines), priority=0, share=Share.MEMORY)


def _timed_line(
    state: GameState, viewer: PromptViewer, memory: RecalledMemory, question: str, rank: int
) -> tuple[int, DraftLine] | None:
    """A line with its game time; None for what the viewer is not to see."""
    stream, position = MemoryStream(state, memory.scope), parse_message_id(memory.memory_id)
    if position is not None:
        message = state.conversation_history[position]
        entry, kept = message_entry(message, memory.scope), message.fresh_content
        seen = viewer.seen(state, memory.scope, entry)
        text = (message_text(message) or "") if seen is entry else seen.summary
        at = f" at {data_line(state.name(entry.location_id))}" if entry.location_id is not None else ""
        label = f"said{at}, {_when(entry)}"
    else:
        entry = state.memory(memory.scope, memory.memory_id)
        label = owner_label(state, viewer, memory.scope) + _when(entry)
        text = kept = viewer.seen(state, memory.scope, entry).summary
    source = _source(stream, [entry], passage(text, question, MAX_LINE), memory)
    line = DraftLine(
        f"- {label}{_standing(source)}",
        why=Why.RECALLED,
        reason=memory.why,
        source=source,
        memories=((memory.memory_id, kept),),
        age=rank,
    )
    is_hidden = is_confidential_for(state, memory.scope, entry, {viewer.npc_id} - {None})
    return None if is_hidden else (entry.game_time or 0, line)


def _source(
    stream: MemoryStream, entries: Sequence[MemoryEntry], words: str, recalled: RecalledMemory | None = None
) -> LineSource:
    """What a line shows of memories, oldest first, or of one message, and what has been said since instead."""
    newest = entries[-1]
    is_message = parse_message_id(newest.id or "") is not None
    found = [superseding_entry(stream, entry, entry.summary) for entry in entries]
    newer = {message.index: message_text(message) or "" for message in found if message is not None}
    return LineSource(
        words=words,
        ids=tuple(entry.id or "" for entry in entries),
        scope=None if is_message else stream.scope,
        place_id=newest.location_id if is_message else None,
        turn=newest.turn,
        game_time=newest.game_time,
        later=tuple(clipped(newer[at], MAX_LINE) for at in sorted(newer)),
        is_confided=any(confided_to(stream.state, stream.scope, entry) is not None for entry in entries),
        recalled=recalled,
    )


def _standing(source: LineSource) -> str:
    """What is told of memories, marked where it is confidential, with what has been said since instead."""
    later = (f" (superseded since: {data_line(words)})" for words in source.later)
    return f"{CONFIDED if source.is_confided else ''}: {data_line(source.words)}{''.join(later)}"


def _when(entry: MemoryEntry) -> str:
    return time_text(entry.game_time) if entry.game_time is not None else "earlier"


def owner_label(state: GameState, viewer: PromptViewer, scope: Scope) -> str:
    if scope.source is MemorySource.NPC and scope.owner_id != viewer.npc_id:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}] remembers, "
    if scope.source is MemorySource.LOCATION:
        return f"{data_line(state.name(scope.owner_id or ''))} [{scope.owner_id}], "
    return ""
