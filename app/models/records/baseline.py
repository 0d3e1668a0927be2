"""Finding what has changed since the last commit, and reverting it. The cost depends on what changed: logs are compared
by their length, parts by their values, and only parts that differ in one are serialized. For a thought of some people
only their own parts are compared: the next commit of a turn would find any other change."""

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from app.errors import InvalidInput
from app.models.base import first_problem
from app.models.memory import MemoryEntry, Scope
from app.models.minds.mind_state import whose
from app.models.records.parts import ELSEWHERE, People, apply_parts, part_json, read_part, state_parts
from app.models.records.record import NewMemory
from app.models.state.game_state import GameState
from app.models.state.newcomers import dismiss

_ALWAYS_SERIALIZED = frozenset({"agent", "jobs", "intents"})
"""Parts that may hold dictionaries in frozen values, whose content could change in place."""

UndoStep = dict[tuple[str, Any], Any]
"""What a commit replaced: by kind and key the length that a log had, or a value (None: there was none). Several steps
are joined by ``|``, newest first."""


_Snapshot = tuple[list[Any] | dict[str, Any], dict[str, list[Any]]]
"""The fields of a part, with lists and dictionaries copied, all else being immutable; and each dictionary's keys in
order. Fields that belong to other parts are not copied, so that they always compare equal."""
_Touched = dict[str, tuple[_Snapshot, bytes] | None]
"""By name the snapshot and bytes of a part that may have changed; None for a removed one."""


class Baseline:
    """The state as it was last committed: the lengths of its logs, snapshots of its parts and their bytes."""

    step: UndoStep  # what the last changes replaced

    def __init__(self, state: GameState) -> None:
        self._snapshots: dict[str, _Snapshot] = {}
        self._serialized: dict[str, bytes] = {}
        self._memories: dict[str, int] = {}
        self._take(state, self._touched(state))

    def _touched(self, state: GameState, people: People = None) -> _Touched:
        """Find the parts that would not be read back as before, if only for the order of keys: 1 and 1.0 are the same
        to a field. A value of a part is compared only where it is not the same object."""
        snapshots, names, touched = self._snapshots, set[str](), _Touched()
        for name, family, part in state_parts(state, people):
            names.add(name)
            before, orders = snapshots.get(name, _NO_SNAPSHOT)
            now: Any = part if type(part) is list else vars(part)
            if (
                now != before
                or (orders and [[*now[field]] for field in orders] != [*orders.values()])
                or family in _ALWAYS_SERIALIZED
            ):
                touched[name] = _snapshot(family, part), part_json(family, part)
        queues = [f"{family}/{key}" for family in sorted(_ALWAYS_SERIALIZED) for key in sorted(people or ())]
        known = snapshots if people is None else filter(snapshots.__contains__, queues)
        return touched | dict.fromkeys([name for name in known if name not in names])  # in order, not as a set has them

    def _changed(self, touched: _Touched) -> dict[str, bytes | None]:
        """Return the new bytes of the touched parts whose bytes differ."""
        serialized = {name: now and now[1] for name, now in touched.items()}
        return {name: data for name, data in serialized.items() if data is None or self._serialized.get(name) != data}

    def _take(self, state: GameState, touched: _Touched, people: People = None) -> None:
        state.status_log.before, state.commitment_log.before = {}, {}
        self._turn = state.turn
        for name, now in touched.items():
            if now is None:
                del self._snapshots[name], self._serialized[name]
            else:
                self._snapshots[name], self._serialized[name] = now
        self._messages = len(state.conversation_history)
        self._notes = len(state.notes)
        self._canon = len(state.canon)
        self._memories |= {key: len(entries) for key, entries in _memories(state, people)}
        self._statuses = len(state.status_log)
        self._commitments = len(state.commitment_log)

    def changes(self, state: GameState, people: People = None) -> dict[str, Any]:
        """Return what has changed since the last commit, and move the baseline to the present state.

        Args:
            state: The present state.
            people: The people whose parts, in addition to those of the whole game, may have changed; None for all.

        Returns:
            Fields of a Record by name.

        Raises:
            InvalidInput: A part could not be written, or not be read again; the baseline has not moved.
        """
        touched = self._touched(state, people)
        changed = {name: data and _data_of(data) for name, data in self._changed(touched).items()}
        _check_readable(state, {name: data for name, data in changed.items() if data is not None})
        lengths = self._memories
        grown = [(key, entries) for key, entries in _memories(state, people) if len(entries) > lengths.get(key, 0)]
        possible = state.scopes() if people is None else map(Scope.npc, people)
        scopes = {scope.key: scope for scope in possible} if grown else {}
        changed_statuses = sorted(set(state.status_log[self._statuses :]))
        changed_commitments = dict.fromkeys(state.commitment_log[self._commitments :])
        fields = {
            "messages": tuple(state.conversation_history[self._messages :]),
            "notes": tuple(state.notes[self._notes :]),
            "canon": tuple(state.canon[self._canon :]),
            "memories": tuple(
                NewMemory(scope=scopes[key], entry=entry)
                for key, entries in grown
                for entry in entries[lengths.get(key, 0) :]
            ),
            "statuses": {key: state.memory_status[key] for key in changed_statuses},
            "commitments": {key: state.commitments[key] for key in changed_commitments},
            "parts": changed,
        }
        self.step = self._step(state, (scopes[key] for key, _ in grown), changed)
        self._take(state, touched, people)
        return fields

    def replaced(self, state: GameState) -> UndoStep:
        """Return what has been replaced since the last commit, for `reverted`."""
        try:
            names = {*self._changed(self._touched(state))}
        except InvalidInput:  # what cannot be serialized was changed
            names = self._serialized.keys() | {f"pending/{key}" for key in state.pending}
        scopes = state.scopes()
        grown = (scope for scope in scopes if len(state.memories(scope)) > self._memories.get(scope.key, 0))
        return self._step(state, grown, names)

    def _step(self, state: GameState, grown: Iterable[Scope], names: Iterable[str]) -> UndoStep:
        step: UndoStep = {("turn", ""): self._turn, ("messages", ""): self._messages, ("notes", ""): self._notes}
        if len(state.canon) > self._canon:
            step["canon", ""] = self._canon
        step |= {("memories", scope): self._memories.get(scope.key, 0) for scope in grown}
        step |= {("status", key): before for key, before in state.status_log.before.items()}
        step |= {("commitment", key): before for key, before in state.commitment_log.before.items()}
        return step | {("part", name): self._serialized.get(name) for name in names}


def reverted(state: GameState, step: UndoStep) -> GameState:
    """Revert a step.

    Args:
        state: The present state; not to be used afterwards unless it is returned.
        step: What to revert.

    Returns:
        The same state where nothing but the turn's number has changed; otherwise a new state, which takes over what has
        not changed.
    """
    lengths = step["messages", ""], step["notes", ""]
    if len(step) == 3 and lengths == (len(state.conversation_history), len(state.notes)):
        state.cancel_turn(step["turn", ""])
        return state
    parts: dict[str, Any] = {}
    earlier = GameState.model_construct(**vars(state) | {"turn": step["turn", ""]})
    del earlier.conversation_history[lengths[0] :], earlier.notes[lengths[1] :]
    if ("canon", "") in step:
        del earlier.canon[step["canon", ""] :]
    earlier.inherit_canon(state)
    if ("canon", "") in step:
        dismiss(earlier)
    scopes = {scope.key for scope in earlier.scopes()}
    for (kind, key), value in step.items():
        if kind == "memories" and key.key in scopes:
            del earlier.memories(key)[value:]
        elif kind == "part" and not (value is None and _is_of_nobody(earlier, key)):
            parts[key] = value and _data_of(value)
        elif kind in ("status", "commitment"):
            if kind == "status":
                state.status_log.append(key)  # for the indexes that move on
            values: dict[str, Any] = earlier.memory_status if kind == "status" else earlier.commitments
            values[key] = value
            if value is None:
                del values[key]
    apply_parts(earlier, parts)
    return earlier


_OF_SOMEBODY = {"npc", "goals", "plan", "progress", "accumulator", "mind", "relationships", "reason", "agent"}


def _is_of_nobody(state: GameState, part: str) -> bool:
    """Return whether a part is of a person, place, quest or owner of memories that the game does not have."""
    family, _, key = part.partition("/")
    if family in _OF_SOMEBODY:
        return key not in state.npcs
    if family == "pending":
        return all(scope.key != key for scope in state.scopes())
    tables: dict[str, Any] = {"location": state.scenario.location_states, "quest": state.scenario.quests}
    return family in tables and key not in tables[family]


def work_waits(state: GameState, step: UndoStep | None = None) -> bool:
    """Return whether background work is left to do in the committed game.

    Args:
        state: The present state.
        step: What to revert first, for the game as it was before.
    """
    before = {name: value for (kind, name), value in (step or {}).items() if kind == "part"}
    waiting = {f"pending/{key}" for key in state.pending} | {f"jobs/{whose(job)}" for job in state.minds.jobs}
    waiting = (waiting - before.keys()) | {name for name, value in before.items() if value not in (None, b"[]")}
    return any(name.startswith(("pending/", "jobs/")) for name in waiting)


def _memories(state: GameState, people: People) -> list[tuple[str, list[MemoryEntry]]]:
    """Return the memories by scope key, of every scope or of some people, in the order of `GameState.scopes`."""
    if people is not None:
        return [("npc/" + key, state.npc(key).npc_memories) for key in people]
    places = [("location/" + key, place.location_memories) for key, place in state.scenario.location_states.items()]
    everybody = [("npc/" + key, npc.npc_memories) for key, npc in state.npcs.items()]
    return [*places, *everybody, ("world", state.scenario.world_memories)]


_NO_SNAPSHOT: _Snapshot = {}, {}


def _data_of(serialized: bytes) -> Any:
    return from_json(serialized, cache_strings="keys")  # as for models: texts would stay in the process


def _snapshot(family: str, part: Any) -> _Snapshot:
    if type(part) is list:
        return part.copy(), {}
    held, elsewhere = dict(vars(part)), ELSEWHERE.get(family, ())
    for name, value in vars(part).items():
        if type(value) in (list, dict) and name not in elsewhere:
            held[name] = value.copy()
    return held, {name: [*value] for name, value in held.items() if type(value) is dict and len(value) > 1}


def _check_readable(state: GameState, parts: dict[str, Any]) -> None:
    """Raise InvalidInput for a part that could not be read again: handlers set fields without a check."""
    for name, data in parts.items():
        try:
            read_part(state, name, data)
        except ValidationError as error:
            raise InvalidInput(f"The game could not be loaded again: {name}.{first_problem(error)}.") from None
