"""``python -m app mcp``: what is asked for wrongly is refused in one line before anything is served."""

import socket
from pathlib import Path

import pytest

from app.cli.errors import EXIT_CODES
from app.errors import Conflict, InvalidInput, NotFound, NotPossible
from app.mcp.seats import seats_at
from tests.integration.cli.conftest import RunCommand
from tests.integration.mcp.serving import begun, new_container


@pytest.fixture
def game(saves: Path) -> str:
    container = new_container(saves)
    game_id = begun(container)
    container.library().close(game_id)
    return game_id


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        (["--game", "GAME"], InvalidInput, "give --narrator or one --character"),
        (["--game", "GAME", "--narrator", "--character", "mara"], InvalidInput, "One seat each process"),
        (["--game", "GAME", "--character", "mara", "--character", "guard-1"], InvalidInput, "--http serves several"),
        (["--game", "GAME", "--http"], InvalidInput, "Say whose seats are to be served"),
        (["--game", "GAME", "--narrator", "--consult"], InvalidInput, "--consult goes with --character"),
        (["--game", "GAME", "--narrator", "--port", "8000"], InvalidInput, "--port goes with --http"),
        (["--game", "nowhere", "--narrator"], NotFound, "There is no game 'nowhere'"),
        (["--game", "GAME", "--character", "Zeno"], NotFound, "There are: Mara Ironhand, Guard"),
        (["--game", "GAME", "--character", "Guard"], InvalidInput, "guard-1, guard-2"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    command: RunCommand, game: str, options: list[str], error: type[Exception], told: str
) -> None:
    ran = command("mcp", *(game if option == "GAME" else option for option in options))
    assert ran.code == EXIT_CODES[error]  # type: ignore[index]  # these are the game's own
    assert ran.out == ""
    assert told in ran.err
    assert ran.err.splitlines()[-1].count(told) == 1


def test_one_token_is_for_one_seat(command: RunCommand, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_MCP_TOKEN", "0123456789abcdef")
    ran = command("mcp", "--game", game, "--narrator", "--character", "mara", "--http", "--port", "0")
    assert ran.code == EXIT_CODES[InvalidInput]
    assert "TALEKEEPER_MCP_TOKEN is for one seat" in ran.err
    monkeypatch.setenv("TALEKEEPER_MCP_TOKEN", "guess me")
    ran = command("mcp", "--game", game, "--narrator", "--http", "--port", "0")
    assert ran.code == EXIT_CODES[InvalidInput]
    assert "A token has 16 to 200" in ran.err
    assert "guess me" not in ran.err


def test_a_port_that_is_taken_is_a_conflict(command: RunCommand, game: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = command("mcp", "--game", game, "--narrator", "--http", "--port", str(port))
    assert ran.code == EXIT_CODES[Conflict]
    assert f"Port {port} cannot be had" in ran.err


def test_a_game_that_somebody_plays_is_a_conflict(command: RunCommand, saves: Path) -> None:
    playing = new_container(saves)
    game = begun(playing)
    ran = command("mcp", "--game", game, "--narrator")
    assert (ran.code, ran.out) == (EXIT_CODES[Conflict], "")
    playing.library().close(game)


async def test_a_seat_served_with_the_gate_wants_memories_consulted_first(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    game_id = begun(container)
    ((_, seat),) = seats_at(container, game_id, ["mara"], narrator=False, gate=True)
    with pytest.raises(NotPossible, match="consult_memories"):
        await seat.call("say", {"text": "Good morning."})
    await seat.call("consult_memories", {"situation": "A guest comes in."})
    assert (await seat.call("say", {"text": "Good morning."}))["said"] == "Good morning."
    await container.turns().close(game_id)
