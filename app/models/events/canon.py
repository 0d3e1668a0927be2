"""Events of canon: what was added to the scenario of a game, or changed in it."""

from app.models.base import Id, Name, Prose
from app.models.command import Event, PersonEvent
from app.models.scope import Scope
from app.models.sheets.canon import FactValue


class PersonCreated(PersonEvent):
    """A person was added.

    Attributes:
        npc_id: The person.
        at: Its place; None: off the map.
    """

    at: Id | None = None


class ItemCreated(Event):
    """A thing was added.

    Attributes:
        item_id: The thing.
        holder_id: A place, person, container or ``party``; None for nowhere.
        at: The place of the thing; None for nowhere.
    """

    item_id: Id
    holder_id: Id | None = None
    at: Id | None = None


class PlaceCreated(Event):
    """A place was added."""

    location_id: Id


class ActionCreated(Event):
    """An action was added."""

    action_id: Id


class StateCreated(Event):
    """A state was declared."""

    of: Id
    name: Id


class TimerCreated(Event):
    """A timer was added."""

    timer_id: Id


class PartChanged(Event):
    """The sheet of a part was changed."""

    of: Id


class PartDescribed(Event):
    """A part has a new description."""

    of: Id
    text: Prose


class PartRenamed(Event):
    """A part has a new name; ``before`` is the old one."""

    of: Id
    name: Name
    before: Name


class FactEstablished(Event):
    """Something is so from now on, or a player claims it.

    Attributes:
        subject: The id of a part of the game, or any name.
        attribute: Which of its attributes.
        value: Its value, in words.
        scope: Whose memory keeps it: the person's or the place's that it is about, else the world's.
        claimed_by: The player who claims it; None where it is true.
    """

    subject: Name
    attribute: Name
    value: FactValue
    scope: Scope
    claimed_by: Id | None = None


class NoteForgotten(Event):
    """A note does not count any more."""

    note: int
    owner_id: Id | None = None
    for_master: bool = False


class ScenarioUpdated(Event):
    """An edited scenario was taken in. The fields list ids; ``unfit`` those of which something did not fit any more."""

    added: tuple[Id, ...] = ()
    changed: tuple[Id, ...] = ()
    removed: tuple[Id, ...] = ()
    unfit: tuple[str, ...] = ()


CanonEvent = (
    PersonCreated
    | ItemCreated
    | PlaceCreated
    | ActionCreated
    | StateCreated
    | TimerCreated
    | PartChanged
    | PartDescribed
    | PartRenamed
    | FactEstablished
    | NoteForgotten
    | ScenarioUpdated
)
