"""The command for a database that several servers share: ``database migrate``."""

import typer

from app.cli.setup import set_up
from app.errors import InvalidInput

database_app = typer.Typer(help="Maintain the database of TALEKEEPER_DATABASE.", no_args_is_help=True)


@database_app.command()
def migrate() -> None:
    """Create missing tables, as the owner of the database. Servers with that right do it themselves."""
    screen, container = set_up()
    if (upkeep := container.stores().upkeep) is None:
        raise InvalidInput("No database is configured: set TALEKEEPER_DATABASE to postgresql://USER@HOST/NAME.")
    applied = upkeep.migrate()
    for number in applied:
        screen.note(f"Migration {number} is done.")
    if not applied:
        screen.note(f"The database is up to date (migration {upkeep.newest}).")
