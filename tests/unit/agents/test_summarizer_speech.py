"""What a player says aloud, and which of it is a promise."""

import pytest

from app.agents.summarizer.speech import promises, said, threats
from app.memory.mentions import MentionService
from tests.worlds import small_sheet

MENTIONS = MentionService(small_sheet())


@pytest.mark.parametrize(
    ("typed", "aloud"),
    [
        ("tell mara I promise to bring your lantern back", "I promise to bring your lantern back"),
        ("say I will be back", "I will be back"),
        ("say to Mara: I am tired.", "I am tired."),
        ("promise mara to bring the lantern back", "I promise to bring the lantern back"),
        ('"I will be back," I say to Mara. "Do not wait."', "I will be back. Do not wait."),
        ("go to Mara and tell her that I am here", "I am here"),
        ("I am tired.", "I am tired."),
        ("Promise me you will wait.", "Promise me you will wait."),
        ("ask mara about the owl", ""),
        ("tell mara about the owl", ""),
        ("go north", ""),
        ("i", ""),
    ],
)
def test_what_a_player_says_aloud_is_told_from_what_it_orders(typed: str, aloud: str) -> None:
    assert said(typed, MENTIONS) == aloud


@pytest.mark.parametrize(
    "text",
    [
        "I promise to bring your lantern back.",
        "I solemnly swear it.",
        "I give you my word.",
        "You have my word, Mara.",
        "I will bring your lantern back.",
        "I'll find her for you.",
        "On my life, nobody shall know.",
    ],
)
def test_promises_are_recognised(text: str) -> None:
    assert promises(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Do you promise?",
        "Promise me to wait.",
        "I never promise anything.",
        "I'll find my way.",
        "She promised it.",
        "I won't return.",
    ],
)
def test_no_promise_is_read_into_other_words(text: str) -> None:
    assert promises(text) == []
    assert threats(text) == []
