"""What a player says aloud, and what of it is worth remembering."""

import pytest

from app.agents.summarizer.speech import is_statement, threats, vows
from app.language.analysis.mentions import MentionService
from app.language.reading.aloud import said
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
    ("typed", "aloud"),
    [
        ("say I promise to ring it then go east", "I promise to ring it"),
        ("tell mara I lost my sister, and then take the lantern", "I lost my sister"),
        ("take the lantern then tell mara I am back", "I am back"),
        ("take the lantern then go east then talk to mara", ""),
        ("If you go, then I am glad.", "If you go, then I am glad."),
    ],
)
def test_orders_chained_to_a_speech_are_not_part_of_it(typed: str, aloud: str) -> None:
    assert said(typed, MENTIONS) == aloud


@pytest.mark.parametrize(
    "text",
    ["My sister drowned off the Skerries.", "There are forty of them.", "Nobody saw the owl.", "Jorun's ring is here."],
)
def test_statements_are_told_from_other_words(text: str) -> None:
    assert is_statement(text)


@pytest.mark.parametrize(
    "text",
    [
        "I am sorry to hear about your husband.",
        "I'm so very sorry for your brother.",
        "Thank you for the lantern.",
        "Please help me.",
        "It is nice to meet you.",
        "I would like the key.",
        "Dig in the ash heap.",
        "Is it far?",
    ],
)
def test_politeness_orders_and_questions_are_no_statements(text: str) -> None:
    assert not is_statement(text)


def test_a_threat_is_no_question_and_a_vow_no_duty() -> None:
    assert threats("I will kill you, Mara.") == ["I will kill you, Mara."]
    assert threats("You will die?") == []
    assert vows("You shall have my key.") == ["You shall have my key."]
    assert vows("You shall have to wait. I cannot promise it.") == []
