"""Orders that people's minds give, or whoever plays a person: what it means to do, does, makes and feels."""

from typing import Annotated

from pydantic import AfterValidator, Field

from app.models.base import Id, has_control_characters
from app.models.command import PersonCommand
from app.models.imported import readable
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus


def one_line(text: str) -> str:
    if has_control_characters(text) or len(text.splitlines()) > 1:
        raise ValueError("one line without control characters")
    return text


Line = Annotated[str, AfterValidator(one_line)]
Words = Annotated[str, AfterValidator(readable), Field(min_length=1, max_length=600, pattern=r"\S")]
Cause = Annotated[str, Field(max_length=120, description="id of the memory or commitment that it comes from")]


class SetPlanCommand(PersonCommand):
    """Give a person its plan until a game time; the one before is over."""

    items: tuple[PlanItem, ...] = Field(max_length=16)
    until: int = Field(ge=0)
    reason: str = Field(default="", max_length=600, description="why the rest of a day becomes another one")
    because: Cause = ""


class UpdatePlanItemCommand(PersonCommand):
    """Change how far an item of a person's plan has come."""

    item_id: str
    status: PlanStatus


class SetActivityCommand(PersonCommand):
    """Let a person do something else: idle, walking, conversing, an activity, sleeping."""

    activity: Activity


class EatCommand(PersonCommand):
    """Let a person have a meal where there is one: at home or where meals are sold."""


class AdjustRelationshipCommand(PersonCommand):
    """Let a person like somebody more or less, by at most 2, for a reason; the sum stays within -10 and +10."""

    other_id: Id = Field(description="another person, or party")
    change: int = Field(ge=-2, le=2)
    reason: Words
    because: Cause = ""


class CreateArtifactCommand(PersonCommand):
    """Let a person make something that others can see: a drawing, a song, a loaf."""

    description: Words
    path: Line = Field(default="", max_length=300, description="where the work itself lies, if anywhere")
    style_tags: tuple[Annotated[Line, Field(min_length=1, max_length=40)], ...] = Field(default=(), max_length=8)


class UpdateGoalCommand(PersonCommand):
    """Note how far a person's goal has come, from 0 to 100."""

    goal_id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    progress: int = Field(ge=0, le=100)
    note: Words
    because: Cause = ""


class PlayCharacterCommand(PersonCommand):
    """Let somebody else decide what a person does for some game minutes: meanwhile its own mind moves it nowhere."""

    minutes: int = Field(default=60, ge=0, le=24 * 60)
