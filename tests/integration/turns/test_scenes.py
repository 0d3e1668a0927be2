"""Scenes of a turn: what is done, said, told and refused belongs to its place, and to those who were there."""

import asyncio
from collections.abc import Sequence

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.errors import ModelUnavailable
from app.events.commands.play import ChangeLocationCommand, TakeItemCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.models.memory import Scope
from app.models.messages.message import Message, Role
from app.models.messages.passage import Passage, PassageKind, Source
from app.models.messages.speech import ActKind
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import begin, captured, comparable, new_table
from tests.waiting import until

pytestmark = pytest.mark.of_stores

TELL_MARA = "go to the inn and tell Mara that the bell is silent"
THERE_AND_BACK = "go to the inn and go to the market"
SAID = "tell Mara that the bell is silent"


@pytest.fixture
def table(store: IGameStore) -> TurnService:
    return new_table(store, narrator=OfflineNarrator())


@pytest.fixture
def game_id(table: TurnService) -> str:
    return begin(table)


def heard_by(state: GameState, npc_id: str) -> list[str]:
    return [message.content for message in state.conversation_history if npc_id in message.witness_ids]


def scenes(messages: Sequence[Message]) -> list[tuple[str | None, tuple[str, ...]]]:
    """Place and witnesses of the messages, each stretch once."""
    found: list[tuple[str | None, tuple[str, ...]]] = []
    for message in messages:
        if message.role is not Role.SYSTEM and found[-1:] != [(message.location_id, message.witness_ids)]:
            found.append((message.location_id, message.witness_ids))
    return found


async def test_who_is_gone_to_hears_the_message_and_who_stayed_behind_does_not(
    table: TurnService, game_id: str
) -> None:
    result = await table.take_turn(game_id, TELL_MARA)
    state = table.state(game_id)
    assert scenes(result.messages) == [("market", ("guard-1",)), ("inn", ("mara",))]
    assert SAID in heard_by(state, "mara")
    assert not any("silent" in text for text in heard_by(state, "guard-1"))
    typed = [message for message in result.messages if message.role is Role.PLAYER]
    assert [message.content for message in typed] == ["go to the inn", SAID]
    assert [act.kind for act in typed[1].acts] == [ActKind.STATEMENT]
    assert result.player_input == TELL_MARA


async def test_each_place_remembers_its_own_scene(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, TELL_MARA)
    await table.take_turn(game_id, "go to the market")
    await table.settle(game_id)
    state = table.state(game_id)
    assert not any("bell" in entry.summary for entry in state.place("market").location_memories)
    assert captured(state.npc("mara").npc_memories)


async def test_there_and_back_again_are_three_scenes(table: TurnService, game_id: str) -> None:
    result = await table.take_turn(game_id, THERE_AND_BACK)
    at_market, at_inn = ("market", ("guard-1",)), ("inn", ("mara",))
    assert scenes(result.messages) == [at_market, at_inn, at_market]
    assert result.changes == "→ Inn · → Market · Market · Day 1, 08:10"
    changed = [message.location_id for message in result.messages if message.role is Role.SYSTEM]
    assert changed == ["market", "inn", "market"]


async def test_what_is_refused_is_recorded_as_refused_and_no_memory_makes_a_deed_of_it(
    table: TurnService, game_id: str
) -> None:
    await table.take_turn(game_id, "take the lantern")
    result = await table.take_turn(game_id, "hit the guard with the lantern")
    typed, refusal, _ = result.messages
    assert (typed.refused, typed.acts) == (True, ())
    assert (refusal.kind, refusal.source) == (PassageKind.REFUSAL, Source.ENGINE)
    await table.take_turn(game_id, "go to the inn")
    await table.settle(game_id)
    state = table.state(game_id)
    remembered = [*state.place("market").location_memories, *state.npc("guard-1").npc_memories]
    assert captured(remembered)
    assert not any("hit" in f"{entry.summary} {entry.keywords}" for entry in remembered)


async def test_what_is_done_before_a_refusal_is_no_part_of_it(table: TurnService, game_id: str) -> None:
    result = await table.take_turn(game_id, "take the lantern and take the anvil")
    typed = [message for message in result.messages if message.role is Role.PLAYER]
    assert [(message.content, message.refused) for message in typed] == [
        ("take the lantern", False),
        ("take the anvil", True),
    ]


async def test_a_question_that_a_person_refuses_to_answer_was_asked(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "go to the inn")
    result = await table.take_turn(game_id, "ask Mara about the price of salt")
    assert any(message.role is Role.NPC for message in result.messages)
    assert not result.messages[0].refused


async def test_undo_takes_all_scenes_and_a_repeated_turn_makes_them_again(table: TurnService, game_id: str) -> None:
    before = comparable(table.state(game_id))
    await table.take_turn(game_id, TELL_MARA)
    after = comparable(table.state(game_id))
    await table.undo(game_id)
    assert comparable(table.state(game_id)) == before
    await table.take_turn(game_id, TELL_MARA)
    assert comparable(table.state(game_id)) == after


async def test_an_edited_turn_has_the_scenes_of_its_new_words(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, THERE_AND_BACK)
    result = await table.edit(game_id, 1, TELL_MARA)
    assert scenes(result.messages) == [("market", ("guard-1",)), ("inn", ("mara",))]
    assert SAID in heard_by(table.state(game_id), "mara")


async def test_a_game_that_is_read_again_has_the_same_scenes(store: IGameStore) -> None:
    table = new_table(store, narrator=OfflineNarrator())
    game_id = begin(table)
    await table.take_turn(game_id, TELL_MARA)
    await table.take_turn(game_id, THERE_AND_BACK)
    written = table.state(game_id).conversation_history[:]
    await table.close(game_id)
    assert new_table(store).state(game_id).conversation_history == written


class Walking:
    """Goes to the inn, tells the author's words, and then does what a test says."""

    model, mode, tools_tokens = "walking", "guided", 0

    def __init__(self, *, authored: str = "Smoke and warm light.", fails: bool = False) -> None:
        self.waits = asyncio.Event()
        self._authored = authored
        self._fails = fails

    async def narrate(self, context: NarrationContext) -> Narration:
        context.show("You set out")
        await context.execute(ChangeLocationCommand(location_id="inn"))
        if self._authored:
            context.tell(Passage("You set out."), is_shown=True)
            context.tell(Passage(self._authored, Source.AUTHOR))
        if self._fails:
            raise ModelUnavailable("The model is away.")
        context.show("The fire ")
        context.show("crackles, and")
        self.waits.set()
        await asyncio.Event().wait()
        return Narration()


async def test_a_stopped_turn_keeps_whole_passages_and_marks_the_one_that_was_cut(store: IGameStore) -> None:
    narrator = Walking()
    table = new_table(store, narrator=narrator)
    game_id = begin(table)
    turn = asyncio.create_task(table.take_turn(game_id, "to the inn"))
    await until(narrator.waits.is_set)
    assert table.stop(game_id)
    result = await turn
    told = [(message.content, message.interrupted) for message in result.messages if message.role is Role.NARRATOR]
    assert told == [("You set out.", False), ("Smoke and warm light.", False), ("The fire crackles, and", True)]
    assert result.interrupted
    assert table.state(game_id).here.id == "inn"


class Pausing:
    """Narrates the first part of a line, if it is given words for it, and then thinks about the second for ever."""

    model, mode, tools_tokens = "pausing", "guided", 0

    def __init__(self, words: str) -> None:
        self.waits = asyncio.Event()
        self._words = words

    async def narrate(self, context: NarrationContext) -> Narration:
        context.begin_part("look")
        if self._words:
            context.tell(Passage(self._words))
        context.begin_part("listen")
        self.waits.set()
        await asyncio.Event().wait()
        return Narration()


@pytest.mark.parametrize("words", ["You see stalls.", ""])
async def test_a_turn_that_is_stopped_within_a_later_part_marks_the_last_passage_if_there_is_one(
    store: IGameStore, words: str
) -> None:
    narrator = Pausing(words)
    table = new_table(store, narrator=narrator)
    game_id = begin(table)
    turn = asyncio.create_task(table.take_turn(game_id, "look, then listen"))
    await until(narrator.waits.is_set)
    assert table.stop(game_id)
    result = await turn
    told = [(message.content, message.interrupted) for message in result.messages if message.role is Role.NARRATOR]
    assert told == ([(words, True)] if words else [])
    assert result.interrupted is bool(words)
    assert not any(message.interrupted for message in result.messages if message.role is Role.PLAYER)


async def test_a_narrator_that_fails_undoes_the_turn(store: IGameStore) -> None:
    table = new_table(store, narrator=Walking(fails=True))
    game_id = begin(table)
    before = comparable(table.state(game_id))
    with pytest.raises(ModelUnavailable):
        await table.take_turn(game_id, "to the inn")
    assert comparable(table.state(game_id)) == before


async def test_a_command_without_words_has_a_line_in_each_place(table: TurnService, game_id: str) -> None:
    result = await table.execute(game_id, TakeItemCommand(item_id="lantern"), ChangeLocationCommand(location_id="inn"))
    lines = [(message.content, message.location_id) for message in result.messages]
    assert lines == [("+ lantern · → Inn", "market"), ("Inn · Day 1, 08:05", "inn")]
    assert Scope.location("market").key in table.state(game_id).pending


class Told:
    """Tells what a test says."""

    model, mode, tools_tokens = "told", "guided", 0

    def __init__(self, *passages: Passage) -> None:
        self._passages = passages

    async def narrate(self, context: NarrationContext) -> Narration:
        return Narration(self._passages)


async def test_passages_of_one_kind_and_source_are_one_message_and_others_are_apart(store: IGameStore) -> None:
    author = Passage("A cold room.", Source.AUTHOR)
    listing = Passage("Ways from here: up.", Source.ENGINE, PassageKind.ASIDE)
    table = new_table(store, narrator=Told(author, Passage("Dust.", Source.AUTHOR), Passage("You wait."), listing))
    game_id = begin(table)
    result = await table.take_turn(game_id, "look")
    told = [(message.content, message.source) for message in result.messages if message.role is Role.NARRATOR]
    assert told == [
        ("A cold room.\n\nDust.", Source.AUTHOR),
        ("You wait.", Source.MODEL),
        ("Ways from here: up.", Source.ENGINE),
    ]
    assert result.text == "A cold room.\n\nDust.\n\nYou wait.\n\nWays from here: up."


async def test_a_summary_sees_what_the_author_told_and_not_what_a_model_made_up(store: IGameStore) -> None:
    author = Passage("A letter lies under the anvil.", Source.AUTHOR)
    table = new_table(store, narrator=Told(author, Passage("It is from the king of Atlantis.")))
    game_id = begin(table)
    await table.take_turn(game_id, "look under the anvil")
    history = table.state(game_id).conversation_history
    seen = " ".join(message.for_summary().content for message in history)
    assert "A letter lies under the anvil." in seen
    assert "Atlantis" not in seen
