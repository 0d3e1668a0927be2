"""What orders and facts are made of; the orders live in ``app.events``, the facts in ``app.models.events``."""

from app.models.base import Frozen, Id


class Command(Frozen):
    """An order to change the game; its concrete types carry a literal ``kind``."""


class PersonCommand(Command):
    """An order to, or about, one person."""

    kind: str
    npc_id: Id


class Event(Frozen):
    """A fact that has happened, told after the commit; never the source of truth."""

    kind: str


class PersonEvent(Event):
    """What one person does, or what is done with it."""

    npc_id: Id


class Outcome(Frozen):
    """What became of one command: the commands that followed from it by themselves, and all events in order."""

    command: Command
    derived: tuple[Command, ...] = ()
    events: tuple[Event, ...] = ()
