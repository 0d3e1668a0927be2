"""What is a promise given now, and what only sounds like one."""

import pytest

from app.language.reading.spoken_text import given_promise

GIVEN = [
    "I promise to bring your lantern back.",
    "I solemnly swear it.",
    "I give you my word.",
    "I give Mara my word.",
    "You have my word, Mara.",
    "I will bring your lantern back.",
    "I'll find her for you.",
    "On my life, nobody shall know.",
    "We promise that the bell will ring.",
    "I promise I will not tell anybody.",
    "I promise you that I won't let you down.",
    "I promise: never again.",
    "I will never forget this.",
    "I swear I'll be back before the tide turns.",
    "Mara, I promise to return.",
    "I am going to help you.",
    "I do promise.",
    "I promise that I will not give up.",
    "I swear I will never return here without it.",
]
NONE = [
    "Do you promise?",
    "Promise me to wait.",
    "I never promise anything.",
    "I'll find my way.",
    "She promised it.",
    "I won't return.",
    "I promise nothing.",
    "I promise you nothing.",
    "I can't promise that I will bring it back.",
    "I can’t promise anything.",
    "I cannot promise to bring it back.",
    "I do not promise to return.",
    "I don't really promise that.",
    "I could promise to bring it, but who knows.",
    "I might swear to it.",
    "Should I promise to bring it?",
    "What if I promise to come back?",
    "If I promise to bring it, what do I get.",
    "I hung the clapper, as I promised.",
    "I said I would bring it back.",
    "I said I will bring it back.",
    "I told Jorun I promise to bring the ring.",
    "They say I will return.",
    "Jorun thinks I will bring the ring back.",
    "You heard that I promise to help.",
    "I lied. I will not bring the ring.",
    "I take back my word.",
    "He promises to return.",
    "I'll go back to the square.",
    "I will look back.",
    "I'll find out.",
    "I will bring nothing.",
    "I never gave you my word.",
    "I don't give you my word.",
    "I can't promise that, but I will bring it.",
    "I'll never bring it.",
    "I wonder what I will find.",
    "",
]


@pytest.mark.parametrize("text", GIVEN)
def test_a_promise_given_now_is_recognised(text: str) -> None:
    assert given_promise(text)


@pytest.mark.parametrize("text", NONE)
def test_refusals_questions_conditions_and_reports_are_no_promises(text: str) -> None:
    assert not given_promise(text)


def test_one_sentence_that_promises_is_enough() -> None:
    assert given_promise("I am tired. I promise to come back. Wait here.")
    assert not given_promise("I am tired. Wait here.")


@pytest.mark.parametrize("text", ["I will " * 5_000, "I promise" * 5_000, "told " * 10_000, "i'll bring " * 3_000])
def test_hostile_texts_are_read_quickly(text: str) -> None:
    assert isinstance(given_promise(text), bool)
