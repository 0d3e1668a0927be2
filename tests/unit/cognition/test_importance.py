"""Which memories wait for a rating, when somebody is asked for it, and what becomes of the answer."""

import math
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.cognition.queue import Work
from app.cognition.remembering.keeping import ScoreWork, Unrated, scoring_is_due
from app.interfaces.agents.mind import BadAnswer, ScoreRequest
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.minds.mind_state import Job, JobKind
from app.testing import FakeMind
from tests.unit.memory.recall.streams import MARA, mara_stream
from tests.unit.memory.recall.streams import context as told

JOB = Job(kind=JobKind.SCORE, npc_id="mara", asked_at=480)


class Rater(FakeMind):
    """Gives the ratings it is made with."""

    def __init__(self, ratings: Mapping[str, float]) -> None:
        self.ratings = ratings

    async def score(self, asked: ScoreRequest) -> Mapping[str, float]:
        return self.ratings


@pytest.fixture
def stream() -> MemoryStream:
    """Mara's, at eight in the morning of day 1."""
    return mara_stream()


def heard(stream: MemoryStream, count: int, time: int = 480) -> None:
    for n in range(count):
        stream.add(MemoryKind.CONVERSATION, told(f"Word {n}.", game_time=time, origin=MemoryOrigin.DIALOGUE))


def is_due(stream: MemoryStream) -> bool:
    return scoring_is_due(stream.state, stream.state.npc("mara"))


def waiting(stream: MemoryStream) -> list[str | None]:
    return [entry.id for entry in Unrated.of(stream.state, MARA).waiting(stream.state)]


async def rated(stream: MemoryStream, ratings: Mapping[str, float], *, by_model: bool = True) -> ScoreRequest:
    work: Work[ScoreRequest, Mapping[str, float]] = ScoreWork()
    asked = work.prepare(stream.state, JOB)
    assert asked is not None
    work.apply(stream.state, JOB, asked, await work.think(Rater(ratings), asked), by_model=by_model)
    return asked


# -- when ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "due"), [(0, False), (4, False), (5, True)])
def test_a_rating_is_due_once_five_wait(stream: MemoryStream, count: int, due: bool) -> None:
    heard(stream, count)
    assert is_due(stream) is due


@pytest.mark.parametrize(("minutes", "due"), [(360, False), (361, True)])
def test_a_rating_is_due_once_one_has_waited_for_over_six_hours(stream: MemoryStream, minutes: int, due: bool) -> None:
    heard(stream, 1)
    stream.state.clock.minutes += minutes
    assert is_due(stream) is due


def test_what_came_with_an_importance_was_rated_or_put_away_does_not_wait(stream: MemoryStream) -> None:
    heard(stream, 3)
    stream.add(MemoryKind.OBSERVATION, told("Saw Guard.", importance=2))
    assert waiting(stream) == ["mara-001", "mara-002", "mara-003"]
    stream.rate("mara-001", 3)
    stream.archive(["mara-002"], by="hand")
    assert waiting(stream) == ["mara-003"]


def test_each_memory_is_looked_at_once_however_many_ticks_go_by(stream: MemoryStream) -> None:
    for n in range(50):
        stream.add(MemoryKind.OBSERVATION, told(f"Saw {n}.", importance=2))
    heard(stream, 1)
    assert is_due(stream) is False
    unrated = stream.state.derived.get(Unrated, MARA)
    assert unrated is not None
    assert (unrated.read, len(unrated.entries)) == (51, 51)
    heard(stream, 4)
    assert is_due(stream) is True
    assert stream.state.derived.get(Unrated, MARA) is unrated


def test_another_list_of_memories_is_read_anew(stream: MemoryStream) -> None:
    """As after an undo."""
    heard(stream, 5)
    assert is_due(stream) is True
    npc = stream.state.npc("mara")
    npc.npc_memories = npc.npc_memories[:2]
    assert waiting(stream) == ["mara-001", "mara-002"]
    del npc.npc_memories[1:]
    assert waiting(stream) == ["mara-001"]


# -- what ----------------------------------------------------------------------------------------------------------


async def test_a_batch_is_rated_the_oldest_first(stream: MemoryStream) -> None:
    heard(stream, 23)
    asked = await rated(stream, {"mara-001": 3, "mara-020": 9})
    assert [memory.id for memory in asked.memories] == [f"mara-{n:03d}" for n in range(1, 21)]
    assert stream.importance(stream.get("mara-001")) == 3
    assert stream.importance(stream.get("mara-020")) == 9
    assert waiting(stream) == ["mara-021", "mara-022", "mara-023"]


async def test_what_was_left_out_gets_the_heuristic_and_what_was_not_asked_is_ignored(stream: MemoryStream) -> None:
    heard(stream, 2)
    stream.add(MemoryKind.OBSERVATION, told("Saw Guard.", importance=2))
    await rated(stream, {"mara-001": 2, "mara-003": 9, "guard-1-001": 4})
    assert stream.status("mara-002").importance == 6, "5, and one more for being said"
    assert stream.status("mara-003").importance is None
    assert "guard-1-001" not in stream.state.memory_status


async def test_ratings_are_clipped_and_those_that_are_no_numbers_left_out(stream: MemoryStream) -> None:
    heard(stream, 4)
    await rated(stream, {"mara-001": -3, "mara-002": 70, "mara-003": math.nan, "mara-004": math.inf})
    assert [stream.status(f"mara-00{n}").importance for n in range(1, 5)] == [1, 10, 6, 6]


async def test_without_a_model_the_heuristic_knows_more_than_the_words(stream: MemoryStream) -> None:
    heard(stream, 1)
    await rated(stream, {"mara-001": 5}, by_model=False)
    assert stream.status("mara-001").importance == 6


async def test_an_answer_that_rates_nothing_is_no_answer(stream: MemoryStream) -> None:
    heard(stream, 2)
    for ratings in ({}, {"mara-009": 3.0}, {"mara-001": math.nan}):
        with pytest.raises(BadAnswer, match="rated none"):
            await rated(stream, ratings)


async def test_a_rating_that_was_given_meanwhile_stays(stream: MemoryStream) -> None:
    heard(stream, 2)
    work = ScoreWork()
    asked = work.prepare(stream.state, JOB)
    assert asked is not None
    stream.rate("mara-001", 10)
    work.apply(stream.state, JOB, asked, {"mara-001": 1, "mara-002": 2}, by_model=True)
    assert [stream.status(f"mara-00{n}").importance for n in (1, 2)] == [10, 2]


def test_where_nothing_waits_nobody_is_asked(stream: MemoryStream) -> None:
    assert ScoreWork().prepare(stream.state, JOB) is None


@given(st.lists(st.sampled_from(["add", "scored", "rate", "away", "ask"]), max_size=40))
def test_those_that_wait_are_always_those_without_a_rating(steps: list[str]) -> None:
    stream = mara_stream()
    for n, step in enumerate(steps):
        entries = stream.all()
        which = entries[n % len(entries)].id or "" if entries else ""
        if step in ("add", "scored"):
            stream.add(MemoryKind.OBSERVATION, told(f"Thing {n}.", importance=2 if step == "scored" else None))
        elif step == "ask":
            scoring_is_due(stream.state, stream.state.npc("mara"))
        elif which and step == "rate":
            stream.rate(which, 4)
        elif which:
            stream.archive([which], by="hand")
    unrated = (entry for entry in stream.active() if entry.importance is None)
    assert waiting(stream) == [entry.id for entry in unrated if stream.status(entry.id or "").importance is None]
