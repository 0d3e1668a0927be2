"""What all models of `/v1` are made of."""

from typing import Annotated, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, StringConstraints

Item = TypeVar("Item")

Title = Annotated[str, StringConstraints(min_length=1, max_length=60)]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class Model(BaseModel):
    """A value of the API: frozen, and refuses unknown fields. It can be read off a value with the same attributes."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        from_attributes=True,
        json_schema_serialization_defaults_required=True,  # an answer has all its fields
    )


class Answer(Model):
    """What is shown of a value that has more."""

    model_config = ConfigDict(extra="ignore")


class Asked(Model):
    """What a request says. A number stands neither for a text nor for a truth value."""

    model_config = ConfigDict(strict=True)


class Page(Model, Generic[Item]):
    """Some of a list; ``next_cursor`` asks for those that follow, null at the end."""

    items: list[Item]
    next_cursor: str | None = None
