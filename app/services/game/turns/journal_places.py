"""Finding turns in a journal."""

from app.language.rendering.refusing import refused
from app.models.records.history import chain
from app.models.records.record import Journal, Record, RecordKind


def last_turns(journal: Journal, head: int, count: int) -> list[Record]:
    """The last turns that lead to the head, newest first."""
    turns = [record for record in chain(journal, head) if record.kind is RecordKind.TURN]
    if not turns:
        raise refused(journal.opening.state, "turn-none")
    if not 1 <= count <= len(turns):
        raise refused(journal.opening.state, "turn-too-many", most=str(len(turns)))
    return turns[: -count - 1 : -1]


def turn_record(journal: Journal, head: int, turn: int) -> Record:
    """The record of a turn on the way to the head."""
    for record in chain(journal, head):
        if record.kind is RecordKind.TURN and record.turn == turn:
            return record
    raise refused(journal.opening.state, "turn-unknown", turn=str(turn))


def place_of(journal: Journal, head: int, turn: int | None, label: str | None) -> int:
    """The record meant by a turn's number or its name; the head for neither."""
    if label is not None:
        named = [record for record in journal.records if record.label == label]
        if not named:
            raise refused(journal.opening.state, "turn-not-named", name=repr(label))
        return named[-1].head or 0
    return head if turn is None else 0 if turn == 0 else turn_record(journal, head, turn).seq
