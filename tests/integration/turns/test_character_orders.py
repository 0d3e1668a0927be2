"""Orders of whoever plays a character as turns: told to no player, saved, taken back, and the same after a load."""

from pathlib import Path

import pytest

from app.agents.narrator.turn.outcomes import passages_of_outcome
from app.container import Container
from app.errors import NotPossible
from app.events.commands import AssociateMemoriesCommand, FormMemoryCommand, UpdateGoalCommand
from app.models.command import Outcome
from app.models.events.mind import GoalUpdated, MemoriesAssociated, MemoryFormed
from app.models.memory import MemoryKind
from app.models.records.folding import fold_journal
from app.models.records.record import RecordKind
from app.models.state.game_state import GameState
from app.services.game.games.game_library import GameLibrary
from app.services.game.turns.turn_service import TurnService
from tests.integration.minds.table import container_in, simulate
from tests.unit.events.sheets import changed_sheet
from tests.worlds import small_sheet

pytestmark = pytest.mark.long

FEAR = FormMemoryCommand(npc_id="mara", text="I fear the owl.", memory_kind=MemoryKind.EMOTIONAL)
AGAIN = FormMemoryCommand(npc_id="mara", text="The owl, a horror I fear.")
STEP = UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=30, note="A secret step.")


def link(first_id: str, second_id: str) -> AssociateMemoriesCommand:
    return AssociateMemoriesCommand(npc_id="mara", first_id=first_id, second_id=second_id, relation="feeds")


def newest(state: GameState) -> int:
    """The number of Mara's last memory; the gifted ones are the first."""
    return len(state.npc("mara").npc_memories)


@pytest.fixture
def container(tmp_path: Path) -> Container:
    return container_in(tmp_path, minds=False)


@pytest.fixture
def turns(container: Container) -> TurnService:
    return container.turns()


@pytest.fixture
def library(container: Container) -> GameLibrary:
    return container.library()


@pytest.fixture
def game_id(library: GameLibrary) -> str:
    people = [npc.model_copy(update={"goals": ("a light for the tower",)}) for npc in small_sheet().npcs]
    return library.begin(changed_sheet(npcs=tuple(people)))


async def test_nothing_of_a_persons_inner_life_is_told(turns: TurnService, game_id: str) -> None:
    """The party stands beside Mara."""
    await turns.take_turn(game_id, "go to the inn")
    quiet = (await turns.execute(game_id)).changes
    first = newest(turns.state(game_id)) + 1
    both = link(f"mara-{first:03d}", f"mara-{first + 1:03d}")
    result = await turns.execute(game_id, FEAR, AGAIN, both, STEP)
    assert result.changes == quiet
    assert result.text == ""
    said = result.model_dump_json(include={"messages", "events"})
    assert not any(words in said for words in ("owl", "fear", "feeds", "light", "secret"))
    assert passages_of_outcome(turns.state(game_id), [Outcome(command=STEP, events=result.events)]) == []


async def test_everything_is_saved_and_taken_back_with_its_turn(
    turns: TurnService, library: GameLibrary, game_id: str
) -> None:
    await turns.execute(game_id, FEAR)
    before = turns.state(game_id).model_dump()
    first = newest(turns.state(game_id))
    result = await turns.execute(game_id, AGAIN, link(f"mara-{first:03d}", f"mara-{first + 1:03d}"), STEP)
    assert [type(event).__name__ for event in result.events] == [
        "MemoryFormed",
        "MemoryReinforced",
        "MemoriesAssociated",
        "GoalUpdated",
    ]
    assert isinstance(result.events[0], MemoryFormed)
    assert isinstance(result.events[2], MemoriesAssociated)
    assert isinstance(result.events[3], GoalUpdated)
    after = turns.state(game_id).model_dump()
    assert after["memory_status"][f"mara-{first:03d}"]["strength"] == 1
    assert after["npcs"]["mara"]["goals"][0]["progress"] == 30
    assert fold_journal(library.read(game_id)).model_dump() == after
    await turns.undo(game_id)
    assert turns.state(game_id).model_dump() == before


async def test_a_turn_of_several_orders_is_all_or_none(turns: TurnService, game_id: str) -> None:
    before = turns.state(game_id).model_dump()
    with pytest.raises(NotPossible):
        await turns.execute(game_id, FEAR, STEP, STEP)
    assert turns.state(game_id).model_dump() == before


async def test_a_commit_of_a_goal_holds_its_goals_and_not_the_whole_person(
    turns: TurnService, library: GameLibrary, game_id: str
) -> None:
    await turns.execute(game_id, STEP)
    record = library.read(game_id).records[-1]
    assert record.kind is RecordKind.TURN
    assert "goals/mara" in record.parts
    assert "npc/mara" not in record.parts


@pytest.mark.parametrize("importance", ["heuristic", "composed"])
async def test_people_get_on_with_their_goals_by_themselves_and_weigh_what_they_hear(
    tmp_path: Path, importance: str
) -> None:
    """Within two days, by 10 of 100 for what they do and by 5 for what they have asked; ratings by the heuristic are
    whole numbers, those that are composed seldom are."""
    container = container_in(tmp_path / "minds", importance=importance)
    game_id = container.library().begin(container.scenarios().load("tide-bell"))
    for line in ("Tove, my brother Jonas drowned off Bell Rock.", "go east"):
        await container.turns().take_turn(game_id, line)
    state = await simulate(container, game_id, hours=48, step=120)
    goals = [goal for npc in state.npcs.values() for goal in npc.goals]
    assert any(goal.progress for goal in goals)
    assert all(goal.progress % 5 == 0 and bool(goal.note) is bool(goal.progress) for goal in goals)
    rated = [status.importance for status in state.memory_status.values() if status.importance is not None]
    assert rated
    assert any(rating % 1 for rating in rated) is (importance == "composed")
