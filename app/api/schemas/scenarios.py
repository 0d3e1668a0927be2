"""Scenarios: what can be played, and what is wrong with a file."""

from typing import Any

from pydantic import Field

from app.api.schemas.base import Model


class ScenarioOut(Model):
    """A scenario in a list; ``problem`` says why it cannot be played, if so."""

    id: str = Field(examples=["tide-bell"])
    title: str
    summary: str
    places: int
    people: int
    quests: int
    acts: int
    problem: str | None = None


class ScenarioDetail(ScenarioOut):
    """``sheet``: the whole scenario, secrets and all; the admin's alone."""

    author: str
    language: str
    tags: list[str]
    sheet: dict[str, Any] | None = None


class ProblemAt(Model):
    """One thing that is wrong: where in the file, as a JSON path, and what."""

    where: str = Field(examples=["locations[2].exits[0].to"])
    what: str


class CheckOut(Model):
    """Everything that is wrong with a scenario; nothing, if it can be played."""

    problems: list[ProblemAt]
