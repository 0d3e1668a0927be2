"""Commands of people's minds, and of the player of a person: its plans, actions, works and feelings."""

from typing import Annotated

from pydantic import AfterValidator, Field

from app.models.base import Id, has_control_characters
from app.models.command import PersonCommand
from app.models.imported import checked_text
from app.models.minds.activity import Activity
from app.models.minds.plan import MAX_PLANNED, PlanItem, PlanStatus


def check_one_line(text: str) -> str:
    """Check that a text is one line without control characters.

    Args:
        text: The text; "" is allowed.

    Returns:
        The same text.

    Raises:
        ValueError: The text has a line break or a control character.
    """
    if has_control_characters(text) or len(text.splitlines()) > 1:
        raise ValueError("one line without control characters")
    return text


Line = Annotated[str, AfterValidator(check_one_line)]
Words = Annotated[str, AfterValidator(checked_text), Field(min_length=1, max_length=600, pattern=r"\S")]
Cause = Annotated[str, Field(max_length=120, description="id of the memory or commitment that it comes from")]


class SetPlanCommand(PersonCommand):
    """Set a person's plan until a game time. It replaces the present plan.

    Args:
        npc_id: The id of the person.
        items: At most 16 items with different ids, in order of time. The place and the companions of each must exist in
            the game. Empty for no plan.
        until: The game time at which the plan ends, in minutes since day 1, 00:00; must be in the future.
        reason: The reason for a change of plan during a day, at most 600 characters; "" for none.
        because: The id of the memory or commitment that caused the change, such as ``mara-042`` or ``c-7``, at most 120
            characters; "" for none. Whether there is one is not checked.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or an item names an unknown place or companion.
        NotPossible: Two items have the same id, or ``until`` is not in the future.
    """

    items: tuple[PlanItem, ...] = Field(max_length=MAX_PLANNED)
    until: int = Field(ge=0)
    reason: str = Field(default="", max_length=600, description="the reason for a change during a day")
    because: Cause = ""


class UpdatePlanItemCommand(PersonCommand):
    """Set the status of an item of a person's plan.

    Args:
        npc_id: The id of the person.
        item_id: The id of an item of the person's plan.
        status: The new status: ``pending``, ``active``, ``completed`` or ``cancelled``. The status of a completed or
            cancelled item cannot change.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or the person's plan has no such item.
        NotPossible: The item has this status already, or is completed or cancelled.
    """

    item_id: str
    status: PlanStatus


class SetActivityCommand(PersonCommand):
    """Change a person's activity: idle, walking, conversing, an activity, sleeping.

    Args:
        npc_id: The id of a person who is on the map (at a place).
        activity: The new activity: ``idle``, ``walking``, ``conversing``, ``activity`` (work or anything else) or
            ``sleeping``.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person is at no place, or has this activity already.
    """

    activity: Activity


class EatCommand(PersonCommand):
    """Let a person have a meal where there is one: at home or where meals are sold.

    Args:
        npc_id: The id of a person who is awake, and at home or in a restaurant. The person's ``hunger`` becomes 100
            (well fed).

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person is asleep or at no place; there are no meals here; or the person's ``hunger`` is above
            90 (not hungry).
    """


class AdjustRelationshipCommand(PersonCommand):
    """Change how much a person likes another, by at most 2, for a reason; the sum stays within -10 and +10.

    Args:
        npc_id: The id of the person whose feeling changes.
        other_id: Another person's id, or ``party``.
        change: Points from -2 to +2. The sum is cut off at -10 and +10; if it does not change, there is no event and no
            error.
        reason: The reason, 1 to 600 characters.
        because: The id of the memory or commitment that caused the change, such as ``mara-042`` or ``c-7``, at most 120
            characters; "" for none. Whether there is one is not checked.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or no person with the id ``other_id``.
        NotPossible: ``other_id`` is the same person.
    """

    other_id: Id = Field(description="another person, or party")
    change: int = Field(ge=-2, le=2)
    reason: Words
    because: Cause = ""


class CreateArtifactCommand(PersonCommand):
    """Let a person make something that others can see: a drawing, a song, a loaf.

    Args:
        npc_id: The id of a person who is awake and on the map (at a place).
        description: What it is, 1 to 600 characters.
        path: A path or address of the work itself, at most 300 characters on one line; "" for none.
        style_tags: At most 8 tags of 1 to 40 characters on one line.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
        NotPossible: The person is asleep or at no place.
    """

    description: Words
    path: Line = Field(default="", max_length=300, description="path or address of the work itself")
    style_tags: tuple[Annotated[Line, Field(min_length=1, max_length=40)], ...] = Field(default=(), max_length=8)


class UpdateGoalCommand(PersonCommand):
    """Set the progress of a person's goal, from 0 to 100.

    Args:
        npc_id: The id of the person.
        goal_id: The id of one of the person's goals, such as ``goal-1``.
        progress: Percent, from 0 to 100; must differ from the goal's present progress.
        note: The reason, 1 to 600 characters.
        because: The id of the memory or commitment that caused the change, such as ``mara-042`` or ``c-7``, at most 120
            characters; "" for none. Whether there is one is not checked.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person, or the person has no such goal.
        NotPossible: The goal has this progress already.
    """

    goal_id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    progress: int = Field(ge=0, le=100)
    note: Words
    because: Cause = ""


class PlayCharacterCommand(PersonCommand):
    """Let a player or an agent decide what a person does for some game minutes. During this time the person's mind (the
    part of the game that plans for people) does not move the person.

    Args:
        npc_id: The id of the person.
        minutes: Minutes of game time from now, 0 to 1,440; 60 by default. 0 gives the person back to their mind.

    Raises:
        pydantic.ValidationError: A field is outside of its limits, when the command is created.
        NotFound: The game has no such person.
    """

    minutes: int = Field(default=60, ge=0, le=24 * 60)
