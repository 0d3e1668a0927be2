"""What is no event of the story is marked, so that no summary ever sees it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.narrator.telling.variants import MarkedText, aside, join_wordings
from app.models.messages.message import Message, Role
from app.models.sheets.person import VoiceSheet
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import Play, Played, at, with_lantern
from tests.worlds import NOW, new_game


def fresh(played: Played) -> str:
    """What a summary may see of the narration."""
    narration = played.narration
    message = Message(index=0, role=Role.NARRATOR, content=narration.text, quoted=narration.quoted, timestamp=NOW)
    return message.fresh_content.strip("… \n")


def fresh_speech(played: Played) -> str:
    speech = played.narration.speeches[0]
    message = Message(index=0, role=Role.NPC, content=speech.text, quoted=speech.quoted, timestamp=NOW)
    return message.fresh_content.strip("… \n")


def in_tower() -> GameState:
    return at(new_game(), "tower")


@pytest.mark.parametrize(
    "text",
    [
        "help",
        "look",
        "i",
        "quests",
        "journal",
        "who is here?",
        "what time is it?",
        "wait",
        "note buy rope",
        "xyzzy plugh",
        "go to the moon",
        "take the moon",
        "examine the moon",
        "take the anvil",
        "give lantern to guard",
        "drop anvil",
        "undo",
        "x inn door",
        "fight the guard",
        "talk to the moon",
        "look at me",
        "dance wildly",
    ],
)
async def test_what_is_only_looked_up_or_refused_by_the_engine_is_no_story(text: str) -> None:
    played = await Play(with_lantern(new_game())).do(text)
    assert played.text
    assert played.narration.quoted == ((0, len(played.text)),)


async def test_coming_to_a_place_for_the_first_time_is_told_without_its_lists() -> None:
    assert fresh(await Play().do("go east")).endswith("Smoke and warm light.")


async def test_coming_back_only_the_way_is_told() -> None:
    told = fresh(await Play().all("go east", "leave", "go east"))
    assert "the inn door" in told
    assert "Smoke" not in told


async def test_what_stands_in_the_way_is_told_when_it_is_met() -> None:
    play = Play(at(new_game(), "market"))
    play.state.party.items.append("brass-key")
    told = fresh(await play.all("examine the well", "go north"))
    assert "An owl the size of a man." in told
    assert "Ways from here" not in told
    assert "warns you" not in told


async def test_a_refusal_in_the_authors_words_is_story_and_the_engines_hint_is_not_shown() -> None:
    played = await Play(in_tower()).do("fight owl")
    assert played.text == fresh(played) == "It beats you back into the dark."


async def test_where_the_author_is_silent_the_hint_is_told_in_story_form() -> None:
    state = in_tower()
    sheet = state.sheets.location("tower")
    bare = sheet.encounters[0].model_copy(update={"failed_text": ""})
    state.sheets.locations["tower"] = sheet.model_copy(update={"encounters": (bare,)})
    state.sheets.encounters["owl"] = (state.sheets.locations["tower"], bare)
    played = await Play(state).do("fight owl")
    assert played.text == "That would take the lantern in your hands."
    assert fresh(played) == ""


async def test_a_description_is_told_once() -> None:
    play = Play()
    assert fresh(await play.do("examine lantern")) == "Dented, full."
    assert fresh(await play.do("examine lantern")) == ""


async def test_stock_lines_and_gestures_are_no_story_but_topics_are() -> None:
    play = Play(at(new_game(), "inn"))
    assert fresh(await play.do("talk to mara")) == "A broad woman with burnt forearms."
    for text in ("nice weather today", "thanks", "goodbye", "ask mara about the sea", "I promise to help you"):
        played = await play.do(text)
        assert fresh_speech(played) == ""
        assert fresh(played) == ""
    assert fresh_speech(await play.do("ask mara about the owl")).startswith("An owl took the tower.")


async def test_thanks_of_the_authors_are_story() -> None:
    state = with_lantern(at(new_game(), "inn"))
    voice = VoiceSheet(thanks=("Brass. My father's brass.",))
    state.sheets.npcs["mara"] = state.sheets.npc("mara").model_copy(update={"voice": voice})
    assert fresh_speech(await Play(state).do("give lantern to mara")) == "Brass. My father's brass."


PIECES = st.builds(
    lambda text, whole: aside(text) if whole else MarkedText(text), st.text(alphabet="ab .", max_size=5), st.booleans()
)


@settings(max_examples=examples(80), deadline=None, derandomize=True)
@given(st.lists(PIECES, max_size=6))
def test_the_spans_of_joined_passages_hold_exactly_the_asides(pieces: list[MarkedText]) -> None:
    whole = join_wordings(pieces, "|")
    outside = "".join(
        char
        for at_char, char in enumerate(whole.text)
        if not any(start <= at_char < end for start, end in whole.quoted)
    )
    assert outside.replace("|", "") == "".join(piece.text for piece in pieces if not piece.quoted)
    assert all(first[1] < second[0] for first, second in zip(whole.quoted, whole.quoted[1:], strict=False))
