"""When people reflect, and on what."""

import pytest

from app.cognition.remembering.reflect import may_reflect_from, reflection_is_due
from app.interfaces.agents.mind import Reflection
from app.memory.stream.markers import HAND_MADE
from app.memory.stream.stream import MemoryStream
from app.models.instances.npc_instance import Activity
from app.models.memory import MemoryKind
from app.models.state.minds import Job, JobKind
from tests.unit.cognition.reflecting import JOB, Plain, Thinker, insight, mara, reflected, reflective_mara, saw, work
from tests.unit.memory.recall.streams import context as told


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1."""
    return reflective_mara()


def is_due(stream: MemoryStream) -> bool:
    return reflection_is_due(stream.state, mara(stream))


# -- when ----------------------------------------------------------------------------------------------------------


def test_the_first_reflection_is_due_as_soon_as_there_is_something_to_think_of(stream: MemoryStream) -> None:
    assert not is_due(stream)
    saw(stream)
    assert is_due(stream)


@pytest.mark.parametrize(
    ("reflected_at", "times_today", "may_from"),
    [(None, 0, 600), (0, 1, 720), (500, 1, 1220), (590, 2, 1440), (100, 2, 1440)],
)
def test_a_reflection_is_due_again_after_half_a_day_but_twice_a_day_at_most(
    stream: MemoryStream, reflected_at: int | None, times_today: int, may_from: int
) -> None:
    npc, clock = mara(stream), stream.state.clock
    npc.mind.reflected_at, npc.mind.reflections = reflected_at, {1: times_today}
    saw(stream)
    assert may_reflect_from(npc, 600) == may_from
    for now in range(600, may_from, 10):
        clock.minutes = now
        assert not is_due(stream)
    clock.minutes = may_from
    assert is_due(stream)


def test_nobody_reflects_asleep(stream: MemoryStream) -> None:
    saw(stream)
    mara(stream).activity = Activity.SLEEPING
    assert not is_due(stream)


@pytest.mark.parametrize(("minutes", "due"), [(719, False), (720, True)])
async def test_the_next_one_is_due_after_twelve_hours(stream: MemoryStream, minutes: int, due: bool) -> None:
    saw(stream)
    await reflected(stream, Plain(), by_model=False)
    saw(stream)
    stream.state.clock.minutes += minutes
    assert is_due(stream) is due


@pytest.mark.parametrize(("importance", "due"), [(10.0, False), (10.5, True)])
async def test_or_once_what_was_remembered_weighs_over_a_hundred(
    stream: MemoryStream, importance: float, due: bool
) -> None:
    saw(stream)
    await reflected(stream, Plain(), by_model=False)
    mara(stream).importance_accumulator = importance * 10 - 2
    saw(stream)
    assert is_due(stream) is due


async def test_at_most_two_a_day(stream: MemoryStream) -> None:
    for n in range(2):
        saw(stream)
        mara(stream).importance_accumulator = 500
        assert is_due(stream)
        await reflected(stream, Thinker(insight(f"Lesson {n}.", f"mara-{len(stream):03d}")))
    saw(stream)
    mara(stream).importance_accumulator = 500
    stream.state.clock.minutes = 1439
    assert not is_due(stream)
    stream.state.clock.minutes = 1440
    assert is_due(stream)


async def test_without_anything_new_there_is_nothing_to_reflect_on(stream: MemoryStream) -> None:
    """However long ago it was: conclusions, gifts and summaries of the old are nothing new."""
    saw(stream)
    await reflected(stream, Plain(), by_model=False)
    stream.add(MemoryKind.GIFTED, told("You are brave."))
    stream.add(MemoryKind.REFLECTION, told("By hand.", metadata={HAND_MADE: True}))
    stream.add(MemoryKind.OBSERVATION, told("At the Inn: 2 routine events", metadata={"condensed": "routine"}))
    stream.state.clock.minutes += 5000
    assert not is_due(stream)
    assert work().prepare(stream.state, JOB) is None
    saw(stream)
    assert is_due(stream)


async def test_what_came_while_a_mind_thought_is_new(stream: MemoryStream) -> None:
    saw(stream)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    saw(stream, importance=9.0)
    work().apply(stream.state, JOB, asked, Reflection(insights=(insight("A lesson."),)), by_model=True)
    assert mara(stream).importance_accumulator == 9
    stream.state.clock.minutes += 720
    assert is_due(stream)
    again = work().prepare(stream.state, JOB)
    assert again is not None
    assert [memory.id for memory in again.request.memories] == ["mara-002"]


# -- on what -------------------------------------------------------------------------------------------------------


def asked_about(stream: MemoryStream, job: Job = JOB) -> list[str]:
    asked = work().prepare(stream.state, job)
    return [] if asked is None else [memory.id for memory in asked.request.memories]


def test_the_twenty_most_important_since_the_last_time_in_their_order(stream: MemoryStream) -> None:
    saw(stream, 10, importance=9)
    saw(stream, 20, importance=2)
    saw(stream, 9, importance=5)
    chosen = [*range(1, 11), 30, *range(31, 40)]
    assert asked_about(stream) == [f"mara-{n:03d}" for n in chosen]


def test_or_what_a_text_brings_to_mind_however_old(stream: MemoryStream) -> None:
    stream.add(MemoryKind.OBSERVATION, told("The owl took a lamb.", game_time=0, importance=5))
    saw(stream, 30)
    job = Job(kind=JobKind.REFLECT, npc_id="mara", asked_at=480, facts={"anchor": "What of the owl?"})
    chosen = asked_about(stream, job)
    assert "mara-001" in chosen
    assert len(chosen) == 20


def test_conversations_visits_and_works_count_what_is_planned_only_for_want_of_anything_else(
    stream: MemoryStream,
) -> None:
    stream.add(MemoryKind.PLAN, told("Made a plan."))
    assert asked_about(stream) == ["mara-001"]
    stream.add(MemoryKind.CONVERSATION, told("Guard said: no."))
    stream.add(MemoryKind.SUMMARY, told("A visit."))
    stream.add(MemoryKind.ARTIFACT, told("A song."))
    stream.add(MemoryKind.GIFTED, told("You are brave."))
    assert asked_about(stream) == ["mara-002", "mara-003", "mara-004"]


def test_what_was_put_away_is_thought_of_only_for_want_of_anything_else(stream: MemoryStream) -> None:
    saw(stream, 2)
    stream.archive(["mara-001"], by="prune")
    assert asked_about(stream) == ["mara-002"]
    stream.archive(["mara-002"], by="prune")
    assert is_due(stream)
    assert asked_about(stream) == ["mara-001", "mara-002"]


def test_a_mind_is_told_of_whom_it_knows_and_where_it_was(stream: MemoryStream) -> None:
    saw(stream, 3)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    assert [person.id for person in asked.request.people] == ["guard-1"]
    assert asked.request.places == ("Inn",)
    assert asked.request.person.name == "Mara Ironhand"
