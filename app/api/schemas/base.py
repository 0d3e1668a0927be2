"""The base classes of all models of `/v1`."""

from dataclasses import dataclass
from typing import Annotated, Any, Generic, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    StringConstraints,
    TypeAdapter,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from app.models.base import with_line_breaks

Item = TypeVar("Item")

REF = "#/components/schemas/{model}"
"""How the OpenAPI document refers to the schema of a model."""
Title = Annotated[str, StringConstraints(min_length=1, max_length=60)]
PlayerName = Annotated[str, StringConstraints(min_length=1, max_length=60)]


class ApiModel(BaseModel):
    """A value of the API: immutable, and unknown fields are refused. It can be read from an object with the same
    attributes."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        from_attributes=True,
        json_schema_serialization_defaults_required=True,  # responses include every field
    )


class ResponseModel(ApiModel):
    """A model that shows some attributes of a value and ignores the others."""

    model_config = ConfigDict(extra="ignore")


class RequestModel(ApiModel):
    """A model of a request body. Types are strict: a number is neither a text nor a boolean."""

    model_config = ConfigDict(strict=True)

    @model_validator(mode="before")
    @classmethod
    def _line_breaks(cls, values: Any) -> Any:
        return with_line_breaks(values)


@dataclass(frozen=True)
class WrittenAs:
    """Annotates a JSON object that is a written value of a type, whose schema it then has in the OpenAPI document."""

    type: Any

    def __get_pydantic_json_schema__(self, _: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(TypeAdapter(self.type).core_schema)


class Fault(ApiModel):
    """A fault of a request or of a scenario. ``loc``: where it is, by names of fields and numbers of items."""

    loc: list[str | int] = Field(examples=[["body", "text"]])
    msg: str = Field(examples=["Field required"])


class ProblemDetails(ApiModel):
    """An error: ``type`` for programs, ``detail`` for people (one line). ``errors`` lists the faults of an invalid
    request or scenario."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=False)  # null fields may be left out

    type: str
    title: str
    status: int
    detail: str
    errors: list[Fault] | None = None


class Page(ApiModel, Generic[Item]):
    """One page of a list. ``next_cursor`` is the cursor of the next page, null at the end."""

    items: list[Item]
    next_cursor: str | None = None
