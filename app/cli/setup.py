"""What every command begins with: settings, log, saves folder and container. Importing it is cheap, because the help
imports every command and must not load what they need."""

import os
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.cli.errors import file_reason
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import one_line
from app.durable_files import make_folder, open_private
from app.errors import InvalidInput, StorageFailed
from app.log import logger

if TYPE_CHECKING:
    from app.container import Container
    from app.settings import Settings
    from app.stores.bundle import Stores

LOG_VARIABLE = "TALEKEEPER_LOG"
_LOG_FORMAT = "{time:YYYY-MM-DD HH:mm:ss} {level: <7} {extra[game_id]} turn {extra[turn]} | {message}"


at_end = ExitStack()
"""Callbacks to run when a command ends, however it ends; `app.cli.main.run` closes it."""


def set_up(model: str | None = None, *, verbose: bool = False, **fixed: Any) -> tuple[Screen, "Container"]:
    """Make the screen and the container for one command.

    Args:
        model: The model of the command line; None for the one of the environment.
        verbose: Whether to show warnings on the terminal.
        fixed: Settings that the command fixes, whatever the environment says.

    Returns:
        The screen, and the container with the settings of environment and command line.

    Raises:
        InvalidInput: A setting is invalid.
        StorageFailed: Games cannot be stored.
    """
    screen = Screen()
    configure_log(screen, verbose=verbose)
    return screen, make_container(load_settings(model).model_copy(update=fixed))


def load_settings(model: str | None = None) -> "Settings":
    """Return the settings of the environment, else of the settings' file, with the model of the command line. Raise
    InvalidInput for an invalid setting."""
    from pydantic import ValidationError
    from pydantic_settings import SettingsError

    from app.models.base import plain_reason
    from app.settings import Settings, settings_file

    try:
        settings = Settings(_env_file=settings_file(), _env_file_encoding="utf-8")
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        where = "_".join(str(part) for part in first["loc"]).upper()
        raise InvalidInput(f"The setting TALEKEEPER_{where} cannot be used: {plain_reason(first)}.") from None
    except (SettingsError, OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"The settings cannot be read: {error}.") from None
    return settings if model is None else with_model(settings, model)


def with_model(settings: "Settings", model: str) -> "Settings":
    """Return the settings with another model, also for games that have one of their own."""
    return settings.with_model(model).model_copy(update={"game_models": False})


def make_container(settings: "Settings") -> "Container":
    """Make the container; what it opens is closed when the command ends. Raise StorageFailed where no database is set
    and there is no saves folder and none can be made."""
    from dependency_injector import providers

    from app.container import Container

    if settings.database is None:
        folder = usable_folder(settings.saves, "The folder for saved games (TALEKEEPER_SAVES)")
        settings = settings.model_copy(update={"saves": folder})
    container = Container()
    container.settings.override(providers.Object(settings))
    container.stores.override(providers.Singleton(_stores_until_end, settings))
    return container


def _stores_until_end(settings: "Settings") -> "Stores":
    from app.container import stores

    opened = stores(settings)
    at_end.callback(opened.close)
    return opened


def usable_folder(path: Path, what: str) -> Path:
    """Return the folder, created if necessary. Raise StorageFailed, naming it as ``what``, if that fails."""
    try:
        folder = path.expanduser().absolute()
        make_folder(folder)
    except FileExistsError:
        raise StorageFailed(f"{what} cannot be used: it is a file.") from None
    except (OSError, RuntimeError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it cannot be named so"
        raise StorageFailed(f"{what} cannot be used: {reason}.") from None
    return folder


def configure_log(screen: Screen, *, verbose: bool = False) -> None:
    """Send warnings to the terminal if ``verbose``, and everything to the file that TALEKEEPER_LOG names."""
    logger.enable("app")
    logger.remove()
    logger.configure(extra={"game_id": "-", "turn": "-"})
    add = partial(logger.add, diagnose=False, backtrace=False)
    if verbose:
        add(lambda message: screen.error(one_line(message), "dim"), level="WARNING", format="{message}")
    path = os.environ.get(LOG_VARIABLE)
    if path:
        try:
            add(path, level="DEBUG", format=_LOG_FORMAT, encoding="utf-8", opener=open_private)
        except (OSError, ValueError) as error:
            raise InvalidInput(f"{LOG_VARIABLE} names a file that cannot be written: {file_reason(error)}.") from None
