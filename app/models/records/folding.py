"""Folding a journal into a state, and finding what a commit has to hold. Its cost depends on what changed: logs are
compared by their length, bounded parts by their values, and only parts that differ in one are serialized."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave, InvalidInput, NotFound
from app.models.instances.npc_instance import NPCInstance
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.location import LocationState
from app.models.memory import CaptureRequest, MemoryEntry, Scope
from app.models.records.record import Journal, NewMemory, Record, RecordKind
from app.models.sheets.quest import QuestProgress
from app.models.state.clock import GameClock
from app.models.state.game_state import GameState, Party
from app.models.state.minds import MindsState, MindState
from app.models.state.plan import Goal, PlanItem

_NPC_ELSEWHERE = {"npc_memories", "goals", "plan", "mind"}
"""What of a person has parts of its own: what changes often is small, and what is large seldom changes."""
_SCENARIO_ELSEWHERE = {"sheet", "location_states", "quests", "world_memories"}
_ELSEWHERE = {"npc": _NPC_ELSEWHERE, "scenario": _SCENARIO_ELSEWHERE, "location": {"location_memories"}}
_ALWAYS_SERIALIZED = frozenset({"minds"})
"""Parts that may hold dictionaries in frozen values, whose content could change in place."""
_PARTS: dict[str, TypeAdapter[Any]] = {  # by the first word of a part's name; ``scenario`` lacks its sheet
    "scenario": TypeAdapter(ScenarioInstance),
    "location": TypeAdapter(LocationState),
    "npc": TypeAdapter(NPCInstance),
    "goals": TypeAdapter(list[Goal]),
    "plan": TypeAdapter(list[PlanItem]),
    "mind": TypeAdapter(MindState),
    "quest": TypeAdapter(QuestProgress),
    "party": TypeAdapter(Party),
    "clock": TypeAdapter(GameClock),
    "minds": TypeAdapter(MindsState),
    "pending": TypeAdapter(list[CaptureRequest]),
}

Step = dict[tuple[str, Any], Any]
"""What a commit has replaced: by kind and key the length that a log had, or a value (None: there was none). Of several
steps joined by ``|``, newest first, the oldest counts."""


_Snapshot = tuple[list[Any] | dict[str, Any], dict[str, list[Any]]]
"""What a part held, with lists and dictionaries copied, all else being immutable; and each dictionary's keys in order.
What belongs to other parts stands in it as itself, and so is always the same."""
_Touched = dict[str, tuple[_Snapshot, bytes] | None]
"""By name the snapshot and bytes of a part that may have changed; None for one that is gone."""

_FIRST_RECORD_LINE = 3  # header and opening stand before


class Baseline:
    """The state as it was last committed: the lengths of its logs, snapshots of its parts and their bytes."""

    step: Step
    """What the last `changes` has replaced."""

    def __init__(self, state: GameState) -> None:
        self._snapshots: dict[str, _Snapshot] = {}
        self._serialized: dict[str, bytes] = {}
        self._take(state, self._touched(state))

    def _touched(self, state: GameState) -> _Touched:
        """The parts that would not be read back as before, be it for the order of keys: 1 and 1.0 are the same to a
        field. A value of a part is compared only where it is not the same object."""
        parts, found = {name: (family, part) for name, family, part in _parts(state)}, _Touched()
        for name, (family, part) in parts.items():
            before, orders = self._snapshots.get(name, _NO_SNAPSHOT)
            now: Any = part if type(part) is list else vars(part)
            if (
                now != before
                or (orders and [[*now[field]] for field in orders] != [*orders.values()])
                or family in _ALWAYS_SERIALIZED
            ):
                found[name] = _snapshot(family, part), _json(family, part)
        return found | dict.fromkeys(self._snapshots.keys() - parts.keys())

    def _changed(self, touched: _Touched) -> dict[str, bytes | None]:
        """The new bytes of the parts of which they differ."""
        found = {name: now and now[1] for name, now in touched.items()}
        return {name: data for name, data in found.items() if data is None or self._serialized.get(name) != data}

    def _take(self, state: GameState, touched: _Touched) -> None:
        state.status_log.before, state.commitment_log.before = {}, {}
        self._turn = state.turn
        for name, now in touched.items():
            if now is None:
                del self._snapshots[name], self._serialized[name]
            else:
                self._snapshots[name], self._serialized[name] = now
        self._messages = len(state.conversation_history)
        self._notes = len(state.notes)
        self._memories = {key: len(entries) for key, entries in _memories(state)}
        self._statuses = len(state.status_log)
        self._commitments = len(state.commitment_log)

    def is_unchanged(self, state: GameState) -> bool:
        return (
            len(state.conversation_history) == self._messages
            and len(state.notes) == self._notes
            and all(len(entries) == self._memories[key] for key, entries in _memories(state))
            and len(state.status_log) == self._statuses
            and len(state.commitment_log) == self._commitments
            and not self._changed(self._touched(state))
        )

    def changes(self, state: GameState) -> dict[str, Any]:
        """The fields of a Record that hold what has changed since; the baseline then stands at the new state."""
        touched = self._touched(state)
        changed = {name: data and json.loads(data) for name, data in self._changed(touched).items()}
        _check_readable(state, {name: data for name, data in changed.items() if data is not None})
        grown = [(key, entries) for key, entries in _memories(state) if len(entries) > self._memories.get(key, 0)]
        scopes = {scope.key: scope for scope in state.scopes()} if grown else {}
        changed_statuses = sorted(set(state.status_log[self._statuses :]))
        changed_commitments = dict.fromkeys(state.commitment_log[self._commitments :])
        found = {
            "messages": tuple(state.conversation_history[self._messages :]),
            "notes": tuple(state.notes[self._notes :]),
            "memories": tuple(
                NewMemory(scope=scopes[key], entry=entry)
                for key, entries in grown
                for entry in entries[self._memories.get(key, 0) :]
            ),
            "statuses": {key: state.memory_status[key] for key in changed_statuses},
            "commitments": {key: state.commitments[key] for key in changed_commitments},
            "parts": changed,
        }
        self.step = self._step(state, (scopes[key] for key, _ in grown), changed)
        self._take(state, touched)
        return found

    def replaced(self, state: GameState) -> Step:
        """What has been replaced since the last commit."""
        try:
            names = {*self._changed(self._touched(state))}
        except InvalidInput:  # what cannot be serialized was changed
            names = self._serialized.keys() | {f"pending/{key}" for key in state.pending}
        grown = (scope for scope in state.scopes() if len(state.memories(scope)) > self._memories[scope.key])
        return self._step(state, grown, names)

    def _step(self, state: GameState, grown: Iterable[Scope], names: Iterable[str]) -> Step:
        step: Step = {("turn", ""): self._turn, ("messages", ""): self._messages, ("notes", ""): self._notes}
        step |= {("memories", scope): self._memories[scope.key] for scope in grown}
        step |= {("status", key): before for key, before in state.status_log.before.items()}
        step |= {("commitment", key): before for key, before in state.commitment_log.before.items()}
        return step | {("part", name): self._serialized.get(name) for name in names}


def rewound(state: GameState, step: Step) -> GameState:
    """The game as it was before a step: the same state where only the turn's number has changed, else another, which
    takes over what has not; ``state`` is then not to be used any more."""
    lengths = step["messages", ""], step["notes", ""]
    if len(step) == 3 and lengths == (len(state.conversation_history), len(state.notes)):
        state.cancel_turn(step["turn", ""])
        return state
    parts: dict[str, Any] = {}
    earlier = GameState.model_construct(**vars(state) | {"turn": step["turn", ""]})
    del earlier.conversation_history[lengths[0] :], earlier.notes[lengths[1] :]
    for (kind, key), value in step.items():
        if kind == "memories":
            del earlier.memories(key)[value:]
        elif kind == "part":
            parts[key] = value and json.loads(value)
        elif kind in ("status", "commitment"):
            if kind == "status":
                state.status_log.append(key)  # for the indexes that move on
            values: dict[str, Any] = earlier.memory_status if kind == "status" else earlier.commitments
            values[key] = value
            if value is None:
                del values[key]
    _apply_parts(earlier, parts)
    return earlier


def serialized_parts(state: GameState) -> dict[str, bytes]:
    """Each bounded part of the state by name, as JSON."""
    return {name: _json(family, part) for name, family, part in _parts(state)}


def _parts(state: GameState) -> Iterator[tuple[str, str, Any]]:
    """Name, family and value of each bounded part."""
    scenario = state.scenario
    yield "scenario", "scenario", scenario
    yield "party", "party", state.party
    yield "clock", "clock", state.clock
    yield "minds", "minds", state.minds
    for key, queue in state.pending.items():
        yield "pending/" + key, "pending", queue
    for key, place in scenario.location_states.items():
        yield "location/" + key, "location", place
    for key, quest in scenario.quests.items():
        yield "quest/" + key, "quest", quest
    for key, npc in state.npcs.items():
        yield "npc/" + key, "npc", npc
        yield "goals/" + key, "goals", npc.goals
        yield "plan/" + key, "plan", npc.plan
        yield "mind/" + key, "mind", npc.mind


def _memories(state: GameState) -> list[tuple[str, list[MemoryEntry]]]:
    """Every scope's memories by the scope's key, in the order of `GameState.scopes`."""
    places = [("location/" + key, place.location_memories) for key, place in state.scenario.location_states.items()]
    people = [("npc/" + key, npc.npc_memories) for key, npc in state.npcs.items()]
    return [*places, *people, ("world", state.scenario.world_memories)]


_NO_SNAPSHOT: _Snapshot = {}, {}


def _snapshot(family: str, part: Any) -> _Snapshot:
    if type(part) is list:
        return part.copy(), {}
    held, elsewhere = dict(vars(part)), _ELSEWHERE.get(family, ())
    for name, value in vars(part).items():
        if type(value) in (list, dict) and name not in elsewhere:
            held[name] = value.copy()
    return held, {name: [*value] for name, value in held.items() if type(value) is dict and len(value) > 1}


def _json(family: str, part: Any) -> bytes:
    try:
        data: bytes = _PARTS[family].serializer.to_json(part, exclude=_ELSEWHERE.get(family), warnings=False)
    except ValueError:
        raise InvalidInput("The game holds a value that JSON does not know, or text that is no Unicode.") from None
    return data


def fold(journal: Journal, at: int | None = None) -> GameState:
    """The state at a record (None: at the head); raises CorruptSave for a missing parent or what fits no scenario."""
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
    return f"{error.error_count()} bad fields" if isinstance(error, ValidationError) else str(error)


def first_fault(journal: Journal) -> tuple[int, CorruptSave | None]:
    """How many records stand before the first with a part, memory or message that does not fit the scenario, and what
    is wrong there, by file and line; None where every record fits by itself."""
    state = journal.opening.state.model_copy(deep=True)
    length = {0: len(state.conversation_history)}
    for position, record in enumerate(journal.records):
        length[record.seq] = start = length.get(record.parent, 0)
        length[record.seq] += len(record.messages)
        try:
            for memory in record.memories:
                state.memories(memory.scope)
            if any(message.index != start + offset for offset, message in enumerate(record.messages)):
                raise NotFound("its messages are misplaced")
            _apply_parts(state, record.parts)
        except (ValidationError, NotFound, CorruptSave) as error:
            where = f"{journal.header.game_id}/journal.jsonl, line {position + _FIRST_RECORD_LINE}"
            return position, CorruptSave(f"{where}: it does not fit the scenario: {_reason(error)}.")
    return len(journal.records), None


def check(journal: Journal) -> None:
    """CorruptSave for the first thing in any record, or at the end of any branch, that could not be played back."""
    fault = first_fault(journal)[1]
    if fault is not None:
        raise fault
    parents = {record.parent for record in journal.records}
    for end in {record.stands_at for record in journal.records if record.seq not in parents} | {journal.head}:
        fold(journal, end)


def _play_back(state: GameState, records: Iterable[Record]) -> None:
    parts: dict[str, Any] = {}
    for record in records:
        state.conversation_history.extend(record.messages)
        state.notes.extend(record.notes)
        state.memory_status.update(record.statuses)
        state.commitments.update((commitment.id, commitment) for commitment in record.commitments.values())
        for memory in record.memories:
            state.memories(memory.scope).append(memory.entry)
        parts.update(record.parts)
        if record.kind is RecordKind.TURN:
            state.turn = record.turn
    _apply_parts(state, parts)


def chain(journal: Journal, at: int) -> list[Record]:
    """The records that lead from the opening to record ``at``, in order."""
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


def _part(state: GameState, name: str, data: Any) -> Any:
    """A part as it is read. ValidationError for what it cannot be, CorruptSave for one that is not known."""
    family = name.partition("/")[0]
    if family not in _PARTS:
        raise CorruptSave(f"The save holds a part {name!r} that this version does not know.")
    if family == "scenario" and isinstance(data, dict):
        data = {**data, "sheet": state.sheet}
    return _PARTS[family].validate_python(data)


def _check_readable(state: GameState, parts: dict[str, Any]) -> None:
    """InvalidInput for a part that could be written but not read again: handlers set fields without a check."""
    for name, data in parts.items():
        try:
            _part(state, name, data)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, (name, *first["loc"])))
            raise InvalidInput(f"The game could not be loaded again: {where}: {first['msg']}.") from None


def _apply_parts(state: GameState, parts: dict[str, Any]) -> None:
    for name, data in parts.items():
        family, _, key = name.partition("/")
        part = _part(state, name, data or [] if family == "pending" else data)
        if family == "location":
            part.location_memories = state.place(key).location_memories
            state.scenario.location_states[key] = part
        elif family == "npc":
            for field in _NPC_ELSEWHERE:
                setattr(part, field, getattr(state.npc(key), field))
            state.npcs[key] = part
        elif family == "quest":
            state.scenario.quests[key] = part
        elif family == "scenario":
            for field in ScenarioInstance.model_fields.keys() - _SCENARIO_ELSEWHERE:
                setattr(state.scenario, field, getattr(part, field))
        elif family == "pending":
            _apply_queue(state, key, part)
        else:  # a field of the same name
            setattr(state.npc(key) if family in _NPC_ELSEWHERE else state, family, part)


def _apply_queue(state: GameState, key: str, queue: list[CaptureRequest]) -> None:
    if key not in {scope.key for scope in state.scopes()} or any(request.scope.key != key for request in queue):
        raise CorruptSave(f"The save holds a queue {key!r} that belongs to nobody.")
    if queue:
        state.pending[key] = queue
    else:
        state.pending.pop(key, None)


def _check_references(state: GameState) -> None:
    """NotFound for a place, person or act that the scenario does not have, or a commitment out of order."""
    here = state.scenario.current_location_id
    standing = [here, *(npc.current_location_id for npc in state.npcs.values())]
    for place in {place for place in standing if place is not None}:
        state.place(place)
    for npc_id in state.party.addressee_ids:
        state.npc(npc_id)
    if state.scenario.current_act_id is not None:
        state.sheets.act(state.scenario.current_act_id)
    for number, (key, commitment) in enumerate(state.commitments.items(), start=1):
        said_before = commitment.message_index is None or commitment.message_index < len(state.conversation_history)
        if not (key == commitment.id == f"c-{number}" and said_before):
            raise NotFound(f"There is no commitment {key!r} in this game.")
