"""The commands of a game in progress."""

import re
from pathlib import Path

import pytest

from app.cli.playing.slash import run_slash
from app.cli.playing.table import GameTable
from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands import AddMemoryCommand, TakeItemCommand
from app.interfaces.agents.narrator import Narration
from app.models.memory import Scope
from app.services.game.slash_commands import USAGES
from app.testing import FakeNarrator
from tests.integration.cli.tables import ReadableScreen, begin_small_game, container_in
from tests.wording import raises_in_words
from tests.worlds import small_sheet


@pytest.fixture
def readable() -> ReadableScreen:
    return ReadableScreen()


@pytest.fixture
def table(tmp_path: Path, readable: ReadableScreen) -> GameTable:
    container = container_in(tmp_path)
    return GameTable(readable.screen, container, begin_small_game(container), patient=True)


async def played(table: GameTable, *lines: str) -> None:
    for line in lines:
        await table.take_turn(line)


async def test_help_names_every_command(table: GameTable, readable: ReadableScreen) -> None:
    assert await run_slash(table, "/help")
    assert all(command.usage in readable.shown for command in USAGES.values())


async def test_quit_ends(table: GameTable) -> None:
    assert not await run_slash(table, "/quit")
    assert not await run_slash(table, "/QUIT now")


@pytest.mark.parametrize(
    ("line", "nearest"), [("/undoo", "/undo"), ("/mem", "/memories"), ("/qiut", "/quit"), ("/brnach 3", "/branch")]
)
async def test_an_unknown_command_names_the_nearest(table: GameTable, line: str, nearest: str) -> None:
    with raises_in_words(InvalidInput, match=nearest):
        await run_slash(table, line)


@pytest.mark.parametrize("line", ["/", "/ ", "/§$%", "/x" * 500, "/\x1b[31m"])
async def test_an_unknown_command_like_nothing_names_help(table: GameTable, line: str) -> None:
    with raises_in_words(InvalidInput, match="/help") as caught:
        await run_slash(table, line)
    assert len(str(caught.value)) < 150


async def test_undo_takes_back_one_turn_or_several(table: GameTable, readable: ReadableScreen) -> None:
    await played(table, "look", "take the lantern", "go to the inn")
    await run_slash(table, "/undo")
    assert table.state.turn == 2
    assert "Taken back: “go to the inn”." in readable.shown
    await run_slash(table, "/undo 2")
    assert table.state.turn == 0
    assert "Market · Day 1, 08:00 · turn 0" in readable.shown


async def test_undo_says_in_plain_words_what_turns_without_a_line_did(
    table: GameTable, readable: ReadableScreen
) -> None:
    await table.turns.execute(table.game_id, TakeItemCommand(item_id="lantern"))
    await run_slash(table, "/undo")
    assert "Taken back: the changes “+ lantern · Market · Day 1, 08:00”." in readable.shown
    await run_slash(table, "/style tense past")
    await run_slash(table, "/undo")
    assert "Taken back: what came without a line." in readable.shown
    assert "take_item" not in readable.shown
    assert "set_narration_style" not in readable.shown


@pytest.mark.parametrize("line", ["/undo x", "/undo -1", "/undo 1.5", "/undo " + "9" * 5000, "/branch ٣", "/why 1e3"])
async def test_a_number_that_is_none_is_refused_with_an_example(table: GameTable, line: str) -> None:
    with raises_in_words(InvalidInput, match="is not a number; write it like /"):
        await run_slash(table, line)


@pytest.mark.parametrize("line", ["/undo", "/undo 0", "/undo 5", "/branch 9", "/retry"])
async def test_what_is_not_there_cannot_be_gone_back_to(table: GameTable, line: str) -> None:
    with pytest.raises(NotFound if line == "/branch 9" else NotPossible):
        await run_slash(table, line)
    await played(table, "look")
    assert table.state.turn == 1


async def test_retry_repeats_the_words_and_tells_them_anew(tmp_path: Path, readable: ReadableScreen) -> None:
    narrator = FakeNarrator(Narration.of("Rain."), Narration.of("Sun."))
    container = container_in(tmp_path, narrator)
    table = GameTable(readable.screen, container, begin_small_game(container))
    await played(table, "look up")
    await run_slash(table, "/retry")
    assert "> look up\nSun.\n" in readable.shown
    assert table.state.turn == 1


async def test_the_answers_to_a_line_are_listed_and_one_brought_back(tmp_path: Path, readable: ReadableScreen) -> None:
    narrator = FakeNarrator(Narration.of("Rain."), Narration.of("Sun."))
    container = container_in(tmp_path, narrator)
    table = GameTable(readable.screen, container, begin_small_game(container))
    await played(table, "look up")
    await run_slash(table, "/retry make it sunny")
    await run_slash(table, "/answer")
    assert "1  Rain." in readable.shown
    assert "* 2  Sun." in readable.shown
    await run_slash(table, "/answer 1")
    assert table.state.conversation_history[-2].content == "Rain."
    with pytest.raises(InvalidInput, match="2 answers"):
        await run_slash(table, "/answer 3")


async def test_the_model_goes_on_without_a_line(tmp_path: Path, readable: ReadableScreen) -> None:
    narrator = FakeNarrator(Narration.of("Rain."))
    container = container_in(tmp_path, narrator)
    table = GameTable(readable.screen, container, begin_small_game(container))
    await run_slash(table, "/continue")
    assert "Rain." in readable.shown
    assert table.state.turn == 1


async def test_branch_goes_on_in_a_new_game_and_leaves_the_old_one_as_it_was(table: GameTable) -> None:
    await played(table, "look", "take the lantern", "go to the inn")
    old = table.game_id
    await run_slash(table, "/branch 1")
    assert table.game_id != old
    assert table.state.turn == 1
    await played(table, "wait")
    assert table.turns.state(old).turn == 3


async def test_save_names_the_turn(table: GameTable, readable: ReadableScreen, tmp_path: Path) -> None:
    await played(table, "look")
    await run_slash(table, "/save before [the] owl")
    assert "Turn 1 is named 'before [the] owl'" in readable.shown
    assert container_in(tmp_path).library().find("before [the] owl") == (table.game_id, "before [the] owl")


@pytest.mark.parametrize("line", ["/save", "/save " + "x" * 61, "/save a\x07b", "/save \udc80", "/save a\nb"])
async def test_a_name_that_cannot_be_given_is_refused(table: GameTable, line: str) -> None:
    with pytest.raises(InvalidInput):
        await run_slash(table, line)


async def test_memories_of_all_and_of_one(table: GameTable, readable: ReadableScreen) -> None:
    await played(table, "go to the inn", "talk to Mara", "ask Mara about the owl", "go to the market")
    await run_slash(table, "/memories")
    assert "What places remember" in readable.shown
    assert "Mara Ironhand\n  Day 1, " in readable.shown
    before = len(readable.shown)
    await run_slash(table, "/memories mara")
    assert "What places remember" not in readable.shown[before:]
    assert "Mara Ironhand\n  Day 1, " in readable.shown[before:]


async def test_the_newest_memories_come_first(table: GameTable, readable: ReadableScreen) -> None:
    for text in ("The well is dry.", "The owl is back."):
        await table.turns.execute(table.game_id, AddMemoryCommand(scope=Scope.npc("mara"), text=text))
    await run_slash(table, "/memories mara")
    assert readable.shown.index("The owl is back.") < readable.shown.index("The well is dry.")


async def test_memories_of_two_with_one_name_are_told_apart_by_id(table: GameTable, readable: ReadableScreen) -> None:
    await run_slash(table, "/memories prison cell")
    assert "Prison Cell [cell-1]\n  nothing yet" in readable.shown
    assert "Prison Cell [cell-2]\n  nothing yet" in readable.shown


async def test_gifted_memories_are_listed_where_the_word_is_added(table: GameTable, readable: ReadableScreen) -> None:
    await run_slash(table, "/memories")
    assert "burnt forearms" not in readable.shown
    await run_slash(table, "/memories mara Gifted")
    assert "burnt forearms" in readable.shown
    await run_slash(table, "/memories gifted")
    assert "Inn: Smoke and warm light." in readable.shown


async def test_memories_of_nobody_name_those_there_are(table: GameTable) -> None:
    with pytest.raises(NotFound, match="Mara Ironhand"):
        await run_slash(table, "/memories Zorro")


async def test_memories_of_a_game_without_any_say_how_they_come(table: GameTable, readable: ReadableScreen) -> None:
    await run_slash(table, "/memories")
    assert "Nothing is remembered yet" in readable.shown


async def test_why_shows_sections_tokens_and_reasons(table: GameTable, readable: ReadableScreen) -> None:
    await played(table, "go to the inn", "say The owl is gone.", "go to the market", "go to the inn", "talk to Mara")
    await run_slash(table, "/why")
    shown = readable.shown
    assert "What the narrator was shown in turn 5" in shown
    assert "Instructions — " in shown
    assert "NPC Memory — " in shown
    assert "because: " in shown
    assert "Mara Ironhand" in shown
    assert "of 6,000 are taken" in shown
    assert "left out: nothing" in shown
    await run_slash(table, "/why 1")
    assert "What the narrator was shown in turn 1" in readable.shown


async def test_why_keeps_the_storys_secrets_unless_they_are_asked_for(
    table: GameTable, readable: ReadableScreen
) -> None:
    await played(table, "look")
    await run_slash(table, "/why")
    assert table.state.sheet.premise not in readable.shown
    await run_slash(table, "/why full 1")
    assert table.state.sheet.premise in readable.shown


async def test_why_before_the_first_turn_says_that_there_is_nothing(table: GameTable) -> None:
    with pytest.raises(InvalidInput):
        await run_slash(table, "/why")


async def test_model_tells_who_narrates(table: GameTable, readable: ReadableScreen) -> None:
    await run_slash(table, "/model")
    assert "The narrator is offline." in readable.shown


async def test_a_games_own_model_narrates_until_another_is_asked_for(tmp_path: Path, readable: ReadableScreen) -> None:
    container = container_in(tmp_path)
    table = GameTable(readable.screen, container, container.library().begin(small_sheet(), model="test"))
    await run_slash(table, "/model")
    await run_slash(table, "/model offline")
    await played(table, "look")
    assert re.findall(r"The narrator is (\w+)", readable.shown) == ["test", "offline"]
    (record,) = [each for each in container.library().read(table.game_id).records if each.prompt]
    assert record.prompt is not None
    assert record.prompt.model == "offline"


async def test_a_model_that_nobody_knows_changes_nothing(table: GameTable) -> None:
    await played(table, "look")
    with pytest.raises(InvalidInput):
        await run_slash(table, "/model no-such-model")
    assert table.turns.narrator.model == "offline"
    await played(table, "look")
    assert table.state.turn == 2


async def test_changing_the_model_goes_on_with_the_same_game(table: GameTable, readable: ReadableScreen) -> None:
    await played(table, "take the lantern")
    game_id = table.game_id
    await run_slash(table, "/model offline")
    await played(table, "inventory")
    assert table.game_id == game_id
    assert table.state.party.items == ["lantern"]


async def test_recall_shows_what_comes_to_mind_and_why(table: GameTable, readable: ReadableScreen) -> None:
    await played(table, "go to the inn", "say I promise to bring back the silver spoon", "go to the market")
    await run_slash(table, "/recall mara ironhand the silver spoon")
    assert "silver spoon" in readable.shown
    assert "because: hybrid" in readable.shown
    before = len(readable.shown)
    await run_slash(table, "/recall cell-2 anything")
    assert "Nothing comes to mind." in readable.shown[before:]


@pytest.mark.parametrize("line", ["/recall", "/recall mara", "/recall Zorro the spoon", "/recall guard the spoon"])
async def test_recall_says_what_it_needs(table: GameTable, line: str) -> None:
    with pytest.raises((InvalidInput, NotFound)):
        await run_slash(table, line)


async def test_style_shows_how_a_model_tells_and_changes_one_field(table: GameTable, readable: ReadableScreen) -> None:
    await run_slash(table, "/style")
    assert "tense: present" in readable.shown
    await run_slash(table, "/style tense past")
    await run_slash(table, "/style author_note  The owl is near. ")
    assert table.state.narration.model_dump(mode="json", exclude_none=True) == {
        "tense": "past",
        "author_note": "The owl is near.",
    }
    assert "author_note: The owl is near." in readable.shown
    await run_slash(table, "/style tense")
    assert table.state.narration.tense is None
    await run_slash(table, "/undo")
    assert table.state.narration_style.tense == "past"


@pytest.mark.parametrize(
    ("line", "says"),
    [("/style mood grim", "style, length"), ("/style tense future", "tense"), (f"/style style {'x' * 501}", "500")],
)
async def test_a_style_that_cannot_be_is_refused(table: GameTable, line: str, says: str) -> None:
    with pytest.raises(InvalidInput, match=says):
        await run_slash(table, line)
    assert table.state.turn == 0
