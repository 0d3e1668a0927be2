"""Time lets minds tick, whichever command has moved the clock."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from dependency_injector import providers
from pytest_mock import MockerFixture

from app.cognition.minds import AT_ONCE
from app.container import Container
from app.events.bus import CommandBus
from app.events.command_table import parse_command
from app.events.commands import (
    AddNoteCommand,
    AdvanceTimeCommand,
    ChangeLocationCommand,
    MoveNPCCommand,
    SetActivityCommand,
    TakeItemCommand,
)
from app.events.handlers.action_handler import ActionHandler
from app.events.handlers.base import HandlerResult
from app.events.handlers.character_handler import CharacterHandler
from app.events.handlers.companion_handler import CompanionHandler
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.memory_handler import MemoryHandler
from app.events.handlers.message_handler import MessageHandler
from app.events.handlers.mind_handler import MindHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.cognition import Observation, TickResult
from app.language.rendering.refusing import worded
from app.models.clock import MINUTES_PER_DAY
from app.models.command import Command
from app.models.events.play import NPCMoved, TimeAdvanced
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.passage import Passage
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState
from app.scheduling import Slices
from app.services.game.games.npc_generator import with_cast
from app.services.game.turns import turn_transaction
from app.services.game.turns.observation_recorder import MATTERS, MOST, REMEMBERED_AT_ONCE
from app.services.game.turns.speech_acts import annotate_speech_acts
from app.services.game.turns.turn_result import result_of
from app.services.game.turns.turn_service import TurnService
from app.services.game.turns.turn_transaction import TurnTransaction
from app.settings import Settings
from tests.fakes.cognition import NoCognition
from tests.integration.turns.table import comparable, new_store, new_table, without_memories
from tests.unit.cognition.people import give_plan, item, village
from tests.worlds import NOW, small_sheet

START = 8 * 60
TWO_HOURS = AddNoteCommand(text="120")
"""A nap: `Napping` lets as many minutes follow from a note as it says."""


class Napping(WorldHandler):
    """From a note follows the time that it names, as a command."""

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        done = await super().add_note(command, state)
        return HandlerResult(events=done.events, follow_ups=(AdvanceTimeCommand(minutes=int(command.text)),))


class Dozing(WorldHandler):
    """A note moves the clock itself."""

    async def add_note(self, command: AddNoteCommand, state: GameState) -> HandlerResult:
        state.clock.advance(int(command.text))
        return HandlerResult(events=(TimeAdvanced(minutes=int(command.text)),))


class Watch(NoCognition):
    """Notes when it was asked, and lets people do what it is given for a game time."""

    def __init__(self, deeds: Callable[[int], Sequence[Command]] = lambda _: ()) -> None:
        self.ticks: list[int] = []
        self.caught_up: list[int] = []
        self._deeds = deeds

    def tick(self, state: GameState) -> TickResult:
        self.ticks.append(state.clock.minutes)
        return TickResult(commands=self._deeds(state.clock.minutes))

    async def catch_up(self, state: GameState) -> bool:
        self.caught_up.append(state.clock.minutes)
        return False


def begun(watch: Watch | None, world: type[WorldHandler] = Napping) -> tuple[TurnService, str]:
    turns = new_table(new_store(), world=world, cognition=watch)
    return turns, turns.library.begin(small_sheet(), "Élan", seed=1)


@pytest.mark.parametrize("world", [Napping, Dozing])
@pytest.mark.parametrize("minutes", [0, 9, 10, 120, 125, 2 * MINUTES_PER_DAY])
async def test_minds_tick_every_ten_minutes_whichever_command_moved_the_clock(
    world: type[WorldHandler], minutes: int
) -> None:
    watch = Watch()
    turns, game_id = begun(watch, world)
    await turns.execute(game_id, AdvanceTimeCommand(minutes=3))
    await turns.execute(game_id, AddNoteCommand(text=str(minutes)))
    end = START + 3 + minutes
    assert watch.ticks == watch.caught_up == list(range(START + 10, end + 1, 10))
    assert turns.state(game_id).clock.minutes == end


@pytest.mark.parametrize("typed", [True, False])
async def test_minds_tick_while_the_party_is_on_its_way(*, typed: bool) -> None:
    """Whether a player typed the move or a program ordered it."""
    watch = Watch()
    turns, game_id = begun(watch)
    await turns.execute(game_id, AdvanceTimeCommand(minutes=7))
    if typed:
        await turns.take_turn(game_id, "to the inn")
    else:
        await turns.execute(game_id, ChangeLocationCommand(location_id="inn"))
    assert watch.ticks == watch.caught_up == [START + 10]
    assert turns.state(game_id).clock.minutes == START + 12


async def test_what_people_do_meanwhile_is_recorded_after_the_command_and_replaying_it_rebuilds_the_world() -> None:
    """Hours change how hungry and tired people are by what they do: so it is carried out where a replay does it."""
    deeds: dict[int, tuple[Command, ...]] = {
        START + 20: (MoveNPCCommand(npc_id="guard-1", location_id="inn"), TakeItemCommand(item_id="anvil")),
        START + 50: (SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING),),
        START + 110: (MoveNPCCommand(npc_id="guard-1", location_id="market"),),
    }
    turns, game_id = begun(Watch(lambda now: deeds.get(now, ())))
    result = await turns.execute(game_id, TWO_HOURS, TWO_HOURS, AdvanceTimeCommand(minutes=60))
    recorded = turns.library.read(game_id).records[0].commands
    assert [(item.command["kind"], item.derived) for item in recorded] == [
        ("add_note", False),
        ("advance_time", True),
        ("move_npc", False),
        ("set_activity", False),
        ("move_npc", False),
        ("add_note", False),
        ("advance_time", True),
        ("advance_time", False),
    ]
    other, replayed = begun(None)
    orders = [parse_command(item.command) for item in recorded if not item.derived]
    await other.execute(replayed, *orders)
    left, right = comparable(turns.state(game_id)), comparable(other.state(replayed))
    for part in ("npcs", "party", "clock", "scenario"):
        assert without_memories(left[part]) == without_memories(right[part])
    assert result.changes.endswith("Market · Day 1, 13:00")


async def test_whoever_gave_the_command_is_told_what_people_did_meanwhile() -> None:
    """As where it lets time pass by itself."""
    deeds = {START + 20: (MoveNPCCommand(npc_id="guard-1", location_id="inn"),)}
    for command in (TWO_HOURS, AdvanceTimeCommand(minutes=120)):
        turns, game_id = begun(Watch(lambda now: deeds.get(now, ())))
        result = await turns.execute(game_id, command)
        assert [event.npc_id for event in result.events if isinstance(event, NPCMoved)] == ["guard-1"]
        assert sum(event.minutes for event in result.events if isinstance(event, TimeAdvanced)) == 120


async def test_time_that_people_themselves_bring_about_never_goes_on_for_ever() -> None:
    """A deed at every tick that lets as much time pass as lies between two ticks."""
    watch = Watch(lambda _: (AddNoteCommand(text="10"),))
    turns, game_id = begun(watch)
    await turns.execute(game_id, AdvanceTimeCommand(minutes=30))
    assert len(watch.ticks) == 3
    assert turns.state(game_id).clock.minutes == START + 60


# -- in slices ----------------------------------------------------------------------------------------------------


class Slow(Watch):
    """Ticks in slices."""

    def tick(self, state: GameState) -> Slices[TickResult]:  # type: ignore[override]
        for _ in range(3):
            self.ticks.append(state.clock.minutes)
            yield
        return TickResult(commands=self._deeds(state.clock.minutes))


async def others_see(work: asyncio.Task[Any], see: Callable[[], Any]) -> list[Any]:
    """What others see while work is done, each thing once."""
    seen = [see()]
    while not work.done():
        await asyncio.sleep(0)
        seen += [now] if (now := see()) != seen[-1] else []
    return seen


async def test_between_the_slices_of_a_tick_others_come_and_see_the_time_that_it_is() -> None:
    watch = Slow()
    turns, game_id = begun(watch)
    napping = asyncio.create_task(turns.execute(game_id, TWO_HOURS))
    seen = await others_see(napping, lambda: (len(watch.ticks), turns.state(game_id).clock.minutes))
    assert seen == [(0, START), *((slices, START + 120) for slices in range(37))]
    assert watch.ticks == [START + 10 * tick for tick in range(1, 13) for _ in range(3)]


async def test_a_tick_that_is_cancelled_is_done_to_its_end() -> None:
    """Else what people had decided would be lost where the turn stands all the same, as when a player stops it."""
    watch = Slow(lambda _: (MoveNPCCommand(npc_id="guard-1", location_id="inn"),))
    turns, game_id = begun(watch)
    session = turns.library.open(game_id)
    turn = TurnTransaction(session, turns.bus, turns.library.now, watch)
    waiting = asyncio.create_task(turn.execute(AdvanceTimeCommand(minutes=30)))
    for _ in range(3):
        await asyncio.sleep(0)
    assert 0 < len(watch.ticks) < 3
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert (len(watch.ticks), watch.caught_up) == (3, [START + 10])
    assert session.state.npc("guard-1").current_location_id == "inn"


async def test_a_tick_of_many_people_lets_others_come_after_every_few(tmp_path: Path) -> None:
    made, _ = lived_in(tmp_path)
    game_id = made.library().begin(with_cast(village(), 25, seed=1), "Élan", seed=7)
    state = made.turns().state(game_id)
    passing = asyncio.create_task(made.turns().execute(game_id, AdvanceTimeCommand(minutes=10)))
    seen = await others_see(passing, lambda: sum(bool(npc.mind.seen) for npc in state.npcs.values()))
    assert seen[-1] > 5 * AT_ONCE
    assert all(0 < after - before <= AT_ONCE for before, after in pairwise(seen))


class Sharp(Watch):
    """CommitNotifier much at a tick."""

    def tick(self, state: GameState) -> TickResult:
        entry = MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary="A cart.", importance=MATTERS)
        return TickResult(observations=[Observation(Scope.npc("mara"), entry)] * MOST)


async def test_what_people_have_noticed_is_written_a_part_at_a_time() -> None:
    turns, game_id = begun(Sharp())
    memories = turns.state(game_id).memories(Scope.npc("mara"))
    before = len(memories)
    passing = asyncio.create_task(turns.execute(game_id, AdvanceTimeCommand(minutes=20)))
    seen = await others_see(passing, lambda: len(memories))
    assert seen[:3] == [before, before + REMEMBERED_AT_ONCE, before + MOST]


@pytest.mark.parametrize(("line", "is_read_aside"), [("I wait.", False), ("I wait. " * 200, True)])
async def test_a_long_line_is_read_and_a_record_made_beside_the_loop(
    line: str, mocker: MockerFixture, *, is_read_aside: bool
) -> None:
    turns, game_id = begun(Watch())
    where: dict[str, threading.Thread] = {}

    def noted(what: str, done: Any) -> Callable[..., Any]:
        def doing(*args: Any, **kwargs: Any) -> Any:
            where[what] = threading.current_thread()
            return done(*args, **kwargs)

        return doing

    mocker.patch.object(turn_transaction, "annotate_speech_acts", noted("read", annotate_speech_acts))
    mocker.patch.object(turn_transaction, "result_of", noted("made", result_of))
    await turns.take_turn(game_id, line)
    assert (where["read"] is not threading.current_thread()) == is_read_aside
    assert where["made"] is not threading.current_thread()


# -- with real minds ----------------------------------------------------------------------------------------------


def lived_in(root: Path) -> tuple[Container, str]:
    made = Container()
    made.settings.override(providers.Object(Settings(saves=root, embedder="words")))
    memory, places = made.memory_service(), made.locations()
    with_memory = (LocationHandler(places, memory), NPCHandler(places, memory), QuestHandler(memory))
    others = (
        ItemHandler(),
        MemoryHandler(),
        MindHandler(),
        CharacterHandler(),
        Napping(memory),
        ActionHandler(memory),
        CompanionHandler(),
        MessageHandler(),
    )
    made.bus.override(providers.Object(CommandBus((*with_memory, *others), edge=worded)))
    made.turns().settle_in_background = False
    return made, made.library().begin(village(), "Élan", seed=7)


class Visit:
    """The party goes to the ropewalk, where Jorun speaks."""

    model, mode, tools_tokens = "scripted", "offline", 0

    async def narrate(self, context: NarrationContext) -> Narration:
        await context.execute(ChangeLocationCommand(location_id="ropewalk"))
        return Narration.of("You come in.", Passage.speech("jorun", "Sit down."))


async def test_who_speaks_at_the_end_of_a_way_stays_until_the_turn_is_over(tmp_path: Path) -> None:
    """Though its plan has it go before the party could be there."""
    made, game_id = lived_in(tmp_path)
    state = made.turns().state(game_id)
    state.scenario.current_location_id = "square"
    jorun = state.npc("jorun")
    jorun.current_location_id = "ropewalk"
    give_plan(state, item(1, state.clock.minutes + 1, "bakehouse"))
    result = await made.turns().take_turn(game_id, "To the ropewalk.", narrator=Visit())
    assert made.turns().state(game_id).npc("jorun").current_location_id == "ropewalk"
    assert not any(isinstance(event, NPCMoved) and event.npc_id == "jorun" for event in result.events)


async def naps(made: Container, game_id: str, *minutes: int) -> dict[str, Any]:
    for each in minutes:
        await made.turns().execute(game_id, AddNoteCommand(text=str(each)))
        await made.turns().settle(game_id)
    return comparable(made.turns().state(game_id))


async def test_people_live_through_time_that_follows_and_an_undo_takes_it_back(tmp_path: Path) -> None:
    made, game_id = lived_in(tmp_path / "one")
    await naps(made, game_id, 3 * 60, 30, 2 * MINUTES_PER_DAY)
    moved = [npc for npc in made.turns().state(game_id).npcs.values() if npc.npc_memories]
    assert len(moved) >= 3
    await made.turns().undo(game_id, 1)
    await made.turns().settle(game_id)
    other, same_id = lived_in(tmp_path / "other")
    assert comparable(made.turns().state(game_id)) == await naps(other, same_id, 3 * 60, 30)
