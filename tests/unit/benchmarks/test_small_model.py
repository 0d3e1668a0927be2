"""The benchmark of small models, against a scripted one at a server on loopback."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic_ai import models

from app.agents.recording import RecordedCall
from app.models.messages.message import Message, Role
from app.models.messages.passage import Source
from app.services.game.turns.turn_result import TurnResult
from benchmarks import small_model
from benchmarks.small_model_report import KINDS, PlayedGame, PlayedTurn, faults_of, is_balanced
from tests.integration.wire.acting_models import model
from tests.integration.wire.server import FakeServer
from tests.worlds import NOW, new_game

LINE = "Good morning. Who are you?"
INSTRUCTIONS = "Tell exactly that to the player, in a few sentences of prose."


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with models.override_allow_model_requests(True):
        started = FakeServer()
        started.steps = model()
        yield started
    started.stop()


def played(server: FakeServer, folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> str:
    """The report on the first lines of the small story."""
    scenario = ["--scenarios", "tide-bell", "--lines", "5", "--report", str(folder)]
    monkeypatch.setattr(sys, "argv", ["small_model", "--base-url", server.url, *scenario, *options])
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", "words")
    small_model.main()
    return (folder / "report.md").read_text("utf-8")


def test_a_good_model_has_no_faults(server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = played(server, tmp_path, monkeypatch)
    assert "| lines played | 5 of 5 |" in report
    assert "I boil salt" in report
    assert "**: " not in report


def told(text: str, *, role: Role = Role.NARRATOR) -> PlayedTurn:
    """A turn in which a model wrote this, for the line LINE."""
    message = Message(index=0, turn=1, role=role, content=text, source=Source.MODEL, timestamp=NOW)
    call = RecordedCall(instructions=INSTRUCTIONS, prompt="<happened>\nYou take the lantern.\n</happened>")
    return PlayedTurn(LINE, TurnResult(game_id="g", turn=1, messages=(message,)), "", 1.0, 0.0, (call,))


@pytest.mark.parametrize(
    ("turn", "kinds"),
    [
        (told("You take the lantern."), []),
        (told("<happened>You take it.</happened>"), ["tag", "tag"]),
        (told("Who are you?", role=Role.NPC), ["echo of the line"]),
        (told("Tell exactly that to the player, in a few sentences of prose."), ["sentence of the prompt"]),
        (told("“Aye, says she."), ["unbalanced quotation mark"]),
        (PlayedTurn(LINE, None, "It failed.", 1.0, 0.0, ()), ["lost turn"]),
    ],
)
def test_faults_are_found_in_what_was_shown(turn: PlayedTurn, kinds: list[str]) -> None:
    game = PlayedGame("small", new_game(), 1, "g", [turn])
    assert [fault.kind for fault in faults_of(game)] == kinds
    assert all(fault.kind in KINDS for fault in faults_of(game))


def test_after_its_minutes_no_line_is_begun(
    server: FakeServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["small_model"])
    with pytest.raises(SystemExit, match="2"):
        small_model.main()
    scenario = ["--scenarios", "tide-bell", "--minutes", "0", "--report", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["small_model", "--base-url", server.url, *scenario])
    small_model.main()
    assert "| lines played | 0 of 60 |" in capsys.readouterr().out


@pytest.mark.parametrize(("text", "good"), [("“Aye,” says she.", True), ("“Aye, says she.", False), ('"Aye', False)])
def test_quotation_marks_come_in_pairs(text: str, good: bool) -> None:
    assert is_balanced(text) is good
