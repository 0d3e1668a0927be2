"""Which game is played."""

import secrets
from pathlib import Path

import pytest
from dependency_injector import providers

from app.cli.playing.lines import ScriptLines
from app.cli.playing.play import GameChoice, play_at_terminal, play_piped, playable, run_script
from app.container import Container
from app.errors import Conflict, InvalidInput, NotFound
from app.services.game.games.scenario_library import ScenarioLibrary
from app.stores.json_store import JsonGameStore
from tests.integration.cli.tables import FakePerson, ReadableScreen, container_in, write_scenario
from tests.worlds import small_sheet

pytestmark = pytest.mark.long

WALKTHROUGH = ("go to the inn", "say The owl is gone.", "go to the market")


@pytest.fixture
def readable() -> ReadableScreen:
    return ReadableScreen()


@pytest.fixture
def container(tmp_path: Path) -> Container:
    """The small world, and a smaller one made of it."""
    folder = tmp_path / "scenarios"
    folder.mkdir()
    write_scenario(folder, small_sheet().model_copy(update={"walkthrough": WALKTHROUGH}))
    return with_scenarios(container_in(tmp_path / "saves"), folder)


def with_scenarios(container: Container, folder: Path) -> Container:
    container.scenarios.override(providers.Object(ScenarioLibrary([folder])))
    return container


def games(container: Container) -> list[str]:
    return [game.game_id for game in container.library().list()]


async def test_the_first_game_begins_with_its_opening(container: Container, readable: ReadableScreen) -> None:
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice(name="O'Brien"))
    assert "A Small World" in readable.shown
    assert "You come to town." in readable.shown
    assert "Stalls under patched awnings." in readable.shown
    assert container.library().list()[0].players == ("O'Brien",)


async def test_the_last_game_is_offered_and_gone_on_with(container: Container, readable: ReadableScreen) -> None:
    await play_at_terminal(readable.screen, container, FakePerson(["take the lantern"]), GameChoice())
    again = FakePerson(["inventory"], answers=[""])
    await play_at_terminal(readable.screen, container, again, GameChoice())
    assert again.questions == ["Go on with it? [Y/n] "]
    assert "Your last game: Traveller in A Small World (turn 1, Day 1, 08:01)" in readable.shown
    assert "> take the lantern" in readable.shown
    assert len(games(container)) == 1


async def test_a_player_without_a_name_is_asked_for_one(container: Container, readable: ReadableScreen) -> None:
    person = FakePerson(answers=["\x07", "Élan"])
    await play_at_terminal(readable.screen, container, person, GameChoice())
    assert person.questions == ["What shall the story call you? [Traveller] "] * 2
    assert container.library().list()[0].players == ("Élan",)


async def test_a_name_asks_for_a_new_game(container: Container, readable: ReadableScreen) -> None:
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice(name="Otto"))
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice(name="Zoe"))
    assert {game.players for game in container.library().list()} == {("Otto",), ("Zoe",)}


async def test_a_new_game_begins_when_the_last_one_is_not_wanted(
    container: Container, readable: ReadableScreen
) -> None:
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice())
    await play_at_terminal(readable.screen, container, FakePerson(answers=["perhaps", "n"]), GameChoice())
    assert len(games(container)) == 2


async def test_leaving_at_the_question_begins_nothing(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice())
    write_scenario(tmp_path / "scenarios", small_sheet().model_copy(update={"id": "other"}))
    await play_at_terminal(readable.screen, container, FakePerson(answers=[None]), GameChoice())
    assert len(games(container)) == 1


async def test_a_menu_is_shown_where_there_is_a_choice(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    other = small_sheet().model_copy(update={"id": "zebra", "title": "Zebras", "summary": "Stripes."})
    write_scenario(tmp_path / "scenarios", other)
    person = FakePerson(answers=["9", "zeb"])
    await play_at_terminal(readable.screen, container, person, GameChoice())
    assert "2  Zebras\n   Stripes." in readable.shown
    assert container.library().list()[0].scenario_id == "zebra"


async def test_only_a_game_of_the_wanted_scenario_is_offered(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    write_scenario(tmp_path / "scenarios", small_sheet().model_copy(update={"id": "zebra"}))
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice(scenario="small"))
    person = FakePerson()
    await play_at_terminal(readable.screen, container, person, GameChoice(scenario="zebra"))
    assert not any("Go on" in question for question in person.questions)
    assert len(games(container)) == 2


async def test_a_game_that_cannot_be_read_is_mentioned_and_in_nobodys_way(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    broken = tmp_path / "saves" / "broken"
    broken.mkdir(parents=True)
    (broken / "journal.jsonl").write_text("nonsense\n")
    await play_at_terminal(readable.screen, container, FakePerson(), GameChoice())
    assert "1 saved game cannot be read" in readable.shown
    assert "You come to town." in readable.shown


async def test_load_goes_on_by_title_and_says_that_the_scenario_has_changed(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(name="Élan"))
    write_scenario(tmp_path / "scenarios", small_sheet().model_copy(update={"summary": "Another."}))
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(load="élan in"))
    assert "The scenario's file has changed since this game began" in readable.shown
    assert container.library().list()[0].turn == 2


async def test_an_unchanged_scenario_is_not_mentioned(container: Container, readable: ReadableScreen) -> None:
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice())
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(load="traveller"))
    assert "has changed" not in readable.shown


async def test_a_game_goes_on_though_its_scenario_is_gone(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice())
    (tmp_path / "scenarios" / "small.json").unlink()
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(load="traveller"))
    assert "has changed" not in readable.shown
    assert container.library().list()[0].turn == 2


async def test_loading_a_named_turn_branches_from_it(container: Container, readable: ReadableScreen) -> None:
    await play_piped(readable.screen, container, ScriptLines(["look", "/save start", "wait"]), GameChoice())
    [original] = games(container)
    await play_piped(readable.screen, container, ScriptLines(["take the lantern"]), GameChoice(load="start"))
    assert f"'start' names a turn of {original}" in readable.shown
    assert f"branched from {original} at turn 1" in readable.shown
    by_id = {game.game_id: game.turn for game in container.library().list()}
    assert by_id.pop(original) == 2
    assert list(by_id.values()) == [2]


@pytest.mark.parametrize("choice", [GameChoice(load="x", scenario="small"), GameChoice(load="x", name="Mara")])
async def test_load_and_a_new_game_at_once_are_refused(
    container: Container, readable: ReadableScreen, choice: GameChoice
) -> None:
    with pytest.raises(InvalidInput, match="--load"):
        await play_piped(readable.screen, container, ScriptLines(["look"]), choice)


@pytest.mark.parametrize("wanted", ["nothing", "", "../../etc", "*"])
async def test_a_game_that_is_not_there_is_not_found(
    container: Container, readable: ReadableScreen, wanted: str
) -> None:
    with pytest.raises(NotFound):
        await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(load=wanted))


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x1bb", "a\nb", "\udc80"])
async def test_a_bad_name_begins_no_game(container: Container, readable: ReadableScreen, name: str) -> None:
    with pytest.raises(InvalidInput):
        await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(name=name))
    assert games(container) == []


async def test_without_any_input_the_walkthrough_is_played_and_memories_are_shown(
    container: Container, readable: ReadableScreen
) -> None:
    await play_piped(readable.screen, container, ScriptLines(["", "  "]), GameChoice())
    assert [line for line in readable.shown.splitlines() if line.startswith("> ")] == [
        f"> {line}" for line in WALKTHROUGH
    ]
    assert "What places remember" in readable.shown
    assert "A Small World has played itself." in readable.shown


async def test_without_any_input_a_loaded_game_only_shows_where_it_stands(
    container: Container, readable: ReadableScreen
) -> None:
    await play_piped(readable.screen, container, ScriptLines(WALKTHROUGH), GameChoice())
    await play_piped(readable.screen, container, ScriptLines([]), GameChoice(load="traveller"))
    assert container.library().list()[0].turn == 3
    assert "What places remember" in readable.shown


async def test_a_scenario_without_walkthrough_says_so(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    write_scenario(tmp_path / "scenarios")
    await play_piped(readable.screen, container, ScriptLines([]), GameChoice())
    assert "has no walkthrough" in readable.shown


async def test_piped_lines_always_begin_a_new_game(container: Container, readable: ReadableScreen) -> None:
    for _ in range(2):
        await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice())
    assert len(games(container)) == 2


async def test_the_same_script_gives_the_same_story_and_memories(
    container: Container, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Captures are awaited after each line, so no race decides what people remember."""
    monkeypatch.setattr(secrets, "randbelow", lambda _limit: 7)
    script = ["go to the inn", "talk to Mara", "say I promise a lantern", "go to the market", "go to the inn", "look"]
    stories = []
    for number in range(2):
        fresh = container_in(tmp_path / str(number))
        fresh.scenarios.override(container.scenarios)
        readable = ReadableScreen()
        await run_script(readable.screen, fresh, script, GameChoice(scenario="small"))
        stories.append(readable.shown.rpartition("This game is kept")[0])
    assert stories[0] == stories[1]
    assert "What people remember" in stories[0]


async def test_a_game_that_somebody_else_plays_is_not_touched(
    container: Container, readable: ReadableScreen, tmp_path: Path
) -> None:
    await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice())
    [game_id] = games(container)
    other = JsonGameStore(tmp_path / "saves")
    other.acquire(game_id)
    with pytest.raises(Conflict):
        await play_piped(readable.screen, container, ScriptLines(["look"]), GameChoice(load=game_id))
    other.release(game_id)


async def test_the_shortest_story_comes_first_and_one_without_quests_last(
    tmp_path: Path, readable: ReadableScreen
) -> None:
    shipped = container_in(tmp_path)
    assert [info.id for info in playable(shipped)] == ["tide-bell", "before-the-thaw", "last-boat"]
    await run_script(readable.screen, shipped, [], GameChoice())
    assert [game.scenario_id for game in shipped.library().list()] == [playable(shipped)[0].id]


def test_a_folder_without_any_scenario_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no scenario"):
        playable(with_scenarios(container_in(tmp_path), tmp_path))
