"""What an agent of another program has in addition to its memories, into a game and out of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from app import GenAgent, export_game, import_game
from app.errors import InvalidInput, NotFound
from app.events.commands import AdvanceTimeCommand, ImportMemoriesCommand
from app.interchange.agents import game_memories
from app.models.imported import ImportedAgent
from app.models.memory import MemoryKind, Scope
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.records.folding import fold_journal
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import begin_small_game, container_in
from tests.integration.cli.test_interchange_agents import NODES, folder_of
from tests.unit.interchange.test_jsonl import file_of, line
from tests.worlds import NOW, new_game, small_sheet

pytestmark = pytest.mark.long

SCRATCH = {"first_name": "Emre", "age": 41, "score": 1.0, "views": {"çay": ["green", {"deep": [None, True]}]}, "x": ""}
PLAN: list[dict[str, Any]] = [
    {"id": "plan-emre-3-1", "description": "Bake the bread", "place": "inn", "time": "06:30", "priority": 4, "mood": 3},
    {
        "id": "plan-emre-3-2",
        "description": "Go to the market",
        "place": "The Market",
        "time": "09:00",
        "with": ["Mara"],
    },
    {"id": "plan-emre-3-3", "description": "Rest", "place": "nowhere", "time": "21:15", "status": "pending"},
]
STATE = {"mood": {"now": "calm"}, "importance_accumulator": 42, "today_plan": PLAN, "version": 7}


def agent_of(root: Path, state: object = STATE) -> Path:
    """The files of the agent emre."""
    (root / "state/memories").mkdir(parents=True)
    (root / "state/agents").mkdir()
    (root / "state/memories/emre.jsonl").write_bytes(file_of(line(1), line(2)))
    (root / "state/agents/emre.json").write_text(json.dumps(state), encoding="utf-8")
    return root


def written(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def state_of(saves: Path, game: str) -> GameState:
    return fold_journal(container_in(saves).library().read(game))


@pytest.fixture
def game(saves: Path) -> str:
    return begin_small_game(container_in(saves))


@pytest.fixture
def turns(saves: Path) -> TurnService:
    return container_in(saves).turns()


def order(path: Path, state: GameState, npc_id: str = "mara") -> ImportMemoriesCommand:
    return game_memories.import_command(path, state, npc_id, at=NOW)


# -- scratch -------------------------------------------------------------------------------------------------------


def test_the_scratch_of_a_folder_goes_out_as_it_came_in(
    command: RunCommand, tmp_path: Path, game: str, saves: Path
) -> None:
    folder = folder_of(tmp_path / "x", NODES)
    (folder / "scratch.json").write_text(json.dumps(SCRATCH), encoding="utf-8")
    (folder / "meta.json").write_text('{"id": "x", "source": "census"}', encoding="utf-8")
    assert command("import", "agents", str(folder), game, "mara").code == 0
    assert command("export", "agents", str(tmp_path / "out"), game, "mara").code == 0
    assert json.dumps(written(tmp_path / "out/scratch.json")) == json.dumps(SCRATCH), "in the same order"
    assert written(tmp_path / "out/meta.json") == {"id": "mara", "source": "census"}

    alone = GenAgent(tmp_path / "out")
    assert (alone.scratch, len(alone), alone.get_fullname()) == (SCRATCH, len(NODES), "")

    journal = container_in(saves).library().read(game)
    copy = fold_journal(import_game(export_game(journal)))
    assert copy.npc("mara").agent == fold_journal(journal).npc("mara").agent is not None


async def test_the_scratch_is_saved_undone_and_loaded(
    tmp_path: Path, saves: Path, game: str, turns: TurnService
) -> None:
    before = turns.state(game).model_dump(mode="json")
    folder = folder_of(tmp_path / "x", NODES)
    (folder / "scratch.json").write_text(json.dumps(SCRATCH), encoding="utf-8")
    await turns.execute(game, order(folder, turns.state(game)))
    await turns.execute(game, AdvanceTimeCommand(minutes=10))
    await turns.close(game)

    again = container_in(saves).turns()
    agent = again.state(game).npc("mara").agent
    assert agent is not None
    assert agent.model_dump(mode="json")["scratch"] == SCRATCH
    await again.undo(game)
    assert again.state(game).npc("mara").agent == agent
    await again.undo(game)
    assert again.state(game).model_dump(mode="json") == before
    await again.close(game)
    assert state_of(saves, game).npc("mara").agent is None


async def test_an_undo_brings_back_the_agent_before(tmp_path: Path, saves: Path, game: str, turns: TurnService) -> None:
    for name, scratch in (("one", {"n": 1}), ("two", {"n": 1.0})):
        folder = folder_of(tmp_path / name, NODES)
        (folder / "scratch.json").write_text(json.dumps(scratch), encoding="utf-8")
        await turns.execute(game, order(folder, turns.state(game)))
    assert json.dumps(state_of(saves, game).npc("mara").model_dump(mode="json")["agent"]["scratch"]) == '{"n": 1.0}'
    await turns.undo(game)
    assert json.dumps(turns.state(game).npc("mara").model_dump(mode="json")["agent"]["scratch"]) == '{"n": 1}'
    assert state_of(saves, game) == turns.state(game)
    await turns.close(game)


async def test_a_folder_without_memories_brings_its_scratch(tmp_path: Path, game: str, turns: TurnService) -> None:
    folder = folder_of(tmp_path / "x", [])
    (folder / "scratch.json").write_text(json.dumps(SCRATCH), encoding="utf-8")
    result = await turns.execute(game, order(folder, turns.state(game)))
    assert result.events[0].kind == "memories_imported"
    assert turns.state(game).npc("mara").agent is not None
    await turns.close(game)


def test_an_agent_that_is_too_large_is_refused_in_a_line(command: RunCommand, tmp_path: Path, game: str) -> None:
    folder = folder_of(tmp_path / "x", NODES)
    (folder / "scratch.json").write_text(json.dumps({"x": "y" * 200_000}), encoding="utf-8")
    ran = command("import", "agents", str(folder), game, "mara")
    assert ran.code != 0
    assert "at most 128 KiB" in " ".join(ran.err.split())


# -- state files ---------------------------------------------------------------------------------------------------


def test_a_state_file_goes_out_as_it_came_in(command: RunCommand, tmp_path: Path, saves: Path, game: str) -> None:
    assert command("import", "agents", str(agent_of(tmp_path / "in")), game, "mara").code == 0
    npc = state_of(saves, game).npc("mara")
    assert npc.importance_accumulator == 42
    out = str(tmp_path / "out")
    assert command("export", "agents", out, game, "mara", "--format", "jsonl", "--agent", "emre").code == 0
    assert json.dumps(written(tmp_path / "out/state/agents/emre.json")) == json.dumps(STATE)


@pytest.fixture
def home(turns: TurnService) -> str:
    """A small game where Mara has a home, so that she goes where her plan says. It begins at 08:00."""
    sheet = small_sheet().model_dump()
    sheet["npcs"][0]["home_location"] = "inn"
    return turns.library.begin(ScenarioSheet.model_validate(sheet), "Élan")


async def test_the_plan_of_the_day_is_in_force(tmp_path: Path, home: str, turns: TurnService) -> None:
    game = home
    await turns.execute(game, order(agent_of(tmp_path / "in"), turns.state(game)))
    mara = turns.state(game).npc("mara")
    assert mara.mind.plan_until == 24 * 60 + 6 * 60
    assert [(item.description, item.place, item.time, item.with_ids) for item in mara.plan] == [
        ("Bake the bread", "inn", 6 * 60 + 30, ()),
        ("Go to the market", "market", 9 * 60, ()),
        ("Rest", None, 21 * 60 + 15, ()),
    ]
    await turns.execute(game, AdvanceTimeCommand(minutes=100))
    await turns.settle(game)
    mara = turns.state(game).npc("mara")
    assert mara.current_location_id == "market"
    assert [item.status for item in mara.plan] == [PlanStatus.COMPLETED, PlanStatus.ACTIVE, PlanStatus.PENDING]
    game_memories.write_jsonl(tmp_path / "out", turns.state(game), "mara", "emre")
    done = [{**PLAN[0], "status": "completed"}, {**PLAN[1], "status": "active"}, PLAN[2]]
    assert written(tmp_path / "out/state/agents/emre.json")["today_plan"] == done

    await turns.execute(game, AdvanceTimeCommand(minutes=24 * 60))
    await turns.settle(game)
    mara = turns.state(game).npc("mara")
    assert mara.plan
    assert all("imported" not in item.id for item in mara.plan), "the next day has a plan of its own"
    game_memories.write_jsonl(tmp_path / "out", turns.state(game), "mara", "emre")
    out = written(tmp_path / "out/state/agents/emre.json")
    assert [row["description"] for row in out["today_plan"]] == [item.description for item in mara.plan]
    assert (out["mood"], out["version"]) == (STATE["mood"], 7)
    await turns.close(game)


async def test_a_plan_that_was_decided_before_does_not_replace_it(
    tmp_path: Path, home: str, turns: TurnService
) -> None:
    await turns.execute(home, AdvanceTimeCommand(minutes=10))
    await turns.settle(home)
    decided = [command["kind"] for intent in turns.state(home).minds.intents for command in intent.commands]
    assert "set_plan" in decided
    await turns.execute(home, order(agent_of(tmp_path / "in"), turns.state(home)))
    for _ in range(3):
        await turns.execute(home, AdvanceTimeCommand(minutes=10))
        await turns.settle(home)
    assert [item.description for item in turns.state(home).npc("mara").plan] == [row["description"] for row in PLAN]
    await turns.close(home)


async def test_an_exported_plan_can_be_imported_again(tmp_path: Path, game: str, turns: TurnService) -> None:
    await turns.execute(game, AdvanceTimeCommand(minutes=20))
    await turns.settle(game)
    await turns.execute(game, AdvanceTimeCommand(minutes=20))
    game_memories.write_jsonl(tmp_path / "out", turns.state(game), "mara", "mara")
    before = turns.state(game).npc("mara").plan
    assert before
    await turns.execute(game, order(tmp_path / "out", turns.state(game)))
    after = turns.state(game).npc("mara").plan
    assert [(each.description, each.place, each.time, each.priority) for each in after] == [
        (each.description, each.place, each.time, each.priority) for each in before
    ]
    await turns.close(game)


async def test_an_undo_takes_accumulator_and_plan_back(
    tmp_path: Path, saves: Path, game: str, turns: TurnService
) -> None:
    before = turns.state(game).model_dump(mode="json")
    await turns.execute(game, order(agent_of(tmp_path / "in"), turns.state(game)))
    await turns.close(game)
    again = container_in(saves).turns()
    assert again.state(game).npc("mara").importance_accumulator == 42
    await again.undo(game)
    assert again.state(game).model_dump(mode="json") == before
    await again.close(game)


def test_a_file_of_memories_brings_the_state_beside_it(
    command: RunCommand, tmp_path: Path, saves: Path, game: str
) -> None:
    file = agent_of(tmp_path / "in") / "state/memories/emre.jsonl"
    assert command("import", "agents", str(file), game, "mara").code == 0
    assert state_of(saves, game).npc("mara").importance_accumulator == 42


@pytest.mark.parametrize(
    ("plan", "descriptions"),
    [
        (["07:00 Bake", "Sleep"], ["07:00 Bake", "Sleep"]),
        ("07:00 Bake\n\n20:00 Sleep\n", ["07:00 Bake", "20:00 Sleep"]),
        ({"day": 3, "items": [{"description": "Bake", "time": 420}]}, ["Bake"]),
        ([{"description": "Sleep", "time": "1:00"}, {"description": "Bake", "time": "T07:00"}], ["Bake", "Sleep"]),
        ([], []),
        (None, []),
        ({"day": 3}, []),
    ],
)
async def test_plans_of_other_forms_are_read_and_kept(
    tmp_path: Path, game: str, turns: TurnService, plan: object, descriptions: list[str]
) -> None:
    await turns.execute(game, order(agent_of(tmp_path / "in", {"today_plan": plan}), turns.state(game)))
    assert [item.description for item in turns.state(game).npc("mara").plan] == descriptions
    game_memories.write_jsonl(tmp_path / "out", turns.state(game), "mara", "emre")
    assert written(tmp_path / "out/state/agents/emre.json")["today_plan"] == (plan if descriptions else [])
    await turns.close(game)


@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"today_plan": 7}, "today_plan must be a list"),
        ({"today_plan": [7]}, "Item 1 of today_plan must be a JSON object"),
        ({"today_plan": [{"time": "07:00"}]}, "lacks description"),
        ({"today_plan": [{"description": " "}]}, "Item 1 of today_plan is not valid"),
        ({"today_plan": [{"description": "x", "time": True}]}, "Item 1 of today_plan: time"),
        ({"today_plan": ["x"] * 17}, "at most 16"),
        ({"importance_accumulator": -1}, "importance_accumulator"),
    ],
)
def test_a_state_that_does_not_fit_is_refused_in_a_line(tmp_path: Path, state: object, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        order(agent_of(tmp_path / "in", state), new_game())


async def test_a_plan_that_is_not_possible_changes_nothing(game: str, turns: TurnService) -> None:
    state = turns.state(game)
    before = state.model_dump(mode="json")
    item = PlanItem(id="plan-1", description="Fly", place="the-moon", time=500)
    agent = ImportedAgent(importance_accumulator=3, plan=(item,))
    made = ImportMemoriesCommand(npc_id="mara", first_id=state.next_memory_id(Scope.npc("mara")), agent=agent)
    with pytest.raises(NotFound):
        await turns.execute(game, made)
    assert turns.state(game).model_dump(mode="json") == before
    await turns.close(game)


# -- works ---------------------------------------------------------------------------------------------------------


def test_a_work_keeps_where_it_lies_and_its_style(command: RunCommand, tmp_path: Path, saves: Path, game: str) -> None:
    work = {"artifact_path": "works/owl.png", "style_tags": ["ink", "dark"], "type": "character", "size": 3}
    made = line(1, type="artifact", description="An owl in ink.", metadata=work)
    file = tmp_path / "emre.jsonl"
    file.write_bytes(file_of(made))
    assert command("import", "agents", str(file), game, "mara").code == 0
    entry = state_of(saves, game).npc("mara").npc_memories[-1]
    assert entry.kind is MemoryKind.ARTIFACT
    assert entry.metadata["artifact_path"] == "works/owl.png"
    assert entry.metadata["style_tags"] == ("ink", "dark")
    assert "type" not in entry.metadata, "a stranger's marks are not the game's"
    out = str(tmp_path / "out")
    assert command("export", "agents", out, game, "mara", "--format", "jsonl").code == 0
    (row,) = (tmp_path / "out/state/memories/mara.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(row)["metadata"] == work
