"""One turn, from the player's words to the disk."""

import asyncio
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from app.agents.narrator.offline import OfflineNarrator
from app.errors import Conflict, InvalidInput, ModelUnavailable, NotFound, NotPossible, StorageFailed, TalekeeperError
from app.events.commands import AdvanceTimeCommand, ChangeLocationCommand, MoveNPCCommand, TakeItemCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.metering import current_meter
from app.interfaces.stores import IGameStore
from app.models.events.play import ItemTaken
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.prompt import Prompt
from app.models.records.folding import fold_journal
from app.models.records.record import RecordKind
from app.models.refusals import turns
from app.models.refusals.base import Refusal
from app.models.spend import Spend
from app.services.game.games.session import Caps
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService
from app.testing import FakeNarrator
from tests.integration.turns.table import (
    ScriptedNarrator,
    begin,
    captured,
    comparable,
    lived,
    new_store,
    new_table,
    of_files,
    without_memories,
)
from tests.waiting import HANG

pytestmark = pytest.mark.of_stores


class Breaking(ScriptedNarrator):
    """Carries out what it is told, then fails the way a model does."""

    def __init__(self, error: BaseException) -> None:
        self.error = error
        self.prompts: list[Prompt] = []

    async def narrate(self, context: NarrationContext) -> Narration:
        await super().narrate(context)
        self.prompts.append(await context.prompt())
        current_meter().add(Spend(calls=1, input_tokens=100, output_tokens=5))
        raise self.error


class Hesitating(ScriptedNarrator):
    """Carries out and shows everything, then never comes to an end."""

    def __init__(self) -> None:
        self.shown = asyncio.Event()

    async def narrate(self, context: NarrationContext) -> Narration:
        narration = await super().narrate(context)
        self.shown.set()
        await asyncio.Event().wait()
        return narration


class Hanging:
    """A summarizer that never answers, or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.calls = 0

    async def _answer(self, *_: Any) -> str:
        self.calls += 1
        if self.error is not None:
            raise self.error
        await asyncio.Event().wait()
        return ""

    summarize_location_session = summarize_npc_interactions = summarize_world_update = _answer


async def play(table: TurnService, game_id: str, *lines: str) -> list[TurnResult]:
    return [await table.take_turn(game_id, line) for line in lines]


def roles(result: TurnResult) -> Sequence[Role]:
    return [message.role for message in result.messages]


class TestMessages:
    async def test_a_turn_records_the_player_then_what_was_told_in_order_then_the_changes(
        self, table: TurnService, game_id: str
    ) -> None:
        await play(table, game_id, "to the inn")
        (result,) = await play(table, game_id, "Mara, good evening")
        assert roles(result) == [Role.PLAYER, Role.NARRATOR, Role.NPC, Role.SYSTEM]
        assert result.changes == "Inn · Day 1, 08:06"

    async def test_in_a_turn_that_moves_each_message_belongs_to_the_place_where_it_happened(
        self, table: TurnService, game_id: str
    ) -> None:
        (result,) = await play(table, game_id, "to the inn")
        happened = [(message.role, message.location_id, message.witness_ids) for message in result.messages]
        assert happened == [
            (Role.PLAYER, "market", ("guard-1",)),
            (Role.NARRATOR, "inn", ("mara",)),
            (Role.SYSTEM, "market", ("guard-1",)),
            (Role.SYSTEM, "inn", ("mara",)),
        ]
        assert result.changes == "→ Inn · Inn · Day 1, 08:05"

    async def test_whoever_speaks_has_not_heard_what_was_said_where_the_turn_began(
        self, table: TurnService, game_id: str
    ) -> None:
        class Answering(ScriptedNarrator):
            async def narrate(self, context: NarrationContext) -> Narration:
                context.state.party.address("player", ["mara"])
                for command in (ChangeLocationCommand(location_id="inn"),):
                    await context.execute(command)
                context.state.party.address("player", ["mara"])
                return await super().narrate(context)

        table.narrator = Answering()
        (result,) = await play(table, game_id, "go in and greet the innkeeper")
        spoken = next(message for message in result.messages if message.role is Role.NPC)
        assert spoken.location_id == "inn"
        assert spoken.witness_ids == ("mara",)
        assert "mara" not in result.messages[0].witness_ids

    async def test_whoever_is_spoken_to_stays_the_addressee_until_another_is_or_they_part(
        self, table: TurnService, game_id: str
    ) -> None:
        results = await play(
            table, game_id, "to the inn", "Mara, good evening", "and the weather?", "to the market", "well then"
        )
        assert [result.messages[0].addressee_ids for result in results] == [(), ("mara",), ("mara",), ("mara",), ()]

    async def test_a_text_turn_takes_a_minute_or_the_minutes_of_its_way(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, "hm")
        assert table.state(game_id).clock.minutes == 8 * 60 + 1
        await play(table, game_id, "to the inn")
        assert table.state(game_id).clock.minutes == 8 * 60 + 6

    async def test_a_way_takes_its_minutes_also_where_another_command_moves_the_clock(
        self, table: TurnService, game_id: str
    ) -> None:
        await play(table, game_id, "to the inn and wait")
        assert table.state(game_id).clock.minutes == 8 * 60 + 35

    async def test_recorded_commands_without_the_derived_ones_rebuild_the_world(
        self, table: TurnService, game_id: str
    ) -> None:
        lines = (
            "take the lantern",
            "out and ask Mara",
            "give Mara the lantern",
            "ask Mara about the owl",
            "to the market",
            "to the inn and wait",
        )
        results = await play(table, game_id, *lines)
        commands = [item.command for result in results for item in result.commands if not item.derived]
        assert any(item.derived for result in results for item in result.commands)
        other = begin(table)
        await table.execute(other, *commands)
        played, replayed = comparable(table.state(game_id)), comparable(table.state(other))
        for part in ("npcs", "party", "clock"):
            expected = played[part] | ({"addressees": {}} if part == "party" else {})
            assert without_memories(replayed[part]) == without_memories(expected)
        for part in ("location_states", "quests", "current_act_id", "current_location_id"):
            assert without_memories(replayed["scenario"][part]) == without_memories(played["scenario"][part])


class TestExecute:
    async def test_commands_that_move_nobody_are_a_turn_that_adds_no_time(
        self, table: TurnService, game_id: str
    ) -> None:
        result = await table.execute(game_id, TakeItemCommand(item_id="lantern"))
        assert result.turn == 1
        assert result.changes == "+ lantern · Market · Day 1, 08:00"
        assert [item.clock for item in table.library.read(game_id).records[-1].commands] == [False]

    async def test_a_move_takes_the_minutes_of_its_way_as_a_typed_one_does(
        self, table: TurnService, game_id: str
    ) -> None:
        result = await table.execute(game_id, ChangeLocationCommand(location_id="inn"))
        assert result.changes == "→ Inn · Inn · Day 1, 08:05"
        typed = begin(table)
        await play(table, typed, "to the inn")
        assert table.state(game_id).clock == table.state(typed).clock
        recorded = table.library.read(game_id).records[-1].commands
        assert [(item.command["kind"], item.clock) for item in recorded] == [
            ("change_location", False),
            ("advance_time", True),
        ]

    async def test_several_moves_take_the_minutes_of_all_their_ways(self, table: TurnService, game_id: str) -> None:
        away, back = ChangeLocationCommand(location_id="inn"), ChangeLocationCommand(location_id="market")
        await table.execute(game_id, away, back, away)
        assert table.state(game_id).clock.minutes == 8 * 60 + 15

    @pytest.mark.parametrize("minutes", [0, 1, 60])
    async def test_a_move_takes_no_further_time_where_a_command_beside_it_says_how_long_the_turn_takes(
        self, table: TurnService, game_id: str, minutes: int
    ) -> None:
        await table.execute(game_id, ChangeLocationCommand(location_id="inn"), AdvanceTimeCommand(minutes=minutes))
        assert table.state(game_id).clock.minutes == 8 * 60 + minutes

    async def test_the_commands_of_each_turn_given_again_are_the_same_world_at_the_same_time(
        self, table: TurnService, game_id: str
    ) -> None:
        """The time that a move took is among what is recorded: it is not added a second time."""
        first = [
            await table.execute(game_id, TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn")),
            await table.take_turn(game_id, "to the market"),
            await table.execute(game_id, ChangeLocationCommand(location_id="inn")),
        ]
        other = begin(table)
        for result in first:
            orders = [item.command for item in result.commands if not item.derived]
            await table.execute(other, *orders)
        assert table.state(other).clock == table.state(game_id).clock
        assert table.state(other).party.items == table.state(game_id).party.items == ["lantern"]

    async def test_an_undone_move_gives_its_time_back(self, table: TurnService, game_id: str) -> None:
        before = comparable(table.state(game_id))
        await table.execute(game_id, ChangeLocationCommand(location_id="inn"))
        await table.undo(game_id)
        assert comparable(table.state(game_id)) == before

    async def test_a_refused_move_takes_no_time(self, table: TurnService, game_id: str) -> None:
        with pytest.raises(NotPossible):
            await table.execute(game_id, ChangeLocationCommand(location_id="tower"))
        assert table.state(game_id).clock.minutes == 8 * 60

    async def test_the_engines_line_holds_the_events_it_tells_also_once_saved(
        self, table: TurnService, game_id: str
    ) -> None:
        await table.execute(game_id, TakeItemCommand(item_id="lantern"), AdvanceTimeCommand(minutes=5))
        [line] = table.state(game_id).conversation_history
        assert line.events == (ItemTaken(item_id="lantern", location_id="market"),)
        [loaded] = fold_journal(table.library.read(game_id)).conversation_history
        assert loaded == line

    async def test_it_is_all_or_none(self, table: TurnService, game_id: str) -> None:
        before = table.state(game_id).model_dump()
        with pytest.raises(NotPossible):
            await table.execute(game_id, TakeItemCommand(item_id="lantern"), TakeItemCommand(item_id="anvil"))
        assert table.state(game_id).model_dump() == before
        assert table.library.read(game_id).records == ()

    async def test_people_moved_by_hand_are_captured_before_they_go(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, "to the inn", "Mara, I promise to bring the lantern back.")
        await table.execute(game_id, MoveNPCCommand(npc_id="mara", location_id="market"))
        await table.settle(game_id)
        assert len(captured(table.state(game_id).npc("mara").npc_memories)) == 1


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "says"),
        [("", "empty"), (" \n ", "empty"), ("x" * 10_001, "10,000"), ("a\x1b[2J", "control"), ("\x00", "control")],
    )
    async def test_text_outside_the_limits_is_refused_in_one_line_and_nothing_happens(
        self, table: TurnService, game_id: str, text: str, says: str
    ) -> None:
        with pytest.raises(InvalidInput, match=says) as refused:
            await table.take_turn(game_id, text)
        assert "\n" not in str(refused.value)
        assert table.state(game_id).turn == 0

    async def test_text_outside_the_limits_is_refused_while_another_turn_goes_on(
        self, table: TurnService, game_id: str
    ) -> None:
        narrator = FakeNarrator(pieces=["You look"])
        narrator.go_on = asyncio.Event()
        looking = asyncio.create_task(table.take_turn(game_id, "look", narrator=narrator))
        await narrator.shown.wait()
        async with asyncio.timeout(HANG):
            for refused in (table.take_turn(game_id, " "), table.edit(game_id, 1, " "), table.retry(game_id, hint=" ")):
                with pytest.raises(InvalidInput):
                    await refused
        narrator.go_on.set()
        assert (await looking).turn == 1

    @pytest.mark.parametrize("name", ["O'Brien", "Élan", "李明", "José María de la O"])
    async def test_players_may_be_called_what_people_are_called(self, table: TurnService, name: str) -> None:
        game_id = begin(table, name)
        (result,) = await play(table, game_id, "hello")
        assert result.messages[0].speaker_name == name
        assert table.library.find(f"{name} in A Small World") == (game_id, None)

    @pytest.mark.parametrize("name", ["", "   ", "a\nb", "x" * 61, "\x07"])
    def test_other_names_are_refused(self, table: TurnService, name: str) -> None:
        with pytest.raises(InvalidInput):
            begin(table, name)

    async def test_an_unknown_speaker_is_refused(self, table: TurnService, game_id: str) -> None:
        with pytest.raises(NotPossible, match="nobody"):
            await table.take_turn(game_id, "hello", speaker="nobody")

    @pytest.mark.parametrize("bad", ["../etc", "a/b", "", "A"])
    async def test_ids_that_are_none_never_reach_the_disk(self, table: TurnService, bad: str) -> None:
        with pytest.raises(InvalidInput):
            await table.take_turn(bad, "hello")


class TestDurability:
    @of_files
    async def test_it_is_fsynced_before_the_turn_is_told(
        self, table: TurnService, game_id: str, mocker: MockerFixture
    ) -> None:
        synced = mocker.spy(__import__("os"), "fsync")
        await play(table, game_id, "hello")
        assert synced.call_count == 1

    @of_files
    async def test_a_full_disk_refuses_the_turn_and_the_next_one_works(
        self, table: TurnService, game_id: str, tmp_path: Path, mocker: MockerFixture
    ) -> None:
        await play(table, game_id, "hello")
        journal = tmp_path / game_id / "journal.jsonl"
        before = journal.read_bytes()
        failing = mocker.patch("os.fsync", side_effect=OSError(28, "No space left on device"))
        with pytest.raises(StorageFailed):
            await table.take_turn(game_id, "take the lantern")
        mocker.stop(failing)
        assert journal.read_bytes() == before
        assert table.state(game_id).party.items == []
        (result,) = await play(table, game_id, "take the lantern")
        assert result.turn == 2
        assert table.state(game_id).party.items == ["lantern"]

    async def test_a_second_writer_gets_conflict(self, table: TurnService, game_id: str, tmp_path: Path) -> None:
        other = new_table(new_store(tmp_path))
        with pytest.raises(Conflict):
            await other.take_turn(game_id, "hello")
        await table.close(game_id)
        assert (await other.take_turn(game_id, "hello")).turn == 1

    async def test_a_known_request_id_returns_what_was_recorded(
        self, table: TurnService, game_id: str, tmp_path: Path
    ) -> None:
        first = await table.take_turn(game_id, "take the lantern", request_id="r-1")
        again = await table.take_turn(game_id, "take the lantern", request_id="r-1")
        assert again == first
        await table.close(game_id)
        reopened = new_table(new_store(tmp_path))
        assert await reopened.take_turn(game_id, "take the lantern", request_id="r-1") == first
        assert reopened.state(game_id).turn == 1

    async def test_turns_of_one_game_never_overlap(self, table: TurnService, game_id: str) -> None:
        results = await asyncio.gather(*(table.take_turn(game_id, f"say {n}") for n in range(5)))
        assert sorted(result.turn for result in results) == [1, 2, 3, 4, 5]
        indexes = [message.index for message in table.state(game_id).conversation_history]
        assert indexes == list(range(len(indexes)))


class TestFailingModels:
    @pytest.mark.parametrize("error", [ModelUnavailable("no answer"), RuntimeError("a defect")])
    async def test_the_turn_is_undone_whatever_it_did_and_may_be_taken_again(
        self, table: TurnService, game_id: str, error: Exception
    ) -> None:
        before = table.state(game_id).model_dump()
        table.narrator = Breaking(error)
        with pytest.raises(type(error)):
            await table.take_turn(game_id, "take the lantern", request_id="r-1")
        assert table.state(game_id).model_dump() == before
        table.narrator = ScriptedNarrator()
        result = await table.take_turn(game_id, "take the lantern", request_id="r-1")
        assert result.turn == 1
        assert table.state(game_id).party.items == ["lantern"]

    async def test_what_an_undone_turn_cost_is_kept(self, table: TurnService, game_id: str) -> None:
        table.narrator = Breaking(ModelUnavailable("no answer"))
        with pytest.raises(ModelUnavailable):
            await table.take_turn(game_id, "hello")
        assert table.library.open(game_id).spent.input_tokens == 100
        assert fold_journal(table.library.read(game_id)).turn == 0

    async def test_a_cap_on_the_game_stops_the_next_call(self, store: IGameStore) -> None:
        table = new_table(store, caps=Caps(tokens_per_game=105))
        game_id = begin(table)
        table.narrator = Breaking(ModelUnavailable("no answer"))
        with pytest.raises(ModelUnavailable):
            await table.take_turn(game_id, "hello")
        meter = table.library.open(game_id).open_meter(Caps(tokens_per_game=105))
        with pytest.raises(Exception, match="cap"):
            meter.check()

    async def test_a_retry_that_fails_leaves_the_old_turn_standing(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, "take the lantern")
        before = table.state(game_id).model_dump()
        table.narrator = Breaking(ModelUnavailable("no answer"))
        with pytest.raises(ModelUnavailable):
            await table.retry(game_id)
        assert table.state(game_id).model_dump() == before
        assert fold_journal(table.library.read(game_id)).model_dump() == before


class TestStopping:
    async def test_commands_and_shown_text_stay_and_are_marked(self, table: TurnService, game_id: str) -> None:
        hesitating = Hesitating()
        table.narrator = hesitating
        turn = asyncio.create_task(table.take_turn(game_id, "take the lantern"))
        await hesitating.shown.wait()
        assert table.stop(game_id)
        result = await turn
        assert result.interrupted
        assert "the evening goes on" in result.text
        assert table.state(game_id).party.items == ["lantern"]
        assert not table.stop(game_id)

    async def test_cut_text_is_not_condensed(self, table: TurnService, game_id: str) -> None:
        hesitating = Hesitating()
        table.narrator = hesitating
        turn = asyncio.create_task(table.take_turn(game_id, "hello"))
        await hesitating.shown.wait()
        table.stop(game_id)
        await turn
        table.narrator = ScriptedNarrator()
        await play(table, game_id, "to the inn")
        await table.settle(game_id)
        (entry,) = lived(table.state(game_id).place("market").location_memories)
        assert entry.first_message_index == 0
        shown = [table.state(game_id).conversation_history[n] for n in range(entry.since_message_index or 0)]
        assert next(message.interrupted for message in shown if message.role is Role.NARRATOR)

    async def test_a_cancelled_caller_takes_the_turn_with_it(self, table: TurnService, game_id: str) -> None:
        hesitating = Hesitating()
        table.narrator = hesitating
        turn = asyncio.create_task(table.take_turn(game_id, "take the lantern"))
        await hesitating.shown.wait()
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        assert table.state(game_id).turn == 0
        assert table.state(game_id).party.items == []


class TestMemoryIsOffTheTurnsPath:
    async def test_a_hanging_summarizer_delays_no_turn_and_loses_nothing(
        self, store: IGameStore, tmp_path: Path
    ) -> None:
        table = new_table(store, summarizer=Hanging(), settle_in_background=True)
        game_id = begin(table)
        await play(table, game_id, "Guard, hello", "to the inn", "Mara, hello", "to the market", "hello again")
        assert table.state(game_id).turn == 5
        waiting = await table.close(game_id)
        assert waiting == 4
        again = new_table(new_store(tmp_path))
        await again.settle(game_id)
        assert len(captured(again.state(game_id).npc("mara").npc_memories)) == 1
        assert not again.state(game_id).pending

    async def test_a_raising_summarizer_delays_no_turn(self, store: IGameStore) -> None:
        table = new_table(store, summarizer=Hanging(RuntimeError("broken")), settle_in_background=True)
        game_id = begin(table)
        results = await play(table, game_id, "Guard, hello", "to the inn", "to the market")
        assert [result.turn for result in results] == [1, 2, 3]
        for _ in range(3):
            await table.settle(game_id)
        assert "extractive" in lived(table.state(game_id).place("market").location_memories)[0].tags

    async def test_the_turn_that_leaves_is_in_the_places_memory_and_its_witnesses_not_the_newcomers(
        self, table: TurnService, game_id: str
    ) -> None:
        await play(table, game_id, "Guard, keep well", "to the inn", "Mara, hello", "to the market")
        await table.settle(game_id)
        state = table.state(game_id)
        leaving = next(message for message in state.conversation_history if message.content == "to the inn")
        market, guard, mara = state.place("market"), state.npc("guard-1"), state.npc("mara")
        assert (lived(market.location_memories)[0].since_message_index or 0) >= leaving.index
        assert (captured(guard.npc_memories)[0].since_message_index or 0) >= leaving.index
        assert (captured(mara.npc_memories)[0].first_message_index or 0) > leaving.index

    async def test_a_long_stay_is_captured_though_nobody_leaves(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, *(f"hm {n}" for n in range(10)))
        await table.settle(game_id)
        assert len(lived(table.state(game_id).place("market").location_memories)) == 1


class TestGoingBack:
    async def test_undo_names_what_it_takes_back(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, "take the lantern")
        await table.execute(game_id, AdvanceTimeCommand(minutes=5))
        taken_back = await table.undo(game_id, 2)
        assert [(item.turn, item.player_input, item.commands) for item in taken_back] == [
            (2, None, ("advance_time",)),
            (1, "take the lantern", ("take_item", "advance_time")),
        ]
        assert table.state(game_id).turn == 0

    async def test_there_is_an_end_to_undoing(self, table: TurnService, game_id: str) -> None:
        with pytest.raises(NotPossible, match="Nothing has been played"):
            await table.undo(game_id)
        await play(table, game_id, "hello")
        with pytest.raises(NotPossible, match="1 to 1"):
            await table.undo(game_id, 2)

    async def test_what_is_refused_of_a_turn_is_a_value_with_its_sentence(
        self, table: TurnService, game_id: str
    ) -> None:
        await table.execute(game_id, AdvanceTimeCommand(minutes=5))
        refusals: list[tuple[Awaitable[object], Refusal, str]] = [
            (table.undo(game_id, 2), turns.TurnTooMany(most=1), "1 to 1 turns"),
            (table.retry(game_id), turns.TurnWithoutWords(), "no words"),
            (table.edit(game_id, 1, "hello"), turns.TurnWithoutText(turn=1), "without text"),
            (table.edit(game_id, 7, "hello"), turns.TurnUnknown(turn=7), "no turn 7"),
            (table.branch(game_id, label="owl"), turns.TurnNotNamed(name="owl"), "named 'owl'"),
            (table.label(game_id, "owl", seq=77), turns.RecordUnknown(seq=77), "the record 77"),
            (table.explain(game_id, 1), turns.TurnWithoutText(turn=1), "without text"),
        ]
        for asked, reason, words in refusals:
            with pytest.raises(TalekeeperError, match=words) as refused:
                await asked
            assert refused.value.reason == reason

    async def test_a_branch_goes_its_own_way(self, table: TurnService, game_id: str) -> None:
        await play(table, game_id, "take the lantern", "to the inn")
        await table.label(game_id, "before the gift")
        await play(table, game_id, "give Mara the lantern")
        assert table.library.find("before the gift") == (game_id, "before the gift")
        branch = await table.branch(game_id, label="before the gift")
        assert table.state(branch).party.items == ["lantern"]
        assert table.library.read(branch).header.branched_from is not None
        await play(table, branch, "to the market")
        assert table.state(game_id).party.items == []
        first = await table.branch(game_id, turn=1)
        assert table.state(first).scenario.current_location_id == "market"

    async def test_a_retry_needs_words(self, table: TurnService, game_id: str) -> None:
        await table.execute(game_id, AdvanceTimeCommand(minutes=5))
        with pytest.raises(NotPossible, match="no words"):
            await table.retry(game_id)


class TestExplaining:
    async def test_the_prompt_of_any_turn_is_rebuilt_exactly(self, table: TurnService, game_id: str) -> None:
        seen: list[Prompt] = []

        class Watching(ScriptedNarrator):
            async def narrate(self, context: NarrationContext) -> Narration:
                seen.append(await context.prompt())
                return await super().narrate(context)

        table.narrator = Watching()
        lines = ("take the lantern", "out and ask Mara", "Mara, I promise to be quick.", "to the market", "to the inn")
        for line in lines:
            await table.take_turn(game_id, line)
            await table.settle(game_id)
        assert [await table.explain(game_id, turn + 1) for turn in range(len(lines))] == seen
        assert "Recent Location Memory" in {section.name for section in seen[-1].sections}

    async def test_it_is_rebuilt_with_as_many_memories_as_it_had(self, table: TurnService, game_id: str) -> None:
        """A setting that has changed since does not change what an old turn was shown."""
        for _ in range(3):
            await play(table, game_id, "What a fine day!", "to the inn", "to the market")
            await table.settle(game_id)
        for max_entries, turn in ((1, 10), (3, 11)):
            table.max_entries = max_entries
            await play(table, game_id, "I look around.")
            for table.max_entries in (1, 3):
                prompt = await table.explain(game_id, turn)
                (place,) = (part for part in prompt.sections if part.name == "Recent Location Memory")
                assert place.reasons[-1].endswith(f"one of the last {max_entries} of Market")
                assert len(place.lines) == max_entries

    async def test_a_turn_without_text_has_no_prompt(self, table: TurnService, game_id: str) -> None:
        await table.execute(game_id, AdvanceTimeCommand(minutes=5))
        with pytest.raises(NotPossible, match="without text"):
            await table.explain(game_id, 1)
        with pytest.raises(NotFound, match="no turn 9"):
            await table.explain(game_id, 9)


async def test_settling_is_one_commit_for_each_capture(table: TurnService, game_id: str) -> None:
    await play(table, game_id, "Guard, hello", "to the inn")
    await table.settle(game_id)
    kinds = [record.kind for record in table.library.read(game_id).records]
    assert kinds == [RecordKind.TURN, RecordKind.TURN, RecordKind.SETTLE, RecordKind.SETTLE]


async def test_a_settle_in_the_middle_of_a_turn_loses_no_message_of_it(table: TurnService, game_id: str) -> None:
    """What of the player's words was said is known only when the turn ends, so nobody may index them before."""

    class Settling(ScriptedNarrator):
        async def narrate(self, context: NarrationContext) -> Narration:
            settling.append(asyncio.create_task(table.settle(game_id)))
            for _ in range(5):
                await asyncio.sleep(0)
            await super().narrate(context)
            return Narration.of("Done.", Passage.speech("mara", "An owl, you say?"))

    settling: list[asyncio.Task[None]] = []
    await play(table, game_id, "Guard, hello", "to the inn", "to the market")
    table.narrator = Settling()
    (result,) = await play(table, game_id, "out and ask Mara")
    await asyncio.gather(*settling)
    state = table.state(game_id)
    index, length = state.message_index, len(state.conversation_history)
    said = next(message for message in result.messages if message.role is Role.NPC)
    assert said.index in index.of(Scope.npc("mara"), 0, length)
    assert result.messages[0].index in index.of(Scope.location("market"), 0, length)


async def test_a_line_that_is_not_understood_takes_no_time(store: IGameStore) -> None:
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    began = table.state(game_id).clock.minutes
    result = await table.take_turn(game_id, "flurble")
    assert table.state(game_id).clock.minutes == began
    assert [command.command["kind"] for command in store.read(game_id).records[-1].commands] == []
    assert result.text
    await table.take_turn(game_id, "look")
    assert table.state(game_id).clock.minutes == began + 1


@pytest.mark.parametrize("text", ["I wonder what she is hiding", "I lay my hand on her shoulder"])
async def test_what_is_only_thought_or_done_is_not_recorded_as_said(store: IGameStore, text: str) -> None:
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    await table.execute(game_id, ChangeLocationCommand(location_id="inn"))
    result = await table.take_turn(game_id, text)
    typed = next(message for message in result.messages if message.role is Role.PLAYER)
    assert typed.content == text
    assert (typed.fresh_content, typed.acts) == ("…", ())
