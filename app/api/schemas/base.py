"""What all models of `/v1` are made of."""

from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator

from app.models.base import with_line_breaks

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


class ResponseModel(Model):
    """What is shown of a value that has more."""

    model_config = ConfigDict(extra="ignore")


class RequestModel(Model):
    """What a request says. A number stands neither for a text nor for a truth value."""

    model_config = ConfigDict(strict=True)

    @model_validator(mode="before")
    @classmethod
    def _line_breaks(cls, given: Any) -> Any:
        return with_line_breaks(given)


class ProblemDetails(Model):
    """What went wrong, for programs (``type``) and for people (``detail``, one line). ``errors``: what is wrong with a
    request, each with ``loc`` and ``msg``."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)  # what is null may be left out

    type: str
    title: str
    status: int
    detail: str
    errors: list[dict[str, Any]] | None = None


class Page(Model, Generic[Item]):
    """Some of a list; ``next_cursor`` asks for those that follow, null at the end."""

    items: list[Item]
    next_cursor: str | None = None
