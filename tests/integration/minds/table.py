"""Worlds that go on by themselves in tests: real everything, models that are functions, and time that is skipped."""

import asyncio
import selectors
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from dependency_injector import providers
from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.mind.agent import ModelMind
from app.container import Container
from app.embeddings.vectors import WORDS
from app.interfaces.agents.mind import IMind
from app.models.records.folding import fold_journal
from app.models.state.game_state import GameState
from app.services.game.simulation import OnStep, Simulation, begin_simulation
from app.settings import Settings
from tests.fakes.clock import FakeClock
from tests.unit.agents.mind.clerk import lines_of, obedient

T = TypeVar("T")
Answer = Callable[[str, str], Awaitable[str]]
"""What a model says to instructions and prompt."""


class SkippingLoop(asyncio.SelectorEventLoop):
    """An event loop in which waiting takes no time: where nothing else is to be done, the clock jumps."""

    def __init__(self) -> None:
        self.skipped = 0.0
        super().__init__(_NeverWaiting(self))

    def time(self) -> float:
        return self.skipped  # not the machine's: a busy one would pass some of it

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]  # typeshed's variadic form
        """Done at once: waiting for a thread, the loop would have nothing to do and skip."""
        done = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  # as a thread would hand it on
            done.set_exception(error)
        return done


class _NeverWaiting(selectors.DefaultSelector):
    def __init__(self, loop: SkippingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Only a loop that has no timer at all really waits."""
        if timeout is None:
            return super().select(None)
        ready = super().select(0)
        if not ready:
            self._loop.skipped += max(0.0, timeout)
        return ready


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a loop that skips time."""
    found: list[T] = []

    async def keep() -> None:
        # Not the result of the task: the runner makes a repr of that, which takes longer than some simulations.
        found.append(await work)

    with asyncio.Runner(loop_factory=SkippingLoop) as runner:
        runner.run(keep())
    return found[0]


def skipped() -> float:
    """Seconds that the running loop has skipped so far."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, SkippingLoop)
    return loop.skipped


class FunctionMind(ModelMind):
    """A mind whose model is a function. Counts its calls, and by whom they were made."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(FunctionModel(self._answered, model_name="function"))
        self._answer = answer
        self.calls = 0
        self.by_person: Counter[str] = Counter()

    async def _answered(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        request = messages[-1]
        assert isinstance(request, ModelRequest)
        prompt = "".join(str(part.content) for part in request.parts if isinstance(part, UserPromptPart))
        self.calls += 1
        self.by_person[
            next(line["name"] for name in ("person", "first_person") for line in lines_of(prompt, name))
        ] += 1
        return ModelResponse(parts=[TextPart(await self._answer(info.instructions or "", prompt))])


async def well(instructions: str, prompt: str) -> str:
    """Does what the prompt asks."""
    return obedient(instructions, prompt)


async def badly(instructions: str, prompt: str) -> str:
    """Never answers what was asked."""
    return "Certainly! As a language model I see nothing here."


async def late(instructions: str, prompt: str) -> str:
    """Answers well, just in time."""
    await asyncio.sleep(9)
    return obedient(instructions, prompt)


async def never(instructions: str, prompt: str) -> str:
    """Keeps everybody waiting."""
    await asyncio.Event().wait()
    return ""


def container_in(
    folder: Path, mind: IMind | None = None, clock: Callable[[], datetime] | None = None, **settings: Any
) -> Container:
    """Everything real but the wall clock, with games in a folder of their own; ``mind`` instead of the offline one."""
    container = Container()
    container.settings.override(providers.Object(Settings(saves=folder, embedder=WORDS, **settings)))
    container.now.override(providers.Object(clock or FakeClock()))
    if mind is not None:
        container.mind.override(providers.Object(mind))
    container.turns().settle_in_background = False
    return container


def begin(container: Container, scenario: str = "tide-bell", people: int = 5, seed: int = 1) -> str:
    """A game to be simulated; its id."""
    return begin_simulation(container.library(), container.scenarios().load(scenario), seed=seed, people=people)


async def simulate(
    container: Container, game_id: str, *, hours: float, step: int = 10, on_step: OnStep = lambda _: None
) -> GameState:
    """Let a world go on up to so many hours after it began; how it is then."""
    until = container.library().read(game_id).opening.state.clock.minutes + int(hours * 60)
    await Simulation(container.turns(), game_id, until=until, step=step).run(on_step)
    return container.turns().state(game_id)


def on_disk(folder: Path, game_id: str) -> GameState:
    """A game as whoever loads it will find it."""
    return fold_journal(container_in(folder).library().read(game_id))
