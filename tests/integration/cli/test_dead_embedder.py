"""An embedder that is configured and cannot be used is mentioned to the player, and stops nothing."""

from pathlib import Path

import pytest
from pydantic_ai import models

from tests.integration.cli.conftest import RunCommand

pytestmark = pytest.mark.long

DEAD = {"TALEKEEPER_EMBEDDER": "nomic", "TALEKEEPER_EMBEDDER_BASE_URL": "http://127.0.0.1:9"}  # nothing listens there


def test_a_dead_embedder_is_mentioned_once_and_the_game_goes_on(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in DEAD.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "script").write_text("look\nlook\n")
    with models.override_allow_model_requests(True):
        ran = [
            command("play", "tide-bell", typed="look\nlook\n"),
            command("play", "--load", "traveller", typed="look\n"),
            command("run", str(tmp_path / "script"), "--scenario", "tide-bell"),
        ]
    for one in ran:
        assert one.code == 0
        assert one.out.count("Recall matches words only: ") == 1
        assert "nomic" in one.out


@pytest.mark.parametrize("embedder", ["auto", "words"])
def test_words_alone_by_choice_are_not_mentioned(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, embedder: str
) -> None:
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", embedder)
    assert "Recall" not in command("play", "tide-bell", typed="look\n").out


@pytest.mark.parametrize("server", [("mcp", "--game", "traveller", "--narrator"), ("serve", "--port", "0")])
def test_a_server_says_that_its_embedder_is_dead_and_does_not_start(
    command: RunCommand, monkeypatch: pytest.MonkeyPatch, server: tuple[str, ...]
) -> None:
    command("play", "tide-bell", typed="look\n")
    for name, value in DEAD.items():
        monkeypatch.setenv(name, value)
    with models.override_allow_model_requests(True):
        ran = command(*server)
    assert ran.code != 0
    assert "The embedder nomic" in ran.err
    assert "TALEKEEPER_EMBEDDER=words" in ran.err
    assert "--model" not in ran.err
