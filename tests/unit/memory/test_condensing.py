"""Memories that become one: conversations, routine, eras; and what is kept of those they were."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.condensing import CondenseRules, condense, due_lots, tidy
from app.memory.hand_made import HAND_MADE
from app.memory.lots import CONDENSED, Lot, Sort, plain_text
from app.memory.pruner import MemoryLimits
from app.memory.recall_query import Archived, RecallQuery
from app.memory.recent import is_put_away, last_visits
from app.memory.retriever import Retriever
from app.memory.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from tests.fakes.agents import FakeSummarizer
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream
from tests.unit.services.remembering import memory_over

DAY = 1440
LIMITS = MemoryLimits()


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at noon of day 3."""
    stream = mara_stream()
    stream.state.clock.minutes = 2 * DAY + 720
    return stream


def said(stream: MemoryStream, text: str, time: int, **fields: object) -> MemoryEntry:
    given_fields = {"subjects": ("mara", "guard-1"), "origin": MemoryOrigin.DIALOGUE, "importance": 4.0}
    given_fields |= {"location_id": "inn", "origin_id": "guard-1"}
    return stream.add_conversation(told(text, game_time=time, **{**given_fields, **fields}))


def seen(stream: MemoryStream, time: int, place: str | None = "inn", importance: float = 2.0) -> MemoryEntry:
    fields = {"location_id": place, "origin": MemoryOrigin.PERCEPTION, "subjects": ("guard-1",)}
    return stream.add_observation(told("Saw Guard walking by.", game_time=time, importance=importance, **fields))


def talk(stream: MemoryStream, count: int, begin: int, step: int = 10, **fields: object) -> None:
    for n in range(count):
        said(stream, f'Guard said: "The bridge needs {n} planks."', begin + n * step, **fields)


def due(stream: MemoryStream, **limits: int) -> list[Lot]:
    return due_lots(stream.state, stream.scope, MemoryLimits(**limits))


def tidied(stream: MemoryStream) -> list[MemoryEntry]:
    """What tidying adds."""
    before = len(stream)
    tidy(stream.state, stream.scope, LIMITS)
    return stream.all()[before:]


# -- conversations -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("count", "step", "begin", "is_due"),
    [
        (5, 29, 0, True),
        (4, 10, 0, False),
        (5, 30, 0, False),
        (5, 10, DAY + 719, True),
        (5, 10, DAY + 720, False),
    ],
    ids=["five less than half an hour apart", "four", "half an hour apart", "a day and a minute", "a day"],
)
def test_a_conversation_is_due_by_its_length_its_gaps_and_its_age(
    stream: MemoryStream, count: int, step: int, begin: int, is_due: bool
) -> None:
    talk(stream, count, begin, step)
    assert bool(due(stream)) is is_due


def test_others_talking_in_between_do_not_part_a_conversation(stream: MemoryStream) -> None:
    for n in range(5):
        said(stream, f"one {n}", n * 10)
        said(stream, f"two {n}", n * 10 + 5, subjects=("mara", "player"))
    lots = due(stream)
    assert [[entry.summary for entry in lot.entries] for lot in lots] == [
        [f"one {n}" for n in range(5)],
        [f"two {n}" for n in range(5)],
    ]


def test_two_talks_of_the_same_people_stay_two(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    talk(stream, 5, 300)
    assert [lot.since for lot in due(stream)] == [0, 300]


@pytest.mark.parametrize(("count", "importance", "is_weighty"), [(9, 5.9, False), (10, 1.0, True), (5, 6.0, True)])
def test_only_long_or_important_conversations_are_worth_a_mind(
    stream: MemoryStream, count: int, importance: float, is_weighty: bool
) -> None:
    talk(stream, count, 0, importance=importance)
    assert [lot.is_weighty for lot in due(stream)] == [is_weighty]


def test_a_condensed_conversation_stands_for_all_of_it(stream: MemoryStream) -> None:
    talk(stream, 4, 100)
    said(stream, 'Mara said: "Then ask the smith for 77 nails."', 140, origin_id="mara", importance=8.0, tags=("debt",))
    [new] = tidied(stream)
    assert new.kind is MemoryKind.CONVERSATION
    assert new.importance == 8
    assert new.game_time == 140
    assert new.location_id == "inn"
    assert new.subjects == ("mara", "guard-1")
    assert new.evidence == tuple(f"mara-00{n}" for n in range(1, 6))
    assert "debt" in new.tags
    assert new.summary.startswith("Mara Ironhand talked with Guard at the Inn. ")
    assert all(stream.status(memory_id).archived_by == new.id for memory_id in new.evidence)
    assert stream.standing() == [new]


def test_a_dull_conversation_told_without_a_mind_has_importance_five(stream: MemoryStream) -> None:
    talk(stream, 5, 0, importance=2.0)
    [lot] = due(stream)
    assert tidied(stream)[0].importance == 5
    again = mara_stream()
    again.state.clock.minutes = stream.state.clock.minutes
    talk(again, 5, 0, importance=2.0)
    by_model = condense(again.state, again.scope, due(again)[0], "They talked.", by_model=True)
    assert by_model is not None
    assert by_model.importance == max(lot.importances) == 2


def test_greetings_tell_nothing(stream: MemoryStream) -> None:
    for line in ("Good to see you, Mara.", "Well met.", "The north bridge is out.", "Hm.", "Until next time, Mara."):
        said(stream, f'Guard said: "{line}"', 10)
    assert tidied(stream)[0].summary == (
        'Mara Ironhand talked with Guard at the Inn. Guard said: "The north bridge is out."'
    )


def test_what_the_text_leaves_out_and_was_said_often_finds_it_still(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    [lot] = due(stream)
    new = condense(stream.state, stream.scope, lot, "The two of them spoke about building.")
    assert new is not None
    assert {"bridge", "planks"} <= set(new.keywords)
    assert Retriever().recall(stream, RecallQuery(now=4000, text="bridge planks"))[0].memory is new


def test_a_condensed_conversation_is_no_captured_memory(stream: MemoryStream) -> None:
    """The last three captured memories that a model is shown stay the same."""
    captured = stream.add(MemoryKind.SUMMARY, told("A visit."))
    talk(stream, 5, 0)
    tidied(stream)
    visits = last_visits(stream.all(), 3, lambda entry: not stream.is_standing(entry))
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
    assert due(stream) == []


def test_a_lot_of_which_something_has_left_meanwhile_is_not_condensed(stream: MemoryStream) -> None:
    talk(stream, 6, 0)
    [lot] = due(stream)
    stream.archive(["mara-002"], by="hand")
    assert condense(stream.state, stream.scope, lot, "They talked.") is None
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
        ("At the Inn: 3 routine events", 3, 500),
        ("At the Inn: 2 routine events", 3, 740),
    ]
    assert new[0].subjects == ("guard-1",)
    assert stream.standing()[0].summary == "Saw Guard walking by.", "one alone keeps its text"
    assert stream.status("mara-001").archived_by == new[0].id
    assert tidied(stream) == []


def test_what_is_notable_recent_or_was_not_noticed_is_no_routine(stream: MemoryStream) -> None:
    for n in range(2):
        seen(stream, 480 + n, importance=4)
        seen(stream, DAY + 720 + n)
        stream.add_observation(told("A thought.", game_time=490, importance=2, location_id="inn"))
        seen(stream, 500 + n, place=None)
    assert due(stream) == []


# -- eras ----------------------------------------------------------------------------------------------------------


def old_week(stream: MemoryStream, talks: int = 6) -> None:
    """Talks of the first week, each on a day of its own, and one thing that matters; now it is day 20."""
    stream.state.clock.minutes = 19 * DAY
    for day in range(talks):
        said(stream, f"Guard told of day {day}.", day * DAY)
    stream.add_observation(told("The tower burned.", game_time=3000, importance=9))


def test_a_week_whose_memories_exceed_the_limit_becomes_one(stream: MemoryStream) -> None:
    old_week(stream)
    [lot] = due(stream, observations=5)
    assert (lot.sort, lot.since, lot.until, len(lot.entries)) == (Sort.ERA, 0, 7 * DAY, 6)
    new = condense(stream.state, stream.scope, lot, plain_text(stream.state, stream.scope, lot))
    assert new is not None
    assert new.kind is MemoryKind.SEMANTIC
    assert new.summary.startswith("Days 1 to 7: 6 things, mostly with Guard. Guard told of day ")
    assert [entry.summary for entry in stream.standing()] == ["The tower burned.", new.summary]


def test_a_week_within_the_limit_or_not_long_over_is_left_alone(stream: MemoryStream) -> None:
    old_week(stream)
    assert due(stream, observations=7) == []
    stream.state.clock.minutes = 9 * DAY - 1
    assert due(stream, observations=1) == []
    stream.state.clock.minutes = 9 * DAY
    assert len(due(stream, observations=1)) == 1


def test_each_week_becomes_one_memory_once(stream: MemoryStream) -> None:
    old_week(stream)
    tidy(stream.state, stream.scope, MemoryLimits(observations=5))
    old_week(stream)
    assert due(stream, observations=1) == []


def test_a_week_takes_in_what_is_condensed_already(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    [talked] = tidied(stream)
    old_week(stream)
    tidy(stream.state, stream.scope, MemoryLimits(observations=3))
    era = stream.all()[-1]
    assert era.metadata[CONDENSED] == Sort.ERA.value
    assert stream.status(talked.id or "").archived_by == era.id


# -- hostile, and any --------------------------------------------------------------------------------------------


def test_any_subject_text_and_place_can_be_told(stream: MemoryStream) -> None:
    for n in range(6):
        said(stream, " \n ", n, subjects=("\n", "x" * 500, "player", "party", "inn", "lantern"), location_id="nowhere")
        seen(stream, n, place="nowhere")
    new = tidied(stream)
    assert new[0].summary.startswith("Mara Ironhand talked with Guard.")
    assert new[1].summary == "At nowhere: 6 routine events"


def test_places_and_the_world_are_told_without_an_owner(stream: MemoryStream) -> None:
    for scope in (Scope.location("inn"), Scope.world()):
        place = MemoryStream(stream.state, scope)
        talk(place, 5, 0)
        [new] = tidied(place)
        assert new.summary.startswith("Guard talked at the Inn. Guard said:")
        assert new.npc_ids == ()


def test_metadata_of_others_does_not_disturb(stream: MemoryStream) -> None:
    old_week(stream)
    stream.add(MemoryKind.SEMANTIC, told("Odd.", metadata={CONDENSED: "era", "since": "soon"}))
    stream.add(MemoryKind.SEMANTIC, told("Odder.", metadata={CONDENSED: ["era"]}))
    assert len(due(stream, observations=5)) == 1


async def test_the_memory_service_runs_the_same_policies_for_every_scope(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    for n in range(205):
        seen(stream, 2 * DAY + n, importance=4)
    for n in range(53):
        stream.add_reflection(told(f"thought {n}"))
    result = await memory_over(FakeSummarizer()).prune(stream.state)
    assert result.conversations_summarized == 1
    assert result.observations_removed == 6
    assert result.reflections_removed == 3
    assert (await memory_over(FakeSummarizer()).prune(stream.state)).model_dump() == dict.fromkeys(
        type(result).model_fields, 0
    )


@st.composite
def lines(draw: st.DrawFn) -> tuple[int, tuple[str, ...], bool]:
    subjects = draw(st.sampled_from([("mara", "guard-1"), ("mara", "player"), ("mara", "guard-1", "guard-2")]))
    return draw(st.integers(0, 40)) * 15, subjects, draw(st.booleans())


@given(st.lists(lines(), max_size=40), st.integers(0, 8))
def test_condensing_loses_nobody_and_no_original_is_recalled_beside_its_summary(
    spoken: list[tuple[int, tuple[str, ...], bool]], limit: int
) -> None:
    stream = mara_stream()
    stream.state.clock.minutes = 3 * DAY
    for n, (time, subjects, is_talk) in enumerate(spoken):
        if is_talk:
            said(stream, f"word {n} owl", time, subjects=subjects)
        else:
            stream.add_observation(
                told(
                    "Saw an owl.",
                    game_time=time,
                    subjects=subjects,
                    importance=2,
                    location_id="inn",
                    origin=MemoryOrigin.PERCEPTION,
                )
            )
    originals = stream.all()
    asyncio.run(memory_over(FakeSummarizer()).prune(stream.state))
    tidy(stream.state, stream.scope, MemoryLimits(observations=limit))

    for original in originals:
        summary_id = stream.status(original.id or "").archived_by
        if summary_id not in (None, "prune"):
            assert set(original.subjects) <= set(stream.get(summary_id or "").subjects)
    query = RecallQuery(now=3 * DAY, text="owl word", limit=60, archived=Archived.INCLUDE)
    found = [hit.memory.id or "" for hit in Retriever().recall(stream, query)]
    assert not any(stream.status(memory_id).archived_by in found for memory_id in found)
    assert due_lots(stream.state, stream.scope, MemoryLimits(observations=limit)) == []
    assert all(entry in stream.all() for entry in originals)


def test_no_talk_of_five_lines_outlasts_two_days(stream: MemoryStream) -> None:
    """As long as condensing is done every 1000 minutes, whatever lies between."""
    rules = CondenseRules()
    for begin in range(0, 5000, 70):
        talk(stream, 5, begin, step=5)
    for now in range(0, 9000, 1000):
        stream.state.clock.minutes = now
        known = [entry for entry in stream.all() if (entry.game_time or 0) <= now]
        tidy(stream.state, stream.scope, MemoryLimits(observations=10_000), rules)
        late = [e for e in known if now - (e.game_time or 0) > 2 * DAY and CONDENSED not in e.metadata]
        assert all(is_put_away(stream.status(entry.id or "")) for entry in late)
