"""The answers that a model is asked for, as it may write them."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from app.agents.mind.reading import ModelAnswer, is_nothing


def _as_list(value: Any) -> Any:
    """One thing without a list around it is a list of one, nothing is an empty one."""
    if isinstance(value, list):
        return value
    return [] if is_nothing(value) else [value]


Texts = Annotated[list[str], BeforeValidator(_as_list)]


class Rating(ModelAnswer):
    id: str
    score: float = Field(ge=1, le=10)


class Ratings(ModelAnswer):
    ratings: list[Rating]


class Item(ModelAnswer):
    time: Any
    description: str
    place: Any = None
    with_: Texts = Field(default=[], alias="with")
    priority: Annotated[int, BeforeValidator(lambda value: 3 if is_nothing(value) else value)] = 3


class Plan(ModelAnswer):
    items: list[Item]


class Change(ModelAnswer):
    """A person's present opinion of another."""

    who: str = ""
    other: str = ""
    change: int = 0
    reason: str = ""


class Conclusion(ModelAnswer):
    text: str
    importance: float
    evidence: Texts


class ConclusionsForm(ModelAnswer):
    insights: list[Conclusion]
    relationships: list[Change] = []


class ChosenAction(ModelAnswer):
    action: str
    reason: str = ""


class SpokenLineForm(ModelAnswer):
    speaker: str
    text: str


class Talk(ModelAnswer):
    lines: list[SpokenLineForm]
    relationships: list[Change] = []


class Text(ModelAnswer):
    """Words that were meant to come alone."""

    text: str


class AnswersForm(ModelAnswer):
    """Answers by the names of their questions, with or without an object around them."""

    by_name: dict[str, Any]

    @model_validator(mode="before")
    @classmethod
    def _unwrapped(cls, value: Any) -> Any:
        if isinstance(value, dict) and isinstance(value.get("answers"), dict):
            value = value["answers"]
        return {"by_name": value}
