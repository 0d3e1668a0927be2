"""What speakers say of themselves."""

import pytest

from app.language.reading.introducing import introductions


def told(said: str) -> list[tuple[str, str]]:
    return [(("not " if is_denied else "") + field, value) for field, value, is_denied in introductions(said)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("My name is Lena.", [("called", "Lena")]),
        ("my name's lena", [("called", "Lena")]),
        ("call me Len", [("called", "Len")]),
        ("no wait, my name is Len, not Lena", [("called", "Len")]),
        ("I'm Lena, and I come from Oster.", [("called", "Lena"), ("home", "Oster")]),
        ("I'm a carpenter from Sedge.", [("occupation", "carpenter"), ("home", "Sedge")]),
        ("I’m a smith by trade", [("occupation", "smith")]),
        ("I work as a bell founder", [("occupation", "bell founder")]),
        ("I take that back, I'm from Oster", [("home", "Oster")]),
        ("I'm not from Sedge, I'm from Oster.", [("not home", "Sedge"), ("home", "Oster")]),
        ("I was born in Sedge but I left", [("home", "Sedge")]),
        ("I like plums", [("likes", "plums")]),
        ("I don't like plums", [("not likes", "plums")]),
        ("I hate olives", [("not likes", "olives")]),
        ("Don't forget I'm afraid of dogs!", [("notes", "I'm afraid of dogs")]),
        ("I'm very fond of fish soup", [("likes", "fish soup")]),
        ("My pronouns are they/them.", [("pronouns", "they/them")]),
        ("I'm looking for my brother Tam", [("goals", "my brother Tam")]),
        ("I have red hair and a limp", [("description", "red hair and a limp")]),
        ("Please remember that I can't swim.", [("notes", "I can't swim")]),
        ("My name isn't Lena.", [("not called", "Lena")]),
    ],
)
def test_what_a_speaker_says_of_itself_has_a_field_and_a_value(said: str, expected: list[tuple[str, str]]) -> None:
    assert told(said) == expected


@pytest.mark.parametrize(
    "said",
    [
        "",
        "call me later",
        "call me a fool",
        "they call me the Fox",
        "I'm hungry",
        "I'm sorry",
        "I'm Tove's friend",
        "I'm English",
        "I am no thief",
        "I'm a stranger here",
        "I come from the mill",
        "I'm from here",
        "I love you",
        "I like this place",
        "I'd like a beer",
        "he says I'm from Oster",
        "Am I a carpenter?",
        "If I were a carpenter I would build it",
        "I have seen his eyes",
        "I've got the key",
        "I remember when I was small",
        "I don't know her.",
        "I don't believe in any of it",
        "I do not dance.",
        "my name is spelt wrong",
        "You call me Helena.",
        "I have eyes. Good day.",
        "I can't stand by it.",
        "You can have my knife when I'm done being soldier",
        "Your Grace is kind to remember my father",
        "I love very much your cooking",
        "Her name is Lena.",
        "Your name is Lena?",
    ],
)
def test_what_only_sounds_like_it_says_nothing_of_the_speaker(said: str) -> None:
    assert told(said) == []


def test_what_people_of_the_scenario_do_is_a_trade() -> None:
    assert introductions("I'm a salt boiler", {"salt boiler"})[0].value == "salt boiler"
    assert introductions("I'm a salt boiler") == []
