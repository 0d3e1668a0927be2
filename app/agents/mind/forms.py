"""The answers that a model is asked for, as it may write them."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from app.agents.mind.reading import Answer, is_nothing


def _as_list(value: Any) -> Any:
    """One thing without a list around it is a list of one, nothing is an empty one."""
    if isinstance(value, list):
        return value
    return [] if is_nothing(value) else [value]


Texts = Annotated[list[str], BeforeValidator(_as_list)]


class Rating(Answer):
    id: str
    score: float = Field(ge=1, le=10)


class Ratings(Answer):
    ratings: list[Rating]


class Item(Answer):
    time: Any
    description: str
    place: Any = None
    with_: Texts = Field(default=[], alias="with")
    priority: Annotated[int, BeforeValidator(lambda value: 3 if is_nothing(value) else value)] = 3


class Plan(Answer):
    items: list[Item]


class Change(Answer):
    """What somebody thinks of somebody else now."""

    who: str = ""
    other: str = ""
    change: int = 0
    reason: str = ""


class Conclusion(Answer):
    text: str
    importance: float
    evidence: Texts


class Conclusions(Answer):
    insights: list[Conclusion]
    relationships: list[Change] = []


class ChosenAction(Answer):
    action: str
    reason: str = ""


class SpokenLine(Answer):
    speaker: str
    text: str


class Talk(Answer):
    lines: list[SpokenLine]
    relationships: list[Change] = []


class Text(Answer):
    """Words that were meant to come alone."""

    text: str


class Answers(Answer):
    """Answers by the names of their questions, with or without an object around them."""

    by_name: dict[str, Any]

    @model_validator(mode="before")
    @classmethod
    def _unwrapped(cls, value: Any) -> Any:
        if isinstance(value, dict) and isinstance(value.get("answers"), dict):
            value = value["answers"]
        return {"by_name": value}
