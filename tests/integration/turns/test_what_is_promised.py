"""Through whole turns: what is said has acts once its turn is over, and binds people as long as the turn stands."""

from pathlib import Path

from app.events.commands import AdvanceTimeCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.messages.speech import ActKind, SpeechAct
from app.models.records.folding import fold_journal
from app.models.state.commitment import CommitmentStatus
from app.services.game.turns.turn_service import TurnService
from app.stores.transfer import export_game, import_game
from tests.integration.turns.table import begin, comparable, new_store, new_table

PROMISE = "Mara, I promise to bring you the lantern tomorrow."
PLAY = ("take the lantern", "to the inn", PROMISE, "The owl is loud.", "give Mara the lantern", "I promise to be back.")


async def play(table: TurnService, *lines: str) -> str:
    game_id = begin(table)
    for line in lines:
        await table.take_turn(game_id, line)
    return game_id


def acts_of(table: TurnService, game_id: str, words: str) -> list[tuple[ActKind, str]]:
    found = next(message for message in table.state(game_id).conversation_history if message.content == words)
    return [(act.kind, found.content[slice(*act.span)]) for act in found.acts]


async def test_a_promise_is_an_act_of_its_message_and_a_commitment_of_the_game(table: TurnService) -> None:
    game_id = await play(table, *PLAY[:3])
    state = table.state(game_id)
    assert acts_of(table, game_id, PROMISE) == [(ActKind.PROMISE, PROMISE)]
    [made] = state.commitments.values()
    assert (made.by_id, made.to_ids, made.subject_id, made.words) == ("player", ("mara",), "lantern", PROMISE)
    assert made.at == 24 * 60 + 6 * 60
    assert state.conversation_history[made.message_index or 0].content == PROMISE


async def test_a_line_that_became_a_command_takes_its_act_from_the_command(table: TurnService) -> None:
    game_id = await play(table, "take the lantern", "to the inn", "ask Mara about the owl")
    assert acts_of(table, game_id, "ask Mara about the owl") == [(ActKind.QUESTION, "ask Mara about the owl")]
    asked = [message for message in table.state(game_id).conversation_history if message.role is Role.PLAYER][-1].acts
    assert (asked[0].to, asked[0].what, asked[0].subject_id) == (("mara",), (15, 22), None)
    assert acts_of(table, game_id, "take the lantern") == []


async def test_handing_over_what_was_promised_keeps_the_promise(table: TurnService) -> None:
    game_id = await play(table, *PLAY[:5])
    assert acts_of(table, game_id, PLAY[4]) == [(ActKind.KEPT, PLAY[4])]
    assert [each.status for each in table.state(game_id).commitments.values()] == [CommitmentStatus.KEPT]


async def test_handing_over_what_was_not_promised_is_no_act(table: TurnService) -> None:
    game_id = await play(table, "take the lantern", "to the inn", "give Mara the lantern")
    assert acts_of(table, game_id, "give Mara the lantern") == []
    assert table.state(game_id).commitments == {}


async def test_what_the_narrator_tells_has_no_acts(table: TurnService) -> None:
    game_id = await play(table, *PLAY)
    history = table.state(game_id).conversation_history
    assert all(not message.acts for message in history if message.role in (Role.NARRATOR, Role.SYSTEM))
    assert all(message.acts for message in history if message.role is Role.NPC)


async def test_a_time_that_comes_makes_a_promise_due(table: TurnService) -> None:
    game_id = await play(table, *PLAY[:3])
    await table.execute(game_id, AdvanceTimeCommand(minutes=24 * 60))
    assert [each.status for each in table.state(game_id).commitments.values()] == [CommitmentStatus.DUE]


class Supplying:
    """A narrator whose model says what its people do by what they say."""

    model, mode, tools_tokens = "scripted", "offline", 0

    def __init__(self, span: tuple[int, int]) -> None:
        self._act = SpeechAct(kind=ActKind.PROMISE, span=span)

    async def narrate(self, context: NarrationContext) -> Narration:
        return Narration.of("", Passage.speech("mara", "The key shall be yours.", acts=(self._act,)))


async def test_acts_that_a_model_supplies_are_taken_where_they_fit_the_text(store: IGameStore) -> None:
    table = new_table(store, narrator=Supplying((0, 23)))
    game_id = await play(table, "to the inn")
    [made] = table.state(game_id).commitments.values()
    assert (made.by_id, made.to_ids, made.words) == ("mara", ("player",), "The key shall be yours.")


async def test_acts_that_do_not_fit_the_text_are_read_by_rule(store: IGameStore) -> None:
    table = new_table(store, narrator=Supplying((0, 99)))
    game_id = await play(table, "to the inn")
    assert acts_of(table, game_id, "The key shall be yours.") == [(ActKind.PROMISE, "The key shall be yours.")]


# -- there and back --------------------------------------------------------------------------------------------------


async def test_what_was_promised_in_an_undone_turn_was_never_promised(table: TurnService, tmp_path: Path) -> None:
    for kept in range(len(PLAY) + 1):
        undone = await play(table, *PLAY)
        if kept < len(PLAY):
            await table.undo(undone, len(PLAY) - kept)
        fresh = new_table(new_store(tmp_path / f"fresh-{kept}"))
        played = await play(fresh, *PLAY[:kept])
        assert comparable(table.state(undone)) == comparable(fresh.state(played))
        for journal in (table.library.read(undone), import_game(export_game(table.library.read(undone)))):
            assert fold_journal(journal).commitments == table.state(undone).commitments
        branch = await table.branch(undone)
        assert table.state(branch).commitments == table.state(undone).commitments


async def test_a_record_holds_the_commitments_that_its_turn_made_or_changed(table: TurnService) -> None:
    game_id = await play(table, *PLAY)
    records = table.library.read(game_id).records
    assert [list(record.commitments) for record in records] == [[], [], ["c-1"], [], ["c-1"], ["c-2"]]
