"""How models tell a game."""

from pydantic import Field

from app.api.schemas.base import ApiModel
from app.models.sheets.narration import NarrationStyle


class NarrationOut(ApiModel):
    """How models tell a game."""

    now: NarrationStyle = Field(description="what counts: every field has a value")
    own: NarrationStyle = Field(description="what the game says itself; null: as the scenario says")
    scenario: NarrationStyle = Field(description="how it is where the game says nothing: every field has a value")
