"""The same scenario, seed and words are the same game, however long anything takes and whoever waits for it."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest
from dependency_injector import providers

from app.agents.mind.offline import HeuristicMind
from app.agents.summarizer.offline import ExtractiveSummarizer
from app.container import Container
from app.embeddings.minilm import LocalEmbedder
from app.embeddings.vectors import Vectors
from app.interfaces.agents import mind as port
from app.interfaces.embeddings import Matrix
from app.services.game.games import game_library, session
from app.services.game.turns import turn_transaction
from app.settings import Settings
from tests.examples import examples

pytestmark = pytest.mark.long


TURNS = examples(24, usual=0.35)
T = TypeVar("T")


class Delays:
    """Random waits, the same for the same seed; none without one."""

    def __init__(self, seed: int | None) -> None:
        self._chance = None if seed is None else random.Random(f"delays:{seed}")

    async def some(self, longest: float) -> None:
        """A few rounds of the event loop, or up to so many seconds."""
        if self._chance is None:
            return
        if self._chance.random() < 0.5:
            for _ in range(self._chance.randrange(12)):
                await asyncio.sleep(0)
        else:
            await asyncio.sleep(self._chance.uniform(0, longest))


class SlowSummarizer(ExtractiveSummarizer):
    """The offline summarizer on a busy machine."""

    def __init__(self, delays: Delays) -> None:
        super().__init__()
        self._delays = delays

    async def summarize_location_session(self, *given: Any) -> str:
        await self._delays.some(0.005)
        return await super().summarize_location_session(*given)

    async def summarize_npc_interactions(self, *given: Any) -> str:
        await self._delays.some(0.005)
        return await super().summarize_npc_interactions(*given)

    async def summarize_world_update(self, *given: Any) -> str:
        await self._delays.some(0.005)
        return await super().summarize_world_update(*given)


class SlowMind(HeuristicMind):
    """The offline mind on a busy machine."""

    def __init__(self, delays: Delays) -> None:
        self._delays = delays

    async def plan(self, request: port.PlanRequest) -> tuple[port.PlannedItem, ...]:
        await self._delays.some(0.005)
        return await super().plan(request)

    async def reflect(self, request: port.ReflectRequest) -> port.Reflection:
        await self._delays.some(0.005)
        return await super().reflect(request)

    async def decide(self, request: port.DecideRequest) -> port.Decision:
        await self._delays.some(0.005)
        return await super().decide(request)

    async def converse(self, request: port.ConverseRequest) -> port.Conversation:
        await self._delays.some(0.005)
        return await super().converse(request)


class ModelOfSummaries(SlowSummarizer):
    """A model of the same words, which no turn waits for."""

    model = "test-model"


class ModelOfMinds(SlowMind):
    model = "test-model"


class SlowEmbedder(LocalEmbedder):
    def __init__(self, delays: Delays) -> None:
        self._delays = delays

    async def embed(self, texts: Sequence[str]) -> Matrix:
        await self._delays.some(0.005)
        return await super().embed(texts)


def delayed(delays: Delays, hop: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    """A hop to a thread that begins late."""

    async def late(*given: Any) -> T:
        await delays.some(0.005)
        return await hop(*given)

    return late


def lines_of(container: Container, scenario: str) -> list[str]:
    """The walkthrough, with talk and waiting in between, from which captures and thoughts come."""
    typed = container.scenarios().load(scenario).walkthrough[:TURNS]
    extra = ("I have left my blue coat in the boathouse.", "wait an hour", "Where is my coat?", "hello")
    return [line for n, each in enumerate(typed) for line in (each, *([extra[n // 4 % 4]] if n % 4 == 3 else []))]


async def journal_of(
    folder: Path, scenario: str, seed: int | None, monkeypatch: pytest.MonkeyPatch, *, by_model: bool = False
) -> list[dict[str, Any]]:
    """The records of a game that was played with these delays, but for wall clocks and numbers of records. Without
    delays, and for work by a model, each turn is waited for until all is settled."""
    delays = Delays(seed)
    container = Container()
    container.settings.override(Settings(saves=folder, mind_jobs_at_once=3))
    summarizer, mind = (ModelOfSummaries, ModelOfMinds) if by_model else (SlowSummarizer, SlowMind)
    container.summarizer.override(providers.Object(summarizer(delays)))
    container.mind.override(providers.Object(mind(delays)))
    container.vectors.override(providers.Object(Vectors(SlowEmbedder(delays))))
    turns = container.turns()
    game_id = container.library().begin(container.scenarios().load(scenario), "Elan", seed=5)
    with monkeypatch.context() as patched:
        for module in (game_library, session, turn_transaction):
            patched.setattr(module, "in_thread", delayed(delays, module.in_thread))
        for line in lines_of(container, scenario):
            await turns.take_turn(game_id, line)
            if seed is None or by_model:
                await turns.settle(game_id)
            await delays.some(0.005)
        await turns.settle(game_id)
    journal = container.library().read(game_id).model_dump(mode="json")
    await turns.close(game_id)
    records: list[dict[str, Any]] = without_clocks(journal["records"])
    return records


def without_clocks(value: Any) -> Any:
    if isinstance(value, dict):
        left_out = {"timestamp", "since_timestamp", "created_at", "game_id", "at", "seq", "parent"}
        return {key: without_clocks(item) for key, item in value.items() if key not in left_out}
    return [without_clocks(item) for item in value] if isinstance(value, list) else value


SCENARIOS = ("tide-bell", "before-the-thaw")


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_delays_change_nothing_in_a_game(scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn sees what earlier turns have asked for, done, and nothing of what it asks for itself."""
    expected = await journal_of(tmp_path / "expected", scenario, None, monkeypatch)
    for seed in range(1, examples(4, usual=0.25) + 1):
        assert await journal_of(tmp_path / str(seed), scenario, seed, monkeypatch) == expected


@pytest.mark.parametrize("scenario", SCENARIOS)
async def test_settled_after_each_turn_a_game_does_not_depend_on_how_fast_models_answer(
    scenario: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = await journal_of(tmp_path / "expected", scenario, None, monkeypatch, by_model=True)
    for seed in range(1, examples(4, usual=0.25) + 1):
        assert await journal_of(tmp_path / str(seed), scenario, seed, monkeypatch, by_model=True) == expected
