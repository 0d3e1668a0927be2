"""Chats of SillyTavern through the terminal: imported, reported, played on and taken back."""

import json
from pathlib import Path

import pytest

from tests.integration.cli.conftest import RunCommand

pytestmark = pytest.mark.long

CHAT = Path(__file__).parents[2] / "data" / "chats" / "lindwater.jsonl"
BEGINNING = CHAT.read_text("utf-8").splitlines(keepends=True)[:54]


@pytest.fixture
def beginning(tmp_path: Path) -> Path:
    path = tmp_path / "Lindwater.jsonl"
    path.write_text("".join(BEGINNING) + '{"name": "Maeve", "mes": "cut', encoding="utf-8")
    return path


def words(text: str) -> str:
    return " ".join(text.split())


def test_a_chat_is_imported_reported_and_played_on(command: RunCommand, beginning: Path, tmp_path: Path) -> None:
    card = tmp_path / "maeve.json"
    data = {"name": "Maeve", "description": "A clerk with an umbrella."}
    card.write_text(json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": data}))
    ran = command("import", "chat", str(beginning), "--card", str(card), "--title", "Lindwater")
    assert (ran.code, ran.err) == (0, "")
    shown = words(ran.out)
    assert "Lindwater is a game now: 52 lines became" in shown
    assert "line 45: it is of the program, not of the story (comment)" in shown
    assert "line 55: it is not JSON" in shown
    assert "Lines of people: Teodor (16), Sunniva (14), Maeve (10, with a card). Lines of players: Ines (11)." in shown
    assert "line 48: Ines promised Teodor: “I'll bring the copper kettle back before the regatta, Teodor.”" in shown
    assert "play --load chat-" in shown
    played = command("play", "--load", "Lindwater", typed="look\n")
    assert played.code == 0
    assert "The Place of the Chat" in played.out


def test_the_same_chat_twice_is_two_games(command: RunCommand, beginning: Path) -> None:
    for _ in range(2):
        assert command("import", "chat", str(beginning)).code == 0
    listed = command("saves", "list")
    assert listed.out.count("A chat with Teodor, Sunniva and Maeve") >= 2


def test_what_is_no_chat_is_refused_in_one_line_and_nothing_is_left(command: RunCommand, tmp_path: Path) -> None:
    path = tmp_path / "none.jsonl"
    assert command("import", "chat", str(path)).err.startswith("There is no readable file none.jsonl.")
    path.write_text("not a chat")
    ran = command("import", "chat", str(path))
    assert ran.code == 2
    assert ran.err.startswith("The chat has no message that can be taken. Line 1: it is not JSON")
    assert "There are no saved games" in command("saves", "list").out


def test_a_chat_takes_place_in_a_scenario(command: RunCommand, beginning: Path) -> None:
    ran = command("import", "chat", str(beginning), "--scenario", "tide-bell", "--at", "boiling-house")
    assert (ran.code, ran.err) == (0, "")
    game = ran.out.split("play --load ")[1].split()[0]
    shown = command("saves", "show", game)
    assert "Boiling House" in shown.out
