"""What a person wants, and how far it has come."""

from pydantic import Field

from app.models.base import Frozen

DONE = 100
MAX_GOALS = 24


class Goal(Frozen):
    """A goal; ``progress`` runs from 0 to 100, and what has reached 100 is over."""

    id: str = Field(pattern=r"^goal-[0-9]{1,3}$")
    text: str = Field(min_length=1, max_length=600)
    progress: int = Field(default=0, ge=0, le=DONE)
    note: str = Field(default="", max_length=600, description="what moved it last")
