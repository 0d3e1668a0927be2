"""What orders and facts are made of; the orders live in ``app.events``, the facts in ``app.models.events``."""

from app.models.base import Frozen, Id, Tagged


class Command(Tagged):
    """An order to change the game."""


class PersonCommand(Command):
    """An order to, or about, one person."""

    npc_id: Id


class Event(Tagged):
    """A fact that has happened, told after the commit; never the source of truth."""


class PersonEvent(Event):
    """What one person does, or what is done with it."""

    npc_id: Id


class Outcome(Frozen):
    """What became of one command: the commands that followed from it by themselves, and all events in order."""

    command: Command
    derived: tuple[Command, ...] = ()
    events: tuple[Event, ...] = ()
