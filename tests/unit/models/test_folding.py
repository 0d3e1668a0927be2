"""Which journals can be folded, and where the first record stands that cannot."""

from typing import Any

import pytest
from pydantic import ValidationError

from app.errors import CorruptSave
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.records.folding import check, first_fault, fold_journal
from app.models.records.record import GameSummary, Journal, NewMemory, Opening, PromptRecipe, Record, RecordKind
from app.models.state.commitment import Commitment, CommitmentKind
from app.models.state.game_state import Note
from tests.unit.stores.journals import header, mark, turn
from tests.worlds import NOW, message, new_game, say


def journal(*records: Record, opened_with: int = 0) -> Journal:
    """A journal whose opening holds so many messages."""
    state = new_game()
    say(state, *(f"line {number}" for number in range(opened_with)))
    return Journal(header=header(), opening=Opening(state=state), records=records)


def promise(number: int = 1, **fields: Any) -> Commitment:
    given = {"kind": CommitmentKind.PROMISE, "by_id": "player", "words": "Soon.", "made_at": 480, "turn": 1}
    return Commitment(id=f"c-{number}", **{**given, **fields})


def test_a_branch_that_was_undone_is_checked_to_its_end() -> None:
    undone = turn(2, commitments={"c-5": promise(5)})
    with pytest.raises(CorruptSave, match="c-5"):
        check(journal(turn(1), undone, mark(3, 1)))


# -- the first fault ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("opened_with", [0, 3])
def test_messages_are_counted_from_the_parent_on_also_after_an_undo(opened_with: int) -> None:
    first = turn(1, first_message=opened_with)
    undone, again = turn(2, first_message=opened_with + 2), turn(4, 1, first_message=opened_with + 2)
    later = turn(5, 0, first_message=opened_with)
    good = journal(first, undone, mark(3, 1), again, later, opened_with=opened_with)
    assert first_fault(good) == (5, None)
    check(good)
    assert [fold_journal(good, at).turn for at in (0, 1, 2, 4, 5)] == [0, 1, 2, 4, 5]


def test_only_a_turn_gives_a_game_its_number() -> None:
    settled = turn(2, kind=RecordKind.SETTLE, turn=7)
    assert fold_journal(journal(turn(1), settled)).turn == 1


@pytest.mark.parametrize("positions", [(3, 4), (1, 2), (2, 2), (2, 4), (2, 1), (3, 2)])
def test_messages_out_of_place_are_a_fault_with_file_and_line(positions: tuple[int, int]) -> None:
    misplaced = turn(2).model_copy(update={"messages": tuple(message(at, "…") for at in positions)})
    bad = journal(turn(1), misplaced, turn(3))
    position, error = first_fault(bad)
    assert position == 1
    assert str(error) == ("game-1/journal.jsonl, line 4: it does not fit the scenario: its messages are misplaced.")
    with pytest.raises(CorruptSave, match="line 4"):
        check(bad)


def test_a_record_whose_parent_is_missing_fits_by_itself_and_cannot_be_folded() -> None:
    lost = journal(turn(1, 7, first_message=0))
    assert first_fault(lost) == (1, None)
    with pytest.raises(CorruptSave, match="names a record 7 that it does not hold"):
        fold_journal(lost)


@pytest.mark.parametrize(
    "fields",
    [
        {"parts": {"clock": {"minutes": -1}}},
        {"parts": {"weather": {}}},
        {
            "memories": (
                NewMemory(
                    scope=Scope.npc("nobody"),
                    entry=MemoryEntry(created_at=NOW, source=Scope.npc("nobody").source, summary="It rained."),
                ),
            )
        },
    ],
    ids=["value", "part", "memory"],
)
def test_what_fits_no_scenario_is_a_fault_where_it_stands_and_whatever_is_folded(fields: dict[str, Any]) -> None:
    bad = journal(turn(1), turn(2), turn(3, **fields))
    position, error = first_fault(bad)
    assert position == 2
    assert "line 5" in str(error)
    with pytest.raises(CorruptSave, match="line 5"):
        fold_journal(bad)


# -- the ends of all branches -------------------------------------------------------------------------------------

ELSEWHERE = {"party": {"players": [{"name": "Élan"}], "addressees": {"player": ["nobody"]}}}
"""A part that can be read, but speaks to a person that the scenario does not have."""


@pytest.mark.parametrize(
    "records",
    [
        (turn(1), turn(2, parts=ELSEWHERE)),
        (turn(1), turn(2, parts=ELSEWHERE), turn(3, 1, first_message=2)),
        (turn(1, parts=ELSEWHERE), turn(2, parts={"party": {}}), mark(3, 1)),
    ],
    ids=["head", "retried", "head within a branch"],
)
def test_every_end_and_the_head_are_checked(records: tuple[Record, ...]) -> None:
    bad = journal(*records)
    assert first_fault(bad)[1] is None
    with pytest.raises(CorruptSave, match=r"does not fit its scenario.*nobody"):
        check(bad)


def test_what_a_later_record_of_its_branch_has_mended_is_no_damage() -> None:
    check(journal(turn(1, parts=ELSEWHERE), turn(2, parts={"party": {}})))


@pytest.mark.parametrize(
    "parts",
    [
        {"npc/mara": {"instance_id": "mara", "current_location_id": "atlantis"}},
        {"scenario": {"current_act_id": "act-9"}},
        {"scenario": {"current_location_id": "atlantis"}},
    ],
)
def test_a_place_or_an_act_that_the_scenario_does_not_have_is_damage(parts: dict[str, Any]) -> None:
    with pytest.raises(CorruptSave, match="does not fit its scenario"):
        fold_journal(journal(turn(1, parts=parts)))


def test_a_person_a_party_and_a_story_may_be_nowhere() -> None:
    nowhere = {
        "npc/mara": {"instance_id": "mara", "current_location_id": None},
        "scenario": {"current_act_id": None, "current_location_id": None},
    }
    state = fold_journal(journal(turn(1, parts=nowhere)))
    assert state.npc("mara").current_location_id is None
    assert state.scenario.current_act_id is None


@pytest.mark.parametrize(("said_in", "is_damage"), [(None, False), (0, False), (1, False), (2, True), (3, True)])
def test_a_commitment_is_made_by_a_message_of_its_conversation_if_by_any(said_in: int | None, is_damage: bool) -> None:
    found = journal(turn(1, commitments={"c-1": promise(message_index=said_in)}))
    if is_damage:
        with pytest.raises(CorruptSave, match="no commitment 'c-1'"):
            fold_journal(found)
    else:
        assert fold_journal(found).commitments["c-1"].message_index == said_in


@pytest.mark.parametrize("given", [(2,), (0,), (2, 1), (1, 3)])
def test_commitments_are_numbered_from_one_on(given: tuple[int, ...]) -> None:
    commitments = {f"c-{number}": promise(number) for number in given}
    with pytest.raises(CorruptSave, match="no commitment"):
        fold_journal(journal(turn(1, commitments=commitments)))
    fold_journal(journal(turn(1, commitments={f"c-{number}": promise(number) for number in (1, 2)})))


# -- records ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "head", "stands_at"),
    [
        (RecordKind.TURN, None, 5),
        (RecordKind.TURN, 3, 5),
        (RecordKind.SETTLE, 3, 5),
        (RecordKind.MARK, None, 5),
        (RecordKind.MARK, 3, 3),
        (RecordKind.MARK, 0, 0),
    ],
)
def test_only_a_mark_moves_the_head_to_another_record(kind: RecordKind, head: int | None, stands_at: int) -> None:
    record = Record(seq=5, kind=kind, parent=4, head=head, turn=2, at=NOW)
    assert record.stands_at == stands_at
    assert journal(record).head == stands_at
    assert (journal(record).last_seq, journal().last_seq, journal().head) == (5, 0, 0)


@pytest.mark.parametrize(
    ("fields", "holds_changes"),
    [
        ({"messages": (message(0, "…"),)}, True),
        ({"notes": (Note(text="n", turn=1, game_time=0),)}, True),
        (
            {
                "memories": (
                    NewMemory(
                        scope=Scope.world(),
                        entry=MemoryEntry(created_at=NOW, source=Scope.world().source, summary="It rained."),
                    ),
                )
            },
            True,
        ),
        ({"statuses": {"world-001": MemoryStatus(pinned=True)}}, True),
        ({"commitments": {"c-1": promise()}}, True),
        ({"parts": {"clock": {"minutes": 481}}}, True),
        ({"label": "here", "request_id": "r-1", "player_input": "look"}, False),
    ],
)
def test_a_record_holds_changes_if_any_of_its_logs_or_parts_do(fields: dict[str, Any], holds_changes: bool) -> None:
    assert Record(seq=1, kind=RecordKind.TURN, parent=0, turn=1, at=NOW, **fields).holds_changes is holds_changes


@pytest.mark.parametrize(
    ("fields", "is_valid"),
    [
        ({}, True),
        ({"seq": 0}, False),
        ({"parent": 0}, True),
        ({"parent": -1}, False),
        ({"turn": 0}, True),
        ({"turn": -1}, False),
    ],
)
def test_records_count_from_one_parents_and_turns_from_nought(fields: dict[str, int], is_valid: bool) -> None:
    given = {"seq": 1, "kind": "turn", "parent": 1, "turn": 1, "at": NOW, **fields}
    if is_valid:
        Record.model_validate(given)
    else:
        with pytest.raises(ValidationError):
            Record.model_validate(given)


def test_what_a_recipe_leaves_out_has_the_value_of_format_1() -> None:
    given = {"model": "offline", "mode": "guided", "budget": 6000}
    recipe = PromptRecipe.model_validate(given)
    assert (recipe.layout, recipe.reserve, recipe.tools_tokens, recipe.recalled) == (1, 800, 0, None)
    assert recipe.max_entries == 3


def test_a_game_that_cannot_be_read_is_listed_without_turns_and_times() -> None:
    listed = GameSummary(game_id="game-1", problem="It is damaged.")
    assert (listed.turn, listed.game_time, listed.last_played, listed.labels) == (0, None, None, ())
