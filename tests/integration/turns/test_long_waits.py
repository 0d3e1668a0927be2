"""Days that pass within one turn: people live through them, and the turn stays within bounds."""

from pathlib import Path

import pytest
from dependency_injector import providers
from hypothesis import given
from hypothesis import strategies as st

from app.agents.mind.offline import HeuristicMind
from app.container import Container
from app.events.commands import AdvanceTimeCommand
from app.interfaces.agents.mind import PlannedItem, PlanRequest
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import NPCMoved
from app.models.memory import MemoryKind
from app.services.game.turns.observation_recorder import MATTERS, MOST, Noticed
from app.settings import Settings
from tests.unit.cognition.people import village

pytestmark = pytest.mark.long


class NoModelHere(HeuristicMind):
    """A paid model that must not be asked."""

    model = "paid"

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        raise AssertionError("a model was asked within a turn")


def table(root: Path, *, paid: bool = False) -> tuple[Container, str]:
    made = Container()
    made.settings.override(providers.Object(Settings(saves=root, embedder="words")))
    if paid:
        made.mind.override(providers.Object(NoModelHere()))
    made.turns().settle_in_background = False
    return made, made.library().begin(village(), "Élan", seed=7)


@pytest.mark.parametrize("paid", [False, True])
async def test_people_plan_and_live_each_day_of_a_long_wait(tmp_path: Path, paid: bool) -> None:
    made, game_id = table(tmp_path, paid=paid)
    result = await made.turns().execute(game_id, AdvanceTimeCommand(minutes=3 * MINUTES_PER_DAY))
    state = made.turns().state(game_id)
    plans = [entry for entry in state.npc("jorun").npc_memories if entry.kind is MemoryKind.PLAN]
    assert len(plans) == 3
    assert sum(isinstance(event, NPCMoved) and event.npc_id == "jorun" for event in result.events) >= 6
    assert state.minds.calls_today == 0


async def test_what_people_notice_in_one_turn_is_bounded(tmp_path: Path) -> None:
    made, game_id = table(tmp_path)
    await made.turns().execute(game_id, AdvanceTimeCommand(minutes=20 * MINUTES_PER_DAY))
    people = made.turns().state(game_id).npcs.values()
    assert max(len(npc.npc_memories) for npc in people) <= 2 * MOST + 3 * 20


@pytest.mark.parametrize("importance", [MATTERS, MATTERS + 2])
def test_of_too_much_the_newest_is_kept_and_what_matters(importance: float) -> None:
    noticed = Noticed[int](most=3)
    noticed.add("jorun", importance, 0)
    for number in range(1, 20):
        noticed.add("jorun", 2.0, number)
        noticed.add("hedda", None, 100 + number)
    assert list(noticed) == [0, 18, 19, 117, 118, 119]


@given(
    st.lists(
        st.tuples(st.sampled_from(["jorun", "hedda"]), st.sampled_from([None, 1.0, MATTERS - 1, MATTERS])), max_size=40
    )
)
def test_what_is_kept_of_what_each_person_notices_stands_in_its_order(noticed: list[tuple[str, float | None]]) -> None:
    """Compared with sorting everything: what matters before the routine, the newer before the older."""
    kept, expected = Noticed[int](most=4), list[int]()
    for number, (npc_id, importance) in enumerate(noticed):
        kept.add(npc_id, importance, number)
    for person in dict.fromkeys(npc_id for npc_id, _ in noticed):
        own = [
            (i is not None and i < MATTERS, -number) for number, (npc_id, i) in enumerate(noticed) if npc_id == person
        ]
        expected += sorted(-number for _, number in sorted(own)[:4])
    assert list(kept) == expected
