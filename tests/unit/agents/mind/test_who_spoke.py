"""Who spoke: never an ordinary word, and who is known by id speaks its own words."""

import pytest

from app.agents.mind.statements import statements_worth_telling
from app.interfaces.agents.mind import MemoryExcerpt
from app.language.language import default_language
from app.language.reading.reports import attribution
from app.models.messages.payload import Utterance

LINES = (
    "Hedda, listen: the bell has been silent for a week.",
    "Listen: the bell has been silent for a week.",
    "Remember: the tide turns at six in the morning.",
    "Note: the ferry leaves the landing at noon.",
    "You told me the bell was stolen from the rock.",
    "Warning: the ice is thin beside the weir.",
    "Promise: I will come back before the thaw.",
    "Please: tell the miller that the wheel stands still.",
    "Hush: the miller is coming up the lane.",
    "Believe me: the salt in the long shed is rotten.",
    "Everybody says: the salt in the long shed is rotten.",
    "He told me: the salt in the long shed is rotten.",
    "Tobin: the bell has been silent for a week.",
)
LANGUAGE = default_language()


def heard(words: str) -> MemoryExcerpt:
    said = Utterance(kind="utterance", speaker_id="player", words=words)
    return MemoryExcerpt(id="m1", text=words, payload=said, names={"player": "Ann"})


@pytest.mark.parametrize("line", LINES)
def test_what_a_known_person_says_is_its_own(line: str) -> None:
    memory = heard(line)
    assert [each.said for each in statements_worth_telling([memory], LANGUAGE)] == [memory.payload]


@pytest.mark.parametrize("line", LINES[:-1])
def test_no_ordinary_word_of_a_plain_text_is_a_speaker(line: str) -> None:
    assert attribution(line) is None


def test_a_plain_text_is_nobodys_speech() -> None:
    (told,) = statements_worth_telling([MemoryExcerpt("m1", "The miller said that the wheel stands still.")], LANGUAGE)
    assert told.said is None
