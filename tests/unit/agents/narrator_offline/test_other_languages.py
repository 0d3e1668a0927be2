"""A scenario in a language without a whole pack: playable with a model; without one the player is told so, once."""

import pytest

from app.language.language import default_language, find_language, language_of, using
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from tests.unit.agents.narrator_offline.playing import Play
from tests.worlds import small_sheet

NOTICE = default_language().render("notices.no-pack")


def play_in(language: str) -> Play:
    sheet = small_sheet().model_copy(update={"language": language})
    return Play(begin(sheet, "game-1", [PlayerCharacter(name="Élan")]))


async def test_the_first_turn_says_in_one_line_that_only_a_model_speaks_the_language() -> None:
    play = play_in("fr")
    played = await play.do("take lantern")
    assert played.kinds == ["take_item"]
    assert played.shown.startswith(f"{NOTICE}\n\n")
    assert played.text.startswith(NOTICE)
    assert NOTICE.count("\n") == 0


async def test_the_line_is_no_part_of_the_story() -> None:
    (start, end), *_ = (await play_in("fr").do("take lantern")).narration.quoted
    assert (start, end) == (0, len(NOTICE))


async def test_the_line_is_said_once() -> None:
    play = play_in("fr")
    await play.do("look")
    assert NOTICE not in (await play.do("take lantern")).text


async def test_nothing_is_said_where_a_model_tells_what_the_rules_did() -> None:
    turn = await play_in("fr").carry_out("take lantern")
    assert turn.text
    assert NOTICE not in turn.text


@pytest.mark.parametrize("language", ["en", "en-GB", "EN"])
async def test_nothing_is_said_where_there_is_a_pack(language: str) -> None:
    assert NOTICE not in (await play_in(language).do("take lantern")).text


async def test_where_a_pack_lacks_something_the_first_turn_says_so_in_that_language() -> None:
    play = play_in("de")
    with using(language_of(play.state.sheet)):
        played, next_one = await play.do("nimm lantern"), await play.do("schau")
    assert played.kinds == ["take_item"]
    assert played.text.startswith("Ohne Sprachmodell versteht das Spiel auf Deutsch nur")
    assert "Ohne Sprachmodell" not in next_one.text


@pytest.mark.parametrize("language", ["fr", "", "analysis", "../en", "en_", "x" * 5000])
def test_a_language_without_a_pack_is_rendered_in_english(language: str) -> None:
    assert language_of(small_sheet().model_copy(update={"language": language})) is default_language()


def test_folders_of_code_are_no_packs() -> None:
    assert find_language("analysis") is None
    assert find_language("reading") is None
