"""What must hold when things end early: games that are closed, work that is cancelled, money that was spent."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from pytest_mock import MockerFixture

from app.agents.summarizer.offline import ExtractiveSummarizer
from app.errors import BudgetExhausted, Conflict, CorruptSave, InvalidInput, ModelUnavailable, StorageFailed
from app.events.commands import AdvanceTimeCommand, ChangeLocationCommand, MoveNPCCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.metering import current_meter
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.prompt import Prompt, PromptMoment
from app.models.records.folding import fold_journal
from app.models.records.record import Record, RecordKind
from app.models.spend import Spend
from app.services.game.games.session import Caps
from app.services.game.turns.turn_service import TurnService
from app.testing import InMemoryGameStore
from tests.integration.turns.table import ScriptedNarrator, begin, lived, new_store, new_table, of_files

pytestmark = pytest.mark.of_stores


class Paying:
    """A summarizer that pays for each call, then waits for its gate."""

    def __init__(self, tokens: int = 100) -> None:
        self.gate = asyncio.Event()
        self.started = asyncio.Event()
        self.tokens = tokens
        self.refused = 0

    async def _answer(self, *_: Any) -> str:
        try:
            current_meter().check()
        except BudgetExhausted:
            self.refused += 1
            raise
        current_meter().add(Spend(calls=1, input_tokens=self.tokens))
        self.started.set()
        await self.gate.wait()
        return "The company talked for a while."

    summarize_location_session = summarize_npc_interactions = summarize_world_update = _answer


class Spending(ScriptedNarrator):
    """Pays, then fails or is cut off."""

    def __init__(self, error: BaseException | None) -> None:
        self.error = error
        self.paid = asyncio.Event()

    async def narrate(self, context: NarrationContext) -> Narration:
        current_meter().add(Spend(calls=3, input_tokens=300))
        self.paid.set()
        if self.error is not None:
            raise self.error
        await asyncio.Event().wait()
        return Narration()


def spent(table: TurnService, game_id: str) -> int:
    """Tokens in the books on disk."""
    return sum(record.spend.tokens for record in table.library.read(game_id).records if record.spend)


class TestClosing:
    async def test_nothing_holds_the_game_after_it_was_closed_during_a_settle(self, tmp_path: Path) -> None:
        paying = Paying()
        table = new_table(new_store(tmp_path), summarizer=paying)
        game_id = begin(table)
        await table.take_turn(game_id, "Guard, hello")
        await table.take_turn(game_id, "to the inn")
        settling = asyncio.create_task(table.settle(game_id))
        await paying.started.wait()
        assert await table.close(game_id) == 2
        await settling
        other = new_table(new_store(tmp_path))
        assert (await other.take_turn(game_id, "hello")).turn == 3
        assert spent(other, game_id) == 200

    async def test_a_turn_in_progress_ends_before_the_game_is_closed(self, tmp_path: Path) -> None:
        table = new_table(new_store(tmp_path), settle_in_background=True)
        game_id = begin(table)
        turn = asyncio.create_task(table.take_turn(game_id, "to the inn"))
        await asyncio.sleep(0)
        await table.close(game_id)
        assert (await turn).turn == 1
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)
        other = new_table(new_store(tmp_path))
        assert (await other.take_turn(game_id, "hello")).turn == 2

    async def test_a_late_commit_of_a_closed_game_is_refused(self, table: TurnService, game_id: str) -> None:
        session = table.library.open(game_id)
        await table.close(game_id)
        session.state.clock.advance(5)
        with pytest.raises(Conflict, match="closed"):
            await session.append(session.record(RecordKind.TURN))


class TestMoney:
    @pytest.mark.parametrize("error", [ModelUnavailable("no"), InvalidInput("no"), RuntimeError("no")])
    async def test_it_is_booked_whatever_became_of_the_turn(
        self, table: TurnService, game_id: str, error: Exception
    ) -> None:
        table.narrator = Spending(error)
        with pytest.raises(type(error)):
            await table.take_turn(game_id, "hello")
        assert spent(table, game_id) == 300
        assert fold_journal(table.library.read(game_id)).turn == 0

    async def test_it_is_booked_when_the_caller_goes_away(self, table: TurnService, game_id: str) -> None:
        spending = Spending(None)
        table.narrator = spending
        turn = asyncio.create_task(table.take_turn(game_id, "hello"))
        await spending.paid.wait()
        turn.cancel()
        with pytest.raises(asyncio.CancelledError):
            await turn
        assert spent(table, game_id) == 300

    async def test_undo_gives_no_money_back(self, table: TurnService, game_id: str) -> None:
        class Cheap(ScriptedNarrator):
            async def narrate(self, context: NarrationContext) -> Narration:
                current_meter().add(Spend(calls=1, input_tokens=70))
                return await super().narrate(context)

        table.narrator = Cheap()
        await table.take_turn(game_id, "hello")
        await table.undo(game_id)
        assert table.library.open(game_id).spent.tokens == spent(table, game_id) == 70

    async def test_a_failed_retry_that_cost_money_leaves_the_old_turn_standing(
        self, table: TurnService, game_id: str
    ) -> None:
        await table.take_turn(game_id, "take the lantern")
        before = table.state(game_id).model_dump()
        table.narrator = Spending(ModelUnavailable("no"))
        with pytest.raises(ModelUnavailable):
            await table.retry(game_id)
        assert fold_journal(table.library.read(game_id)).model_dump() == before
        assert spent(table, game_id) == 300

    async def test_the_games_cap_holds_over_captures_side_by_side(self, tmp_path: Path) -> None:
        paying = Paying()
        paying.gate.set()
        table = new_table(new_store(tmp_path), summarizer=paying, caps=Caps(tokens_per_game=100))
        game_id = begin(table)
        for words in ("Guard, hello", "to the inn", "Mara, hello", "to the market"):
            await table.take_turn(game_id, words)
        await table.settle(game_id)
        assert paying.refused == 3
        assert spent(table, game_id) == 100


class TestRequestIds:
    async def test_an_undone_turn_is_not_known_any_more(self, table: TurnService, game_id: str) -> None:
        await table.take_turn(game_id, "to the inn", request_id="r-1")
        await table.undo(game_id)
        again = await table.take_turn(game_id, "to the inn", request_id="r-1")
        assert table.state(game_id).scenario.current_location_id == "inn"
        assert again.turn == 1

    async def test_a_retry_answers_to_the_id_of_the_turn_it_replaces(self, table: TurnService, game_id: str) -> None:
        await table.take_turn(game_id, "to the inn", request_id="r-1")
        retried = await table.retry(game_id)
        assert await table.take_turn(game_id, "to the inn", request_id="r-1") == retried


class TestGoingOnAfterTrouble:
    @of_files
    async def test_conflict_is_over_at_the_next_try(self, table: TurnService, game_id: str, tmp_path: Path) -> None:
        """Another program has written behind our back: refused once, then the game is as it is on disk."""
        journal = tmp_path / game_id / "journal.jsonl"
        await table.take_turn(game_id, "hello")
        await table.take_turn(game_id, "take the lantern")
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-1]))
        with pytest.raises(Conflict):
            await table.take_turn(game_id, "to the inn")
        assert (await table.take_turn(game_id, "to the inn")).turn == 2

    async def test_a_refused_settle_is_settled_the_next_time(self, tmp_path: Path) -> None:
        store = InMemoryGameStore()
        table = new_table(store)
        game_id = begin(table)
        await table.take_turn(game_id, "to the inn")
        store.failures.append(StorageFailed("the disk is full"))
        with pytest.raises(StorageFailed):
            await table.settle(game_id)
        assert lived(table.state(game_id).place("market").location_memories) == []
        await table.settle(game_id)
        assert len(lived(table.state(game_id).place("market").location_memories)) == 1

    @pytest.mark.parametrize(
        "parts",
        [
            {"clock": {"minutes": -5}},
            {"location/../../etc": {}},
            {"npc/mara": {"instance_id": "mara", "current_location_id": "atlantis"}},
            {"pending/npc/nobody": []},
            {"weather": {}},
        ],
    )
    async def test_a_save_that_does_not_fit_its_scenario_is_corrupt(
        self, table: TurnService, game_id: str, parts: dict[str, Any]
    ) -> None:
        at = table.library.now()
        crafted = Record(seq=1, kind=RecordKind.TURN, parent=0, turn=1, at=at, parts=parts)
        table.library.store.append(game_id, crafted, 0)
        table.library.close(game_id)
        with pytest.raises(CorruptSave):
            table.library.open(game_id)


class TestWhereThingsAreSaid:
    async def test_a_speech_belongs_to_the_place_where_it_was_said(self, table: TurnService, game_id: str) -> None:
        class Leaving(ScriptedNarrator):
            async def narrate(self, context: NarrationContext) -> Narration:
                context.tell(Passage.speech("mara", "Tell nobody."))
                await context.execute(MoveNPCCommand(npc_id="mara", location_id="market"))
                return Narration.of("She goes.")

        await table.take_turn(game_id, "to the inn")
        table.narrator = Leaving()
        result = await table.take_turn(game_id, "Mara, what now?")
        spoken = next(message for message in result.messages if message.role is Role.NPC)
        assert (spoken.location_id, spoken.witness_ids) == ("inn", ("mara",))

    async def test_explain_shows_what_a_model_was_given_after_the_commands(
        self, table: TurnService, game_id: str
    ) -> None:
        seen: list[Prompt] = []

        class Guided(ScriptedNarrator):
            async def narrate(self, context: NarrationContext) -> Narration:
                await context.execute(ChangeLocationCommand(location_id="inn"))
                seen.append(await context.prompt())
                seen.append(await context.prompt_for_npc("mara"))
                return Narration((Passage("You are there."),), asked=PromptMoment.AFTER, asked_npc_id=self.asked)

            asked: str | None = None

        guided = Guided()
        table.narrator = guided
        await table.take_turn(game_id, "go in")
        assert await table.explain(game_id, 1) == seen[0]
        await table.undo(game_id)
        guided.asked = "mara"
        await table.take_turn(game_id, "go in")
        assert await table.explain(game_id, 1) == seen[3]


async def test_a_program_that_only_executes_settles_all_the_same(tmp_path: Path) -> None:
    table = new_table(new_store(tmp_path), settle_in_background=True)
    game_id = begin(table)
    for turn in range(40):
        target = "inn" if turn % 2 == 0 else "market"
        await table.execute(game_id, ChangeLocationCommand(location_id=target), AdvanceTimeCommand(minutes=5))
    waiting = sum(len(queue) for queue in table.state(game_id).pending.values())
    assert waiting < 10
    await table.close(game_id)


async def test_what_waits_is_committed_queue_by_queue(table: TurnService, game_id: str, mocker: MockerFixture) -> None:
    """A commit costs what changed: a queue that waits for a broken summarizer is not written again and again."""
    mocker.patch.object(ExtractiveSummarizer, "summarize_location_session", side_effect=RuntimeError)
    for words in ("to the inn", "to the market", "down", "through the hole"):
        await table.take_turn(game_id, words)
    last = table.library.read(game_id).records[-1]
    assert {name for name in last.parts if name.startswith("pending/")} == {"pending/location/cell-1"}
    await table.settle(game_id)
    assert table.state(game_id).queue(Scope.location("market"))
