"""``python -m app mcp``: what is asked for wrongly is refused in one line before anything is served."""

from pathlib import Path

import pytest

from app.cli.errors import EXIT_CODES
from app.errors import Conflict, InvalidInput, NotFound, NotPossible
from app.mcp.seats import open_game, take_seat
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
        (["--game", "GAME", "--narrator", "--character", "mara"], InvalidInput, "A process serves one seat"),
        (["--game", "GAME", "--character", "mara", "--character", "guard-1"], InvalidInput, "`serve` has all seats"),
        (["--game", "GAME", "--narrator", "--consult"], InvalidInput, "--consult goes with --character"),
        (["--game", "GAME", "--narrator", "--all-tools"], InvalidInput, "--all-tools goes with --character"),
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


@pytest.mark.parametrize("option", ["--http", "--port"])
def test_seats_over_http_are_served_by_another_command_which_the_help_names(
    command: RunCommand, game: str, option: str
) -> None:
    ran = command("mcp", "--game", game, "--narrator", option)
    assert ran.code == 2
    assert f"No such option: {option}" in ran.err
    assert "seats over HTTP, see `serve`" in " ".join(command("mcp", "--help").out.split())


def test_a_game_that_somebody_plays_is_a_conflict(command: RunCommand, saves: Path) -> None:
    playing = new_container(saves)
    game = begun(playing)
    ran = command("mcp", "--game", game, "--narrator")
    assert (ran.code, ran.out) == (EXIT_CODES[Conflict], "")
    playing.library().close(game)


async def test_a_seat_served_with_the_gate_wants_memories_consulted_first(tmp_path: Path) -> None:
    container = new_container(tmp_path)
    async with open_game(container, begun(container)) as game_id:
        seat = await take_seat(container, game_id, "mara", gate=True)
        with pytest.raises(NotPossible, match="consult_memories"):
            await seat.call("say", {"text": "Good morning."})
        await seat.call("consult_memories", {"situation": "A guest comes in."})
        assert (await seat.call("say", {"text": "Good morning."}))["said"] == "Good morning."
