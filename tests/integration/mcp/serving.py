"""What the tests of every door begin with: a container, a game, a request as it goes over the wire."""

from pathlib import Path
from typing import Any

from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import WORDS
from app.interfaces.agents.narrator import INarrator
from app.models.sheets.scenario import ScenarioSheet
from app.settings import Settings
from tests.worlds import small_sheet

SECONDS = 60.0
"""How long anything may take before a test fails instead of hanging."""


def new_container(saves: Path, narrator: INarrator | None = None, **settings: Any) -> Container:
    """Everything real, words alone, saved in a folder of the test's own."""
    saves.mkdir(exist_ok=True)
    container = Container()
    container.settings.override(providers.Object(Settings(saves=saves, embedder=WORDS, **settings)))
    if narrator is not None:
        container.narrator.override(providers.Object(narrator))
    return container


def begun(container: Container, sheet: ScenarioSheet | None = None, *players: str) -> str:
    """A new game; its id."""
    return container.library().begin(sheet or small_sheet(), players or "Élan", seed=7)


def asked(method: str, number: int = 1, **params: Any) -> dict[str, Any]:
    """A request as it goes over the wire."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
