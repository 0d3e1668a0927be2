"""How a model tells a story: by a scenario for all its games, and by a game for itself."""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from app.models.base import Shared, has_control_characters, with_line_breaks

MAX_STYLE = 500
MAX_AUTHOR_NOTE = 1000


class NarrationLength(StrEnum):
    """How much a model tells in one turn."""

    SHORT = "short"
    MEDIUM = "medium"
    LONG = "long"


class NarrationPerson(StrEnum):
    """The grammatical person in which a model tells what players do."""

    SECOND = "second"
    THIRD = "third"
    FIRST = "first"


class NarrationTense(StrEnum):
    """The tense in which a model tells."""

    PRESENT = "present"
    PAST = "past"


def _readable(text: str) -> str:
    if has_control_characters(text):
        raise ValueError("it takes readable text without control characters")
    return text


StyleText = Annotated[
    str,
    StringConstraints(max_length=MAX_STYLE, strip_whitespace=True),
    BeforeValidator(with_line_breaks),
    AfterValidator(_readable),
]
AuthorNote = Annotated[
    str,
    StringConstraints(max_length=MAX_AUTHOR_NOTE, strip_whitespace=True),
    BeforeValidator(with_line_breaks),
    AfterValidator(_readable),
]


class NarrationStyle(Shared):
    """How a model tells a story: as a scenario says for all its games, and a game for itself, which goes before it
    field by field. What neither says is as usual: medium length, the second person, the present tense. The rules that
    narrate without a model do not read it.

    Attributes:
        style: The manner of telling, in words, at most 500 characters; "" for none; None, here and below, where nothing
            is said of it.
        length: How much is told in one turn: ``short``, ``medium`` or ``long``.
        person: The grammatical person of the players: ``second``, ``third`` or ``first``.
        tense: ``present`` or ``past``.
        author_note: What narrators heed now, at most 1,000 characters; "" for nothing. They read it at the end of their
            prompt; players, and people of the story, never do.
    """

    style: StyleText | None = Field(
        default=None, description="the manner of telling, in words; empty: none", examples=["Dry, as old sailors tell."]
    )
    length: NarrationLength | None = Field(default=None, description="how much is told in one turn")
    person: NarrationPerson | None = Field(default=None, description="the grammatical person of the players")
    tense: NarrationTense | None = Field(default=None, description="the tense of what is told")
    author_note: AuthorNote | None = Field(
        default=None,
        description="what narrators heed now, and players never read; empty: nothing",
        examples=["Fog is coming in."],
    )

    def over(self, other: Self) -> Self:
        """Return the style with the other's fields in place of those that it leaves out.

        Args:
            other: The style that counts where this one says nothing.
        """
        given = {name: value for name, value in self if value is not None}
        return other.model_copy(update=given)


USUAL_STYLE = NarrationStyle(
    style="",
    length=NarrationLength.MEDIUM,
    person=NarrationPerson.SECOND,
    tense=NarrationTense.PRESENT,
    author_note="",
)
"""How a model tells where neither game nor scenario says anything."""


def is_usual(style: NarrationStyle) -> bool:
    """Return whether a style says nothing."""
    return style == NarrationStyle()
