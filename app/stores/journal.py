"""Journals: header, opening and records as lines with checksums. ``name`` is the file's short name for messages."""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError, from_json, to_json

from app.errors import CorruptSave, InvalidInput, OtherFormat
from app.gc_tuning import collection_paused
from app.log import logger
from app.models.base import MAX_ID_LENGTH, first_problem, is_id
from app.models.memory import MemoryEntry
from app.models.messages.message import Message
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.records.folding import first_fault
from app.models.records.record import SAVE_FORMAT_VERSION, Header, Journal, NewMemory, Opening, Origin, Record
from app.stores.lines import body_before_damage, body_of, framed
from app.stores.migrations import FORMAT_KEY, LineKind, migrated, version_problem

FIRST_RECORD_LINE = 3
DAMAGED = "it is damaged, its checksum does not match"
DAMAGED_BREAK = "its line break is damaged"

_SHOWN_OF_AN_ID = 80
_MEMORIES: Any = {  # the paths of memories in a state
    "npcs": {"__all__": {"npc_memories"}},
    "scenario": {"world_memories": True, "location_states": {"__all__": {"location_memories"}}},
}

_REPEATED = ("speaker_id", "speaker_name", "location_id", "witness_ids")
_ALL_FIELDS = set(Message.model_fields)

_Line = TypeVar("_Line", bound=BaseModel)


def encoded(model: Header | Opening | Record) -> bytes:
    """Return the journal line of a model.

    Records and memories leave out defaults; header and opening, whose unions need fields with defaults, do not.

    Raises:
        InvalidInput: The line could not be read again.
    """
    try:
        if isinstance(model, Record) and model.memories:
            return framed(_checked_in_pieces(model))
        body = _body(model)
        type(model).model_validate_json(body)
    except (PydanticSerializationError, UnicodeEncodeError):
        raise InvalidInput(
            "The game holds text that is not valid Unicode, or a value that JSON does not know."
        ) from None
    except ValidationError as error:
        raise InvalidInput(
            f"The game holds something that could not be loaded again ({first_problem(error)})."
        ) from None
    return framed(body)


def _checked_in_pieces(record: Record) -> bytes:
    """Validate memories one by one: a record may hold hundreds, and validating all at once would hold other threads."""
    body = _body(record.model_copy(update={"memories": ()}))
    Record.model_validate_json(body)
    memories: list[bytes] = []
    for memory in record.memories:
        memories.append(memory.model_dump_json(exclude_defaults=True).encode())
        NewMemory.model_validate_json(memories[-1])
    return b'%s,"memories":[%s]}' % (body[:-1], b",".join(memories))


def _body(model: Header | Opening | Record) -> bytes:
    if not isinstance(model, Opening):
        return model.model_dump_json(exclude_defaults=isinstance(model, Record)).encode()
    state = model.state
    written = model.model_dump(mode="json", exclude={"state": _MEMORIES})
    for key, place in state.scenario.location_states.items():
        written["state"]["scenario"]["location_states"][key]["location_memories"] = _dumped(place.location_memories)
    for key, npc in state.npcs.items():
        written["state"]["npcs"][key]["npc_memories"] = _dumped(npc.npc_memories)
    written["state"]["scenario"]["world_memories"] = _dumped(state.scenario.world_memories)
    return to_json(written)


def _dumped(memories: Sequence[MemoryEntry]) -> list[dict[str, Any]]:
    return [entry.model_dump(mode="json", exclude_defaults=True) for entry in memories]


def encoded_journal(header: Header, opening: Opening, records: Iterable[Record] = ()) -> Iterator[bytes]:
    """Yield the lines of a whole journal.

    Raises:
        InvalidInput: Its parts do not belong together.
    """
    if header.save_format != SAVE_FORMAT_VERSION:
        raise InvalidInput(f"A new save has the format {SAVE_FORMAT_VERSION}, not {header.save_format}.")
    if opening.state.game_id != header.game_id:
        raise InvalidInput(f"The opening belongs to the game {opening.state.game_id!r}, not to {header.game_id!r}.")
    yield encoded(header)
    yield encoded(opening)
    last, known = 0, set[int]()
    copied = header.branched_from is not None
    for record in records:
        if problem := sequence_problem(record, last, known, copied=copied):
            raise InvalidInput(f"These records do not make a journal: {problem}.")
        last = record.seq
        known.add(last)
        yield encoded(record)


class LineAt(NamedTuple):
    """The line number of a record, and the byte at which its line begins."""

    number: int
    start: int


class Links(NamedTuple):
    """The numbers that place a record in its journal, and its line."""

    seq: int
    parent: int
    head: int | None
    number: int
    line: bytes


def sequence_problem(
    record: Record | Links, last_seq: int, known: Container[int], *, copied: bool = False
) -> str | None:
    """Say why a record cannot follow the last one.

    Args:
        record: The record.
        last_seq: The number of the last one.
        known: The earlier numbers; 0 may be missing.
        copied: Whether the game was branched from another: it may lack numbers where a record follows the one before
            it.

    Returns:
        The problem, None if there is none.
    """
    if record.seq <= last_seq:
        return f"record {record.seq} cannot follow record {last_seq}"
    named = record.names if isinstance(record, Record) else None
    for other in (record.parent, record.head or 0, named or 0):
        if other and other not in known:
            return f"record {record.seq} names a record {other} that is not there"
    if record.seq != last_seq + 1 and not (copied and record.parent == last_seq):
        return f"record {last_seq + 1} is missing before record {record.seq}"
    return None


def checked_game_id(text: str) -> str:
    """Return the id, which becomes the name of a folder, unchanged.

    Raises:
        InvalidInput: It is not a valid id; the error says what one looks like.
    """
    if not is_id(text):
        shown = ascii(text)
        shown = shown if len(shown) <= _SHOWN_OF_AN_ID else f"{shown[:_SHOWN_OF_AN_ID]}…"
        raise InvalidInput(ValueUnfit(fault=ValueFault.GAME_ID, name=shown, most=MAX_ID_LENGTH))
    return text


def recovered(lines: Iterable[bytes], name: str, new_id: str) -> Journal:
    """Make a new game of everything before the first damage, or before the first record that does not fit its
    scenario."""
    intact = salvage(lines, name).journal
    records = intact.records[: first_fault(intact)[0]]
    origin = Origin(game_id=intact.header.game_id, turn=records[-1].turn if records else 0, how="repaired")
    state = intact.opening.state.model_copy(update={"game_id": checked_game_id(new_id)})
    header = intact.header.model_copy(update={"game_id": new_id, "branched_from": origin})
    return Journal(header=header, opening=Opening(state=state), records=records)


@dataclass(frozen=True)
class Salvage:
    """The intact part of a file before its first damage; ``torn`` counts the bytes after its last line."""

    journal: Journal
    damage: CorruptSave | None = None
    torn: int = 0


def read_journal(lines: Iterable[bytes], name: str) -> Journal:
    """Read a whole journal. A torn tail is left out, with a warning.

    Raises:
        CorruptSave: It is damaged; the error names file and line.
    """
    result = salvage(lines, name)
    if result.damage is not None:
        raise result.damage
    if result.torn:
        logger.warning("{}: the last {} bytes were never confirmed and are left out", name, result.torn)
    return result.journal


def salvage(lines: Iterable[bytes], name: str) -> Salvage:
    """Read everything before the first damage.

    Raises:
        CorruptSave: There is no intact header and opening.
    """
    with collection_paused():
        reader = LineReader(name)
        source = iter(lines)
        header = reader.header(next(source, b""))
        opening = reader.opening(next(source, b""), header)
        records: list[Record] = []
        damage: CorruptSave | None = None
        torn, last, known = 0, 0, set[int]()
        title = header.title
        for number, line in enumerate(source, FIRST_RECORD_LINE):
            body = body_of(line)
            if body is None and not line.endswith(b"\n"):
                body = body_before_damage(line)
                if body is None:
                    torn = len(line)
                    break
                damage = reader.corrupt(number, DAMAGED_BREAK)
            try:
                record = reader.record(body, number)
                if problem := sequence_problem(record, last, known, copied=header.branched_from is not None):
                    raise reader.corrupt(number, problem)
            except CorruptSave as error:
                damage = error
                break
            last = record.seq
            known.add(last)
            title = record.title or title
            records.append(record)
        header = header.model_copy(update={"title": title})
        return Salvage(Journal(header=header, opening=opening, records=tuple(records)), damage, torn)


class LineReader:
    """Reads the lines of one journal; messages repeat few strings, which are shared."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._repeated: dict[Any, Any] = {}
        self.version = SAVE_FORMAT_VERSION

    def corrupt(self, number: int, what: str) -> CorruptSave:
        return CorruptSave(f"{self._name}, line {number}: {what}.")

    def header(self, line: bytes) -> Header:
        body = body_of(line)
        if body is None:
            raise self.corrupt(1, DAMAGED)
        raw = self._object(body, 1)
        if problem := version_problem(raw):
            raise OtherFormat(f"{self._name} {problem}.")
        self.version = raw[FORMAT_KEY]
        return self.read(Header, "header", body, 1)

    def opening(self, line: bytes, header: Header) -> Opening:
        opening = self.read(Opening, "opening", body_of(line), 2)
        if opening.state.game_id != header.game_id:
            raise self.corrupt(2, f"it belongs to another game, {opening.state.game_id!r}")
        return opening

    def record(self, body: bytes | None, number: int) -> Record:
        record, shared = self.read(Record, "record", body, number), self._repeated.setdefault
        for message in record.messages:
            # Share one set of field names, which is half of a message's memory (pydantic copies it before changing it),
            # and one object for equal values: a fifth of the rest.
            object.__setattr__(message, "__pydantic_fields_set__", _ALL_FIELDS)
            fields = vars(message)
            for name in _REPEATED:
                fields[name] = shared(value := fields[name], value)
        return record

    def read(self, model: type[_Line], kind: LineKind, body: bytes | None, number: int) -> _Line:
        if body is None:
            raise self.corrupt(number, DAMAGED)
        try:
            if self.version == SAVE_FORMAT_VERSION:
                return model.model_validate_json(body)
            return model.model_validate(migrated(kind, self._object(body, number), self.version))
        except ValidationError as error:
            raise self.corrupt(number, f"it does not fit the format ({first_problem(error)})") from None

    def _object(self, body: bytes, number: int) -> dict[str, Any]:
        try:
            raw = from_json(body, cache_strings="keys")
        except ValueError:
            raw = None
        if not isinstance(raw, dict):
            raise self.corrupt(number, "it does not hold a JSON object")
        return raw
