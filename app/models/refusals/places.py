"""Why something cannot be done at a place."""

from app.models.base import Id
from app.models.refusals.base import Refusal
from app.models.sheets.location import ExitSheet


class PlaceHereAlready(Refusal):
    """The party is at the place."""

    location_id: Id


class PlaceNoWay(Refusal):
    """No visible way leads from the party's place to the one that was meant; ``ways`` are those that can be seen."""

    location_id: Id
    ways: tuple[ExitSheet, ...]


class PlaceWayShut(Refusal):
    """The way to the place is closed, and can be opened."""

    location_id: Id
    way: str


class PlaceShowsAlready(Refusal):
    """The place shows this lasting change."""

    location_id: Id
    change: str


class PlaceNotClear(Refusal):
    """Encounters are ``left`` at a place that is to be cleared."""

    location_id: Id
    left: tuple[Id, ...]


class EncounterElsewhere(Refusal):
    """The encounter is at another place."""

    encounter_id: Id


class EncounterOver(Refusal):
    """The encounter is completed."""

    encounter_id: Id


class SecretKnownAlready(Refusal):
    """The secret is discovered already; the sentence does not name it, as the command may be a guess."""


class SecretElsewhere(Refusal):
    """The secret is at another place; the sentence does not name it, as the party does not know it."""


class StepIsHere(Refusal):
    """The person is at the place that it was to go to; open ways lead to ``places``."""

    location_id: Id
    places: tuple[Id, ...]


class StepNotNext(Refusal):
    """No visible way leads from the person's place to one that is called so; open ways lead to ``places``."""

    called: str
    places: tuple[Id, ...]


class StepUnclear(Refusal):
    """Visible ways lead to several ``places`` that are called so."""

    called: str
    places: tuple[Id, ...]


class StepLocked(Refusal):
    """The way to the place is locked; open ways lead to ``places``."""

    location_id: Id
    places: tuple[Id, ...]
