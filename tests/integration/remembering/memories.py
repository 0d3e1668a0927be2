"""A memory alone, in a container without a model, at a wall clock that the test moves."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from dependency_injector import providers

from app import Container, Settings
from app.interfaces.memory_tools import Recall, Remember
from app.services.remembering.agent_memory import AgentMemory
from app.services.remembering.memory_views import RecalledText, RememberedText
from app.testing import InMemoryGameStore

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class Clock:
    at: datetime = NOON

    def __call__(self) -> datetime:
        return self.at

    def go_on(self, **by: float) -> None:
        self.at += timedelta(**by)


@dataclass
class Remembering:
    """A container with one memory in it."""

    clock: Clock = field(default_factory=Clock)
    settings: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.container = Container()
        given = {"embedder": "words", **self.settings}
        self.container.settings.override(providers.Object(Settings(**given)))
        self.container.store.override(providers.Object(InMemoryGameStore()))
        self.container.now.override(providers.Object(self.clock))
        self.game_id = self.memory.begin()

    @property
    def memory(self) -> AgentMemory:
        found: AgentMemory = self.container.agent_memory()
        return found

    async def remember(self, who: str | tuple[str, ...], text: str, **more: Any) -> list[RememberedText]:
        names = (who,) if isinstance(who, str) else who
        return await self.memory.remember(self.game_id, Remember(who=names, text=text, **more))

    async def remember_as(self, request_id: str, who: str, text: str) -> list[RememberedText]:
        return await self.memory.remember(self.game_id, Remember(who=(who,), text=text), request_id=request_id)

    async def recall(self, who: str, query: str, **more: Any) -> list[RecalledText]:
        return await self.memory.recall(self.game_id, Recall(who=who, query=query, **more))

    async def known(self, claim: str) -> dict[str, str]:
        return {each.who: each.standing for each in await self.memory.who_knows(self.game_id, claim)}
