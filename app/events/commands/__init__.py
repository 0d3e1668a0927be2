"""Every command of the game; `app.events.command_table` says who carries it out and who may give it."""

# ruff: noqa: F403, PLE0605  # what is a command is exported, and nothing else
from app.events.commands.memory import *
from app.events.commands.mind import *
from app.events.commands.play import *
from app.models.command import Command

__all__: list[str] = sorted(
    name
    for name, found in globals().items()
    if isinstance(found, type) and issubclass(found, Command) and found.__module__.startswith(__name__)
)
