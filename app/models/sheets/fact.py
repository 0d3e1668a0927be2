"""Short answers of an author to questions that players ask."""

from pydantic import Field

from app.models.base import Frozen, Name, Prose


class FactSheet(Frozen):
    """A short answer to a question: of a person, or of the game about a thing, a place or the whole story."""

    asks: tuple[Name, ...] = Field(
        min_length=1, description="the question, in the words of players: 'who took it'; further ones in other words"
    )
    text: Prose = Field(description="the answer: a person's words without quotation marks, or what the game says")
