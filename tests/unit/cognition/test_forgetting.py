"""When people condense and forget, what a mind is asked for, and what it may not do."""

import asyncio

import pytest

from app.cognition.remembering.keeping import CondenseWork, PruneWork, forgetting_jobs
from app.interfaces.agents.mind import BadAnswer, CondenseRequest
from app.memory.stream.memory_batch import CONDENSED
from app.memory.stream.pruner import MemoryLimits
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.minds.mind_state import TICK, Job, JobKind
from app.models.state.game_state import GameState
from app.testing import FakeMind
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream

DAY = 1440
CONDENSE = Job(kind=JobKind.CONDENSE, npc_id="mara", asked_at=480)
PRUNE = Job(kind=JobKind.PRUNE, npc_id="mara", asked_at=480)


class Teller(FakeMind):
    """Condenses to the same text, and notes what it was asked."""

    def __init__(self, text: str = "They talked it over.", model: str = "paid") -> None:
        self.text = text
        self.model = model
        self.asked: list[CondenseRequest] = []

    async def condense(self, asked: CondenseRequest) -> str:
        self.asked.append(asked)
        return self.text


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at the end of day 1."""
    stream = mara_stream()
    stream.state.clock.minutes = DAY + 60
    return stream


def talk(stream: MemoryStream, count: int, begin: int, importance: float = 4.0) -> None:
    fields = {"subjects": ("mara", "guard-1"), "origin": MemoryOrigin.DIALOGUE, "importance": importance}
    for n in range(count):
        stream.add(
            MemoryKind.CONVERSATION, told(f'Guard said: "The bridge needs {n} planks."', game_time=begin + n, **fields)
        )


async def condensed(stream: MemoryStream, mind: Teller, *, by_model: bool = True) -> list[MemoryEntry]:
    """What one job adds."""
    work = CondenseWork()
    before = len(stream)
    asked = work.prepare(stream.state, CONDENSE)
    if asked is not None:
        work.apply(stream.state, CONDENSE, asked, await work.think(mind, asked), by_model=by_model)
    return stream.all()[before:]


# -- when ----------------------------------------------------------------------------------------------------------


def asked_at(state: GameState, minutes: int) -> list[tuple[JobKind, str | None]]:
    state.clock.minutes, state.minds.tick = minutes, minutes // TICK
    return [(job.kind, job.npc_id) for job in forgetting_jobs(state)]


def test_forgetting_is_due_every_hundred_ticks_and_when_a_day_ends(stream: MemoryStream) -> None:
    stream.add(MemoryKind.OBSERVATION, told("The bell rang.", game_time=0))
    state = stream.state
    due = [minutes for minutes in range(10, 4001, TICK) if asked_at(state, minutes)]
    assert due == [1000, 1440, 2000, 2880, 3000, 4000]


async def test_a_talk_of_any_length_is_condensed_at_the_tick_at_which_it_is_two_days_old(stream: MemoryStream) -> None:
    talk(stream, 1, 5)
    assert [minutes for minutes in range(2810, 2900, TICK) if asked_at(stream.state, minutes)] == [2880, 2890]
    assert asked_at(stream.state, 2890) == [(JobKind.CONDENSE, "mara")]
    [new] = await condensed(stream, Teller())
    assert new.summary.startswith("Mara Ironhand talked with Guard.")
    assert asked_at(stream.state, 2900) == []


def test_no_job_is_asked_for_a_talk_that_may_not_be_condensed(stream: MemoryStream) -> None:
    talk(stream, 3, 0)
    stream.pin("mara-001")
    stream.archive(["mara-002"], by="hand")
    assert asked_at(stream.state, 2900) == [(JobKind.CONDENSE, "mara")]
    stream.pin("mara-003")
    assert asked_at(stream.state, 2910) == []


def test_in_between_whoever_has_too_many_observations_is_pruned_by_one_job_for_all(stream: MemoryStream) -> None:
    talk(stream, 200, 0)
    assert asked_at(stream.state, 1450) == []
    talk(stream, 2, 0)
    stream.add(MemoryKind.REFLECTION, told("A thought."))
    assert asked_at(stream.state, 1460) == [(JobKind.PRUNE, None)]
    pruned(stream.state, Job(kind=JobKind.PRUNE, asked_at=1460))
    assert len(stream.active()) == 201
    assert asked_at(stream.state, 1470) == []


def test_too_many_reflections_or_plans_are_too_much_as_well(stream: MemoryStream) -> None:
    for n in range(51):
        stream.add(MemoryKind.REFLECTION, told(f"Thought {n}."))
    assert asked_at(stream.state, 1450) == [(JobKind.PRUNE, None)]
    stream.archive(["mara-001"], by="hand")
    assert asked_at(stream.state, 1460) == []
    for n in range(8):
        stream.add(MemoryKind.PLAN, told(f"Plan {n}."))
    assert asked_at(stream.state, 1470) == [(JobKind.PRUNE, None)]


def test_what_is_pinned_makes_nobody_crowded(stream: MemoryStream) -> None:
    talk(stream, 201, 0)
    for entry in stream.all()[:5]:
        stream.pin(entry.id or "")
    assert asked_at(stream.state, 1450) == []


def test_whoever_remembers_condenses_before_one_job_prunes_everybody_and_places(stream: MemoryStream) -> None:
    talk(stream, 1, 0)
    expected = [(JobKind.CONDENSE, "mara"), (JobKind.PRUNE, None)]
    assert asked_at(stream.state, 1440) == expected


def test_what_waits_is_not_asked_for_again(stream: MemoryStream) -> None:
    talk(stream, 1, 0)
    stream.state.minds.tick = 144
    for _ in range(2):
        for job in forgetting_jobs(stream.state):
            stream.state.minds.ask(job)
    assert len(stream.state.minds.jobs) == 2


def test_before_the_first_tick_nothing_is_due() -> None:
    assert forgetting_jobs(mara_stream().state) == []


# -- condensing ----------------------------------------------------------------------------------------------------


async def test_small_talk_is_condensed_without_asking_a_model(stream: MemoryStream) -> None:
    talk(stream, 6, 0)
    mind = Teller()
    [new] = await condensed(stream, mind)
    assert mind.asked == []
    assert new.summary.startswith("Mara Ironhand talked with Guard.")
    assert new.importance == 5


async def test_a_long_talk_is_condensed_by_the_mind_that_sees_all_of_it(stream: MemoryStream) -> None:
    talk(stream, 10, 0, importance=3.0)
    mind = Teller("  The bridge\nneeds planks. ")
    [new] = await condensed(stream, mind)
    assert (new.summary, new.importance) == ("The bridge needs planks.", 3)
    [asked] = mind.asked
    assert asked.person.name == "Mara Ironhand"
    assert [memory.id for memory in asked.memories] == [f"mara-{n:03d}" for n in range(1, 11)]


async def test_of_several_weighty_talks_the_oldest_is_asked_about_and_the_others_wait(stream: MemoryStream) -> None:
    talk(stream, 6, 0, importance=7.0)
    talk(stream, 6, 40, importance=7.0)
    talk(stream, 5, 20 + DAY, importance=7.0)
    mind = Teller()
    assert [new.game_time for new in await condensed(stream, mind)] == [5]
    assert [new.game_time for new in await condensed(stream, mind)] == [45]
    assert await condensed(stream, mind) == []
    assert len(mind.asked) == 2


async def test_whoever_cannot_wait_is_told_plainly(stream: MemoryStream) -> None:
    """So that nothing is left for a third day."""
    for begin in (0, 100, 200):
        talk(stream, 6, begin, importance=7.0)
    stream.state.clock.minutes = 100 + DAY + 240
    mind = Teller()
    new = await condensed(stream, mind)
    assert [entry.game_time for entry in new] == [5, 105]
    assert [entry.summary == "They talked it over." for entry in new] == [True, False]
    assert [entry.importance for entry in new] == [7, 5], "by a mind as much as the weightiest, by rule 5"


async def test_without_a_model_everything_is_condensed_at_once(stream: MemoryStream) -> None:
    for begin in (0, 100, 200):
        talk(stream, 6, begin, importance=7.0)
    stream.state.clock.minutes = DAY + 300
    mind = Teller(model="offline")
    assert len(await condensed(stream, mind, by_model=False)) == 3
    assert len(mind.asked) == 3


@pytest.mark.parametrize("text", ["", "  \n ", "\x00\x07"])
async def test_an_empty_text_is_no_answer(stream: MemoryStream, text: str) -> None:
    talk(stream, 10, 0)
    with pytest.raises(BadAnswer):
        await condensed(stream, Teller(text))
    assert len(stream.active()) == 10


async def test_without_a_model_an_empty_text_gives_way_to_the_plain_one(stream: MemoryStream) -> None:
    talk(stream, 10, 0)
    [new] = await condensed(stream, Teller("", model="offline"), by_model=False)
    assert new.summary.startswith("Mara Ironhand talked with Guard.")


async def test_a_text_without_end_is_cut(stream: MemoryStream) -> None:
    talk(stream, 10, 0)
    [new] = await condensed(stream, Teller("word " * 5000))
    assert len(new.summary) <= 600


async def test_where_nothing_is_due_nobody_is_asked(stream: MemoryStream) -> None:
    talk(stream, 10, DAY)
    assert CondenseWork().prepare(stream.state, CONDENSE) is None


async def test_what_was_put_away_while_a_mind_thought_is_left_out(stream: MemoryStream) -> None:
    talk(stream, 6, 0)
    talk(stream, 6, 50)
    work = CondenseWork()
    asked = work.prepare(stream.state, CONDENSE)
    assert asked is not None
    stream.archive(["mara-001"], by="hand")
    work.apply(stream.state, CONDENSE, asked, ("One.", "Two."), by_model=True)
    assert [entry.summary for entry in stream.all()[12:]] == ["Two."]


async def test_an_old_week_beyond_the_limit_becomes_one_memory_of_the_mind(stream: MemoryStream) -> None:
    stream.state.clock.minutes = 20 * DAY
    for n in range(12):
        stream.add(MemoryKind.OBSERVATION, told(f"Thing {n} fell over.", game_time=n * 700, importance=5))
    work = CondenseWork(MemoryLimits(observations=3))
    asked = work.prepare(stream.state, CONDENSE)
    assert asked is not None
    work.apply(stream.state, CONDENSE, asked, await work.think(Teller("It all fell over."), asked), by_model=True)
    assert [entry.summary for entry in stream.active()] == ["Days 1 to 7: It all fell over."]
    assert work.prepare(stream.state, CONDENSE) is None


# -- pruning -------------------------------------------------------------------------------------------------------


def pruned(state: GameState, job: Job, **limits: int) -> None:
    work = PruneWork(MemoryLimits(**limits))
    asked = work.prepare(state, job)
    assert asked is not None
    asyncio.run(work.think(FakeMind(), asked))
    work.apply(state, job, asked, None, by_model=False)


def test_a_person_is_pruned_alone_and_no_mind_is_asked(stream: MemoryStream) -> None:
    other = MemoryStream(stream.state, Scope.npc("guard-1"))
    talk(stream, 4, 0)
    talk(other, 4, 0)
    pruned(stream.state, PRUNE, observations=3)
    assert (len(stream.active()), len(other.active())) == (3, 4)


def test_places_and_the_world_are_condensed_and_pruned_by_the_same_policies(stream: MemoryStream) -> None:
    talk(stream, 9, 0)
    places = [MemoryStream(stream.state, scope) for scope in (Scope.location("inn"), Scope.world())]
    for place in places:
        talk(place, 5, 0)
        for n in range(4):
            place.add(MemoryKind.SUMMARY, told(f"visit {n}"))
    pruned(stream.state, Job(kind=JobKind.PRUNE, asked_at=480), summaries=3)
    assert len(stream.active()) == 9
    for place in places:
        standing = place.active()
        assert [entry.summary for entry in standing[:3]] == ["visit 1", "visit 2", "visit 3"]
        assert [entry.metadata.get(CONDENSED) for entry in standing[3:]] == ["conversation"]


def test_whoever_remembers_nothing_has_nothing_to_forget(stream: MemoryStream) -> None:
    assert PruneWork().prepare(stream.state, PRUNE) is None
    assert PruneWork().prepare(stream.state, Job(kind=JobKind.PRUNE, asked_at=480)) is None
