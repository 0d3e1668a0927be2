"""What a model answered: played again with a wish, chosen among several, gone on with, and put in other words."""

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.offline import OfflineNarrator
from app.errors import Conflict, InvalidInput, ModelUnavailable, NotFound, NotPossible
from app.events.commands import ChangeLocationCommand, CreatePersonCommand, EntrustMessageCommand, MoveNPCCommand
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from app.models.messages.passage import Passage
from app.models.records.folding import fold_journal
from app.models.sheets.scenario import CanonLevel
from app.services.game.games.session import Request
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import WORDS, ScriptedNarrator, begin, comparable, new_store, new_table
from tests.integration.turns.test_editing import exported
from tests.worlds import small_sheet

pytestmark = [pytest.mark.of_stores, pytest.mark.long]

PROMISE = "I promise to bring you the rope tomorrow."
OFFER = "Shall I show you the cellar?"
PLAIN = "So you say, stranger."


class AnsweringNarrator(ScriptedNarrator):
    """Tells the next of its texts; whoever is spoken to says its one speech."""

    def __init__(self, *texts: str, speech: str = PLAIN) -> None:
        self._texts: Iterator[str] = iter(texts)
        self._speech = speech

    async def narrate(self, context: NarrationContext) -> Narration:
        for command in WORDS.get(context.text, ()):
            await context.execute(command)
        present = {npc.instance_id for npc in context.state.present()}
        speakers = [npc_id for npc_id in context.state.party.addressees_of(context.speaker.id) if npc_id in present]
        text = next(self._texts, "The evening goes on.")
        return Narration.of(text, *(Passage.speech(npc_id, self._speech) for npc_id in speakers))


def at_table(store: IGameStore, narrator: INarrator) -> tuple[TurnService, AnswerService, str]:
    table = new_table(store, narrator=narrator)
    return table, AnswerService(library=table.library, turns=table), begin(table)


def index_of(result: TurnResult, role: Role) -> int:
    return next(message.index for message in result.messages if message.role is role)


def without_edited(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_edited(value) for key, value in data.items() if key != "edited"}
    return [without_edited(each) for each in data] if isinstance(data, list) else data


def is_as_loaded(table: TurnService, game_id: str) -> bool:
    return comparable(table.state(game_id)) == comparable(fold_journal(table.library.read(game_id)))


# -- several answers ---------------------------------------------------------------------------------------------------


async def test_each_answer_to_the_last_line_is_kept_and_can_be_chosen(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("It rains.", "First.", "Second.", "Third."))
    await table.take_turn(game_id, "look at the sky")
    await table.take_turn(game_id, "take the lantern")
    await table.retry(game_id)
    last = await table.retry(game_id)
    listed, chosen_seq = await answers.answers(game_id)
    assert [each.text for each in listed] == ["First.", "Second.", "Third."]
    assert listed[-1].seq == last.seq == chosen_seq
    chosen = await answers.choose(game_id, listed[0].seq)
    assert (chosen.turn, chosen.text) == (2, "First.")
    assert table.state(game_id).party.items == ["lantern"]
    assert is_as_loaded(table, game_id)
    found = await answers.answers(game_id)
    assert [each.text for each in found.turns] == ["First.", "Second.", "Third."]
    assert (found.chosen, table.library.open(game_id).answers) == (listed[0].seq, 3)
    await table.undo(game_id)
    assert table.state(game_id).turn == 1
    assert is_as_loaded(table, game_id)


async def test_a_chosen_answer_brings_back_what_it_alone_changed(store: IGameStore) -> None:
    class Wandering(ScriptedNarrator):
        places = iter(("inn", "market"))

        async def narrate(self, context: NarrationContext) -> Narration:
            place = next(self.places)
            if place != context.state.scenario.current_location_id:
                await context.execute(ChangeLocationCommand(location_id=place))
            return Narration.of(f"You are at the {place}.")

    table, answers, game_id = at_table(store, Wandering())
    await table.take_turn(game_id, "walk about")
    await table.retry(game_id)
    first, second = (await answers.answers(game_id)).turns
    assert table.state(game_id).here.id == "market"
    await answers.choose(game_id, first.seq)
    assert table.state(game_id).here.id == "inn"
    assert is_as_loaded(table, game_id)
    await answers.choose(game_id, second.seq)
    assert table.state(game_id).here.id == "market"
    assert is_as_loaded(table, game_id)


async def test_the_present_answer_is_chosen_without_a_change(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("First.", "Second."))
    await table.take_turn(game_id, "wait")
    await table.retry(game_id)
    first, second = (await answers.answers(game_id)).turns
    records = len(table.library.read(game_id).records)
    assert (await answers.choose(game_id, second.seq)).seq == second.seq
    chosen = await answers.choose(game_id, first.seq)
    assert (await answers.choose(game_id, first.seq)).seq == chosen.seq
    assert len(table.library.read(game_id).records) == records + 1


async def test_answers_of_another_line_or_turn_are_none(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator())
    with pytest.raises(NotPossible):
        await answers.answers(game_id)
    await table.take_turn(game_id, "wait")
    first = await table.take_turn(game_id, "look")
    await table.edit(game_id, 2, "take the lantern")
    assert len((await answers.answers(game_id)).turns) == 1
    with pytest.raises(NotFound, match="no answer with the record"):
        await answers.choose(game_id, first.seq)


async def test_a_choice_is_made_once_for_one_request(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("First.", "Second."))
    await table.take_turn(game_id, "wait")
    await table.retry(game_id)
    first = (await answers.answers(game_id)).turns[0]
    chosen = [await answers.choose(game_id, first.seq, request_id="r", request_hash="h") for _ in range(2)]
    assert chosen[0].seq == chosen[1].seq


async def test_the_request_of_a_line_gets_the_answer_that_was_chosen_or_edited(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("First.", "Second."))
    first = await table.take_turn(game_id, "wait", request_id="line")
    await table.retry(game_id)
    chosen = await answers.choose(game_id, first.seq)
    assert (await table.take_turn(game_id, "wait", request_id="line")).seq == chosen.seq
    edited = await answers.rewrite(game_id, index_of(chosen, Role.NARRATOR), "Third.")
    assert (await table.take_turn(game_id, "wait", request_id="line")).seq == edited.seq


@pytest.mark.parametrize("is_reopened", [False, True])
async def test_a_line_is_not_played_again_by_its_request_after_answers_with_requests_of_their_own(
    store: IGameStore, is_reopened: bool
) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("First.", "Second.", "Third."))
    line: Request = {"request_id": "line", "request_hash": "a"}

    async def plays_nothing(seq: int, *requests: str) -> bool:
        if is_reopened:
            await table.close(game_id)
        found = [await table.take_turn(game_id, "wait", **line)]
        found += [await table.retry(game_id, request_id=each, request_hash=each) for each in requests]
        with pytest.raises(Conflict):
            await table.take_turn(game_id, "wait", request_id="line", request_hash="b")
        return {each.seq for each in found} == {seq}

    first = await table.take_turn(game_id, "wait", **line)
    second = await table.retry(game_id, request_id="again", request_hash="again")
    assert await plays_nothing(second.seq, "again")
    chosen = await answers.choose(game_id, first.seq, request_id="choose", request_hash="c")
    assert chosen.request_id == "choose"
    assert await plays_nothing(chosen.seq, "again")
    index = index_of(chosen, Role.NARRATOR)
    edited = await answers.rewrite(game_id, index, "Third.", request_id="edit", request_hash="e")
    assert await plays_nothing(edited.seq, "again")
    kept = await answers.choose(game_id, second.seq)
    assert await plays_nothing(kept.seq, "again")
    await table.undo(game_id)
    assert (await table.answered(game_id, **line)) is None


async def test_a_branch_keeps_the_chosen_answer_among_its_own(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("First.", "Second.", "Third."))
    first = await table.take_turn(game_id, "wait")
    await table.retry(game_id)
    await answers.choose(game_id, first.seq)
    branch = await table.branch(game_id)
    (only,), chosen = await answers.answers(branch)
    assert (only.text, chosen) == ("First.", only.seq)
    await table.retry(branch)
    assert (await answers.choose(branch, only.seq)).text == "First."


# -- other words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("speech", [PLAIN, PROMISE, OFFER])
@pytest.mark.parametrize("new", [PLAIN, PROMISE, OFFER])
async def test_a_speech_in_other_words_makes_the_game_in_which_it_was_said_so(speech: str, new: str) -> None:
    journals = []
    for said in (speech, new):
        table, answers, game_id = at_table(new_store(), AnsweringNarrator(speech=said))
        await table.take_turn(game_id, "to the inn")
        result = await table.take_turn(game_id, "Mara, what do you say?")
        if said != new or speech == new:
            await answers.rewrite(game_id, index_of(result, Role.NPC), new)
            assert is_as_loaded(table, game_id)
        await table.settle(game_id)
        journals.append(without_edited(exported(table.library.read(game_id))))
    assert journals[0] == journals[1]


async def test_a_promise_that_was_passed_on_stays_when_a_speech_of_its_turn_is_changed(store: IGameStore) -> None:
    class PassingOn(AnsweringNarrator):
        async def narrate(self, context: NarrationContext) -> Narration:
            if context.text != "Mara, come to the market":
                return await super().narrate(context)
            await context.execute(ChangeLocationCommand(location_id="market"))
            await context.execute(MoveNPCCommand(npc_id="mara", location_id="market"))
            return Narration.of("She comes.", Passage.speech("mara", PROMISE))

    table, answers, game_id = at_table(store, PassingOn())
    await table.take_turn(game_id, "to the inn")
    vow = EntrustMessageCommand(npc_id="mara", to_id="guard-1", words="I promise to bring you the lantern")
    await table.execute(game_id, vow)
    result = await table.take_turn(game_id, "Mara, come to the market")
    before = table.state(game_id).commitments
    passed_on = [each.words for each in before.values() if each.message_index is None]
    assert passed_on
    await answers.rewrite(game_id, index_of(result, Role.NPC), PLAIN)
    after = table.state(game_id).commitments
    assert [each.words for each in after.values() if each.message_index is None] == passed_on
    assert is_as_loaded(table, game_id)


async def test_changed_words_name_whoever_was_made_in_their_turn(store: IGameStore) -> None:
    class Making(AnsweringNarrator):
        async def narrate(self, context: NarrationContext) -> Narration:
            made = CreatePersonCommand(name="Old Bram", description="An old man.", location_id="market")
            await context.execute(made)
            return Narration.of("Old Bram looks up.")

    table, answers, _ = at_table(store, Making())
    game_id = table.library.begin(small_sheet().model_copy(update={"canon": CanonLevel.OPEN}), "Élan", seed=7)
    result = await table.take_turn(game_id, "look")
    index = index_of(result, Role.NARRATOR)
    (made,) = table.state(game_id).conversation_history[index].npc_ids
    await answers.rewrite(game_id, index, "Old Bram looks away.")
    assert table.state(game_id).conversation_history[index].npc_ids == (made,)


async def test_narration_in_other_words_is_shown_and_marked_and_later_turns_go(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator("It rains.", "Later."))
    result = await table.take_turn(game_id, "take the lantern")
    await table.take_turn(game_id, "to the inn")
    index = index_of(result, Role.NARRATOR)
    edited = await answers.rewrite(game_id, index, "The sun is out.\n\nIt is warm.")
    message = next(each for each in edited.messages if each.index == index)
    assert (message.content, message.edited) == ("The sun is out.\n\nIt is warm.", True)
    state = table.state(game_id)
    assert (state.turn, state.party.items, state.here.id) == (1, ["lantern"], "market")
    assert state.conversation_history[index].content.startswith("The sun")
    assert is_as_loaded(table, game_id)
    prompt = await table.explain(game_id, 1)
    assert prompt.text
    assert "It rains." not in json.dumps(exported(table.library.read(game_id)))


async def test_only_the_words_of_a_model_can_be_replaced(store: IGameStore) -> None:
    table, answers, game_id = at_table(store, AnsweringNarrator())
    result = await table.take_turn(game_id, "take the lantern")
    for role in (Role.PLAYER, Role.SYSTEM):
        with pytest.raises(NotPossible, match="only what a model wrote can"):
            await answers.rewrite(game_id, index_of(result, role), "Other words.")
    for index in (-1, 10_000):
        with pytest.raises(NotFound, match="no message"):
            await answers.rewrite(game_id, index, "Other words.")
    for text in ("  ", "x" * 10_001, "a\x07b"):
        with pytest.raises(InvalidInput):
            await answers.rewrite(game_id, index_of(result, Role.NARRATOR), text)


# -- with a wish, and without a line -----------------------------------------------------------------------------------


def model_that_tells(*texts: str) -> tuple[FunctionModel, list[str]]:
    """A model that tells these texts in turn, then that rain falls; and the prompts that it reads."""
    left, read = iter(texts), list[str]()

    async def tell(messages: list[ModelMessage], _: AgentInfo) -> AsyncIterator[str]:
        read.append(str(messages[-1]))
        yield next(left, "Rain falls on the square.")

    return FunctionModel(stream_function=tell, model_name="fake"), read


def narrator_of(mode: str, model: FunctionModel) -> INarrator:
    return NarratorAgent(model) if mode == "tools" else GuidedNarrator(model, OfflineNarrator())


@pytest.mark.parametrize("mode", ["guided", "tools"])
async def test_a_wish_for_the_answer_is_read_by_the_model_and_explained(store: IGameStore, mode: str) -> None:
    model, prompts = model_that_tells()
    table, _, game_id = at_table(store, narrator_of(mode, model))
    await table.take_turn(game_id, "take the lantern")
    assert "shorter, please" not in prompts[-1]
    await table.retry(game_id, hint=" shorter, please\nand kind ")
    assert "For this answer the player wishes: " in prompts[-1]
    assert "shorter, please" in (await table.explain(game_id, 1)).player_line
    for hint in ("", " ", "x" * 501, "a\x07"):
        with pytest.raises(InvalidInput):
            await table.retry(game_id, hint=hint)


@pytest.mark.parametrize("mode", ["guided", "tools"])
async def test_the_narrator_goes_on_without_a_line(store: IGameStore, mode: str) -> None:
    model, _ = model_that_tells("Rain falls.", "Smoke drifts over the square.")
    table, answers, game_id = at_table(store, narrator_of(mode, model))
    await table.take_turn(game_id, "take the lantern")
    shown: list[str] = []
    result = await table.go_on(game_id, on_text=shown.append)
    assert (result.player_input, result.text, "".join(shown)) == ("", *2 * ("Smoke drifts over the square.",))
    assert [message.role for message in result.messages] == [Role.NARRATOR, Role.SYSTEM]
    assert "go on with the story" in (await table.explain(game_id, 2)).player_line
    assert is_as_loaded(table, game_id)
    again = await table.retry(game_id)
    assert (again.turn, again.player_input) == (2, "")
    assert [each.text for each in (await answers.answers(game_id)).turns][-1] == "Rain falls on the square."
    assert (await table.undo(game_id, 2))[0].player_input == ""


async def test_nobody_goes_on_where_no_model_narrates(table: TurnService, game_id: str) -> None:
    with pytest.raises(NotPossible, match="nobody goes on by itself"):
        await table.go_on(game_id)
    assert table.state(game_id).turn == 0


@pytest.mark.parametrize("mode", ["guided", "tools"])
async def test_going_on_costs_nothing_where_the_model_gives_nothing(store: IGameStore, mode: str) -> None:
    model, _ = model_that_tells("", "")
    table, _, game_id = at_table(store, narrator_of(mode, model))
    with pytest.raises(ModelUnavailable):
        await table.go_on(game_id)
    assert table.state(game_id).turn == 0
    assert is_as_loaded(table, game_id)
