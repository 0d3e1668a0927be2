"""Questions after what somebody said."""

import pytest

from app.agents.narrator.knowledge.questions import Report, about_player, reported


@pytest.mark.parametrize(
    ("text", "who", "about"),
    [
        ("What did I tell you about my brother?", "i", "my brother"),
        ("Do you remember what I told you about my brother?", "i", "my brother"),
        ("When did I tell you about the letter?", "i", "the letter"),
        ("Did I ever tell you what my boat is called?", "i", "what my boat is called"),
        ("Have I told you that I was a sailor?", "i", "I was a sailor"),
        ("Where did I say my sister lives?", "i", "my sister lives"),
        ("Have we ever talked about goats?", "we", "goats"),
        ("Do you remember me telling you about goats?", "me", "goats"),
        ("What did you tell me about the owl?", "you", "the owl"),
        ("What did you say?", "you", ""),
        ("what did Tobin say about the ford?", "tobin", "the ford"),
        ("What has Old Tobin told you about me?", "old tobin", "me"),
        ("what Tobin said about the ford?", "tobin", "the ford"),
        ("Who told you about my mother?", "", "my mother"),
        ("What did you promise me?", "you", "promise"),
    ],
)
def test_whose_words_are_wanted_is_understood(text: str, who: str, about: str) -> None:
    assert reported(text, asked=False) == Report(who, about)


@pytest.mark.parametrize(
    "text", ["Where is the owl?", "I told you about my brother.", "Did you see the owl?", "ask", "?", "", "did " * 200]
)
def test_other_questions_and_statements_ask_for_nobodys_words(text: str) -> None:
    assert reported(text, asked=False) is None


def test_what_was_asked_is_told_apart_from_what_was_told() -> None:
    report = reported("What did I ask you about the owl?", asked=False)
    assert report == Report("i", "the owl", of_asking=True)


def test_what_the_player_told_without_a_matter_is_a_report_of_the_player() -> None:
    assert about_player("What did I tell you?", asked=False) is None
    assert reported("What did I tell you?", asked=False) == Report("i", "")
    assert about_player("What did Tobin tell you about me?", asked=False) is None


@pytest.mark.parametrize("text", ["did\u0130 tell you about X?", "what did \u1e9e say?", "İİİ did I tell you"])
def test_letters_that_change_their_length_when_folded_do_no_harm(text: str) -> None:
    reported(text, asked=True)
