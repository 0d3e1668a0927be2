"""What a player said aloud in what it typed."""

import pytest

from app.language.reading.sayable import asks
from app.language.reading.spoken_text import spoken_in
from app.language.rendering.filling import quotation
from tests.worlds import new_game


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("My brother was a miller", "My brother was a miller"),
        ("say I came by the river", "I came by the river"),
        ("tell Mara that I hid the letter", "I hid the letter"),
        ("I tell the innkeeper my horse is lame", "my horse is lame"),
        ("tell her that the bridge is down", "the bridge is down"),
        ("tell mara: the bridge is down", "the bridge is down"),
        ("tell the old man that the bridge is down", "the bridge is down"),
        ("tell Mara I dreamt of wolves", "I dreamt of wolves"),
        ('I lean in. "The key is under the mat," I say.', "The key is under the mat."),
        ('"The key is under the mat" to Mara', "The key is under the mat."),
        ('say "the key is gone"', "the key is gone."),
        ('The password is "quiet water".', 'The password is "quiet water".'),
        ("promise Mara to bring the lantern", "I promise to bring the lantern"),
        ("tell mara about my sister", ""),
        ("take the lantern", ""),
        ("ask mara about the owl", ""),
        ("go east", ""),
        ("give the lantern to mara", ""),
        ("", ""),
    ],
)
def test_only_what_is_said_aloud_is_repeated(typed: str, words: str) -> None:
    assert spoken_in(new_game(), typed) == words


@pytest.mark.parametrize(
    "line",
    [
        "Where is the key?",
        "where did I hide the letter",
        "do you know my sister",
        "And how much is it worth",
        "Is the ferry late",
        "tell me about the owl",
        "Will you come with me",
        "鍵はどこですか？",
        "Mara, what did I say about the market",
    ],
)
def test_a_question_is_known_also_without_its_sign(line: str) -> None:
    assert asks(line)


@pytest.mark.parametrize("line", ["What I saw was a boat.", "When my father died I left.", "Will is my brother."])
def test_a_statement_may_begin_like_a_question(line: str) -> None:
    assert not asks(line)


def test_a_quotation_is_closed_short_and_has_no_marks_inside() -> None:
    assert quotation("he said “go”") == "“He said 'go'.”"
    long = quotation("goats " * 400)
    assert len(long) < 220
    assert long.endswith("goats…”")
