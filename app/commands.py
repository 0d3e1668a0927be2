"""Every command of the game: values for `TurnService.execute` and `CommandBus.execute`.

The errors under ``Raises`` of a command are raised when it is executed; nothing has changed then. Constructing a
command with a field outside of its limits, or with an id that is not a valid `Id`, raises ``pydantic.ValidationError``.
A valid `Id` has at most 64 characters: words of lower-case ASCII letters and digits that are joined by ``-`` or ``_``,
such as ``iron-key``. Lengths count characters; "a person", "a thing" and so on in an argument mean their id.
"""

from app.events import commands
from app.events.commands import *  # noqa: F403  # all that is in the list

__all__: list[str] = []
__all__ += commands.__all__
