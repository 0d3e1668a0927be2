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
    """The style in which a model narrates. A scenario sets it for all its games, and a game can replace single fields.
    Fields that neither sets have their usual values: medium length, the second person, the present tense. Narration by
    rules, without a model, ignores the style. A text that is too long or has control characters other than line breaks
    and tabs raises pydantic.ValidationError when the style is created.

    Attributes:
        style: A description of the manner of narration, at most 500 characters; "" for none. For this and all further
            fields, None means that the field is not set.
        length: How long the narration of a turn is: ``short``, ``medium`` or ``long``.
        person: The grammatical person of the players: ``second``, ``third`` or ``first``.
        tense: ``present`` or ``past``.
        author_note: An instruction for narrators, at most 1,000 characters; "" for none. Narrators read it at the end
            of their prompt; players and people of the story never read it.
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
        """Return this style, with the fields of another style for those that are not set.

        Args:
            other: The style from which fields are taken that are None in this one.
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
