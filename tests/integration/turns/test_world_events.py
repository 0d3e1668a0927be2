"""World events of handlers that others write: whatever they tell of, the game can be loaded again."""

from typing import Any, Literal

import pytest

from app.errors import InvalidInput
from app.events.commands import AddNoteCommand
from app.events.handlers.base import HandlerResult
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.interfaces.stores import IGameStore
from app.models.command import Event
from app.models.memory import MemoryEntry, Scope
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from app.testing import FakeSummarizer, InMemoryGameStore
from tests.integration.turns.table import new_store, new_table
from tests.worlds import small_sheet

NOTE = AddNoteCommand(text="The lamps are lit.")
SEVERAL = {"quest_id": ["light", "owl-hunt"], "npc_id": ["mara", "guard-1"], "act_id": "act-1", "objective_id": []}


class Telling(WorldHandler):
    """A note is an event of the world, with whatever ``told`` holds as arguments."""

    def __init__(self, memory: IMemoryService, told: dict[str, Any]) -> None:
        self._memory = memory
        self._told = {"event_kind": "lamps_lit"} | told

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        await self._memory.on_world_event(state, **self._told)
        return await super().add_note(command, state)


class Careless(WorldHandler):
    """A note changes a place into something that is none."""

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        state.place("inn").lasting_changes.append(["smoke"])  # type: ignore[arg-type]  # what a handler does wrong
        return await super().add_note(command, state)


def telling(store: IGameStore, summarizer: FakeSummarizer | None = None, **told: Any) -> tuple[TurnService, str]:
    turns = new_table(store, summarizer=summarizer, world=lambda memory: Telling(memory, told))
    return turns, turns.library.begin(small_sheet(), "Élan", seed=1)


async def remembered(store: IGameStore, turns: TurnService, game_id: str) -> MemoryEntry:
    """What the world remembers once the game has been loaded again and has settled."""
    await turns.close(game_id)
    again = new_table(store, summarizer=FakeSummarizer())
    await again.settle(game_id)
    (entry,) = again.state(game_id).memories(Scope.world())
    return entry


async def test_an_event_may_be_about_several_things_of_one_kind() -> None:
    """The first is in the entry's field; by the others, and what has no field, it is found as by its subjects."""
    store, summarizer = new_store(), FakeSummarizer()
    turns, game_id = telling(store, summarizer, related=SEVERAL)
    await turns.execute(game_id, NOTE)
    entry = await remembered(store, turns, game_id)
    assert (entry.quest_id, entry.act_id, entry.objective_id) == ("light", "act-1", None)
    assert entry.subjects == ("owl-hunt", "mara", "guard-1")


async def test_a_summarizer_is_told_what_the_event_is_about_as_the_handler_told_it() -> None:
    summarizer = FakeSummarizer()
    turns, game_id = telling(new_store(), summarizer, related=SEVERAL)
    await turns.take_turn(game_id, '"Light the lamps!"')
    await turns.execute(game_id, NOTE)
    await turns.settle(game_id)
    assert [asked.related for asked in summarizer.history if asked.event_kind] == [SEVERAL]


async def test_an_event_without_a_word_said_is_remembered_by_rule_and_costs_no_call() -> None:
    store, summarizer = new_store(), FakeSummarizer()
    turns, game_id = telling(store, summarizer, related=SEVERAL)
    await turns.execute(game_id, NOTE)
    await turns.settle(game_id)
    assert summarizer.history == []
    assert len(turns.state(game_id).memories(Scope.world())) == 1


async def test_single_ids_are_written_as_they_always_were() -> None:
    store = InMemoryGameStore()
    turns, game_id = telling(store, related={"quest_id": "light", "act_id": "act-1"})
    await turns.execute(game_id, NOTE)
    assert b'"related":[["quest_id","light"],["act_id","act-1"]]' in store.disk.games[game_id]
    assert (await remembered(store, turns, game_id)).subjects == ()


@pytest.mark.parametrize(
    "told",
    [
        {"related": {"quest_id": 5}},
        {"related": {"quest_id": None}},
        {"related": {"quest_id": [["light"]]}},
        {"related": {"quest_id": "A light for Mara"}},
        {"related": {"quest_id": ["light", ""]}},
        {"related": {5: "light"}},
        {"related": {"a \ud800": "light"}},
        {"related": ["light"]},
        {"tags": "deed"},
        {"tags": [5]},
        {"tags": ["\ud800"]},
        {"event_kind": None},
    ],
)
async def test_what_is_no_event_is_refused_at_the_call_and_changes_nothing(told: dict[str, Any]) -> None:
    store = new_store()
    turns, game_id = telling(store, **told)
    before = turns.state(game_id).model_dump()
    with pytest.raises(InvalidInput, match="Bad event"):
        await Telling(turns.memory_service, told).add_note(NOTE, turns.state(game_id))
    assert turns.state(game_id).model_dump() == before
    with pytest.raises(InvalidInput):
        await turns.execute(game_id, NOTE)
    await turns.close(game_id)
    assert new_table(store).state(game_id).turn == 0


class LampsLit(Event):
    """An event that the journal does not know."""

    kind: Literal["lamps_lit"] = "lamps_lit"


class Inventive(WorldHandler):
    """A note brings about an event of a kind of its own."""

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        done = await super().add_note(command, state)
        return HandlerResult(events=(*done.events, LampsLit()))


@pytest.mark.parametrize(("handler", "why"), [(Careless, r"location/inn\.lasting_changes"), (Inventive, "Bad event")])
async def test_what_could_not_be_read_again_is_not_committed(handler: type[WorldHandler], why: str) -> None:
    store = InMemoryGameStore()
    turns = new_table(store, world=handler)
    game_id = turns.library.begin(small_sheet(), "Élan", seed=1)
    before = store.disk.games[game_id]
    with pytest.raises(InvalidInput, match=why):
        await turns.execute(game_id, NOTE)
    assert turns.state(game_id).place("inn").lasting_changes == []
    assert store.disk.games[game_id] == before
