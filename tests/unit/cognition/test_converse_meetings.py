"""Who meets for a talk: people who have time for each other, never more often than the limits say."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.cognition.talking import converse
from app.cognition.talking.converse import meetings
from app.models.events.play import GatheringHeld
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.minds.mind_state import TICK, Job, JobKind
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.cognition.people import at
from tests.unit.cognition.talking import HEDDA, JORUN, RAGNA, TAM, WENZEL, job_of, on_the_square, remember
from tests.worlds import say

EVERYBODY = (JORUN, HEDDA, WENZEL, RAGNA, TAM)


def let_down() -> GatheringHeld:
    """Hedda did not come to where Jorun waited."""
    return GatheringHeld(
        host_id=JORUN, location_id="square", at=at(16), words="Come.", present_ids=(JORUN,), missing_ids=(HEDDA,)
    )


def all_meetings(state: GameState, **limits: Any) -> list[Job]:
    """The talks that begin where every chance is taken."""
    with patch.multiple(converse, SELDOM=1.0, OFTEN=1.0, **limits):
        return meetings(state)


def pairs(state: GameState, **limits: Any) -> list[tuple[str | None, ...]]:
    return [(job.npc_id, *job.with_ids) for job in all_meetings(state, **limits)]


def share(state: GameState, ticks: int = 400) -> float:
    """How often the first two meet where they are free to at each tick."""
    met = 0
    for turn in range(ticks):
        state.turn = turn
        met += bool(meetings(state))
    return met / ticks


def test_two_who_are_idle_at_one_place_may_meet() -> None:
    state = on_the_square(JORUN, HEDDA)
    assert all_meetings(state) == [job_of(state, JORUN, HEDDA, location_id="square")]
    assert 0 < share(state) < 0.5, "a matter of chance"


def test_the_same_state_gives_the_same_talks_and_another_seed_others() -> None:
    def all_met(seed: int) -> list[list[Job]]:
        state = on_the_square(*EVERYBODY)
        state.seed = seed
        found = []
        for _ in range(60):
            state.clock.minutes += TICK
            found.append(meetings(state))
        return found

    assert all_met(1) == all_met(1)
    assert all_met(1) != all_met(2)


def _elsewhere(state: GameState) -> None:
    state.npc(HEDDA).current_location_id = "lane"


def _nowhere(state: GameState) -> None:
    state.npc(HEDDA).current_location_id = None
    state.npc(JORUN).current_location_id = None


def _asleep(state: GameState) -> None:
    state.npc(HEDDA).activity = Activity.SLEEPING


def _walking(state: GameState) -> None:
    state.npc(HEDDA).activity = Activity.WALKING


def _in_a_talk(state: GameState) -> None:
    state.npc(HEDDA).activity = Activity.CONVERSING


def _with_the_party(state: GameState) -> None:
    state.scenario.current_location_id = "square"
    state.party.address("player", [HEDDA])
    say(state, "Hedda, a word.")


def _waiting(state: GameState) -> None:
    state.minds.ask(job_of(state, WENZEL, HEDDA))


@pytest.mark.parametrize("change", [_elsewhere, _nowhere, _asleep, _walking, _in_a_talk, _with_the_party, _waiting])
def test_who_has_no_time_for_a_talk_meets_nobody(change: Callable[[GameState], None]) -> None:
    state = on_the_square(JORUN, HEDDA)
    assert pairs(state)
    change(state)
    assert pairs(state) == []


def test_the_players_who_are_only_there_keep_nobody_from_talking() -> None:
    state = on_the_square(JORUN, HEDDA)
    state.scenario.current_location_id = "square"
    assert pairs(state)


def test_who_is_busy_talks_less_often() -> None:
    state = on_the_square(JORUN, HEDDA)
    idle = share(state)
    state.npc(JORUN).activity = Activity.ACTIVITY
    assert 0 < share(state) < idle


def test_nobody_begins_a_talk_without_a_reason() -> None:
    state = on_the_square(JORUN, HEDDA)
    for one, other in ((JORUN, HEDDA), (HEDDA, JORUN)):
        state.npc(one).relationships[other] = -1.0  # no invitations
    assert pairs(state) == []
    remember(state, HEDDA, "The vault door was broken in the night.")
    assert len(pairs(state)) == 1


def test_two_do_not_meet_again_for_six_hours_and_nobody_talks_again_for_two() -> None:
    state = on_the_square(JORUN, HEDDA, WENZEL)
    now = state.clock.minutes
    state.npc(JORUN).mind.talked[HEDDA] = now - 6 * 60 + 1  # also where only one of them remembers it
    assert {frozenset(pair) for pair in pairs(state)} <= {frozenset((JORUN, WENZEL)), frozenset((HEDDA, WENZEL))}
    state.npc(WENZEL).mind.talked[TAM] = now - 2 * 60 + 1
    assert pairs(state) == []
    state.clock.minutes += 1
    assert len(pairs(state)) == 1


def test_a_tick_begins_only_so_many_talks_and_everybody_is_in_one_at_most() -> None:
    state = on_the_square(*EVERYBODY)
    assert len(pairs(state)) == 2
    assert len(pairs(state, MOST_PER_TICK=1)) == 1


def test_friends_talk_more_often_than_enemies_and_after_a_while_more_often_than_soon() -> None:
    state = on_the_square(JORUN, HEDDA)
    plain = share(state)
    state.npc(JORUN).relationships[HEDDA] = state.npc(HEDDA).relationships[JORUN] = 10.0
    close = share(state)
    state.npc(JORUN).mind.talked[HEDDA] = state.clock.minutes - 7 * 60
    soon = share(state)
    state.npc(JORUN).relationships[HEDDA] = state.npc(HEDDA).relationships[JORUN] = -10.0
    remember(state, JORUN, "?", payload=EventPayload(kind="event", events=(let_down(),)), tags=("gathering_held",))
    assert share(state) < soon < close
    assert plain < close


@settings(max_examples=examples(10), deadline=None)
@given(
    st.integers(0, 2**32),
    st.lists(st.tuples(st.sampled_from(EVERYBODY), st.sampled_from(["square", "lane"])), max_size=30),
)
def test_whatever_people_do_nobody_ever_talks_more_than_the_limits_allow(
    seed: int, moves: list[tuple[str, str]]
) -> None:
    """Two days of ticks where every chance is taken, people wandering about."""
    state = on_the_square(*EVERYBODY)
    state.seed = seed
    talked: list[tuple[int, frozenset[str]]] = []
    for tick in range(2 * 24 * 6):
        now = state.clock.minutes = at(6) + tick * TICK
        if moves:
            npc_id, place = moves[tick % len(moves)]
            state.npc(npc_id).current_location_id = place
        found = all_meetings(state)
        people = [person for job in found for person in job.people]
        assert len(people) == len(set(people))
        for job in found:
            one, other = job.npc_id or "", *job.with_ids
            assert state.npc(one).current_location_id == state.npc(other).current_location_id
            state.npc(one).mind.talked[other] = state.npc(other).mind.talked[one] = now
            talked.append((now, frozenset((one, other))))
    for position, (time, pair) in enumerate(talked):
        for later, others in talked[position + 1 :]:
            assert not pair & others or later - time >= 2 * 60
            assert pair != others or later - time >= 6 * 60
    assert all(job.kind is JobKind.CONVERSE for job in all_meetings(state))
