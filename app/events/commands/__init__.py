"""Every command of the game; `app.events.command_table` names the handler of each and its issuer."""

# ruff: noqa: F403, PLE0605  # what is a command is exported, and nothing else
from app.events.commands.actions import *
from app.events.commands.canon import *
from app.events.commands.memory import *
from app.events.commands.mind import *
from app.events.commands.play import *
from app.models.command import Command

__all__: list[str] = sorted(
    name
    for name, value in globals().items()
    if isinstance(value, type) and issubclass(value, Command) and value.__module__.startswith(__name__)
)
