"""Names of the story in a typed text, and the masks in their place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.narrator.understanding.masking import Mention, masked, mentions_in
from app.agents.narrator.understanding.typed_words import Phrase
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import at, with_lantern
from tests.worlds import new_game, small_sheet

MARKET, INN = new_game(), at(new_game(), "inn")


def names_in(state: GameState, text: str) -> list[Mention]:
    return mentions_in(state, Phrase.of(text))


def found(state: GameState, text: str) -> list[tuple[str, str]]:
    """The words of each name in a text, and the id of what it stands for first."""
    return [(text[each.start : each.end], each.things[0].id) for each in names_in(state, text)]


def mask(state: GameState, text: str) -> str:
    return masked(text, names_in(state, text))


@pytest.mark.parametrize(
    ("text", "name", "thing"),
    [
        ("take the lantern", "lantern", "lantern"),
        ("take the LAMP", "LAMP", "lantern"),
        ("look at the old well now", "old well", "well"),
        ("take the lanterns", "lanterns", "lantern"),
        ("the guard's boots", "guard's", "guard-1"),
        ("I go by the left grating", "left grating", "cell-1"),
        ("off to The Broken Oar", "Broken Oar", "inn"),
        ("stroll east", "east", "inn"),
    ],
)
def test_a_whole_name_or_alias_of_what_is_here_is_a_mention(text: str, name: str, thing: str) -> None:
    (mention,) = names_in(MARKET, text)
    assert (text[mention.start : mention.end], mention.things[0].id) == (name, thing)
    assert mention.is_whole
    assert mention.is_here


def test_what_is_held_is_here() -> None:
    (mention,) = names_in(at(with_lantern(new_game()), "inn"), "wave the lantern")
    assert mention.is_here


def test_the_longest_name_wins_and_none_stands_within_another() -> None:
    assert found(MARKET, "by the inn door to the inn") == [("inn door", "inn"), ("inn", "inn")]


def test_names_stand_in_the_order_of_the_text() -> None:
    assert found(MARKET, "give Mara the lantern by the well, Guard") == [
        *(("Mara", "mara"), ("lantern", "lantern"), ("Guard", "guard-1"))
    ]


@pytest.mark.parametrize(("text", "thing"), [("kick the grating", "cell-1"), ("by the left", ""), ("an old thing", "")])
def test_a_word_of_a_longer_name_is_part_of_it_unless_it_is_a_frequent_word(text: str, thing: str) -> None:
    mentions = names_in(MARKET, text)
    assert [each.things[0].id for each in mentions] == ([thing] if thing else [])
    assert not any(each.is_whole for each in mentions)


@pytest.mark.parametrize(
    ("state", "text", "thing"),
    [
        (MARKET, "take the lantren", "lantern"),
        (MARKET, "the anvli", "anvil"),
        (MARKET, "lantrn please", "lantern"),
        (INN, "take the lantren", ""),
        (MARKET, "the lenient one", ""),
    ],
)
def test_a_slip_is_taken_for_a_name_of_what_is_here_alone(state: GameState, text: str, thing: str) -> None:
    mentions = names_in(state, text)
    assert [each.things[0].id for each in mentions] == ([thing] if thing else [])
    assert not any(each.is_whole for each in mentions)


@pytest.mark.parametrize(
    ("text", "thing"), [("where is Mara?", "mara"), ("the tower", "tower"), ("a brass key", "brass-key")]
)
def test_people_places_and_things_elsewhere_are_known_by_whole_names(text: str, thing: str) -> None:
    (mention,) = names_in(MARKET, text)
    assert mention.things[0].id == thing
    assert mention.is_whole
    assert not mention.is_here


@pytest.mark.parametrize("text", ["where is Ironhand?", "the brass one", "the key", "the owl"])
def test_parts_of_names_elsewhere_and_topics_of_people_elsewhere_are_no_names(text: str) -> None:
    assert names_in(MARKET, text) == []


def test_a_topic_of_a_person_who_is_here_is_a_name() -> None:
    assert found(INN, "what of the trouble") == [("trouble", "owl-trouble")]


def test_what_is_here_comes_before_what_is_elsewhere() -> None:
    (mention,) = names_in(MARKET, "greet the guard")
    assert [thing.id for thing in mention.things] == ["guard-1"]
    (mention,) = names_in(INN, "greet the guard")
    assert [thing.id for thing in mention.things] == ["guard-1", "guard-2"]


@pytest.mark.parametrize("text", ["take the lantern", "the anvils"])
def test_nothing_is_listed_twice_for_one_name(text: str) -> None:
    (mention,) = names_in(MARKET, text)
    assert len(mention.things) == len(set(mention.things))


@pytest.mark.parametrize("text", ["I am well", "light", "", "...", "Élan"])
def test_words_that_name_nothing_are_no_names(text: str) -> None:
    assert names_in(MARKET, text) == []


@pytest.mark.parametrize(
    ("state", "text", "expected"),
    [
        (MARKET, "put the lantern in the old well, Guard!", "put the THING in the THING, PERSON!"),
        (MARKET, "go by the inn door, not to the tower", "go by the WAY, not to the PLACE"),
        (MARKET, "where is Mara's book?", "where is PERSON book?"),
        (INN, "what of the trouble?", "what of the THING?"),
        (MARKET, "sing a song", "sing a song"),
    ],
)
def test_a_name_is_masked_by_what_it_stands_for(state: GameState, text: str, expected: str) -> None:
    assert mask(state, text) == expected


def test_what_stands_in_the_way_is_masked_as_a_thing() -> None:
    assert mask(at(new_game(), "tower"), "hit the great owl") == "hit the THING"


def test_a_topic_with_a_name_of_its_own_is_masked_as_a_person() -> None:
    data = small_sheet().model_dump(by_alias=True)
    data["npcs"][0]["topics"][0]["name"] = "Bertram"
    state = begin(ScenarioSheet.model_validate(data), "game-1", [PlayerCharacter(name="Élan")])
    assert mask(at(state, "inn"), "tell me of Bertram") == "tell me of PERSON"


def test_a_part_is_masked_by_the_names_that_lie_wholly_in_it() -> None:
    line = "take the lantern and look at the old well"
    mentions, start = names_in(MARKET, line), line.index("look")
    assert masked(line[start:], mentions, start) == "look at the THING"
    assert masked(line[:start], mentions) == "take the THING and "
    assert masked("look at the old", mentions, start) == "look at the old"


WORDS = st.sampled_from(
    ["take", "the", "old well", "lantern", "lantren", "Mara", "'s", "Guard", ", ", "? ", "inn", "door", "tower", "é"]
)


@settings(max_examples=examples(100))
@given(st.lists(WORDS, max_size=12).map(" ".join) | st.text(max_size=60))
def test_names_lie_within_any_text_one_after_another(text: str) -> None:
    places = [at for each in names_in(INN, text) for at in (each.start, each.end)]
    assert places == sorted(places)
    assert all(each.start < each.end <= len(text) and each.things for each in names_in(INN, text))
    assert all(name not in mask(MARKET, text) for name in ("lantern", "old well"))
