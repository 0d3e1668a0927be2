"""What is left open in a talk, and how a line takes it up: questions, offers, their answers."""

from enum import StrEnum

from app.language.analysis.text import sentences
from app.language.language import patterns_of

_pattern = patterns_of("replying")
_ENDS_ASKING = ("?", "？", "؟")
_QUOTES = ('"', "“", "”", "„", "«", "»")
_LAST = 2
"""Sentences at the end of a speech among which a question waits for an answer."""


class Reply(StrEnum):
    """How a line answers what is open."""

    YES = "yes"
    NO = "no"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    LET_GO = "let_go"
    PRESSED = "pressed"


def asked_last(words: str) -> str:
    """Return the question that a speech ends with; "" for none. What it quotes is no question of its own.

    Args:
        words: The speech.
    """
    asked = (line for line in reversed(sentences(words)[-_LAST:]) if line.endswith(_ENDS_ASKING))
    return next((line for line in asked if not any(sign in line for sign in _QUOTES)), "")


def reply_in(words: str) -> Reply | None:
    """Return how a line answers a question or an offer by its first words; None where these do not say it.

    Args:
        words: The line.
    """
    order = (
        (Reply.LET_GO, "lets_go"),
        (Reply.PRESSED, "presses"),
        (Reply.DECLINED, "declines"),
        (Reply.NO, "no"),
        (Reply.YES, "yes"),
        (Reply.ACCEPTED, "accepts"),
    )
    return next((reply for reply, name in order if _pattern(name).search(words)), None)
