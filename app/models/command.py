"""Base classes of commands and events; the commands are in ``app.events``, the events in ``app.models.events``."""

from inspect import cleandoc
from typing import Any

from pydantic import ConfigDict

from app.models.base import Frozen, Id, Tagged
from app.models.refusals.base import Refusal


def _without_sections(schema: dict[str, Any]) -> None:
    """Describe a command to models and clients in its first paragraph: its fields have descriptions of their own."""
    if "description" in schema:
        schema["description"] = _first_paragraph(schema["description"])


def _first_paragraph(text: str) -> str:
    return text.partition("\n\n")[0]


class Command(Tagged):
    """Base class of the commands: values that `CommandBus.execute` carries out on a `GameState`.

    A subclass is a frozen pydantic model and defines only its fields. It gets its ``kind``, by which files and clients
    know it, from the name of the class: ``RingBellCommand`` has the kind ``ring_bell``. A `Handler` carries it out.

    The errors under ``Raises`` of a command are raised when it is carried out; nothing has changed then. Constructing a
    command with a field outside of its limits, or with an id that is not a valid `Id`, raises
    ``pydantic.ValidationError``. A valid `Id` has at most 64 characters: words of lower-case ASCII letters and digits
    that are joined by ``-`` or ``_``, such as ``iron-key``.
    """

    model_config = ConfigDict(json_schema_extra=_without_sections)

    @property
    def refused_by_itself(self) -> Refusal | None:
        """The reason with which the bus refuses the command if a caller issues it, because it may only follow from
        another command; None if a caller may issue it. None unless a subclass overrides it."""
        return None

    @property
    def is_lived_through(self) -> bool:
        """Whether people act at each tick (every ten game minutes, by default) of the game time that passes by the
        command. If False, only the last tick is carried out, and the last one at a midnight in that time: enough for
        people to forget. True unless a subclass overrides it."""
        return True


def description_of(command: type[Command]) -> str:
    """Return the first paragraph of a command's docstring: the description of its tool and in the API."""
    return _first_paragraph(cleandoc(command.__doc__ or ""))


class PersonCommand(Command):
    """Base class of the commands to, or about, one person.

    Args:
        npc_id: The id of the person. An unknown id raises NotFound.
    """

    npc_id: Id


class Event(Tagged):
    """Base class of the events: facts that have happened, published after the commit; never the source of truth."""


class PersonEvent(Event):
    """Base class of the events of one person: what it does, or what happens to it."""

    npc_id: Id


class Outcome(Frozen):
    """The result of one command.

    Args:
        command: The command as it was given.
        derived: The commands that followed from it by themselves, in order.
        events: The events of all of them, in order.
    """

    command: Command
    derived: tuple[Command, ...] = ()
    events: tuple[Event, ...] = ()
