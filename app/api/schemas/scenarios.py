"""Scenarios: what can be played, and what is wrong with a file."""

from pydantic import Field

from app.api.schemas.base import Model


class ScenarioOut(Model):
    """A scenario; ``problem`` says why it cannot be played, if so."""

    id: str = Field(examples=["tide-bell"])
    title: str
    summary: str
    places: int
    people: int
    quests: int
    acts: int
    problem: str | None = None


class ProblemAt(Model):
    """One thing that is wrong: where in the file, as a JSON path, and what."""

    where: str = Field(examples=["locations[2].exits[0].to"])
    what: str


class CheckOut(Model):
    problems: list[ProblemAt] = Field(description="all that is wrong; none: it can be played")
