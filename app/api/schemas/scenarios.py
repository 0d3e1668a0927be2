"""Scenarios, and the faults of a scenario file."""

from typing import Annotated, Any

from pydantic import Field

from app.api.schemas.base import ApiModel, WrittenAs
from app.models.sheets.scenario import ScenarioSheet

_Written = Annotated[dict[str, Any], WrittenAs(ScenarioSheet)]


class ProblemAt(ApiModel):
    """One fault of a scenario file: where, as a JSON path, and what."""

    where: str = Field(examples=["locations[2].exits[0].to"])
    what: str = Field(examples=["names no place of this scenario"])


class CheckOut(ApiModel):
    problems: list[ProblemAt] = Field(description="all faults; empty for a scenario that can be played")


class GameScenarioOut(ApiModel):
    """The scenario of a game, as its author wrote it and as it is played, without fields that have their default
    values."""

    digest: str = Field(description="of `authored`: it changes with each edit that is taken in")
    authored: _Written = Field(description="as its author wrote it; to be edited and sent to `PUT`")
    played: _Written = Field(description="with what the game has added to it and changed in it")
