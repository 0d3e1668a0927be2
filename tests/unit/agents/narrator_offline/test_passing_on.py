"""What is read as a message for somebody else, for whom it is, and in which words."""

import pytest

from app.agents.narrator.acting.passing_on import message_in
from app.models.sheets.person import TopicSheet
from tests.unit.agents.narrator_offline.playing import Play
from tests.unit.agents.narrator_offline.test_second_questions import with_topics

FAMILY = TopicSheet(id="family", name="my family", text="My brother Guard stands at the gate all day.")


def found(text: str) -> tuple[list[str], str] | None:
    """Whom a text said to Mara is for and what it says; None for no message."""
    turn = Play(with_topics(FAMILY)).turn(text)
    message = message_in(turn, text, "mara")
    return None if message is None else ([person.id for person in message.to], message.words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tell the guard I am late", "I am late"),
        ("please tell Guard that the owl is back", "the owl is back"),
        ("If you see the guard, tell him I am looking for him", "I am looking for him"),
        ("run to the guard and tell him: the tower burns!", "the tower burns!"),
        ("would you let the guard know that I'll be late?", "I'll be late"),
        ("could you ask the guard whether he has the key?", "whether he has the key?"),
        ("I want you to warn Guard that they are coming", "they are coming"),
        ("give the guard my best regards", "my best regards"),
        ("give the guard this message: the tower burns", "the tower burns"),
        ("bring Guard word that the owl is back", "the owl is back"),
        ("pass on to the guard that I found it", "I found it"),
        ("say thank you to the guard for me", "thank you"),
        ("tell the guard to come here", "come here"),
        ("would you tell your brother that I am here?", "I am here"),
    ],
)
def test_a_message_has_its_words_and_whom_it_is_for(text: str, words: str) -> None:
    assert found(text) == (["guard-1"], words)


@pytest.mark.parametrize(
    "text",
    [
        "I'll tell the guard that you lied",
        "did you tell the guard that I came?",
        "what would you tell the guard?",
        "tell the guard about the owl",
        "give the guard the lantern",
        "tell me about the guard",
        "tell yourself that",
        "let the guard go",
        "would you tell your sister that I am here?",
        "ask Mara whether she has the key",
        "the guard told me that you lied",
    ],
)
def test_anything_else_is_no_message(text: str) -> None:
    assert found(text) is None
