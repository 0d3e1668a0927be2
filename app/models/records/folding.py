"""Folding a journal into a state, and checking that every record can be folded."""

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from app.errors import CorruptSave, NotFound
from app.models.plain_reasons import Searched, Sought, Unknown
from app.models.records.canon_check import KnownParts, known_parts, parts_after
from app.models.records.parts import apply_parts
from app.models.records.record import Journal, Record, RecordKind
from app.models.sheets.canon import CanonEntry
from app.models.state.game_state import GameState
from app.models.state.newcomers import admit

_FIRST_RECORD_LINE = 3  # after header and opening


def fold_journal(journal: Journal, at: int | None = None) -> GameState:
    """Compute the state of a game from its journal.

    Args:
        journal: The journal.
        at: The number of a record, 0 for the opening; None for the head.

    Returns:
        A new state.

    Raises:
        CorruptSave: A parent is missing, or a record does not fit the scenario.
    """
    state = journal.opening.state.model_copy(deep=True)
    records = chain(journal, journal.head if at is None else at)
    try:
        _play_back(state, records)
        _check_references(state)
    except (ValidationError, NotFound, CorruptSave) as error:
        raise first_fault(journal)[1] or CorruptSave(
            f"The save of {journal.header.title!r} does not fit its scenario: {_reason(error)}"
        ) from None
    return state


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        return f"{error.error_count()} bad fields"
    unknown = error.reason if isinstance(error, NotFound) else None
    return f"there is no {unknown.what} {unknown.name!r}" if isinstance(unknown, Unknown) else str(error)


def first_fault(journal: Journal) -> tuple[int, CorruptSave | None]:
    """Find the first record with a part, memory or message that does not fit the scenario.

    Returns:
        How many records come before it, and the error, which names file and line; None where every record fits.
    """
    state = journal.opening.state.model_copy(deep=True)
    length = {0: len(state.conversation_history)}
    notes, parts = {0: len(state.notes)}, dict[int, KnownParts]()
    for position, record in enumerate(journal.records):
        length[record.seq] = start = length.get(record.parent, 0)
        length[record.seq] += len(record.messages)
        notes[record.seq] = notes.get(record.parent, 0) + len(record.notes)
        if record.parent in parts:
            parts[record.seq] = parts[record.parent]
        try:
            if record.canon:
                before = parts.get(record.parent) or known_parts(state.scenario.sheet)
                parts[record.seq] = parts_after(before, record.canon, notes[record.seq])
            _add_canon(state, record.canon)
            for memory in record.memories:
                state.memories(memory.scope)
            if any(message.index != start + offset for offset, message in enumerate(record.messages)):
                raise NotFound("its messages are misplaced")
            apply_parts(state, record.parts)
        except (ValidationError, NotFound, CorruptSave) as error:
            where = f"{journal.header.game_id}/journal.jsonl, line {position + _FIRST_RECORD_LINE}"
            return position, CorruptSave(f"{where}: it does not fit the scenario: {_reason(error)}.")
    return len(journal.records), None


def check(journal: Journal) -> None:
    """Check that every record, and the end of every branch, can be folded.

    Raises:
        CorruptSave: The first one that cannot.
    """
    fault = first_fault(journal)[1]
    if fault is not None:
        raise fault
    # The mark of an undo names what is undone as its parent, and that is the end of a branch.
    parents = {record.parent for record in journal.records if record.stands_at == record.seq}
    for end in {record.stands_at for record in journal.records if record.seq not in parents} | {journal.head}:
        fold_journal(journal, end)


def _play_back(state: GameState, records: Iterable[Record]) -> None:
    parts: dict[str, Any] = {}
    known: KnownParts | None = None
    for record in records:
        if record.canon:
            known = known_parts(state.scenario.sheet) if known is None else known
            known = parts_after(known, record.canon, len(state.notes) + len(record.notes))
        _add_canon(state, record.canon)
        state.conversation_history.extend(record.messages)
        state.notes.extend(record.notes)
        state.memory_status.update(record.statuses)
        state.commitments.update((commitment.id, commitment) for commitment in record.commitments.values())
        for memory in record.memories:
            state.memories(memory.scope).append(memory.entry)
        parts.update(record.parts)
        if record.kind is RecordKind.TURN:
            state.turn = record.turn
    apply_parts(state, parts)


def play_again(state: GameState, record: Record) -> None:
    """Apply the changes of a turn's record to a state that is at the record's parent, so that a commit finds them.

    Args:
        state: The state, which is changed.
        record: A turn, as it was recorded after that parent.
    """
    _add_canon(state, record.canon)
    state.conversation_history.extend(record.messages)
    state.notes.extend(record.notes)
    for memory_id, status in record.statuses.items():
        state.set_status(memory_id, status)
    for commitment in record.commitments.values():
        state.set_commitment(commitment)
    for memory in record.memories:
        state.memories(memory.scope).append(memory.entry)
    apply_parts(state, record.parts)
    state.turn = record.turn


def _add_canon(state: GameState, entries: Iterable[CanonEntry]) -> None:
    """Append entries one by one, so that who and what is new comes in the order in which it came into the game."""
    for entry in entries:
        before = state.sheet
        state.canon.append(entry)
        if state.sheet is not before:  # facts are in no sheet
            admit(state)


def chain(journal: Journal, at: int) -> list[Record]:
    """Return the records that lead from the opening to record ``at``, in order.

    Raises:
        CorruptSave: A record is missing.
    """
    by_seq = {record.seq: record for record in journal.records}
    path: list[Record] = []
    while at != 0:
        record = by_seq.get(at)
        if record is None:
            raise CorruptSave(f"The save of {journal.header.title!r} names a record {at} that it does not hold.")
        path.append(record)
        at = record.parent
    path.reverse()
    return path


def _check_references(state: GameState) -> None:
    """Raise NotFound for a place, person or act that the scenario does not have, or a commitment out of order."""
    here = state.scenario.current_location_id
    used_places = [here, *(npc.current_location_id for npc in state.npcs.values())]
    for place in {place for place in used_places if place is not None}:
        state.place(place)
    for npc_id in {npc_id for npc_ids in state.party.addressees.values() for npc_id in npc_ids}:
        state.npc(npc_id)
    if state.scenario.current_act_id is not None:
        state.sheets.act(state.scenario.current_act_id)
    for number, (key, commitment) in enumerate(state.commitments.items(), start=1):
        said_before = commitment.message_index is None or commitment.message_index < len(state.conversation_history)
        if not (key == commitment.id == f"c-{number}" and said_before):
            raise NotFound(Unknown(what=Sought.COMMITMENT, name=key, where=Searched.GAME))


def fold_beside(present: GameState, journal: Journal, to: int) -> GameState:
    """Fold up to an earlier record into a state that shares messages and memories with the present one.

    Args:
        present: The state that the game has now, which comes after that record.
        journal: The journal of the game.
        to: The number of the record.

    Returns:
        The earlier state.
    """
    state = fold_journal(journal, to)
    state.conversation_history[:] = present.conversation_history[: len(state.conversation_history)]
    for scope in state.scopes():
        state.memories(scope)[:] = present.memories(scope)[: len(state.memories(scope))]
    return state
