"""Places as an author writes them."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id, Name, Named, Plural, Prose
from app.models.sheets.condition import Condition, DangerLevel
from app.models.sheets.described import Described, Sensed, SensedPart
from app.models.sheets.fact import Facts
from app.models.sheets.lore import LoreSheet
from app.models.sheets.values import ContainerSheet


class LocationType(StrEnum):
    """The use of a place."""

    HOME = "home"
    WORK = "work"
    RESTAURANT = "restaurant"
    SHOP = "shop"
    PUBLIC = "public"
    SACRED = "sacred"
    WILD = "wild"
    RUIN = "ruin"
    ROAD = "road"
    OTHER = "other"


class Direction(StrEnum):
    """The direction of an exit, as a player types it."""

    NORTH = "north"
    SOUTH = "south"
    EAST = "east"
    WEST = "west"
    UP = "up"
    DOWN = "down"
    IN = "in"
    OUT = "out"


class ExitSheet(Sensed):
    """A way out of a place. Hidden until one condition holds, locked until another does. One that is closed where the
    way back is ``closable`` too closes that as well."""

    to: Id
    name: Name = Field(description="what the player sees and types: 'the cellar stairs'")
    direction: Direction | None = None
    aliases: tuple[Name, ...] = ()
    description: Prose = ""
    minutes: int = Field(default=10, ge=0, le=24 * 60, description="game time the way takes")
    hidden_until: Condition | None = None
    locked_until: Condition | None = None
    locked_text: Prose = Field(default="", description="what the player reads at the locked way")
    closable: bool = Field(default=False, description="whether players can close it, and open it again")
    facts: Facts = ()


class EncounterSheet(SensedPart):
    """A danger or an obstacle. It can be cleared when its condition holds."""

    aliases: tuple[Name, ...] = ()
    description: Prose
    condition: Condition | None = None
    failed_text: Prose = Field(default="", description="what happens when it is tried too early")
    cleared_text: Prose
    facts: Facts = ()


class SecretSheet(Named):
    """A secret of a place, discovered by examining its feature, by using a thing or by asking about a topic."""

    text: Prose
    condition: Condition | None = Field(default=None, description="what an attempt to discover it needs")
    blocked_text: Prose = Field(default="", description="what the player reads while the condition does not hold")


class FeatureSheet(Described):
    """A detail of a place that can be examined; it may hold a secret, and things."""

    plural: Plural = None
    aliases: tuple[Name, ...] = ()
    description: Prose
    secret_id: Id | None = None
    container: ContainerSheet | None = None
    facts: Facts = ()


class Coordinates(Frozen):
    """The position of a place on the map, in tiles."""

    x: int
    y: int


class LocationSheet(Described):
    """A place as the author wrote it."""

    aliases: tuple[Name, ...] = ()
    description: Prose
    revisit: Prose = Field(default="", description="the shorter description on coming back")
    atmosphere: Prose = ""
    time_of_day: str = Field(default="", description="how the place differs by the hour, in the author's words")
    type: LocationType = LocationType.OTHER
    tags: tuple[str, ...] = ()
    danger_level: DangerLevel = DangerLevel.SAFE
    exits: tuple[ExitSheet, ...] = ()
    items: tuple[Id, ...] = ()
    features: tuple[FeatureSheet, ...] = ()
    encounters: tuple[EncounterSheet, ...] = ()
    secrets: tuple[SecretSheet, ...] = ()
    coordinates: Coordinates | None = None
    lore: tuple[LoreSheet, ...] = Field(default=(), description="what is known of it from the start")
    facts: Facts = ()
