"""An author edits a scenario that is played: a notice, `saves update`, and `play --watch`."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.cli.playing.play import GameChoice, play_at_terminal, play_lines, play_piped
from app.cli.playing.table import GameTable
from app.cli.rendering.edits import update_lines
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from app.scenarios.folders.writing import folder_files
from app.services.game.scenario_updates import ScenarioUpdate
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import FakePerson, ReadableScreen, container_in, write_scenario
from tests.waiting import until
from tests.worlds import small_sheet

pytestmark = pytest.mark.long


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "scenarios"
    folder.mkdir()
    monkeypatch.setenv("TALEKEEPER_SCENARIOS", str(folder))
    return folder


def edited(**different: Any) -> ScenarioSheet:
    return small_sheet().model_copy(update=different)


def described(text: str) -> ScenarioSheet:
    first, *others = small_sheet().locations
    return edited(locations=(first.model_copy(update={"description": text}), *others))


def put_folder(folder: Path, sheet: ScenarioSheet) -> Path:
    for name, text in folder_files(sheet).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def begun(command: RunCommand, scenario: str = "small") -> str:
    assert command("play", scenario, typed="look\ntake the lantern\n").code == 0
    (game_id,) = [line for line in command("saves", "list").out.split() if line.startswith("small-")]
    return game_id


# -- saves update


def test_a_game_takes_the_edit_of_its_scenario_in_and_the_notice_is_gone(command: RunCommand, own: Path) -> None:
    write_scenario(own)
    game_id = begun(command)
    write_scenario(own, described("Stalls under new cloth."))
    noticed = command("play", "--load", game_id, typed="look\n").out
    assert "The scenario's file has changed since this game began" in noticed
    assert f"python -m app saves update {game_id}" in " ".join(noticed.split())
    assert "new cloth" not in noticed

    updated = command("saves", "update", game_id)
    assert (updated.code, updated.err) == (0, "")
    assert updated.out.splitlines()[0].endswith("the edited scenario is in the game; /undo in play takes it back.")
    assert "Changed: Market." in updated.out

    played = command("play", "--load", game_id, typed="look\n/undo 2\nlook\n").out
    assert "has changed since" not in played
    assert "Stalls under new cloth." in played
    assert "has changed since" in command("play", "--load", game_id, typed="look\n").out
    same = command("saves", "update", game_id, "--from", "small")
    assert "Changed: Market." in same.out
    again = command("saves", "update", game_id)
    assert again.out == "The scenario has not changed: the game has it already.\n"


def test_a_scenario_that_was_edited_after_the_save_is_taken_in_from_its_file(
    command: RunCommand, tmp_path: Path, own: Path
) -> None:
    """Two versions of a file: in the second Pavel sells rope and knows of string."""
    first = json.loads(write_scenario(tmp_path).read_text())
    path = tmp_path / "village.json"
    path.write_text(json.dumps(first))
    game_id = begun(command, str(path))
    topic = {"id": "string", "name": "string", "text": "Hemp, three shillings."}
    guard = next(npc for npc in first["npcs"] if npc["id"] == "guard-1")
    guard.update(description="He sells string and rope.", topics=[topic])
    path.write_text(json.dumps(first))
    missing = command("saves", "update", game_id)
    assert (missing.code, "--from PATH names its file" in missing.err) == (3, True)
    done = command("saves", "update", game_id, "--from", str(path))
    assert "Changed: Guard." in done.out
    played = command("play", "--load", game_id, typed="ask the guard about string\n").out
    assert "Hemp, three shillings." in played


def test_a_broken_edit_changes_nothing_and_lists_every_problem_with_file_and_line(
    command: RunCommand, tmp_path: Path, own: Path
) -> None:
    folder = put_folder(own / "small", small_sheet())
    game_id = begun(command)
    (folder / "places" / "inn.md").write_text("---\nexits:\n  - {to: moon, name: up}\n---\n# Inn\n\nWarm.\n")
    (folder / "timers.yaml").write_text("tide:\n  minutes: soon\n")
    ran = command("saves", "update", game_id)
    assert ran.code == 1
    assert "the game goes on as it was" in ran.out
    assert "timers.yaml:2: tide.minutes" in ran.out
    (folder / "timers.yaml").unlink()
    ran = command("saves", "update", game_id)
    assert "places/inn.md:3: exits[0].to: 'moon' names no place of this scenario." in ran.out
    assert "turn 2" in command("saves", "list").out


def test_what_no_longer_fits_is_named_in_words() -> None:
    state = begin(small_sheet(), "game-1", [PlayerCharacter(name="Élan")])
    state.party.items.append("brass-key")
    state.npc("guard-2").current_location_id = None
    unfit = ("market", "brass-key", "guard-1", "guard-2", "peace", "gone-secret", "party.money")
    assert [*update_lines(ScenarioUpdate(turn=3, changed=("small", "inn"), unfit=unfit), state)] == [
        "Turn 3: the edited scenario is in the game; /undo in play takes it back.",
        "Changed: the story as a whole, Inn.",
        "No longer fits: Market, where you still are.",
        "No longer fits: brass key, which stays in your hands.",
        "No longer fits: Guard, now at Market.",
        "No longer fits: Guard, no longer in the story.",
        "No longer fits: Peace in the tower, which is no longer to be done.",
        "No longer fits: gone-secret, of which the game had something.",
        "No longer fits: money of party, which is gone.",
    ]


# -- play --watch


class Author(FakePerson):
    """A player whose next line waits until an edit is in the game: edits, and what must then be shown."""

    def __init__(self, shown: ReadableScreen, edits: list[tuple[Callable[[], object], str]]) -> None:
        super().__init__(["look"] * (len(edits) + 1))
        self._shown, self._edits = shown, edits

    async def read(self) -> str | None:
        if self._edits:
            edit, words = self._edits.pop(0)
            edit()
            await until(lambda: words in self._shown.shown + self._shown.errors)
        return await super().read()


async def test_an_edit_of_a_watched_file_is_in_the_game_before_the_next_line(tmp_path: Path, own: Path) -> None:
    readable, container = ReadableScreen(), container_in(tmp_path / "saves")
    path = write_scenario(tmp_path)
    saved_anew = tmp_path / "small.json.new"

    def replace() -> None:
        saved_anew.write_text(described("Stalls under new cloth.").model_dump_json())
        saved_anew.replace(path)

    author = Author(
        readable,
        [
            (lambda: write_scenario(tmp_path, described("Stalls under old cloth.")), "Changed: Market."),
            (lambda: path.write_text("{"), "The edited scenario has 1 problem"),
            (replace, "Turn 4: the edited scenario"),
        ],
    )
    await play_at_terminal(readable.screen, container, author, GameChoice(path, name="Élan", watch=True))
    old, new = readable.shown.index("old cloth"), readable.shown.index("new cloth")
    assert old < new
    assert "line 1, column 2: this is not JSON" in readable.errors


async def test_an_edit_of_a_watched_folder_is_in_the_game_even_if_the_folder_was_replaced(tmp_path: Path) -> None:
    readable, container = ReadableScreen(), container_in(tmp_path / "saves")
    folder = put_folder(tmp_path / "small", small_sheet())
    other = put_folder(tmp_path / "other", described("Stalls under new cloth."))

    def replace() -> None:
        folder.rename(tmp_path / "gone")
        other.rename(folder)

    market = folder / "places" / "market.md"
    author = Author(
        readable,
        [
            (lambda: market.write_text(market.read_text() + "\n## Atmosphere\n\nIt snows.\n"), "Changed: Market."),
            (replace, "Turn 3: the edited scenario"),
        ],
    )
    await play_at_terminal(readable.screen, container, author, GameChoice(folder, name="Élan", watch=True))
    assert "It snows." in readable.shown
    assert "new cloth" in readable.shown


async def test_a_loaded_game_that_watches_takes_in_what_was_edited_before(tmp_path: Path) -> None:
    readable, container = ReadableScreen(), container_in(tmp_path / "saves")
    path = write_scenario(tmp_path)
    await play_piped(readable.screen, container, FakePerson(["look"]), GameChoice(path, name="Élan"))
    write_scenario(tmp_path, described("Stalls under new cloth."))
    game_id = container.library().list()[0].game_id
    choice = GameChoice(path, load=game_id, watch=True)
    await play_piped(readable.screen, container, FakePerson(["look"]), choice)
    assert "Stalls under new cloth." in readable.shown


async def test_an_edit_waits_for_the_line_that_is_carried_out(tmp_path: Path) -> None:
    readable, container = ReadableScreen(), container_in(tmp_path / "saves")
    path = write_scenario(tmp_path)
    game_id = container.library().begin(small_sheet(), "Élan", seed=1)
    table = GameTable(readable.screen, container, game_id)
    write_scenario(tmp_path, described("Stalls under new cloth."))
    async with table.at_work:
        taking = asyncio.create_task(table.take_in(path))
        await asyncio.sleep(0)
        assert not taking.done()
        assert table.state.turn == 0
    await taking
    assert table.state.turn == 1
    await play_lines(table, FakePerson())
