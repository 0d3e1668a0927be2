"""A table to play at in tests: a TurnService over a given store, with a narrator that obeys scripted words."""

import itertools
import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.embeddings.vectors import NoVectors
from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.events.commands import (
    AdvanceTimeCommand,
    AskTopicCommand,
    ChangeLocationCommand,
    DiscoverSecretCommand,
    DropItemCommand,
    GiveItemCommand,
    TakeItemCommand,
)
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.interfaces.agents.summarizer import ISummarizer
from app.interfaces.cognition import ICognition
from app.interfaces.services.memory import IMemoryService
from app.interfaces.stores import IGameStore
from app.language.rendering.refusing import worded
from app.memory.recall.recaller import Recaller
from app.models.command import Command
from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.passage import Passage
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.session import Caps
from app.services.game.location_service import LocationService
from app.services.game.memory_service import CaptureLimits, DeferredMemoryService, MemoryService
from app.services.game.settler import Settler
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from app.testing import InMemoryGameStore
from tests.postgres_stores import new_postgres_store, until_end
from tests.worlds import NOW, small_sheet

WORDS: dict[str, Sequence[Command]] = {
    "to the inn": (ChangeLocationCommand(location_id="inn"),),
    "to the market": (ChangeLocationCommand(location_id="market"),),
    "down": (ChangeLocationCommand(location_id="cell-1"),),
    "through the hole": (ChangeLocationCommand(location_id="cell-2"),),
    "take the lantern": (TakeItemCommand(item_id="lantern"),),
    "drop the lantern": (DropItemCommand(item_id="lantern"),),
    "search the well": (DiscoverSecretCommand(secret_id="loose-stone"),),
    "ask Mara about the owl": (AskTopicCommand(npc_id="mara", topic_id="owl-trouble"),),
    "give Mara the lantern": (GiveItemCommand(item_id="lantern", npc_id="mara"),),
    "to the inn and wait": (ChangeLocationCommand(location_id="inn"), AdvanceTimeCommand(minutes=30)),
    "out and ask Mara": (
        ChangeLocationCommand(location_id="inn"),
        AskTopicCommand(npc_id="mara", topic_id="owl-trouble"),
    ),
}
"""What the scripted narrator understands; everything else is talk."""


class ScriptedNarrator:
    """Carries out the commands of its word list; whoever is spoken to answers."""

    model, mode, tools_tokens = "scripted", "offline", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        refused = ""
        for command in WORDS.get(context.text, ()):
            try:
                await context.execute(command)
            except TalekeeperError as error:
                refused = f" {error}"
        present = {npc.instance_id for npc in context.state.present()}
        speakers = [npc_id for npc_id in context.state.party.addressees_of(context.speaker.id) if npc_id in present]
        text = f"{context.speaker.name} does it and the evening goes on.{refused}"
        context.show(text)
        return Narration.of(text, *(Passage.speech(npc_id, "So you say, stranger.") for npc_id in speakers))


def ticking_clock() -> Callable[[], datetime]:
    """A clock that is a second later each time it is read."""
    seconds = itertools.count()
    return lambda: NOW + timedelta(seconds=next(seconds))


def suffixes() -> Callable[[], str]:
    """Ids in order: 00000000, 00000001 …"""
    numbers = itertools.count()
    return lambda: f"{next(numbers):08x}"


IN_POSTGRES = os.environ.get("TALEKEEPER_TEST_STORE") == "postgres"
"""Whether the tests of this folder play in databases; otherwise in folders and in memory."""

of_files = pytest.mark.skipif(IN_POSTGRES, reason="it is about files")


def new_store(folder: Path | None = None) -> IGameStore:
    """A store in memory, or in the folder; each of the same folder finds the same games."""
    if IN_POSTGRES:
        return new_postgres_store(folder)
    return InMemoryGameStore() if folder is None else JsonGameStore(folder)


def stores_until_end() -> AbstractContextManager[None]:
    """Stores that are made meanwhile take no more room afterwards; those of a test end with it anyway."""
    return until_end() if IN_POSTGRES else nullcontext()


def new_table(
    store: IGameStore,
    *,
    narrator: INarrator | None = None,
    summarizer: ISummarizer | None = None,
    capture_limits: CaptureLimits | None = None,
    caps: Caps | None = None,
    recall: RecallService | None = None,
    settle_in_background: bool = False,
    new_suffix: Callable[[], str] | None = None,
    world: Callable[[IMemoryService], WorldHandler] | None = None,
    cognition: ICognition | None = None,
    **limits: Any,
) -> TurnService:
    """A TurnService with everything real but the narrator, the summarizer and the clock.

    ``world`` makes the handler of time and notes, in whose place a test may put one of its own; ``limits`` are those of
    the service.
    """
    now = ticking_clock()
    library = GameLibrary(store, now, new_suffix or suffixes())
    memory_service = DeferredMemoryService(limits=capture_limits or CaptureLimits())
    locations = LocationService()
    found = handlers(locations, memory_service)
    if world is not None:
        found = [world(memory_service) if isinstance(handler, WorldHandler) else handler for handler in found]
    bus = CommandBus(found, edge=worded)
    fallback = ExtractiveSummarizer()
    words_alone = RecallService(Recaller(vectors=NoVectors()))
    memory = MemoryService(summarizer or fallback, fallback, now, limits=capture_limits or CaptureLimits())
    return TurnService(
        library=library,
        bus=bus,
        narrator=narrator or ScriptedNarrator(),
        context=ContextService(),
        recall=recall or words_alone,
        settler=Settler(
            library,
            memory,
            caps or Caps(),
            prepare=recall.prepare if recall else None,
            prepared_soon=recall.is_soon_prepared if recall else lambda _: False,
        ),
        memory_service=memory_service,
        cognition=cognition,
        caps=caps or Caps(),
        settle_in_background=settle_in_background,
        **limits,
    )


def begin(table: TurnService, player: str = "Élan") -> str:
    """A game in the small world; its id."""
    return table.library.begin(small_sheet(), player, seed=7)


def captured(memories: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """The condensed ones, without what was seen and what the engine wrote down."""
    return [entry for entry in memories if entry.kind is MemoryKind.SUMMARY]


def lived(memories: Sequence[MemoryEntry]) -> list[MemoryEntry]:
    """Those that were not given at the opening."""
    return [entry for entry in memories if entry.kind is not MemoryKind.GIFTED]


def comparable(state: GameState) -> dict[str, Any]:
    """The whole game as plain data, without its id and without wall-clock times."""

    def without_times(value: Any) -> Any:
        if isinstance(value, dict):
            left_out = {"timestamp", "since_timestamp", "created_at", "game_id"}
            return {key: without_times(item) for key, item in value.items() if key not in left_out}
        return [without_times(item) for item in value] if isinstance(value, list) else value

    data: dict[str, Any] = without_times(state.model_dump(mode="json"))
    for waiting in ("jobs", "intents"):  # those of one person alone have an order
        data["minds"][waiting].sort(key=lambda each: each["npc_id"] or "")
    return data


def without_memories(data: Any) -> Any:
    """Plain data of the world, without what anybody remembers of it."""
    left_out = {"npc_memories", "location_memories", "importance_accumulator"}
    if not isinstance(data, dict):
        return data
    return {key: without_memories(item) for key, item in data.items() if key not in left_out}
