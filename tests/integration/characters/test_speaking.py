"""A person speaks of its own accord: `TurnService.speak`."""

import pytest

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands.mind import SetActivityCommand
from app.events.commands.play import MoveNPCCommand
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.messages.message import Role
from app.models.minds.activity import Activity
from app.models.prompt import RecalledMemory
from app.services.game.memory_service import CaptureLimits
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import begin, captured, comparable, new_table


async def test_what_a_person_says_is_a_message_at_its_place_heard_by_those_there(
    table: TurnService, game_id: str
) -> None:
    result = await table.speak(game_id, "guard-1", "  Halt, who goes there?  ", ["player"])

    said = next(message for message in result.messages if message.role is Role.NPC)
    assert (said.content, said.speaker_id, said.speaker_name) == ("Halt, who goes there?", "guard-1", "Guard")
    assert (said.location_id, said.witness_ids, said.addressee_ids) == ("market", ("guard-1",), ("player",))
    assert [message.role for message in result.messages] == [Role.NPC, Role.SYSTEM]
    assert said.quoted == ()
    assert result.player_input is None
    assert result.text == "Guard: “Halt, who goes there?”"


async def test_it_takes_no_time_and_no_narrator_is_asked(table: TurnService, game_id: str) -> None:
    before = table.state(game_id).clock.minutes

    result = await table.speak(game_id, "mara", "Nobody comes today.")

    assert table.state(game_id).clock.minutes == before
    assert [message.role for message in result.messages] == [Role.NPC]
    with pytest.raises(NotPossible):
        await table.explain(game_id, result.turn)
    with pytest.raises(NotPossible):
        await table.retry(game_id)


async def test_where_the_party_is_not_only_those_there_hear_it(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-2", location_id="inn"))

    await table.speak(game_id, "mara", "The owl will be gone by Monday.", ["guard-2"])

    state = table.state(game_id)
    heard = [state.conversation_history[n].content for n in state.message_index.heard(Scope.npc("guard-2"))]
    assert "The owl will be gone by Monday." in heard
    assert not state.message_index.heard(Scope.npc("guard-1"))
    assert {message.location_id for message in state.conversation_history if message.role is not Role.SYSTEM} == {"inn"}
    assert state.conversation_history[-1].role is Role.NPC  # thirty such turns are no reason to condense the market


async def test_undo_takes_it_back(table: TurnService, game_id: str) -> None:
    before = comparable(table.state(game_id))
    await table.speak(game_id, "guard-1", "Halt!")

    await table.undo(game_id)

    assert comparable(table.state(game_id)) == before


async def test_it_is_there_again_when_the_game_is_loaded(store: JsonGameStore) -> None:
    table = new_table(store)
    game_id = begin(table)
    await table.speak(game_id, "guard-1", "Halt!")
    before = comparable(table.state(game_id))
    await table.close(game_id)

    again = new_table(store)

    assert comparable(again.state(game_id)) == before
    assert again.library.read(game_id).records[-1].speaker_id == "guard-1"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 2001, "\x1b[31mred", "half \ud800"])
async def test_text_that_breaks_a_limit_is_refused(table: TurnService, game_id: str, text: str) -> None:
    with pytest.raises(InvalidInput):
        await table.speak(game_id, "guard-1", text)


async def test_nobody_speaks_from_nowhere_or_in_its_sleep(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, SetActivityCommand(npc_id="guard-1", activity=Activity.SLEEPING))
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-2", location_id=None))
    before = comparable(table.state(game_id))

    with pytest.raises(NotPossible, match="asleep"):
        await table.speak(game_id, "guard-1", "Zzz.")
    with pytest.raises(NotPossible, match="nowhere"):
        await table.speak(game_id, "guard-2", "Hello?")

    assert comparable(table.state(game_id)) == before


async def test_whoever_is_spoken_to_is_there(table: TurnService, game_id: str) -> None:
    with pytest.raises(NotPossible, match="Mara Ironhand is not here to be spoken to; here: Élan"):
        await table.speak(game_id, "guard-1", "Mara!", ["mara"])
    with pytest.raises(NotFound, match="nobody called 'nobody'"):
        await table.speak(game_id, "guard-1", "You!", ["nobody"])
    with pytest.raises(NotFound):
        await table.speak(game_id, "guard-1", "Me!", ["guard-1"])
    with pytest.raises(NotFound, match="no person 'ghost'"):
        await table.speak(game_id, "ghost", "Boo.")


async def test_what_is_said_is_condensed_by_the_usual_rules(table: TurnService, game_id: str) -> None:
    """On leaving: the person's own talk, and what was said to those who stay."""
    await table.execute(game_id, MoveNPCCommand(npc_id="guard-2", location_id="inn"))
    await table.speak(game_id, "mara", "I promise you a bowl of soup for the lantern.", ["guard-2"])
    await table.speak(game_id, "guard-2", "Mara, you will have the lantern tomorrow.", ["mara"])

    await table.execute(game_id, MoveNPCCommand(npc_id="guard-2", location_id="market"))
    await table.settle(game_id)

    memories = captured(MemoryStream(table.state(game_id), Scope.npc("guard-2")).all())
    assert "lantern" in memories[0].summary


async def test_much_talk_where_the_party_is_not_is_condensed_there(store: JsonGameStore) -> None:
    table = new_table(store, capture_after=6, capture_limits=CaptureLimits())
    game_id = begin(table)
    for number in range(6):
        await table.speak(game_id, "mara", f"Mara Ironhand counts barrel number {number + 1}.")
    await table.settle(game_id)

    state = table.state(game_id)
    assert captured(state.memories(Scope.location("inn")))
    assert not state.pending


async def test_the_memories_out_of_which_somebody_speaks_are_marked_and_recorded(
    table: TurnService, game_id: str
) -> None:
    scope = Scope.npc("guard-1")
    await table.take_turn(game_id, "take the lantern")
    seen = table.state(game_id).memories(scope)[-1]
    used = RecalledMemory(scope=scope, memory_id=seen.id or "", score=1.0, why="named")

    await table.speak(game_id, "guard-1", "Put that down!", used=[used])

    state = table.state(game_id)
    assert (state.status(seen.id).recalls, state.status(seen.id).last_recalled) == (1, state.clock.minutes)
    assert table.library.read(game_id).records[-1].answered_from == (used,)


async def test_a_speech_out_of_an_unknown_memory_does_not_happen(table: TurnService, game_id: str) -> None:
    before = comparable(table.state(game_id))
    unknown = RecalledMemory(scope=Scope.npc("guard-1"), memory_id="guard-1-999", score=1.0, why="named")
    with pytest.raises(NotFound):
        await table.speak(game_id, "guard-1", "Put that down!", used=[unknown])
    assert comparable(table.state(game_id)) == before


async def test_commands_that_follow_are_part_of_the_same_turn_or_nothing_happens(
    table: TurnService, game_id: str
) -> None:
    asleep = SetActivityCommand(npc_id="guard-1", activity=Activity.SLEEPING)
    result = await table.speak(game_id, "guard-1", "Good night.", then=[asleep])
    assert [made.command for made in result.commands] == [asleep]
    assert table.state(game_id).npc("guard-1").activity is Activity.SLEEPING
    before = comparable(table.state(game_id))

    with pytest.raises(NotPossible):
        await table.speak(game_id, "mara", "I am here.", then=[MoveNPCCommand(npc_id="mara", location_id="inn")])

    assert comparable(table.state(game_id)) == before
