"""Notes and ways of telling that are given after a line stay in force when its answer is replaced."""

import pytest

from app.errors import NotPossible
from app.events.commands import AddNoteCommand, ForgetNoteCommand, SetNarrationStyleCommand, TakeItemCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.models.command import Command
from app.models.records.folding import fold_journal
from app.models.sheets.narration import NarrationStyle, NarrationTense
from app.models.state.game_state import GameState
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import ScriptedNarrator, begin, comparable, new_table
from tests.worlds import small_sheet

pytestmark = pytest.mark.of_stores

PAST = SetNarrationStyleCommand(narration=NarrationStyle(tense=NarrationTense.PAST, author_note="The owl is near."))
DRY = SetNarrationStyleCommand(narration=NarrationStyle(style="Dry and slow."))
FEUD = AddNoteCommand(text="The guards are at feud.", pinned=True)
SECRET = AddNoteCommand(text="The owl is a witch.", for_master=True)


class NotingNarrator(ScriptedNarrator):
    """Reads its prompt, keeps a note of each line, and tells how often it was asked."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    async def narrate(self, context: NarrationContext) -> Narration:
        self.prompts.append((await context.prompt()).text)
        await context.execute(AddNoteCommand(text=f"Kept of {context.text}.", for_master=True))
        return Narration.of(f"Answer {len(self.prompts)}.")


@pytest.fixture
def narrator() -> NotingNarrator:
    return NotingNarrator()


@pytest.fixture
def table(store: IGameStore, narrator: NotingNarrator) -> TurnService:
    return new_table(store, narrator=narrator)


@pytest.fixture
def answers(table: TurnService) -> AnswerService:
    return AnswerService(library=table.library, turns=table)


@pytest.fixture
def game_id(table: TurnService) -> str:
    return table.library.begin(small_sheet(), ["Ada", "Odo"], seed=7)


def notes(state: GameState) -> list[str]:
    return [note.text for note in state.kept_notes]


def is_as_loaded(table: TurnService, game_id: str) -> bool:
    return comparable(table.state(game_id)) == comparable(fold_journal(table.library.read(game_id)))


async def given(table: TurnService, game_id: str, *commands: Command) -> None:
    for command in commands:
        await table.execute(game_id, command)


async def test_a_line_is_played_again_after_notes_and_styles_with_them_in_force(
    table: TurnService, game_id: str, narrator: NotingNarrator
) -> None:
    first = await table.take_turn(game_id, "wait")
    await given(table, game_id, PAST, FEUD)
    again = await table.retry(game_id)
    state = table.state(game_id)
    assert (again.turn, state.turn, again.text) == (first.turn, 1, "Answer 2.")
    assert state.narration == PAST.narration
    assert notes(state) == [FEUD.text, "Kept of wait."]
    assert ["The owl is near." in prompt and FEUD.text in prompt for prompt in narrator.prompts] == [False, True]
    assert FEUD.text not in "".join(message.content for message in again.messages)
    assert (await table.explain(game_id, 1)).text == narrator.prompts[1]
    assert is_as_loaded(table, game_id)
    await given(table, game_id, DRY)
    await table.retry(game_id)
    assert (table.state(game_id).narration, notes(table.state(game_id))[:1]) == (DRY.narration, [FEUD.text])
    await table.undo(game_id)
    assert comparable(table.state(game_id)) == comparable(table.library.read(game_id).opening.state)


async def test_a_note_that_was_forgotten_after_the_line_stays_forgotten(table: TurnService, game_id: str) -> None:
    await given(table, game_id, FEUD)
    await table.take_turn(game_id, "wait")
    await given(table, game_id, SECRET, ForgetNoteCommand(note=2), ForgetNoteCommand(note=1), ForgetNoteCommand(note=0))
    await table.retry(game_id)
    assert notes(table.state(game_id)) == ["Kept of wait."]
    assert is_as_loaded(table, game_id)


async def test_an_answer_is_chosen_or_its_line_edited_with_later_notes_in_force(
    table: TurnService, game_id: str, answers: AnswerService
) -> None:
    first = await table.take_turn(game_id, "wait")
    await given(table, game_id, PAST)
    second = await table.retry(game_id)
    await given(table, game_id, FEUD)
    listed, chosen = await answers.answers(game_id)
    assert ([each.seq for each in listed], chosen) == ([first.seq, second.seq], second.seq)
    assert (await answers.choose(game_id, first.seq)).text == "Answer 1."
    state = table.state(game_id)
    assert (state.narration, notes(state)) == (PAST.narration, ["Kept of wait.", FEUD.text])
    assert "The owl is near." not in (await table.explain(game_id, 1)).text
    assert is_as_loaded(table, game_id)
    assert (await answers.choose(game_id, second.seq)).text == "Answer 2."
    state = table.state(game_id)
    assert (state.narration, notes(state)) == (PAST.narration, ["Kept of wait.", FEUD.text])
    await table.edit(game_id, 1, "sing")
    state = table.state(game_id)
    assert (state.narration, notes(state)) == (PAST.narration, [FEUD.text, "Kept of sing."])
    assert is_as_loaded(table, game_id)


async def test_what_failed_leaves_line_and_notes_as_they_were(store: IGameStore, narrator: NotingNarrator) -> None:
    table = new_table(store, narrator=narrator)
    game_id = begin(table)
    await table.take_turn(game_id, "wait")
    await given(table, game_id, PAST)
    before = comparable(table.state(game_id))

    class Failing(ScriptedNarrator):
        async def narrate(self, context: NarrationContext) -> Narration:
            raise NotPossible("No.")

    table.narrator = Failing()
    with pytest.raises(NotPossible, match="No"):
        await table.retry(game_id)
    assert comparable(table.state(game_id)) == before
    assert is_as_loaded(table, game_id)


async def test_any_other_turn_after_the_line_is_in_the_way_and_so_are_notes_without_a_line(
    table: TurnService, game_id: str
) -> None:
    await given(table, game_id, PAST, FEUD)
    with pytest.raises(NotPossible, match="no words"):
        await table.retry(game_id)
    await table.take_turn(game_id, "wait")
    await given(table, game_id, TakeItemCommand(item_id="lantern"), FEUD)
    with pytest.raises(NotPossible, match="no words"):
        await table.retry(game_id)


async def test_a_player_plays_its_line_again_after_notes_of_others_and_takes_only_its_own_back(
    table: TurnService, game_id: str
) -> None:
    one, two = (player.id for player in table.state(game_id).party.players)

    async def played_again(command: Command) -> TurnResult:
        await table.take_turn(game_id, "wait", speaker=one)
        await given(table, game_id, command)
        with pytest.raises(NotPossible):
            await table.retry(game_id, owner_id=two)
        return await table.retry(game_id, owner_id=one)

    await played_again(FEUD.model_copy(update={"owner_id": one}))
    await table.undo(game_id, owner_id=one)
    for others in (PAST, FEUD.model_copy(update={"owner_id": two})):
        await played_again(others)
        with pytest.raises(NotPossible):
            await table.undo(game_id, owner_id=one)
