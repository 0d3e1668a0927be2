"""What somebody only keeps in mind is a turn, but no part of the conversation."""

from app.models.memory import Scope
from app.models.messages.message import Role
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import begin_in_village, seat
from tests.integration.turns.table import captured, new_table

THOUGHTS = 60
PROMISE = "Hello Guard, the captain promised me the lantern."


async def think_a_lot(village: TurnService, game: str) -> None:
    """Mara, at the inn, keeps one thing after another in mind."""
    mara = seat(village, game, "mara")
    for number in range(THOUGHTS):
        await mara.call("form_memory", {"content": f"Barrel number {number} leaks."})


async def test_many_thoughts_elsewhere_do_not_crowd_out_of_the_prompt_what_was_said(
    village: TurnService, game: str
) -> None:
    await village.take_turn(game, PROMISE)
    await think_a_lot(village, game)
    asked = await village.take_turn(game, "Who are you?")

    prompt = await village.explain(game, asked.turn)

    assert any(PROMISE in line for line in prompt.conversation)
    assert len(prompt.conversation) < THOUGHTS


async def test_many_thoughts_elsewhere_are_not_condensed_where_the_party_is(village: TurnService, game: str) -> None:
    await think_a_lot(village, game)
    await village.settle(game)

    state = village.state(game)
    assert state.conversation_history == []
    assert captured(state.memories(Scope.location("market"))) == []


async def test_each_is_a_turn_that_can_be_loaded_and_undone(store: JsonGameStore, village: TurnService) -> None:
    game = begin_in_village(village)
    await think_a_lot(village, game)
    await village.close(game)
    again = new_table(store)

    assert again.state(game).turn == THOUGHTS
    undone = await again.undo(game, THOUGHTS - 1)
    assert {turn.commands for turn in undone} == {("form_memory",)}
    assert again.state(game).memories(Scope.npc("mara"))[-1].summary == "Barrel number 0 leaks."


async def test_what_is_said_or_seen_still_ends_with_the_engines_line(village: TurnService, game: str) -> None:
    guard = seat(village, game, "guard-1")

    await guard.call("say", {"text": "Halt."})
    await guard.call("act", {"action": "go", "place": "inn"})

    roles = [message.role for message in village.state(game).conversation_history]
    assert roles == [Role.NPC, Role.SYSTEM, Role.SYSTEM]
    assert "Guard → Inn" in village.state(game).conversation_history[-1].content
