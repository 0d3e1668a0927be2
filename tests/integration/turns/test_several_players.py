"""Several people at one table: each speaks to whom it chose, and is who it is in history, memory and prompt."""

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.errors import InvalidInput, NotFound, NotPossible
from app.events.command_table import parse_command
from app.events.commands import (
    AddNoteCommand,
    GiveItemCommand,
    JoinPartyCommand,
    LeavePartyCommand,
    MoveNPCCommand,
    SetNPCAttitudeCommand,
    TakeItemCommand,
)
from app.interfaces.stores import IGameStore
from app.models.command import Command
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.sheets.condition import Attitude
from app.models.state.game_state import GameState
from app.services.characters.table_view import journal_text
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService
from app.settings import PROJECT
from tests.integration.turns.table import captured, comparable, new_table, without_memories
from tests.worlds import small_sheet

pytestmark = [pytest.mark.of_stores, pytest.mark.long]


ANN, BEN, CLEO = "player", "player-2", "player-3"
HEDDA, WENZEL = "hedda", "wenzel"
SISTER, LOAF = "My sister Elna lives in Brackwater.", "I promise to bring you a loaf."


class Table:
    """A game of two players with everything real and no model."""

    def __init__(self, store: IGameStore) -> None:
        self.turns: TurnService = new_table(store, narrator=OfflineNarrator())
        sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
        self.id = self.turns.library.begin(sheet, ["Ann", "Ben"], seed=7)

    @property
    def state(self) -> GameState:
        return self.turns.state(self.id)

    async def say(self, speaker: str, *lines: str) -> str:
        """What is told in the last of these turns."""
        result = [await self.turns.take_turn(self.id, line, speaker=speaker) for line in lines][-1]
        return "\n".join(m.content for m in result.messages if m.role in (Role.NARRATOR, Role.NPC))

    async def do(self, *commands: Command) -> TurnResult:
        return await self.turns.execute(self.id, *commands)

    def summaries(self, scope: Scope) -> str:
        return "\n".join(entry.summary for entry in captured(self.state.memories(scope)))


@pytest.fixture
async def bakehouse(store: IGameStore) -> Table:
    """Ann speaks to Hedda, Ben to Wenzel, at one place."""
    table = Table(store)
    await table.say(ANN, "go down", "go east")
    await table.do(MoveNPCCommand(npc_id=WENZEL, location_id=table.state.here.id))
    await table.say(ANN, "Hedda, hello")
    await table.say(BEN, "Wenzel, hello")
    return table


class TestSpeaking:
    async def test_each_player_goes_on_with_the_person_it_has_chosen(self, bakehouse: Table) -> None:
        for speaker, npc_id in ((ANN, HEDDA), (BEN, WENZEL), (BEN, WENZEL), (ANN, HEDDA)):
            result = await bakehouse.turns.take_turn(bakehouse.id, "What do you do all day?", speaker=speaker)
            said = [m for m in result.messages if m.role is Role.NPC]
            assert [(m.speaker_id, m.addressee_ids) for m in said] == [(npc_id, (speaker,))]
        assert bakehouse.state.party.addressees == {ANN: (HEDDA,), BEN: (WENZEL,)}

    async def test_who_is_spoken_with_is_told_to_each_player(self, bakehouse: Table) -> None:
        assert "speaking with Hedda Brask" in await bakehouse.say(ANN, "who is here?")
        assert "speaking with Wenzel Ambrus" in await bakehouse.say(BEN, "who is here?")

    async def test_when_a_person_leaves_only_those_who_spoke_to_it_speak_to_nobody(self, bakehouse: Table) -> None:
        await bakehouse.do(MoveNPCCommand(npc_id=WENZEL, location_id="idle-mill"))
        assert bakehouse.state.party.addressees == {ANN: (HEDDA,)}

    async def test_a_prompt_of_the_past_knows_to_whom_its_player_spoke(self, bakehouse: Table) -> None:
        await bakehouse.say(ANN, SISTER)
        turn = bakehouse.state.turn
        await bakehouse.say(BEN, LOAF)
        assert f'"Ann" says or does: "{SISTER}"' in (await bakehouse.turns.explain(bakehouse.id, turn)).text


class TestRemembering:
    async def test_you_is_the_one_who_asks_and_others_go_by_their_names(self, bakehouse: Table) -> None:
        await bakehouse.say(ANN, SISTER)
        await bakehouse.say(BEN, LOAF)
        assert f"You said: “{SISTER}”" in await bakehouse.say(ANN, "what did I tell you?")
        assert f"You said: “{LOAF}”" in await bakehouse.say(BEN, "what did I tell you?")
        assert f"Ann told me: “{SISTER}”" in await bakehouse.say(BEN, "Hedda, what did Ann tell you?")
        assert f"Ben told me: “{LOAF}”" in await bakehouse.say(ANN, "Wenzel, what did Ben promise you?")

    async def test_who_was_promised_nothing_by_a_player_does_not_take_anothers_promise_for_its(
        self, bakehouse: Table
    ) -> None:
        await bakehouse.say(BEN, LOAF)
        assert "loaf" not in await bakehouse.say(ANN, "Wenzel, what did I promise you?")

    async def test_what_one_player_says_is_heard_by_all_who_are_there(self, bakehouse: Table) -> None:
        await bakehouse.say(ANN, SISTER)
        said = bakehouse.state.conversation_history[bakehouse.state.message_index.heard(Scope.npc(WENZEL))[-1]]
        assert SISTER in await bakehouse.say(BEN, "what did Ann say?")
        assert set(said.witness_ids) == {HEDDA, WENZEL}

    async def test_summaries_name_each_player_for_what_it_said_and_did(self, bakehouse: Table) -> None:
        await bakehouse.say(ANN, SISTER)
        await bakehouse.say(BEN, LOAF)
        await bakehouse.say(ANN, "go back")
        await bakehouse.turns.settle(bakehouse.id)
        assert f'Ann told Hedda Brask: "{SISTER}"' in bakehouse.summaries(Scope.npc(HEDDA))
        assert f'Ben promised Wenzel Ambrus: "{LOAF}"' in bakehouse.summaries(Scope.npc(WENZEL))
        told = bakehouse.summaries(Scope.location("bakehouse"))
        assert "Ann" in told
        assert "Ben" in told

    async def test_who_has_left_is_still_asked_about_by_name(self, bakehouse: Table) -> None:
        await bakehouse.say(BEN, LOAF)
        await bakehouse.do(LeavePartyCommand(player_id=BEN))
        assert f"Ben told me: “{LOAF}”" in await bakehouse.say(ANN, "Wenzel, what did Ben promise you?")


class TestThings:
    async def test_thanks_name_the_giver_and_what_was_seen_too(self, store: IGameStore) -> None:
        table = new_table(store, narrator=OfflineNarrator())
        game = table.library.begin(small_sheet(), ["Ann", "Ben"], seed=7)
        await table.take_turn(game, "take the lantern", speaker=ANN)
        await table.take_turn(game, "go to the inn", speaker=ANN)
        result = await table.take_turn(game, "give the lantern to Mara", speaker=BEN)
        assert "Ann" not in result.text
        seen = [entry for entry in table.state(game).npc("mara").npc_memories if "lantern" in entry.summary]
        assert [(entry.summary, entry.subjects) for entry in seen] == [
            ("Ben gave Mara Ironhand the lantern.", (BEN, "mara", "lantern"))
        ]

    async def test_what_all_carry_is_the_partys(self, store: IGameStore) -> None:
        table = new_table(store, narrator=OfflineNarrator())
        game = table.library.begin(small_sheet(), ["Ann", "Ben"], seed=7)
        await table.execute(game, TakeItemCommand(item_id="lantern"))
        await table.take_turn(game, "go to the inn", speaker=BEN)
        facts = [entry.summary for entry in table.state(game).scenario.world_memories if entry.subject_key]
        assert facts == ["The party has the lantern."]
        await table.execute(game, SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.FRIENDLY))
        assert "Mara Ironhand grew friendly towards the party." in [
            entry.summary for entry in table.state(game).npc("mara").npc_memories
        ]
        await table.execute(game, LeavePartyCommand(player_id=BEN))
        await table.execute(game, GiveItemCommand(item_id="lantern", npc_id="mara"))
        assert "Ann gave Mara Ironhand the lantern." in [e.summary for e in table.state(game).npc("mara").npc_memories]


class TestNotes:
    async def test_a_typed_note_is_its_players_and_shown_in_its_turns_alone(self, bakehouse: Table) -> None:
        await bakehouse.say(ANN, "note that Wenzel counts her cups")
        await bakehouse.do(AddNoteCommand(text="The oven is warm.", pinned=True))
        assert [note.owner_id for note in bakehouse.state.notes] == [ANN, None]
        told = {who: await bakehouse.say(who, "journal") for who in (ANN, BEN)}
        assert ["counts her cups" in told[who] for who in (ANN, BEN)] == [True, False]
        assert all("The oven is warm." in text for text in told.values())
        prompts = [await bakehouse.turns.explain(bakehouse.id, bakehouse.state.turn - back) for back in (1, 0)]
        shown = [[s.text for s in prompt.sections if "Notes" in s.name] for prompt in prompts]
        assert shown == [['- "The oven is warm."', '- "Wenzel counts her cups"'], ['- "The oven is warm."']]

    async def test_a_typed_note_is_heard_by_nobody_and_read_by_its_player_alone(self, bakehouse: Table) -> None:
        said = "note that I promise Wenzel a loaf"
        noted = await bakehouse.turns.take_turn(bakehouse.id, said, speaker=ANN)
        typed = [m for m in noted.messages if m.role is not Role.SYSTEM]
        assert [(m.owner_id, m.witness_ids, m.npc_ids, m.acts) for m in typed] == [(ANN, (), (), ())] * 2
        assert not bakehouse.state.commitments
        told = await bakehouse.say(BEN, "Wenzel, what did Ann promise you?")
        assert "a loaf" not in told
        await bakehouse.say(ANN, "wait")
        prompts = [await bakehouse.turns.explain(bakehouse.id, bakehouse.state.turn - back) for back in (1, 0)]
        assert [said in "".join(prompt.conversation) for prompt in prompts] == [False, True]
        assert "a loaf" not in prompts[0].text
        assert "a loaf" not in journal_text(bakehouse.state)

    async def test_a_line_that_is_more_than_a_note_is_heard(self, bakehouse: Table) -> None:
        noted = await bakehouse.turns.take_turn(bakehouse.id, "Hedda, how is the bread?", speaker=ANN)
        assert all(m.owner_id is None for m in noted.messages)
        await bakehouse.do(AddNoteCommand(text="The oven is warm.", owner_id=ANN))
        assert all(m.owner_id is None for m in bakehouse.state.conversation_history)

    async def test_the_line_of_a_note_does_not_tell_it(self, bakehouse: Table) -> None:
        result = await bakehouse.do(AddNoteCommand(text="Ben snores.", owner_id=ANN))
        assert "snores" not in result.changes


class TestComingAndGoing:
    async def test_one_leaves_in_the_middle_and_another_joins(self, bakehouse: Table) -> None:
        left = await bakehouse.do(LeavePartyCommand(player_id=BEN))
        joined = await bakehouse.do(JoinPartyCommand(name="Cleo"))
        assert (left.changes[:14], joined.changes[:17]) == ("- Ben has left", "+ Cleo has joined")
        with pytest.raises((NotFound, NotPossible), match=BEN):
            await bakehouse.say(BEN, "hello")
        assert "Wenzel Ambrus" in bakehouse.state.name(WENZEL)
        await bakehouse.say(CLEO, "Wenzel, hello")
        assert bakehouse.state.party.addressees == {ANN: (HEDDA,), CLEO: (WENZEL,)}
        prompt = await bakehouse.turns.explain(bakehouse.id, bakehouse.state.turn)
        assert 'Players: "Ann", "Cleo"' in prompt.text
        assert '"Ben": "Wenzel, hello"' in prompt.text

    async def test_those_who_are_there_see_it_and_know_the_name(self, bakehouse: Table) -> None:
        await bakehouse.do(LeavePartyCommand(player_id=BEN))
        await bakehouse.do(JoinPartyCommand(name="Cleo"))
        seen = [(e.summary, e.subjects) for e in bakehouse.state.npc(HEDDA).npc_memories][-2:]
        assert seen == [("Ben left the company.", (BEN,)), ("Cleo joined the company.", (CLEO,))]
        assert "Cleo" in await bakehouse.say(CLEO, "Hedda, who am I?")

    async def test_an_undone_join_leaves_nothing_and_its_id_is_free(self, bakehouse: Table) -> None:
        before = comparable(bakehouse.state)
        await bakehouse.do(JoinPartyCommand(name="Cleo"))
        await bakehouse.say(CLEO, "Hedda, hello", "note that it is warm")
        await bakehouse.turns.undo(bakehouse.id, 3)
        assert comparable(bakehouse.state) == before
        await bakehouse.do(JoinPartyCommand(name="Dag"))
        assert bakehouse.state.name(CLEO) == "Dag"

    async def test_an_undone_leave_brings_the_player_back_with_whom_it_spoke_to(self, bakehouse: Table) -> None:
        before = comparable(bakehouse.state)
        await bakehouse.do(LeavePartyCommand(player_id=BEN))
        await bakehouse.turns.undo(bakehouse.id)
        assert comparable(bakehouse.state) == before

    async def test_a_game_that_is_read_again_has_the_same_players(self, bakehouse: Table, store: IGameStore) -> None:
        await bakehouse.do(LeavePartyCommand(player_id=BEN))
        await bakehouse.do(JoinPartyCommand(name="Cleo"))
        await bakehouse.say(CLEO, "Wenzel, hello")
        played = comparable(bakehouse.state)
        await bakehouse.turns.close(bakehouse.id)
        assert comparable(new_table(store).state(bakehouse.id)) == played

    async def test_replaying_the_commands_rebuilds_the_table(self, bakehouse: Table) -> None:
        await bakehouse.do(LeavePartyCommand(player_id=BEN), JoinPartyCommand(name="Cleo", player_id="cleo"))
        await bakehouse.do(JoinPartyCommand(name="ben"))
        await bakehouse.do(AddNoteCommand(text="We are three.", owner_id="cleo"))
        turns, played = bakehouse.turns, bakehouse.state
        other = turns.library.begin(played.sheet, ["Ann", "Ben"], seed=7)
        for record in turns.library.read(bakehouse.id).records:
            orders = [parse_command(each.command) for each in record.commands if not each.derived]
            await turns.execute(other, *orders)
        replayed = turns.state(other)
        assert [(p.id, p.name) for p in replayed.party.players] == [(ANN, "Ann"), ("cleo", "Cleo"), (BEN, "Ben")]
        assert replayed.party.model_copy(update={"addressees": played.party.addressees}) == played.party
        assert [note.owner_id for note in replayed.notes] == ["cleo"]
        assert without_memories(comparable(replayed)["clock"]) == without_memories(comparable(played)["clock"])


class TestBeginning:
    def test_a_game_of_several_is_titled_and_listed_by_their_names(self, store: IGameStore) -> None:
        library = new_table(store).library
        library.begin(small_sheet(), ["Ann", " Ben ", "Cleo"])
        (summary,) = library.list()
        assert summary.players == ("Ann", "Ben", "Cleo")
        assert summary.title.startswith("Ann, Ben and Cleo in ")

    @pytest.mark.parametrize("names", [["Ann", "ANN"], ["Ann", "Mara"], [f"Bo {number}" for number in range(9)]])
    def test_names_that_could_not_join_begin_no_game(self, store: IGameStore, names: list[str]) -> None:
        library = new_table(store).library
        with pytest.raises(NotPossible):
            library.begin(small_sheet(), names)
        assert library.list() == []

    def test_an_empty_name_begins_no_game(self, store: IGameStore) -> None:
        with pytest.raises(InvalidInput):
            new_table(store).library.begin(small_sheet(), ["Ann", " "])
