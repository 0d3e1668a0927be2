"""Scenarios, and the faults of a scenario file."""

from pydantic import Field

from app.api.schemas.base import ApiModel


class ProblemAt(ApiModel):
    """One fault of a scenario file: where, as a JSON path, and what."""

    where: str = Field(examples=["locations[2].exits[0].to"])
    what: str = Field(examples=["names no place of this scenario"])


class CheckOut(ApiModel):
    problems: list[ProblemAt] = Field(description="all faults; empty for a scenario that can be played")
