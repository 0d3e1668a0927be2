"""Short facts: answers to questions that a text invites, in the words of players."""

from typing import Annotated

from pydantic import Field

from app.models.base import Frozen, Name, Prose, fold_text
from app.models.sheets.condition import Condition


class FactSheet(Frozen):
    """A short answer to a question that players may ask: a person's about its topic, else the game's about the part of
    the scenario that has it."""

    asks: tuple[Name, ...] = Field(
        min_length=1, description="the question, in the words of players: 'who took it'; further ones in other words"
    )
    text: Prose = Field(description="the answer; that of a person in its own words, without quotation marks")
    condition: Condition | None = Field(
        default=None, exclude_if=lambda condition: condition is None, description="when it is answered; null: always"
    )


def letters_of(question: str) -> str:
    """Return the letters and digits of a question, folded, by which it is compared with another; "" for none.

    Args:
        question: The question.
    """
    return "".join(sign for sign in fold_text(question) if sign.isalnum())


Facts = Annotated[  # saved only where there are any
    tuple[FactSheet, ...],
    Field(exclude_if=lambda facts: not facts, description="short answers of the game to questions about it"),
]
"""The facts of a part of a scenario, which the game answers."""
