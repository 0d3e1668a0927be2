"""Weeks that become one memory; and condensing anything at all."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.memory.entries.markers import is_inactive
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.condensing import condense, condense_and_prune, due_batches, heuristic_text
from app.memory.stream.memory_batch import CONDENSED, BatchKind
from app.memory.stream.pruner import MemoryLimits
from app.memory.stream.stream import MemoryStream
from app.models.events.play import PlaceReached
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.testing import FakeSummarizer
from tests.unit.memory.condensing import DAY, due, looked, noon_of_day_three, old_week, said, seen, talk, tidied
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream
from tests.unit.services.remembering import memory_over


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at noon of day 3."""
    return noon_of_day_three()


# -- eras ----------------------------------------------------------------------------------------------------------


def test_a_week_whose_memories_exceed_the_limit_becomes_one(stream: MemoryStream) -> None:
    old_week(stream)
    [batch] = due(stream, observations=5)
    assert (batch.kind, batch.since, batch.until, len(batch.entries)) == (BatchKind.ERA, 0, 7 * DAY, 6)
    new = condense(stream.state, stream.scope, batch, heuristic_text(stream.state, stream.scope, batch))
    assert new is not None
    assert new.kind is MemoryKind.SEMANTIC
    assert new.summary.startswith("Days 1 to 7: Much was with Guard. Guard told of day ")
    assert [entry.summary for entry in stream.active()] == ["The tower burned.", new.summary]


def test_a_week_within_the_limit_or_not_long_over_is_left_alone(stream: MemoryStream) -> None:
    old_week(stream)
    assert due(stream, observations=8) == []
    stream.state.clock.minutes = 9 * DAY - 1
    assert due(stream, observations=1) == []
    stream.state.clock.minutes = 9 * DAY
    assert len(due(stream, observations=1)) == 1


def test_each_week_becomes_one_memory_once(stream: MemoryStream) -> None:
    old_week(stream)
    condense_and_prune(stream.state, stream.scope, MemoryLimits(observations=5))
    old_week(stream)
    assert due(stream, observations=1) == []


def test_a_week_is_condensed_before_anything_of_it_has_to_leave(stream: MemoryStream) -> None:
    old_week(stream)
    assert len(due(stream, observations=7)) == 1


def test_a_week_takes_in_what_is_condensed_already(stream: MemoryStream) -> None:
    talk(stream, 5, 0)
    [talked] = tidied(stream)
    old_week(stream)
    condense_and_prune(stream.state, stream.scope, MemoryLimits(observations=3))
    era = stream.all()[-1]
    assert era.metadata[CONDENSED] == BatchKind.ERA.value
    assert stream.status(talked.id or "").archived_by == era.id


# -- hostile, and any --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("places", "words"),
    [(("inn", "inn"), "Much was at the Inn."), (("inn", "market"), "Much was at the Inn and the Market.")],
)
def test_weeks_of_somebody_who_was_alone_say_where_it_was(
    stream: MemoryStream, places: tuple[str, str], words: str
) -> None:
    for day in range(6):
        for minutes, place in zip((400, 420), places, strict=True):
            looked(stream, day * DAY + minutes, PlaceReached(npc_id="mara", location_id=place), place)
    stream.state.clock.minutes = 19 * DAY
    assert len(tidied(stream)) == 6
    [batch] = due(stream, observations=5)
    assert heuristic_text(stream.state, stream.scope, batch) == f"Days 1 to 7: {words}"


def test_any_subject_text_and_place_can_be_told(stream: MemoryStream) -> None:
    for n in range(6):
        said(stream, " \n ", n, subjects=("\n", "x" * 500, "player", "party", "inn", "lantern"), location_id="nowhere")
        seen(stream, n, place="nowhere")
    new = tidied(stream)
    assert new[0].summary.startswith("Mara Ironhand talked with Guard.")
    assert new[1].summary == "A night at nowhere, with Guard."


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
        stream.add(MemoryKind.REFLECTION, told(f"thought {n}"))
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
            stream.add(
                MemoryKind.OBSERVATION,
                told(
                    "Saw an owl.",
                    game_time=time,
                    subjects=subjects,
                    importance=2,
                    location_id="inn",
                    origin=MemoryOrigin.PERCEPTION,
                ),
            )
    originals = stream.all()
    asyncio.run(memory_over(FakeSummarizer()).prune(stream.state))
    condense_and_prune(stream.state, stream.scope, MemoryLimits(observations=limit))

    for original in originals:
        summary_id = stream.status(original.id or "").archived_by
        if summary_id not in (None, "prune"):
            assert set(original.subjects) <= set(stream.get(summary_id or "").subjects)
    query = RecallQuery(now=3 * DAY, text="owl word", limit=60)
    found = [hit.memory.id or "" for hit in Recaller().recall(stream, query)]
    assert not any(stream.status(memory_id).archived_by for memory_id in found)
    assert due_batches(stream.state, stream.scope, MemoryLimits(observations=limit)) == []
    assert all(entry in stream.all() for entry in originals)


def test_no_talk_of_five_lines_outlasts_two_days(stream: MemoryStream) -> None:
    """As long as condensing is done every 1000 minutes, whatever lies between."""
    for begin in range(0, 5000, 70):
        talk(stream, 5, begin, step=5)
    for now in range(0, 9000, 1000):
        stream.state.clock.minutes = now
        known = [entry for entry in stream.all() if (entry.game_time or 0) <= now]
        condense_and_prune(stream.state, stream.scope, MemoryLimits(observations=10_000))
        late = [e for e in known if now - (e.game_time or 0) > 2 * DAY and CONDENSED not in e.metadata]
        assert all(is_inactive(stream.status(entry.id or "")) for entry in late)
