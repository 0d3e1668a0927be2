"""The choice of the server's model while it runs: kept in the file of settings, and used from the next turns on."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from dependency_injector import providers
from pydantic import SecretStr, ValidationError

from app.container import Container
from app.errors import Conflict, InvalidInput
from app.interfaces.game_models import MANNER
from app.models.base import first_problem
from app.settings import OFFLINE, Settings
from app.settings_file import line_of, read_settings, with_settings, write_settings

CHOSEN = {"model": "model", "base_url": "base_url", "api_key": "api_key", **MANNER}
"""What can be chosen, with the settings that hold it."""
_PREFIX = "TALEKEEPER_"


@dataclass(eq=False)
class ServerModel:
    """Reads and changes the settings of the model that narrates games without one of their own.

    Args:
        container: Its services play the games.
        file: The file of settings; None where choices hold until the program ends.
    """

    container: Container
    file: Path | None = None

    def __post_init__(self) -> None:
        self._changing = Lock()

    @property
    def settings(self) -> Settings:
        """The settings as they are used now."""
        found: Settings = self.container.settings()
        return found

    def fixed(self) -> list[str]:
        """Return the choices that cannot be made here, because the environment makes them, or the command line."""
        if not self.settings.game_models:
            return [*CHOSEN]
        given = {name.upper() for name, value in os.environ.items() if value}
        also = {"model": ("narrator_model",)}
        return [
            name
            for name, setting in CHOSEN.items()
            if any(_variable(each) in given for each in (setting, *also.get(name, ())))
        ]

    def changed(self, choices: Mapping[str, Any]) -> Settings:
        """Return the settings with other choices, without making them.

        Args:
            choices: By the names of `CHOSEN`; None for the default. A key belongs to its address and provider: it is
                dropped where one of these changes and no key is given.

        Raises:
            InvalidInput: They do not fit together.
        """
        before = self.settings
        wanted = {CHOSEN[name]: value for name, value in choices.items()}
        defaults = {name: Settings.model_fields[name].default for name, value in wanted.items() if value is None}
        settings = before.model_copy(update=wanted | defaults)
        if "model" in choices:
            settings = settings.with_model(settings.model)
        if "api_key" not in choices and _destination(settings) != _destination(before):
            settings = settings.model_copy(update={"api_key": None})
        try:
            return Settings(**dict(settings))
        except ValidationError as error:
            raise InvalidInput(f"The settings do not fit together: {first_problem(error)}.") from None

    def choose(self, choices: Mapping[str, Any]) -> Settings:
        """Make other choices: they are written to the file of settings, and used from the next turn of each game on.
        Blocks.

        Args:
            choices: As for `changed`.

        Returns:
            The settings that are used now.

        Raises:
            InvalidInput: The model cannot be used, or the choices do not fit together.
            Conflict: The environment or the command line makes one of them.
            StorageFailed: The file could not be written; nothing has changed then.
        """
        with self._changing:
            before, settings = self.settings, self.changed(choices)
            now = {name for name, setting in CHOSEN.items() if getattr(settings, setting) != getattr(before, setting)}
            if fixed := [name for name in self.fixed() if name in now]:
                raise Conflict(self._why_fixed(fixed[0]))
            self.container.game_models().check(settings)
            if now:
                self._write(settings, [CHOSEN[name] for name in CHOSEN if name in now])
                self.container.settings.override(providers.Object(settings))
                self.container.library().forget_models()
            return settings

    def _why_fixed(self, name: str) -> str:
        if not self.settings.game_models:
            return "The command line, or TALEKEEPER_GAME_MODELS, says with which model all games play: change it there."
        return f"{_variable(CHOSEN[name])} is set in the environment of the server, which counts more: change it there."

    def _write(self, settings: Settings, changed: list[str]) -> None:
        """Write the settings that have changed; what is as by default becomes an empty line, where there is a line."""
        if self.file is None:
            return
        text = read_settings(self.file)
        lines = {_variable(name): _line(getattr(settings, name), name) for name in changed}
        if "model" in changed:
            others = ("narrator_model", *(("summarizer_model", "mind_model") if settings.model == OFFLINE else ()))
            lines |= {_variable(name): "" for name in others}
        write_settings(self.file, with_settings(text, {k: v for k, v in lines.items() if v or line_of(k, text)}))


def _variable(setting: str) -> str:
    return f"{_PREFIX}{setting.upper()}"


def _line(value: Any, setting: str) -> str:
    if value is None or value == Settings.model_fields[setting].default:
        return ""
    return value.get_secret_value() if isinstance(value, SecretStr) else str(value)


def _destination(settings: Settings) -> tuple[str | None, str | None]:
    """Return where a key is sent: an address, else the provider that prefixes a model's name."""
    return settings.base_url, None if settings.base_url else settings.model.partition(":")[0]
