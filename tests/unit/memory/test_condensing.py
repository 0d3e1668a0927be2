"""Memories that become one: conversations, routine, eras; and what is kept of those they were."""

import pytest

from app.memory.entries.markers import HAND_MADE
from app.memory.recall.presets import last_visits
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.condensing import condense
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingsSeen
from app.models.memory import MemoryKind
from app.models.minds.activity import Activity
from tests.unit.memory.condensing import DAY, due, looked, noon_of_day_three, said, seen, talk, tidied
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at noon of day 3."""
    return noon_of_day_three()


# -- conversations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "step", "begin", "is_due"),
    [
        (5, 29, DAY, True),
        (4, 10, DAY, False),
        (5, 30, DAY, False),
        (5, 10, DAY + 719, True),
        (5, 10, DAY + 720, False),
        (4, 10, 720, True),
        (1, 10, 720, True),
        (1, 10, 721, False),
    ],
    ids=[
        "five less than half an hour apart",
        "four",
        "half an hour apart",
        "a day and a minute",
        "a day",
        "four of two days",
        "one of two days",
        "one a minute short of it",
    ],
)
def test_a_conversation_is_due_by_its_length_its_gaps_and_its_age(
    stream: MemoryStream, count: int, step: int, begin: int, is_due: bool
) -> None:
    talk(stream, count, begin, step)
    assert bool(due(stream)) is is_due


def test_a_talk_of_one_line_becomes_a_memory_that_says_who_talked_where_and_what(stream: MemoryStream) -> None:
    said(stream, 'Guard said: "The bridge needs seven planks."', 0, importance=9.0)
    [batch] = due(stream)
    assert not batch.is_weighty, "a model could make nothing shorter of one line"
    [new] = tidied(stream)
    assert new.summary == 'Mara Ironhand talked with Guard at the Inn. Guard said: "The bridge needs seven planks."'
    assert new.evidence == ("mara-001",)
    assert due(stream) == []


def test_others_talking_in_between_do_not_part_a_conversation(stream: MemoryStream) -> None:
    for n in range(5):
        said(stream, f"one {n}", n * 10)
        said(stream, f"two {n}", n * 10 + 5, subjects=("mara", "player"))
    batches = due(stream)
    assert [[entry.summary for entry in batch.entries] for batch in batches] == [
        [f"one {n}" for n in range(5)],
        [f"two {n}" for n in range(5)],
    ]


def test_two_talks_of_the_same_people_stay_two(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    talk(stream, 5, 300)
    assert [batch.since for batch in due(stream)] == [0, 300]


@pytest.mark.parametrize(("count", "importance", "is_weighty"), [(9, 5.9, False), (10, 1.0, True), (5, 6.0, True)])
def test_only_long_or_important_conversations_are_worth_a_mind(
    stream: MemoryStream, count: int, importance: float, is_weighty: bool
) -> None:
    talk(stream, count, 0, importance=importance)
    assert [batch.is_weighty for batch in due(stream)] == [is_weighty]


def test_a_condensed_conversation_stands_for_all_of_it(stream: MemoryStream) -> None:
    talk(stream, 4, 100)
    said(stream, 'Mara said: "Then ask the smith for 77 nails."', 140, origin_id="mara", importance=8.0, tags=("debt",))
    [new] = tidied(stream)
    assert new.kind is MemoryKind.CONVERSATION
    assert new.importance == 5, "by rule, whatever the originals had"
    assert new.game_time == 140
    assert new.location_id == "inn"
    assert new.subjects == ("mara", "guard-1")
    assert new.evidence == tuple(f"mara-00{n}" for n in range(1, 6))
    assert "debt" in new.tags
    assert new.summary.startswith("Mara Ironhand talked with Guard at the Inn. ")
    assert all(stream.status(memory_id).archived_by == new.id for memory_id in new.evidence)
    assert stream.active() == [new]


def test_a_dull_conversation_told_without_a_mind_has_importance_five(stream: MemoryStream) -> None:
    talk(stream, 5, 0, importance=2.0)
    [batch] = due(stream)
    assert tidied(stream)[0].importance == 5
    again = mara_stream()
    again.state.clock.minutes = stream.state.clock.minutes
    talk(again, 5, 0, importance=2.0)
    by_model = condense(again.state, again.scope, due(again)[0], "They talked.", by_model=True)
    assert by_model is not None
    assert by_model.importance == max(batch.importances) == 2


def test_greetings_tell_nothing(stream: MemoryStream) -> None:
    for line in ("Good to see you, Mara.", "Well met.", "The north bridge is out.", "Hm.", "Until next time, Mara."):
        said(stream, f'Guard said: "{line}"', 10)
    assert tidied(stream)[0].summary == (
        'Mara Ironhand talked with Guard at the Inn. Guard said: "The north bridge is out."'
    )


def test_what_the_text_leaves_out_and_was_said_often_finds_it_still(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    [batch] = due(stream)
    new = condense(stream.state, stream.scope, batch, "The two of them spoke about building.")
    assert new is not None
    assert {"bridge", "planks"} <= set(new.keywords)
    assert Recaller().recall(stream, RecallQuery(now=4000, text="bridge planks"))[0].memory is new


def test_a_condensed_conversation_is_no_captured_memory(stream: MemoryStream) -> None:
    """The last three captured memories that a model is shown stay the same."""
    captured = stream.add(MemoryKind.SUMMARY, told("A visit."))
    talk(stream, 5, 0)
    tidied(stream)
    visits = last_visits(stream.all(), 3, lambda entry: not stream.is_active(entry))
    assert visits == [[captured]]


def test_nothing_is_condensed_twice(stream: MemoryStream) -> None:
    for begin in (0, 100, 200, 300, 400, 500):
        talk(stream, 5, begin, step=1)
    assert len(tidied(stream)) == 6
    assert tidied(stream) == []


def test_what_is_pinned_or_made_by_hand_is_left_as_it_is(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    stream.pin("mara-003")
    said(stream, "By hand.", 45, metadata={HAND_MADE: True})
    [batch] = due(stream)
    assert [entry.id for entry in batch.entries] == ["mara-001", "mara-002", "mara-004", "mara-005"]
    tidied(stream)
    assert due(stream) == []


def test_a_lot_of_which_something_has_left_meanwhile_is_not_condensed(stream: MemoryStream) -> None:
    talk(stream, 6, 0)
    [batch] = due(stream)
    stream.archive(["mara-002"], by="hand")
    assert condense(stream.state, stream.scope, batch, "They talked.") is None
    assert len(stream) == 6


# -- routine -------------------------------------------------------------------------------------------------------


def test_routine_becomes_one_line_for_each_place_and_half_day(stream: MemoryStream) -> None:
    for time in (480, 490, 500):
        seen(stream, time)
    seen(stream, 505, place="market")
    seen(stream, 730)
    seen(stream, 740)
    new = tidied(stream)
    assert [(entry.summary, entry.importance, entry.game_time) for entry in new] == [
        ("A morning at the Inn, with Guard.", 3, 500),
        ("An afternoon at the Inn, with Guard.", 3, 740),
    ]
    assert new[0].subjects == ("guard-1",)
    assert stream.active()[0].summary == "Saw Guard walking by.", "one alone keeps its text"
    assert stream.status("mara-001").archived_by == new[0].id
    assert tidied(stream) == []


def test_a_sight_that_lasts_is_left_out_however_old_it_is(stream: MemoryStream) -> None:
    """The older one of the same was never ended, as in games that knew no ends yet."""
    for time in (0, 10, 20):
        sight = BeingsSeen(being_ids=("guard-1",), activity=Activity.IDLE, location_id="inn", since=time)
        looked(stream, time, sight, "guard-1")
    [new] = tidied(stream)
    assert [entry.game_time for entry in stream.active() if entry is not new] == [20]
    assert new.metadata["count"] == 2


def test_what_is_notable_recent_or_was_not_noticed_is_no_routine(stream: MemoryStream) -> None:
    for n in range(2):
        seen(stream, 480 + n, importance=4)
        seen(stream, DAY + 720 + n)
        stream.add(MemoryKind.OBSERVATION, told("A thought.", game_time=490, importance=2, location_id="inn"))
        seen(stream, 500 + n, place=None)
    assert due(stream) == []
