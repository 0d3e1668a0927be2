"""Reading a line: its parts and the chances of their kinds, with and without vectors."""

from collections.abc import Sequence
from math import isclose

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.narrator.reading import line_reader
from app.agents.narrator.reading.line_reader import LONGEST, ReadPart, joined_parts, read_by_words, read_line
from app.interfaces.embeddings import Vector
from app.language.kinds.classifier import classifier_of
from app.language.kinds.kinds import Group, group_of
from app.language.language import default_language
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import Play, at, line_vectors
from tests.unit.agents.narrator_reading.reading import part_of
from tests.worlds import at_once, new_game

MARKET, ALONE = new_game(), at(new_game(), "cell-1")
CLASSIFIER = classifier_of(default_language())
assert CLASSIFIER is not None
KINDS = CLASSIFIER.kinds


def texts(line: str) -> list[str]:
    return [part.text for part in read_by_words(MARKET, line)]


def groups(line: str) -> list[Group]:
    return [part.group for part in read_by_words(MARKET, line)]


class Vectors:
    """Gives the same vector for each text, and keeps the texts of each call."""

    def __init__(self, vector: Vector | None) -> None:
        self.vector = vector
        self.calls: list[list[str]] = []

    async def __call__(self, given: Sequence[str]) -> list[Vector | None]:
        self.calls.append([*given])
        return [self.vector] * len(given)


def unit(size: int) -> Vector:
    return np.full(size, size**-0.5, np.float32)


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("I pick up that lantern. I stroll off east.", ["I pick up that lantern.", "I stroll off east."]),
        ("pick up that lamp thing and stroll east", ["pick up that lamp thing", "stroll east"]),
        ("hello there. how are you? I am fine.", ["hello there. how are you? I am fine."]),
        ("I like salt and pepper and bread", ["I like salt and pepper and bread"]),
        ("are you and the others well, or tired?", ["are you and the others well, or tired?"]),
        ("*sighs* what a day", ["sighs", "what a day"]),
        ('"Come and see the well and go home"', ["Come and see the well and go home"]),
        ("*leans on the well, casually, and peeks inside*", ["leans on the well, casually", "peeks inside"]),
        ("*picks up the lantern, against the wind*", ["picks up the lantern, against the wind"]),
        (
            "While the bread bakes, I take the lantern and go east",
            ["While the bread bakes,", "I take the lantern", "go east"],
        ),
        ("*takes the lantern, small print and all*", ["takes the lantern, small print and all"]),
    ],
)
def test_a_line_is_cut_where_another_deed_begins_and_nowhere_else(line: str, parts: list[str]) -> None:
    assert texts(line) == parts


@pytest.mark.parametrize("line", ["Guard, go east", "Mara, take the lantern and go east", "Guard: wait, then go east"])
def test_a_sentence_that_begins_with_a_name_that_is_called_is_one_part(line: str) -> None:
    assert texts(line) == [line]


@pytest.mark.parametrize(
    "line",
    [
        "I'll go east, Mara, and take the lantern",
        "go east and take it, Guard!",
        "will you go east, Guard, or wait here?",
    ],
)
def test_a_sentence_in_which_somebody_is_called_is_one_part(line: str) -> None:
    assert texts(line) == [line]


@pytest.mark.parametrize("line", ["I go to Mara and take the lantern", "go east, then take the lantern"])
def test_a_name_that_is_not_called_joins_nothing(line: str) -> None:
    assert len(texts(line)) == 2


def test_a_sentence_that_is_surely_said_has_no_deed_in_it() -> None:
    line = "If you open the gate for me I shall go out and look at the bell myself."
    assert texts(line) == [line]


@pytest.mark.parametrize("line", ["Mara, go west", "Mara, take this", "Mara, wait", "Mara: step aside and go west"])
async def test_what_a_person_is_called_to_do_is_not_done_by_the_player(line: str) -> None:
    played = await Play(at(new_game(), "inn")).do(line)
    assert [each.speaker_id for each in played.narration.speeches] == ["mara"]
    assert not played.commands


def test_sentences_said_one_after_another_are_one_speech_of_the_kind_of_its_question() -> None:
    (part,) = read_by_words(MARKET, "Hello there. How are you? I am fine.")
    assert (part.is_joined, part.group, part.kind) == (True, Group.SAID, "ask")
    assert (part.start, part.end) == (0, len("Hello there. How are you? I am fine."))


def test_deeds_one_after_another_stay_apart() -> None:
    parts = read_by_words(MARKET, "I pick up that lantern. I stroll off east.")
    assert [(part.group, part.is_joined) for part in parts] == [(Group.DEED, False)] * 2


def placed(line: str, *pieces: ReadPart) -> list[ReadPart]:
    """Parts, each placed where its text stands in a line."""
    return [ReadPart(each.text, line.index(each.text), each.is_speech, (), each.chances) for each in pieces]


@pytest.mark.parametrize(
    ("first", "second", "company", "kinds"),
    [
        ("greet", "promise", True, ["promise"]),
        ("ask", "promise", True, ["ask"]),
        ("follow_up", "thank", True, ["follow_up"]),
        ("greet", "aside", True, ["greet"]),
        ("aside", "greet", True, ["greet"]),
        ("greet", "aside", False, ["greet", "aside"]),
        ("aside", "aside", False, ["aside"]),
        ("take", "go", True, ["take", "go"]),
        ("greet", "take", True, ["greet", "take"]),
        ("q_here", "q_carry", True, ["q_here", "q_carry"]),
        ("undo", "undo", True, ["undo", "undo"]),
    ],
)
def test_what_is_said_is_joined_and_with_company_an_aside_beside_it(
    first: str, second: str, company: bool, kinds: list[str]
) -> None:
    line = "this one. that one."
    parts = placed(line, part_of(MARKET, "this one.", {first: 0.9}), part_of(MARKET, "that one.", {second: 0.9}))
    found = joined_parts(line, parts, company=company)
    assert [part.kind for part in found] == kinds
    assert len(kinds) == 2 or found[0].text == line


def test_speech_by_its_marks_is_not_joined_to_speech_without() -> None:
    line = "this one. that one."
    parts = placed(
        line, part_of(MARKET, "this one.", {"greet": 0.9}, is_speech=True), part_of(MARKET, "that one.", {"greet": 0.9})
    )
    assert joined_parts(line, parts, company=True) == parts


@pytest.mark.parametrize("piece", ["take the lantern and go east. ", "hello there! ", "a"])
def test_a_line_that_is_too_long_is_one_part_that_is_read_by_its_beginning(piece: str) -> None:
    line = piece * (LONGEST // len(piece) + 2)
    (part,) = read_by_words(MARKET, line)
    assert (part.text, part.start, part.mentions) == (line, 0, ())
    assert part.chances == read_by_words(MARKET, line + " and the rest of it")[0].chances


@pytest.mark.parametrize("line", ["", "?", "...", '""', "* *", "***", "👍"])
def test_a_line_without_a_word_is_one_part(line: str) -> None:
    (part,) = read_by_words(MARKET, line)
    assert part.text == line


@pytest.mark.parametrize("place", ["market", "cell-1"])
@pytest.mark.parametrize("line", ["?", "...", '""', "* *", "***", "👍"])
async def test_a_line_without_a_word_is_answered_as_one_that_was_not_understood(place: str, line: str) -> None:
    played = await Play(at(new_game(), place)).do(line)
    assert "You could:" in played.text
    assert not played.narration.understood
    assert not played.commands


@pytest.mark.parametrize(
    ("line", "allowed"), [('"Take the lantern!"', {Group.SAID}), ("*says hello to the guard* well", {Group.DEED})]
)
def test_marks_leave_a_part_the_kinds_of_one_group(line: str, allowed: set[Group]) -> None:
    part = read_by_words(MARKET, line)[0]
    assert {group for group in Group if part.chance_of(group) > 1e-6} == allowed


@pytest.mark.parametrize("state", [MARKET, ALONE], ids=["company", "alone"])
@settings(max_examples=examples(50))
@given(line=st.text(max_size=60) | st.sampled_from(["take the lamp and go", '"hm" *nods*', "where am i? I see"]))
def test_the_chances_of_all_kinds_of_a_part_sum_to_one(state: GameState, line: str) -> None:
    for part in read_by_words(state, line):
        assert set(part.chances) == set(KINDS)
        assert isclose(sum(part.chances.values()), 1.0, abs_tol=1e-9)
        assert isclose(sum(part.chance_of(group) for group in Group), 1.0, abs_tol=1e-9)
        assert group_of(part.kind) is part.group


def test_a_name_in_a_part_is_masked_and_placed_in_the_line() -> None:
    line = "I stroll to the old well. I kick at the lantern there"
    parts = read_by_words(MARKET, line)
    assert [part.masked for part in parts] == ["I stroll to the THING.", "I kick at the THING there"]
    assert [line[each.start : each.end] for part in parts for each in part.mentions] == ["old well", "lantern"]


async def test_all_masked_parts_of_a_line_are_embedded_at_once() -> None:
    vectors = Vectors(None)
    await read_line(MARKET, "I stroll to the old well. I kick at the lantern there", vectors)
    assert vectors.calls == [["I stroll to the THING.", "I kick at the THING there"]]


async def test_no_text_that_is_embedded_is_longer_than_a_line_that_is_cut() -> None:
    vectors = Vectors(None)
    await read_line(MARKET, "hello " * 1_000, vectors)
    assert [[len(text) for text in texts] for texts in vectors.calls] == [[LONGEST]]


@pytest.mark.parametrize("line", ["could I have a look at that well?", "I stroll off. hello!"])
async def test_without_vectors_words_alone_decide(line: str) -> None:
    by_words = read_by_words(MARKET, line)
    assert await read_line(MARKET, line) == by_words
    assert await read_line(MARKET, line, Vectors(None)) == by_words


@pytest.mark.parametrize("size", [1, 383, 385, 768])
async def test_a_vector_of_another_dimension_is_ignored(size: int) -> None:
    line = "could I have a look at that well?"
    assert await read_line(MARKET, line, Vectors(unit(size))) == read_by_words(MARKET, line)


async def test_a_vector_of_the_dimension_of_the_model_counts() -> None:
    line = "could I have a look at that well?"
    (part,) = await read_line(MARKET, line, Vectors(unit(384)))
    (by_words,) = read_by_words(MARKET, line)
    assert (part.text, part.start, part.mentions) == (by_words.text, by_words.start, by_words.mentions)
    assert part.chances != by_words.chances


async def test_a_reading_is_the_same_each_time() -> None:
    line = "I wonder, might one climb that well? I stroll off."
    assert await read_line(MARKET, line, line_vectors) == await read_line(MARKET, line, line_vectors)


async def test_whether_another_person_is_there_changes_the_reading() -> None:
    line = "what is this place?"
    assert read_by_words(MARKET, line)[0].group is Group.SAID
    assert read_by_words(ALONE, line)[0].group is Group.GAME


@pytest.fixture
def _no_classifier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_reader, "classifier_of", lambda _: None)


@pytest.mark.usefixtures("_no_classifier")
def test_in_a_language_without_a_classifier_a_line_is_cut_by_its_marks_alone() -> None:
    parts = read_by_words(MARKET, '"Hello. Take it." I pick up the lantern and go')
    assert [(part.text, part.is_speech) for part in parts] == [
        ("Hello. Take it.", True),
        ("I pick up the lantern and go", False),
    ]
    assert [(part.chances, part.kind) for part in parts] == [({}, "")] * 2


@pytest.mark.usefixtures("_no_classifier")
def test_in_a_language_without_a_classifier_vectors_change_nothing() -> None:
    (part,) = at_once(read_line(MARKET, "where is the lantern", Vectors(unit(384))))
    assert part.chances == {}
    assert [each.things[0].id for each in part.mentions] == ["lantern"]


def test_a_walk_leads_to_what_it_names_by_more_than_a_direction() -> None:
    state = at(new_game(), "cell-1")
    assert [part_of(state, text, {"go": 0.9}).leads_to for text in ("I walk on north", "I wave")] == ["", ""]
    other = state.sheets.location(next(iter(state.here.exits)).to)
    assert part_of(state, f"I walk to the {other.name}", {"go": 0.9}).leads_to == other.id
    assert part_of(state, f"I sing of the {other.name}", {"act": 0.9}).leads_to == ""


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("Élan leans on the well.", "leans on the well."),
        ("Élan leans on the well and hands the lantern over", "leans on the well"),
    ],
)
def test_what_a_player_does_by_its_own_name_is_a_deed(line: str, part: str) -> None:
    first = read_by_words(MARKET, line)[0]
    assert (first.text, first.is_speech, first.start) == (part, False, line.index(part))


@pytest.mark.parametrize("line", ["Élan is my name.", "Élan, lean on the well!", "Élan", "Mara leans on the well."])
def test_a_name_that_does_nothing_is_no_deed(line: str) -> None:
    assert read_by_words(MARKET, line)[0].text == line


@pytest.mark.parametrize("line", ["Old girl, stay where you are.", "Dear lake, please wait for an hour."])
async def test_whatever_is_called_and_ordered_something_is_spoken_to(line: str) -> None:
    played = await Play(at(new_game(), "cell-1")).do(line)
    assert not played.commands
    assert "nobody is here to hear it" in played.text


def test_a_clause_joined_to_a_deed_is_done_and_not_said() -> None:
    parts = read_by_words(MARKET, "I take the lantern and lays it on the old well")
    assert [part.is_speech for part in parts][1:] in ([], [False])


def test_how_something_is_done_is_no_part_of_its_own() -> None:
    line = "I wipe my boots slowly and very thoroughly on the old well"
    assert texts(line) == [line]
