"""What every handler returns."""

from dataclasses import dataclass

from app.models.command import Command, Event


@dataclass(frozen=True)
class Effects:
    """The events of one command, in order, and the commands that follow from it."""

    events: tuple[Event, ...] = ()
    follow_ups: tuple[Command, ...] = ()
