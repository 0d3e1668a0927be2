"""What the tests of the terminal door share: a screen to read, games in a folder of their own."""

import io
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from dependency_injector import providers
from rich.console import Console

from app.cli.rendering.screen import Screen
from app.container import Container
from app.models.sheets.scenario import ScenarioSheet
from app.settings import Settings
from app.testing import FakeNarrator
from tests.fakes.clock import FakeClock
from tests.worlds import small_sheet


@dataclass
class ReadableScreen:
    """A screen that can be read afterwards."""

    width: int = 80
    out: io.StringIO = field(default_factory=io.StringIO)
    err: io.StringIO = field(default_factory=io.StringIO)

    @property
    def screen(self) -> Screen:
        return Screen(_console(self.out, self.width), _console(self.err, self.width))

    @property
    def shown(self) -> str:
        return self.out.getvalue()

    @property
    def errors(self) -> str:
        return self.err.getvalue()


def _console(file: io.StringIO, width: int) -> Console:
    return Console(file=file, width=width, markup=False, highlight=False, emoji=False)


class FakePerson:
    """Types the given lines, answers the given answers, and remembers what was handed back."""

    interactive = True

    def __init__(self, lines: Iterable[str] = (), answers: Iterable[str | None] = ()) -> None:
        self._lines = deque(lines)
        self._answers = deque(answers)
        self.questions: list[str] = []
        self.handed_back: list[str] = []

    async def read(self) -> str | None:
        return self._lines.popleft() if self._lines else None

    async def ask(self, question: str) -> str | None:
        self.questions.append(question)
        return self._answers.popleft() if self._answers else None

    def hand_back(self, text: str) -> None:
        self.handed_back.append(text)


def container_in(folder: Path, narrator: FakeNarrator | None = None) -> Container:
    """Everything real, with games in a folder of their own, the tests' clock, and perhaps a fake narrator."""
    container = Container()
    container.settings.override(providers.Object(Settings(saves=folder, model="offline", embedder="words")))
    container.now.override(providers.Object(FakeClock()))
    if narrator is not None:
        container.narrator.override(providers.Object(narrator))
    return container


def write_scenario(folder: Path, sheet: ScenarioSheet | None = None) -> Path:
    """A scenario as a file; the small world by default."""
    made = sheet or small_sheet()
    path = folder / f"{made.id}.json"
    path.write_text(made.model_dump_json(), encoding="utf-8")
    return path


def begin_small_game(container: Container, player: str = "Élan") -> str:
    """A game in the small world; its id. Nobody has it open afterwards."""
    game_id = container.library().begin(small_sheet(), player, seed=1)
    container.library().close(game_id)
    return game_id
