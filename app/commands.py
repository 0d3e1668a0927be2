"""Every command of the game: values for `TurnService.execute` and `CommandBus.execute`."""

from app.events import commands
from app.events.commands import *  # noqa: F403  # all that is in the list

__all__: list[str] = []
__all__ += commands.__all__
