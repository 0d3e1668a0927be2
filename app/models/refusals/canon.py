"""Why something cannot be added to a scenario while it is played."""

from app.models.base import Id, Name
from app.models.refusals.base import Refusal


class CanonClosed(Refusal):
    """Nothing can be added to the scenario."""


class CanonDetailsOnly(Refusal):
    """Only people, things without part in the plot, and facts can be added; ``what`` is the refused command."""

    what: str


class CanonPlot(Refusal):
    """What is added would touch a part of the plot."""

    of: Id


class CanonTooMuch(Refusal):
    """The turn has added enough."""

    limit: int


class CanonPeopleFull(Refusal):
    """The game has enough people that were made in it."""

    limit: int


class CanonIncomplete(Refusal):
    """Something new lacks fields."""

    fields: tuple[str, ...]


class NameTaken(Refusal):
    """Another part has the name; ``taken_by`` is its id as it is written."""

    name: Name
    taken_by: str


class WayToItself(Refusal):
    """A way would lead to the place that it comes from."""

    location_id: Id


class PartUnknown(Refusal):
    """There is no such part."""

    part: str


class PartUnfit(Refusal):
    """A made part does not fit the scenario; ``problem`` names the field."""

    problem: str


class DescribedAlready(Refusal):
    """It is described so already."""

    of: Id


class FactKnown(Refusal):
    """It is so already."""

    subject: str
    attribute: str
    value: str


class FactAuthored(Refusal):
    """The author says otherwise."""

    subject: str
    attribute: str
    value: str


class FactOfEngine(Refusal):
    """The engine keeps the attribute; other commands change it."""

    attribute: str


class NoteUnknown(Refusal):
    """There is no such note."""

    note: int


class NoteOfOthers(Refusal):
    """The note is not the player's."""


class ScenarioOther(Refusal):
    """It is another scenario than the one that is played."""

    scenario: str


class ScenarioSame(Refusal):
    """The scenario is the one that is played."""


class ScenarioBad(Refusal):
    """The edited scenario has problems; ``problem`` is the first."""

    problem: str
    more: int = 0
