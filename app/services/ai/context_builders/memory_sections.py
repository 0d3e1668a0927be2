"""Shared parts of the memory sections: the last memories of a scope, one line per visit, and recalled memories."""

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
"""Default number of captured memories of each scope that a prompt shows."""
MAX_LINE = 700
"""Most characters of one visit's memories, the newest first, at least one; or of one recalled text, around the words
of the question."""
CONFIDED = ", in confidence, not to be mentioned before others"


def last_memories(
    state: GameState,
    viewer: PromptViewer,
    scope: Scope,
    max_entries: int,
    label: str = "",
    *,
    already_shown: Sequence[MemoryEntry] = (),
) -> list[DraftLine]:
    """Return lines for the last captured memories of a scope, oldest first.

    Args:
        state: The game.
        viewer: The reader.
        scope: Whose memories.
        max_entries: How many visits.
        label: Begins each line.
        already_shown: Memories that are shown elsewhere; sentences that repeat them are left out.
    """
    stream, known = MemoryStream(state, scope), [term_set(entry.summary) for entry in already_shown]
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
    """List the memories that the lines of `last_memories` show."""
    return [entry for visit in _last_visits(state, viewer, scope, max_entries) for entry in _fitting(visit)]


def _last_visits(state: GameState, viewer: PromptViewer, scope: Scope, max_entries: int) -> list[list[MemoryEntry]]:
    viewers = {viewer.npc_id} - {None}
    return last_visits(
        state.memories(scope),
        max_entries,
        lambda entry: is_inactive(state.status(entry.id)) or is_confidential_for(state, scope, entry, viewers),
    )


def _once(text: str, known: Sequence[frozenset[str]]) -> str:
    """Remove the sentences nearly all of whose terms are in one of the ``known`` texts. The first sentence stays,
    since it names the place."""

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
        f"- {label}{_when(newest)}{_current_text(source)}",
        why=Why.LATEST,
        reason=reason,
        source=source,
        memories=tuple((entry.id or "", entry.summary) for entry in shown),
        left_out=f"{len(omitted)} earlier pieces of the visit (before {shown[0].id})" if omitted else "",
        omitted=tuple(omitted),
        age=age,
    )


def _omitted(scope: Scope, entry: MemoryEntry) -> PromptLine:
    """Make a line for a piece of a visit that had no room; later versions are not looked up."""
    source = LineSource(
        words=entry.summary, ids=(entry.id or "",), scope=scope, turn=entry.turn, game_time=entry.game_time
    )
    return PromptLine(text=entry.summary, why=Why.LATEST, source=source)


def _fitting(newest_first: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """Return the memories of a visit that fit on one line, oldest first."""
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
    """Build the section of recalled memories, oldest first, without those ``shown`` (ids); the lowest ranked are
    dropped first."""
    timed: list[tuple[int, DraftLine] | None] = []
    for rank, each in enumerate(recalled):
        timed.append(recalled_line(state, viewer, each, question, rank))
        await checkpoint()
    lines = sorted((line for line in timed if line and line[1].memories[0][0] not in shown), key=lambda line: line[0])
    return Draft("Recalled", tuple(line for _, line in lines), priority=0, share=Share.MEMORY)


def recalled_line(
    state: GameState, viewer: PromptViewer, memory: RecalledMemory, question: str, rank: int
) -> tuple[int, DraftLine] | None:
    """Make the line of a recalled memory.

    Args:
        state: The game.
        viewer: The reader.
        memory: The memory.
        question: The question, around whose words a long text is cut; "" for its beginning.
        rank: The line's ``age``: the highest is dropped first.

    Returns:
        The memory's game time and the line; None if the viewer must not see the memory.
    """
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
        f"- {label}{_current_text(source)}",
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
    """Describe what a line shows: memories, oldest first, or one message, with later statements that supersede them."""
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


def _current_text(source: LineSource) -> str:
    """Return the text of memories, marked if it is confidential, with later statements that supersede it."""
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
