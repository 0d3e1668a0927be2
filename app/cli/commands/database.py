"""The command on a database that several servers share: ``database migrate``."""

import typer

from app.cli.setup import opened
from app.errors import InvalidInput

database_app = typer.Typer(help="Look after the database that TALEKEEPER_DATABASE names.", no_args_is_help=True)


@database_app.command()
def migrate() -> None:
    """Make the tables that are missing, by the database's owner; servers that may do so make them by themselves."""
    screen, container = opened()
    if (upkeep := container.stores().upkeep) is None:
        raise InvalidInput("No database is named: set TALEKEEPER_DATABASE to postgresql://USER@HOST/NAME.")
    done = upkeep.migrate()
    for number in done:
        screen.note(f"Migration {number} is done.")
    if not done:
        screen.note(f"The database is up to date (migration {upkeep.newest}).")
