"""The canon of a game on the command line: listed, marked, exported."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from app.cli.rendering.chronicle import chronicle_page
from app.container import Container
from app.embeddings.vectors import WORDS
from app.events.command_table import parse_command
from app.models.memory import Scope
from app.models.records.folding import fold_journal
from app.models.state.facts import fact_of
from app.services.game.games.chronicle import build_chronicle
from app.stores.transfer import export_game, import_game
from tests.integration.cli.conftest import RunCommand
from tests.integration.mcp.serving import begun, new_container
from tests.unit.events.canonical import sheet_of

ORDERS: tuple[dict[str, Any], ...] = (
    {
        "kind": "create_person",
        "name": "Odo Finn",
        "description": "A small man with a lamp.",
        "background": "Born at sea.",
    },
    {"kind": "create_place", "name": "Lamp House", "description": "White.", "ways": [{"to": "market"}]},
    {"kind": "establish_fact", "subject": "made-odo-finn", "attribute": "mother", "value": "Ottilie"},
    {"kind": "establish_fact", "subject": "made-odo-finn", "attribute": "mother", "value": "Berta"},
    {"kind": "establish_fact", "subject": "mara", "attribute": "debt", "value": "ten crowns", "claimed_by": "player"},
    {"kind": "rename", "of": "mara", "name": "Mara the Grey"},
)


@pytest.fixture(autouse=True)
def _by_words_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", WORDS)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def played(saves: Path) -> tuple[Container, str]:
    container = new_container(saves)
    game = begun(container, sheet_of(), "Élan")

    async def play() -> None:
        for order in ORDERS:
            await container.turns().execute(game, parse_command(order))

    asyncio.run(play())
    container.library().close(game)
    return container, game


def words(text: str) -> str:
    return " ".join(text.split())


def test_the_canon_is_listed_newest_first(command: RunCommand, played: tuple[Container, str]) -> None:
    ran = command("saves", "canon", played[1])
    assert (ran.code, ran.err) == (0, "")
    said = words(ran.out)
    expected = [
        "turn 6, name: Mara the Grey (changed by the game master)",
        "turn 5, fact: Mara the Grey, debt: ten crowns (claimed by Élan)",
        "turn 4, fact: Odo Finn, mother: Berta (said by the game master)",
        "turn 3, fact: Odo Finn, mother: Ottilie (said by the game master, does not hold any more)",
        "turn 2, place: Lamp House (added by the game master)",
        "turn 1, person: Odo Finn (added by the game master)",
    ]
    positions = [said.find(line) for line in expected]
    assert -1 not in positions, said
    assert positions == sorted(positions)


def test_a_game_is_shown_with_what_was_added(command: RunCommand, played: tuple[Container, str]) -> None:
    ran = command("saves", "show", played[1])
    assert "Canon: 1 place, 1 person added; 1 change; 2 facts and claims" in words(ran.out)


def test_a_game_without_canon_has_no_line_of_it(command: RunCommand, saves: Path) -> None:
    container = new_container(saves)
    game = begun(container, sheet_of(), "Élan")
    container.library().close(game)
    assert "Canon" not in command("saves", "show", game).out
    assert "Nothing was added to this game" in words(command("saves", "canon", game).out)


def test_memories_of_a_made_person_are_marked(command: RunCommand, played: tuple[Container, str]) -> None:
    ran = command("memories", played[1])
    assert "Odo Finn added by the game master, turn 1" in words(ran.out)


def test_a_made_person_becomes_a_card_and_an_agent(
    command: RunCommand, played: tuple[Container, str], tmp_path: Path
) -> None:
    ran = command("export", "card", played[1], "Odo Finn", "--game", "--out", "odo.json")
    assert (ran.code, ran.err) == (0, "")
    card = json.loads((tmp_path / "odo.json").read_text("utf-8"))
    assert card["data"]["name"] == "Odo Finn"
    assert "A small man with a lamp." in str(card)
    assert command("export", "agents", "out", played[1], "Odo Finn").code == 0
    nodes = (tmp_path / "out" / "memory_stream" / "nodes.json").read_text("utf-8")
    assert "Berta" in nodes


def test_an_exported_game_has_people_places_and_facts_and_is_the_same_when_imported(
    played: tuple[Container, str],
) -> None:
    container, game = played
    journal = container.library().read(game)
    data = export_game(journal)
    assert import_game(data) == journal
    assert export_game(import_game(data)) == data
    imported = container.library().import_journal(import_game(data))
    state, before = (fold_journal(container.library().read(each)) for each in (imported, game))
    assert state.sheet == before.sheet
    assert state.canon == before.canon
    assert fact_of(state, "made-odo-finn", "mother") == "Berta"
    assert [entry.summary for entry in state.memories(Scope.npc("made-odo-finn"))] == [
        entry.summary for entry in before.memories(Scope.npc("made-odo-finn"))
    ]


def test_a_chronicle_names_what_was_made_true(played: tuple[Container, str]) -> None:
    container, game = played
    journal = container.library().read(game)
    state = fold_journal(journal)
    page = chronicle_page(state, build_chronicle(state, journal.records), [["", ""]])
    assert "What was made true" in page
    assert "turn 4, fact: Odo Finn, mother: Berta (said by the game master)" in page
