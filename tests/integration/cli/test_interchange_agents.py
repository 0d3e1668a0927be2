"""Memories of agents of other programs into a game as a person's, and back."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.errors import Conflict
from app.interchange.agents import game_memories
from app.models.memory import MemoryEntry, MemoryKind
from app.models.records.folding import fold_journal
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import begin_small_game, container_in
from tests.unit.interchange.test_genagents import node
from tests.unit.interchange.test_jsonl import file_of, line

NODES = [
    node(0, created=3, last_retrieved=5, content="The well was deep."),
    node(7, created=2**40, last_retrieved=2**41, content="A bell rang.", importance=33.3, mood="grave"),
    node(2, node_type="reflection", created=-4, last_retrieved=1.5, pointer_id=[0, 7], content="Wells are like bells."),
]
LINES = [
    line(1, metadata={"hand_made": True, "type": "character"}),
    line(2, type="reflection", depth=1, evidence=["emre-001"], mood="calm"),
    line(3, type="plan", description="Sell the fish."),
]


@pytest.fixture
def game(saves: Path) -> str:
    return begin_small_game(container_in(saves))


def folder_of(root: Path, nodes: list[dict[str, Any]]) -> Path:
    """An agent folder of genagents."""
    (root / "memory_stream").mkdir(parents=True)
    for name, value in {"meta": {"id": "x"}, "scratch": {}, "memory_stream/embeddings": {}}.items():
        (root / f"{name}.json").write_text(json.dumps(value), encoding="utf-8")
    (root / "memory_stream" / "nodes.json").write_text(json.dumps(nodes), encoding="utf-8")
    return root


def remembered(saves: Path, game: str) -> list[MemoryEntry]:
    """What Mara was not given at the opening."""
    memories = fold_journal(container_in(saves).library().read(game)).npc("mara").npc_memories
    return [entry for entry in memories if entry.kind is not MemoryKind.GIFTED]


def test_a_folder_of_genagents_comes_in_and_goes_out_as_it_was(
    command: RunCommand, tmp_path: Path, saves: Path, game: str
) -> None:
    ran = command("import", "agents", str(folder_of(tmp_path / "x", NODES)), game, "Mara")
    assert (ran.code, ran.err) == (0, "")
    first, bell, reflection = remembered(saves, game)
    assert f"3 memories were brought in for Mara Ironhand ({first.id} to {reflection.id})" in " ".join(ran.out.split())
    assert [first.game_time, bell.game_time, reflection.game_time] == [3, 480, 0], "never later than now"
    assert reflection.evidence == (first.id, bell.id)

    ran = command("export", "agents", str(tmp_path / "out"), game, "mara")
    assert ran.code == 0
    assert json.loads((tmp_path / "out/memory_stream/nodes.json").read_text(encoding="utf-8")) == NODES
    assert json.loads((tmp_path / "out/meta.json").read_text(encoding="utf-8")) == {"id": "mara"}
    assert json.loads((tmp_path / "out/scratch.json").read_text(encoding="utf-8"))["name"] == "Mara Ironhand"

    again = command("export", "agents", str(tmp_path / "out"), game, "mara")
    assert again.code != 0
    assert "--force" in again.err
    assert command("export", "agents", str(tmp_path / "out"), game, "mara", "--force").code == 0


def test_lines_come_in_and_go_out_as_they_were_but_for_their_ids(
    command: RunCommand, tmp_path: Path, saves: Path, game: str
) -> None:
    file = tmp_path / "emre.jsonl"
    file.write_bytes(file_of(*LINES))
    assert command("import", "agents", str(file), game, "mara").code == 0
    entries = remembered(saves, game)
    assert [set(entry.metadata) for entry in entries] == [{"imported"}] * 3, "a stranger's marks are not the game's"

    assert (
        command("export", "agents", str(tmp_path / "out"), game, "mara", "--format", "jsonl", "--agent", "emre").code
        == 0
    )
    written = (tmp_path / "out/state/memories/emre.jsonl").read_text(encoding="utf-8").splitlines()
    ids = {item["id"]: entry.id for item, entry in zip(LINES, entries, strict=True)}
    for item in LINES:
        item |= {"id": ids[item["id"]], "evidence": [ids[name] for name in item["evidence"]]}
    assert [json.loads(each) for each in written] == LINES
    assert json.loads((tmp_path / "out/state/agents/emre.json").read_text(encoding="utf-8")) == {
        "importance_accumulator": fold_journal(container_in(saves).library().read(game))
        .npc("mara")
        .importance_accumulator,
        "today_plan": [],
    }


async def test_an_import_is_one_turn_that_an_undo_takes_back(tmp_path: Path, saves: Path, game: str) -> None:
    container = container_in(saves)
    turns = container.turns()
    before = turns.state(game).model_dump(mode="json")
    made = game_memories.import_command(
        folder_of(tmp_path / "x", NODES), turns.state(game), "mara", at=container.now()()
    )
    result = await turns.execute(game, made)
    assert result.changes.startswith("! by hand: memories were brought in")
    assert turns.state(game).npc("mara").importance_accumulator == before["npcs"]["mara"]["importance_accumulator"]
    await turns.close(game)
    again = container_in(saves).turns()
    assert again.state(game).status("mara-002").last_recalled is None
    (undone,) = await again.undo(game)
    assert undone.edits[0].kind == "memories_imported"
    assert again.state(game).model_dump(mode="json") == before
    await again.close(game)


async def test_memories_that_came_in_between_are_told(tmp_path: Path, saves: Path, game: str) -> None:
    turns = container_in(saves).turns()
    made = game_memories.import_command(
        folder_of(tmp_path / "x", NODES), turns.state(game), "mara", at=turns.state(game).written_at
    )
    await turns.execute(game, made)
    with pytest.raises(Conflict, match="try again"):
        await turns.execute(game, made)
    await turns.close(game)


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([], "0 memories"),
        ([node(content="\x1b[2J")], "Memory number 1"),
        ([node(), node(1, content="x" * 4001)], "Memory number 2"),
        ([node(importance=101)], "importance"),
    ],
)
def test_what_does_not_fit_is_refused_in_a_line_and_changes_nothing(
    command: RunCommand, tmp_path: Path, saves: Path, game: str, nodes: list[dict[str, Any]], said: str
) -> None:
    ran = command("import", "agents", str(folder_of(tmp_path / "x", nodes)), game, "mara")
    assert ran.code != 0
    assert said in " ".join(ran.err.split())
    assert "Traceback" not in ran.err
    assert remembered(saves, game) == []


def test_too_much_is_refused(
    command: RunCommand, tmp_path: Path, saves: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = folder_of(tmp_path / "x", NODES)
    with monkeypatch.context() as small:
        small.setattr(game_memories, "MAX_COMMAND", 100)
        assert "MiB" in command("import", "agents", str(folder), game, "mara").err
    monkeypatch.setattr(game_memories, "MAX_IMPORTED", 2)
    assert "at a time" in command("import", "agents", str(folder), game, "mara").err
    assert remembered(saves, game) == []


def test_the_agents_of_a_folder_are_named_where_none_is_meant(
    command: RunCommand, tmp_path: Path, saves: Path, game: str
) -> None:
    (tmp_path / "state" / "memories").mkdir(parents=True)
    for name in ("emre", "ada"):
        (tmp_path / "state" / "memories" / f"{name}.jsonl").write_bytes(file_of(line(1)))
    ran = command("import", "agents", str(tmp_path), game, "mara")
    assert "There are: ada, emre." in " ".join(ran.err.split())
    assert command("import", "agents", str(tmp_path), game, "mara", "--agent", "ada").code == 0
    assert len(remembered(saves, game)) == 1
    assert "no such agent" in " ".join(command("import", "agents", str(tmp_path / "none"), game, "mara").err.split())
    assert "Nobody here" in command("import", "agents", str(tmp_path), game, "nobody", "--agent", "ada").err
