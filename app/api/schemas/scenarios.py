"""Scenarios, and the faults of a scenario file."""

from pydantic import Field

from app.api.schemas.base import Model


class ScenarioOut(Model):
    """A scenario. ``problem`` says why it cannot be played, if so."""

    id: str = Field(examples=["tide-bell"])
    title: str = Field(examples=["The Bell on the Sands"])
    summary: str = Field(examples=["A tide bell has been silent for three nights."])
    places: int = Field(examples=[4])
    people: int = Field(examples=[2])
    quests: int = Field(examples=[1])
    acts: int = Field(examples=[1])
    problem: str | None = None


class ProblemAt(Model):
    """One fault of a scenario file: where, as a JSON path, and what."""

    where: str = Field(examples=["locations[2].exits[0].to"])
    what: str = Field(examples=["names no place of this scenario"])


class CheckOut(Model):
    problems: list[ProblemAt] = Field(description="all faults; empty for a scenario that can be played")
