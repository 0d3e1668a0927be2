"""Days on which little happens: everybody reflects once all the same, by rule, and it crowds out nothing."""

import pytest

from app.agents.mind.offline import HeuristicMind
from app.cognition.portrait import portrait
from app.cognition.remembering.quiet_days import company, whereabouts
from app.cognition.remembering.reflect import ReflectWork
from app.cognition.remembering.reflection_times import evening_of, quiet_reflection
from app.memory.recall.recaller import Recaller
from app.memory.stream.routine import is_plain
from app.memory.stream.stream import MemoryStream
from app.models.events.play import BeingMissed
from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job
from app.models.state.cadence import Cadence, ReflectionRules
from tests.unit.cognition.reflecting import JOB, Thinker, insight, mara, reflected, reflective_mara, saw
from tests.unit.memory.recall.streams import context as told

DAY = 1440
LATE = 21 * 60 + 30


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1."""
    return reflective_mara()


def due_at(stream: MemoryStream, minutes: int, rules: ReflectionRules | None = None) -> Job | None:
    stream.state.clock.minutes = minutes
    stream.state.derived.hold(Cadence(reflections=rules or ReflectionRules()))
    return quiet_reflection(stream.state, mara(stream))


async def quiet_evening(stream: MemoryStream, day: int, mind: Thinker | None = None) -> list[MemoryEntry]:
    """What the reflection of a day adds."""
    job = due_at(stream, (day - 1) * DAY + LATE)
    assert job is not None
    work = ReflectWork(HeuristicMind(), Recaller())
    asked = work.prepare(stream.state, job)
    assert asked is not None
    before = len(stream)
    answer = await work.think(mind or Thinker(), asked)
    work.apply(stream.state, job, asked, answer, by_model=mind is not None)
    return stream.all()[before:]


def test_a_day_without_a_reflection_gets_one_in_the_evening_at_a_time_of_each_persons_own(
    stream: MemoryStream,
) -> None:
    evening = evening_of(mara(stream), 480)
    due = [minutes for minutes in range(480, DAY, 10) if due_at(stream, minutes)]
    assert due == list(range(evening, DAY, 10))
    assert 18 * 60 <= evening < 20 * 60


def test_who_has_reflected_or_has_enough_to_think_of_is_asked_for_no_quiet_one(stream: MemoryStream) -> None:
    saw(stream, 3)
    assert due_at(stream, LATE - 10) is None
    mara(stream).mind.reflections = {1: 1}
    assert due_at(stream, LATE) is None


def test_late_in_the_evening_it_is_due_for_who_is_asleep_or_was_too_busy(stream: MemoryStream) -> None:
    saw(stream, 3)
    mara(stream).activity = Activity.SLEEPING
    assert due_at(stream, LATE - 10) is None
    job = due_at(stream, LATE)
    assert job is not None
    assert job.is_quiet


def test_the_evening_is_a_setting(stream: MemoryStream) -> None:
    assert due_at(stream, 14 * 60, ReflectionRules(evening=12 * 60)) is not None
    assert due_at(stream, 23 * 60, ReflectionRules(evening=22 * 60 + 50)) is not None


async def test_of_nothing_at_all_something_true_is_concluded_without_a_call(stream: MemoryStream) -> None:
    mind = Thinker()
    [new] = await quiet_evening(stream, 1, mind)
    assert mind.asked == []
    assert (new.kind, new.importance, new.evidence, new.depth) == (MemoryKind.REFLECTION, 4, (), 1)
    assert "Mara Ironhand" in new.summary
    assert "the Inn" in new.summary
    assert mara(stream).mind.reflections == {1: 1}


async def test_where_there_is_enough_after_all_it_is_reflected_on(stream: MemoryStream) -> None:
    saw(stream, 3)
    job = due_at(stream, LATE)
    assert job is not None
    asked = ReflectWork(HeuristicMind(), Recaller()).prepare(stream.state, job)
    assert asked is not None
    assert not asked.request.is_minimal


async def test_quiet_days_of_one_sort_take_each_others_place_and_are_no_material(stream: MemoryStream) -> None:
    days = [entry for day in range(1, 11) for entry in await quiet_evening(stream, day)]
    assert len(days) == 10
    assert len({entry.summary for entry in days}) == 10
    assert [entry for entry in days if stream.is_active(entry)] == days[-1:]
    assert all(map(is_plain, days))
    assert portrait(stream.state, "mara").lately == ()
    saw(stream, 3)
    asked = ReflectWork(HeuristicMind(), Recaller()).prepare(stream.state, JOB)
    assert asked is not None
    assert asked.request.earlier == ()


async def test_a_quiet_day_takes_no_place_of_a_conclusion_without_evidence(stream: MemoryStream) -> None:
    own = stream.add(MemoryKind.REFLECTION, told("I am done with the bridge."))
    await quiet_evening(stream, 1)
    assert stream.is_active(own)


async def test_a_real_conclusion_stays_what_it_was(stream: MemoryStream) -> None:
    saw(stream, 3)
    [drawn] = await reflected(stream, Thinker(insight("Guard is late.")))
    await quiet_evening(stream, 2)
    assert stream.is_active(drawn)
    assert not is_plain(drawn)
    assert portrait(stream.state, "mara").lately == ("Guard is late.",)


def test_the_day_is_where_it_was_and_with_whom_and_not_who_was_missed(stream: MemoryStream) -> None:
    state = stream.state
    state.clock.minutes = 2 * DAY + 600
    saw(stream, 2, game_time=DAY, subjects=("player",))
    saw(stream, 2, game_time=2 * DAY + 5, subjects=("guard-1", "lantern"))
    missed = EventPayload(kind="event", events=(BeingMissed(being_id="guard-2", location_id="inn", since=1),))
    saw(stream, 1, game_time=2 * DAY + 5, subjects=("guard-2",), payload=missed)
    stream.add(MemoryKind.OBSERVATION, told("Arrived.", game_time=2 * DAY + 10, location_id="market"))
    assert whereabouts(state, "mara") == ["inn", "market"]
    found = company(state, "mara")
    assert found[0] == "guard-1"
    assert not {"lantern", "mara", "player"} & {*found}
