"""What somebody sees that no command has brought about: others, and having come to a place."""

from typing import Literal

from pydantic import Field

from app.models.base import Id
from app.models.command import Event
from app.models.state.activity import Activity


class BeingsSeen(Event):
    """Others were seen doing something; ``since`` in minutes of game time. Its end is `MemoryStatus.until`."""

    kind: Literal["beings_seen"] = "beings_seen"
    being_ids: tuple[Id, ...] = Field(min_length=1, description="people, or `party` and the players")
    activity: Activity
    location_id: Id
    since: int = Field(ge=0)


class PlaceReached(Event):
    """Somebody noticed to have come to a place."""

    kind: Literal["place_reached"] = "place_reached"
    npc_id: Id
    location_id: Id


Sight = BeingsSeen | PlaceReached
