"""When people reflect, and on what."""

import pytest

from app.cognition.remembering.reflection_times import READ_TO, may_reflect_from, reflection_is_due
from app.interfaces.agents.mind import Reflection
from app.memory.entries.markers import HAND_MADE
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingsSeen, Unusual
from app.models.memory import MemoryKind
from app.models.messages.payload import EventPayload, Utterance
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.state.commitment import Commitment, CommitmentKind
from tests.unit.cognition.reflecting import JOB, Plain, Thinker, insight, mara, reflected, reflective_mara, saw, work
from tests.unit.memory.recall.streams import context as told


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1."""
    return reflective_mara()


def is_due(stream: MemoryStream) -> bool:
    return reflection_is_due(stream.state, mara(stream))


# -- when ----------------------------------------------------------------------------------------------------------


def test_the_first_reflection_is_due_as_soon_as_there_is_enough_to_think_of(stream: MemoryStream) -> None:
    saw(stream, 2)
    assert not is_due(stream)
    saw(stream)
    assert is_due(stream)


@pytest.mark.parametrize(
    ("reflected_at", "times_today", "may_from"),
    [(None, 0, 600), (-100, 0, 620), (0, 1, 1020), (590, 2, 1440), (100, 2, 1440), (1030, 1, 1750)],
)
def test_it_may_be_again_after_half_a_day_once_before_five_and_twice_a_day_at_most(
    stream: MemoryStream, reflected_at: int | None, times_today: int, may_from: int
) -> None:
    npc, clock = mara(stream), stream.state.clock
    npc.mind.reflected_at, npc.mind.reflections = reflected_at, {1: times_today}
    saw(stream, 3)
    assert may_reflect_from(npc, 600) == may_from
    for now in range(600, min(may_from, 1440), 10):
        clock.minutes = now
        assert not is_due(stream)
    clock.minutes = may_from
    assert is_due(stream)


@pytest.mark.parametrize("reflected_at", [500, 900, 1010])
def test_who_thought_by_day_thinks_again_in_the_evening_each_at_a_time_of_its_own(
    stream: MemoryStream, reflected_at: int
) -> None:
    found = set()
    for npc in stream.state.npcs.values():
        npc.mind.reflected_at, npc.mind.reflections = reflected_at, {1: 1}
        found.add(may_reflect_from(npc, 1020))
    assert all(18 * 60 <= time < 20 * 60 and time % 10 == 0 for time in found)
    assert len(found) > 1


def test_nobody_reflects_asleep(stream: MemoryStream) -> None:
    saw(stream, 3)
    mara(stream).activity = Activity.SLEEPING
    assert not is_due(stream)


@pytest.mark.parametrize(("importance", "due"), [(10.0, False), (10.5, True)])
async def test_what_was_remembered_and_weighs_over_a_hundred_makes_it_due(
    stream: MemoryStream, importance: float, due: bool
) -> None:
    saw(stream, 3)
    mara(stream).mind.reflected_at = 0
    mara(stream).importance_accumulator = importance * 10
    assert is_due(stream) is due


async def test_what_weighs_much_is_thought_of_once_before_five_and_twice_a_day_at_most(stream: MemoryStream) -> None:
    for n, (minutes, too_soon) in enumerate(((480, 470), (1020, 1010))):
        saw(stream, 3)
        mara(stream).importance_accumulator = 500
        stream.state.clock.minutes = too_soon
        assert n == 0 or not is_due(stream)
        stream.state.clock.minutes = minutes
        assert is_due(stream)
        await reflected(stream, Thinker(insight(f"Lesson {n}.", f"mara-{len(stream):03d}")))
    saw(stream, 3)
    mara(stream).importance_accumulator = 500
    stream.state.clock.minutes = 1439
    assert not is_due(stream)
    stream.state.clock.minutes = 1440
    assert is_due(stream)


async def test_without_anything_new_there_is_nothing_to_reflect_on(stream: MemoryStream) -> None:
    """However long ago it was: conclusions, gifts and summaries of the old are nothing new."""
    saw(stream, 3)
    await reflected(stream, Plain(), by_model=False)
    stream.add(MemoryKind.GIFTED, told("You are brave."))
    stream.add(MemoryKind.REFLECTION, told("By hand.", metadata={HAND_MADE: True}))
    stream.add(MemoryKind.OBSERVATION, told("At the Inn: 2 routine events", metadata={"condensed": "routine"}))
    stream.state.clock.minutes += 5000
    assert not is_due(stream)
    assert work().prepare(stream.state, JOB) is None
    saw(stream, 3)
    assert is_due(stream)


async def test_what_came_while_a_mind_thought_is_new(stream: MemoryStream) -> None:
    saw(stream)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    saw(stream, 3, importance=3.0)
    work().apply(stream.state, JOB, asked, Reflection(insights=(insight("A lesson."),)), by_model=True)
    assert mara(stream).importance_accumulator == 9
    stream.state.clock.minutes = 1200
    assert is_due(stream)
    again = work().prepare(stream.state, JOB)
    assert again is not None
    assert [memory.id for memory in again.request.memories] == ["mara-002", "mara-003", "mara-004"]


# -- on routine ----------------------------------------------------------------------------------------------------


def seen(stream: MemoryStream, unusual: Unusual | None = None) -> None:
    """Guard was seen at the inn."""
    number = len(stream) + 1
    sight = BeingsSeen(being_ids=("guard-1",), activity=Activity.IDLE, location_id="inn", since=number, unusual=unusual)
    payload = EventPayload(kind="event", events=(sight,))
    stream.add(MemoryKind.OBSERVATION, told(f"Sight {number}.", payload=payload, subjects=("guard-1",)))


def test_routine_small_talk_plans_and_what_is_the_same_are_nothing_to_think_of(stream: MemoryStream) -> None:
    for _ in range(3):
        seen(stream)
        stream.add(MemoryKind.PLAN, told(f"Made plan {len(stream)}."))
        small = Utterance(kind="utterance", speaker_id="guard-1", words="")
        stream.add(MemoryKind.CONVERSATION, told(f"Guard said: Hm {len(stream)}.", payload=small))
        stream.add(MemoryKind.OBSERVATION, told("The bell rang."))
    assert not is_due(stream)
    seen(stream, Unusual.PLACE)
    saw(stream)
    assert is_due(stream)
    assert asked_about(stream) == ["mara-004", "mara-008", "mara-012", "mara-013", "mara-014"]


def test_of_nothing_but_routine_only_little_is_concluded(stream: MemoryStream) -> None:
    for _ in range(9):
        seen(stream)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    assert asked.request.is_minimal


# -- on what was concluded before ----------------------------------------------------------------------------------


async def test_earlier_conclusions_about_the_same_people_are_offered_and_give_deeper_ones(stream: MemoryStream) -> None:
    saw(stream, 3, subjects=("guard-1",))
    [about_guard] = await reflected(stream, Thinker(insight("Guard is late.")))
    for start in (5, 13):
        saw(stream, 5)
        lessons = (insight(f"Lesson {n} of its own kind {n}.", f"mara-{n:03d}") for n in range(start, start + 5))
        assert len(await reflected(stream, Thinker(*lessons))) >= 3
    saw(stream, 3, subjects=("guard-1",))
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    offered = [memory.id for memory in asked.request.earlier]
    assert len(offered) == 8
    assert about_guard.id in offered
    mind = Thinker(insight("Guard is always late.", about_guard.id or "", asked.request.memories[0].id))
    [deeper] = await reflected(stream, mind)
    assert deeper.depth == 2


def test_what_somebody_is_bound_to_is_offered_however_long_ago_it_was_made(stream: MemoryStream) -> None:
    stream.add(MemoryKind.CONVERSATION, told("Guard asked for the key."))
    stream.add(MemoryKind.REFLECTION, told("So.", evidence=("mara-001",), metadata={READ_TO: "mara-001"}))
    bound = Commitment(
        id="c-1",
        kind=CommitmentKind.PROMISE,
        by_id="mara",
        words="The key.",
        memory_ids=("mara-001",),
        made_at=1,
        turn=0,
    )
    stream.state.commitments["c-1"] = bound
    saw(stream, 3)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    assert {memory.id for memory in asked.request.earlier} == {"mara-001", "mara-002"}


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
    saw(stream, 3)
    stream.archive(["mara-001"], by="prune")
    assert asked_about(stream) == ["mara-002", "mara-003"]
    stream.archive(["mara-002", "mara-003"], by="prune")
    assert is_due(stream)
    assert asked_about(stream) == ["mara-001", "mara-002", "mara-003"]


def test_a_mind_is_told_of_whom_it_knows_and_where_it_was(stream: MemoryStream) -> None:
    saw(stream, 3)
    asked = work().prepare(stream.state, JOB)
    assert asked is not None
    assert [person.id for person in asked.request.people] == ["guard-1"]
    assert asked.request.places == ("Inn",)
    assert asked.request.person.name == "Mara Ironhand"
