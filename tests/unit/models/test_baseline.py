"""What a commit writes down of the bounded parts: compared with comparing everything, and counted."""

from collections.abc import Callable, Iterator
from datetime import datetime
from enum import Enum
from functools import reduce
from operator import or_
from types import NoneType
from typing import Any, get_args, get_origin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.models.base import Frozen, Mutable
from app.models.clock import GameClock
from app.models.instances.scenario_instance import WorldRequest
from app.models.memory import CaptureRequest, MemoryEntry, MemoryStatus, Scope
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind, MindState, PlannedCommand
from app.models.minds.plan import Goal, PlanItem, PlanStatus
from app.models.records import baseline as baselines
from app.models.records import parts
from app.models.records.baseline import Baseline, UndoStep, reverted
from app.models.sheets.condition import Attitude
from app.models.sheets.quest import QuestStatus
from app.models.state.commitment import Commitment, CommitmentKind
from app.models.state.game_state import GameState, Note, PlayerCharacter
from tests.examples import examples
from tests.worlds import NOW, is_unchanged, new_game, say, serialized_parts

pytestmark = pytest.mark.long

Change = Callable[[GameState, int], object]


def _reorder(found: dict[Any, Any], key: Any) -> None:
    """The same values, but this key last."""
    if key in found:
        found[key] = found.pop(key)


def _request(number: int) -> CaptureRequest:
    return CaptureRequest(scope=Scope.world(), turn=1, first=number)


def _done(number: int) -> PlanItem:
    return PlanItem(id=f"plan-mara-4-{number}", description="Work.", time=number, status=PlanStatus.COMPLETED)


CHANGES: list[Change] = [
    lambda s, n: s.party.items.append(f"thing-{n}"),
    lambda s, _: s.party.items.clear(),
    lambda s, n: setattr(s.party, "players", [PlayerCharacter(name=f"Player {n}")]),
    lambda s, n: s.clock.advance(n),
    lambda s, n: setattr(s, "clock", GameClock(minutes=480 + n)),
    lambda s, n: setattr(s.quest("light"), "status", list(QuestStatus)[n % len(QuestStatus)]),
    lambda s, n: s.quest("light").completed_objectives.append(f"step-{n}"),
    lambda s, n: s.npc("mara").relationships.update({f"being-{n}": float(n)}),
    lambda s, n: _reorder(s.npc("mara").relationships, f"being-{n}"),
    lambda s, n: setattr(s.npc("mara"), "energy", 10.0 * n),
    lambda s, n: setattr(s.npc("mara"), "attitude", list(Attitude)[n % len(Attitude)]),
    lambda s, n: setattr(s.npc("mara"), "activity", list(Activity)[n % len(Activity)]),
    lambda s, n: s.npc("mara").goals.append(Goal(id=f"goal-{n}", text="Rest.")),
    lambda s, n: setattr(s.npc("mara"), "goals", [Goal(id="goal-1", text="Rest.", progress=n)]),
    lambda s, n: setattr(s.npc("mara"), "plan", [PlanItem(id=f"plan-mara-3-{n + 1}", description="Eat.", time=n)]),
    lambda s, n: setattr(s.npc("mara"), "plan", [_done(number) for number in range(n)]),
    lambda s, _: s.npc("mara").plan.clear(),
    lambda s, n: s.npc("mara").mind.seen.update({f"being-{n}": n}),
    lambda s, n: _reorder(s.npc("mara").mind.seen, f"being-{n}"),
    lambda s, n: s.npc("mara").mind.seen.pop(f"being-{n}", None),
    lambda s, n: setattr(s.npc("mara"), "mind", MindState(reason=f"because {n}")),
    lambda s, n: s.place("inn").lasting_changes.append(f"smoke-{n}"),
    lambda s, n: setattr(s.place("inn"), "visits", n),
    lambda s, n: s.set_cursor(Scope.npc("mara"), n),
    lambda s, n: s.set_cursor(Scope.location("inn"), n),
    lambda s, n: setattr(s.scenario, "last_world_request", WorldRequest(turn=n, first=0)),
    lambda s, n: s.scenario.tags.append(f"tag-{n}"),
    lambda s, n: s.pending.setdefault("world", []).append(_request(n)),
    lambda s, n: s.pending.update({"world": [_request(n)]}),
    lambda s, _: s.pending.pop("world", None),
    lambda s, n: s.minds.ask(Job(kind=JobKind.PLAN, npc_id=f"being-{n}", asked_at=n)),
    lambda s, n: s.minds.intents.append(
        PlannedCommand(npc_id="mara", commands=({"minutes": n},), reason="", decided_at=0)
    ),
    lambda s, n: [each.commands[0].update({"minutes": n}) for each in s.minds.intents],
    lambda s, _: None,
]

changes = st.tuples(st.sampled_from(CHANGES), st.integers(0, 4))


@given(st.lists(st.lists(changes, max_size=4), max_size=8))
@settings(max_examples=300)
def test_a_commit_holds_the_parts_that_comparing_everything_finds(commits: list[list[tuple[Change, int]]]) -> None:
    state = new_game()
    baseline, before = Baseline(state), serialized_parts(state)
    for made in commits:
        for change, number in made:
            change(state, number)
        now = serialized_parts(state)
        differing = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
        assert is_unchanged(baseline, state) == (not differing)
        found = baseline.changes(state)["parts"]
        assert found.keys() == differing
        assert {name for name, data in found.items() if data is None} == before.keys() - now.keys()
        before = now


def _remember(state: GameState, scope: Scope, number: int) -> None:
    state.remember(scope, MemoryEntry(created_at=NOW, source=scope.source, summary=f"It rained {number} times."))


def _promise(state: GameState, number: int) -> None:
    kind, given = CommitmentKind.PROMISE, state.next_commitment_id() if number else "c-1"
    state.set_commitment(Commitment(id=given, kind=kind, by_id="player", words=f"{number}", made_at=480, turn=1))


RECALLED_ONCE = MemoryStatus(recalls=1)
OLD_PROMISE = Commitment(id="c-1", kind=CommitmentKind.PROMISE, by_id="mara", words="Soon.", made_at=480, turn=1)
LOGGED: list[Change] = [
    lambda s, n: say(s, *(f"line {each}" for each in range(n))),
    lambda s, n: s.notes.extend(Note(text=f"note {each}", turn=1, game_time=0) for each in range(n)),
    lambda s, n: _remember(s, Scope.world(), n),
    lambda s, n: _remember(s, Scope.npc("mara"), n),
    lambda s, n: _remember(s, Scope.location("inn"), n),
    lambda s, n: s.set_status(f"mara-00{n}", MemoryStatus(recalls=n)),
    lambda s, n: s.set_status("world-001", MemoryStatus(recalls=n)),
    _promise,
    lambda s, n: setattr(s, "turn", s.turn + n),
]
log_changes = st.tuples(st.sampled_from(LOGGED), st.integers(0, 3))
any_changes = st.lists(st.one_of(changes, log_changes), max_size=5)


@given(any_changes, st.lists(any_changes, max_size=3), any_changes)
@settings(max_examples=examples(60, usual=0.25))
def test_going_back_by_what_commits_have_replaced_gives_the_state_before_them(
    earlier: list[tuple[Change, int]], commits: list[list[tuple[Change, int]]], uncommitted: list[tuple[Change, int]]
) -> None:
    """By one commit or several, and by what no commit holds yet."""
    state, steps, states = new_game(), list[UndoStep](), list[dict[str, Any]]()
    for change, number in earlier:
        change(state, number)
    baseline = Baseline(state)
    for made in commits:
        states.append(state.model_dump())
        for change, number in made:
            change(state, number)
        assert is_unchanged(baseline, state) == _is_empty(baseline.changes(state))
        steps.append(baseline.step)
    committed = state.model_dump()
    for change, number in uncommitted:
        change(state, number)
    state = reverted(state, baseline.replaced(state))
    assert state.model_dump() == committed
    if commits:
        newest_first = reduce(or_, reversed(steps))
        assert reverted(state, newest_first).model_dump() == states[0]


def test_going_back_over_a_new_plan_gives_the_one_before_it_with_all_that_was_done() -> None:
    """The commit of a new plan, and one of how far it has come, undone together."""
    state = new_game()
    mara = state.npc("mara")
    mara.plan = [_done(number) for number in range(8)]
    baseline, before = Baseline(state), state.model_dump()
    mara.plan = [PlanItem(id="plan-mara-5-1", description="Eat.", time=0)]
    baseline.changes(state)
    replaced = baseline.step
    mara.plan = [item.model_copy(update={"status": PlanStatus.ACTIVE}) for item in mara.plan]
    baseline.changes(state)
    assert reverted(state, baseline.step | replaced).model_dump() == before


def _is_empty(found: dict[str, Any]) -> bool:
    return not any(found.values())


@pytest.mark.parametrize(
    ("change", "replaced"),
    [
        (lambda _: None, {}),
        (lambda s: setattr(s, "turn", 5), {}),
        (lambda s: say(s, "one", "two"), {}),
        (lambda s: _remember(s, Scope.npc("mara"), 1), {("memories", Scope.npc("mara")): 1}),
        (lambda s: s.set_status("mara-001", MemoryStatus(pinned=True)), {("status", "mara-001"): None}),
        (lambda s: s.set_status("world-001", MemoryStatus(recalls=2)), {("status", "world-001"): RECALLED_ONCE}),
        (lambda s: _promise(s, 1), {("commitment", "c-2"): None}),
        (lambda s: _promise(s, 0), {("commitment", "c-1"): OLD_PROMISE}),
        (lambda s: s.pending.update({"world": [_request(1)]}), {("part", "pending/world"): None}),
    ],
    ids=range(9),
)
def test_a_step_names_what_changed_beside_the_turn_and_the_lengths_of_two_logs_and_nothing_else(
    change: Callable[[GameState], object], replaced: UndoStep
) -> None:
    state = new_game()
    state.turn = 3
    say(state, "before")
    for scope in (Scope.npc("mara"), Scope.world()):
        _remember(state, scope, 0)
    state.set_status("world-001", RECALLED_ONCE)
    state.set_commitment(OLD_PROMISE)
    before = state.model_dump()
    baseline = Baseline(state)
    change(state)
    expected = {("turn", ""): 3, ("messages", ""): 1, ("notes", ""): 0} | replaced
    assert baseline.replaced(state) == expected
    baseline.changes(state)
    assert baseline.step == expected
    statuses = [key for kind, key in replaced if kind == "status"]
    log, length = state.status_log, len(state.status_log)
    assert reverted(state, baseline.step).model_dump() == before
    assert log[length:] == statuses, "indexes that follow the old state learn that they changed back"


def test_the_same_state_goes_back_where_only_the_number_of_the_turn_has_changed() -> None:
    state = new_game()
    baseline = Baseline(state)
    state.open_turn(NOW)
    assert reverted(state, baseline.replaced(state)) is state
    assert state.turn == 0
    for change in LOGGED[:2]:
        change(state, 1)
        earlier = reverted(state, baseline.replaced(state))
        assert earlier is not state
        assert (earlier.conversation_history, earlier.notes) == ([], [])
        state = earlier


def test_a_value_that_cannot_be_written_is_gone_after_going_back() -> None:
    """Of what was changed with it nothing stays, a queue that was not there included."""
    state = new_game()
    before = state.model_dump()
    baseline = Baseline(state)
    state.npc("mara").relationships["\ud800"] = 1.0
    state.party.items.append("lantern")
    state.pending["world"] = [_request(1)]
    with pytest.raises(InvalidInput):
        baseline.changes(state)
    assert reverted(state, baseline.replaced(state)).model_dump() == before


def test_a_value_that_could_not_be_read_again_is_refused_with_its_place() -> None:
    state = new_game()
    baseline = Baseline(state)
    state.clock.minutes = -1
    with pytest.raises(InvalidInput, match=r"could not be loaded again: clock\.minutes: "):
        baseline.changes(state)


def test_another_order_of_keys_is_a_change() -> None:
    """People are spoken of in this order."""
    state = new_game()
    state.npc("mara").relationships = {"player": 1.0, "bo": 2.0}
    baseline = Baseline(state)
    _reorder(state.npc("mara").relationships, "player")
    assert list(baseline.changes(state)["parts"]["relationships/mara"]) == [["bo", 2.0], ["player", 1.0]]


def test_parts_that_are_gone_are_named_in_the_order_in_which_they_came() -> None:
    """A journal does not depend on how a set is ordered in this process."""
    state, waiting = new_game(), [Scope.npc(f"person-{number}").key for number in range(12)]
    for key in waiting:
        state.pending[key] = [_request(1)]
    baseline = Baseline(state)
    state.pending.clear()
    assert [*baseline.changes(state)["parts"]] == [f"pending/{key}" for key in waiting]


def test_a_part_that_has_not_changed_is_not_serialized(monkeypatch: pytest.MonkeyPatch) -> None:
    state, serialized, to_json = new_game(), list[str](), parts.part_json
    baseline = Baseline(state)

    def counted(family: str, part: Any) -> bytes:
        serialized.append(family)
        return to_json(family, part)

    monkeypatch.setattr(baselines, "part_json", counted)
    assert is_unchanged(baseline, state)
    assert serialized == [], "only jobs and intents may change in place"
    state.npc("guard-1").relationships.update({"player": 1.0, "mara": 2.0})
    baseline.changes(state)
    serialized.clear()
    assert is_unchanged(baseline, state)
    assert serialized == [], "keys in the same order are no change"
    state.npc("mara").mind.seen["inn"] = 480
    state.place("inn").lasting_changes.append("smoke")
    assert baseline.changes(state)["parts"].keys() == {"mind/mara", "location/inn"}
    assert sorted(serialized) == ["location", "mind"]


IMMUTABLE = (str, int, float, bool, datetime, NoneType, Enum)


def _mutable_within(kind: Any, where: str, seen: frozenset[Any] = frozenset()) -> Iterator[str]:
    """Where a type that a snapshot shares with the state holds anything that could change in place."""
    if kind in seen:
        return
    if get_origin(kind) in (list, dict) or kind in (list, dict, Any):
        yield where
    elif args := get_args(kind):
        for each in args:
            if isinstance(each, type) or get_args(each) or each is Any:
                yield from _mutable_within(each, where, seen)
    elif isinstance(kind, type) and issubclass(kind, Frozen):
        for name, field in kind.model_fields.items():
            yield from _mutable_within(field.annotation, f"{where}.{name}", seen | {kind})
    elif isinstance(kind, type) and not issubclass(kind, IMMUTABLE):
        yield where


def _values(family: str) -> Iterator[tuple[str, Any]]:
    """The types of what a snapshot holds of a part, without the lists and dictionaries that it copies."""
    kind: Any = parts._PARTS[family]._type
    if get_origin(kind) is list:
        yield family, get_args(kind)[0]
        return
    assert issubclass(kind, Mutable | Frozen)  # one that is frozen is replaced as a whole
    for name, field in kind.model_fields.items():
        if name not in parts.ELSEWHERE.get(family, ()):
            copied = get_origin(field.annotation) in (list, dict)
            for each in get_args(field.annotation) if copied else (field.annotation,):
                yield f"{family}.{name}", each


def test_what_a_snapshot_shares_with_the_state_cannot_change_in_place() -> None:
    """A part for which this does not hold has to be serialized each time, or a change of it would be lost."""
    found = {family for family in parts._PARTS for where, kind in _values(family) for _ in _mutable_within(kind, where)}
    assert found == baselines._ALWAYS_SERIALIZED
