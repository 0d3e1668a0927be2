"""What a seat answers while others wait for their turn: the game as the seat's own turn has left it."""

import asyncio

from app.events.commands.play import MoveNPCCommand
from app.services.characters.character_seat import CharacterSeat
from app.services.game.games.session import GameSession
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.village import seat
from tests.waiting import until


async def test_what_came_of_a_word_is_told_as_it_was_when_it_was_said(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    """Whoever hears it may leave in the next turn, which waits already."""
    weaver = seat(village, game, "yuri")

    said, _ = await asyncio.gather(
        mara.call("say", {"text": "Stay."}), weaver.call("act", {"action": "go", "place": "market"})
    )

    assert said["heard_by"] == ["Юрий Ткач"]


async def test_where_a_step_led_is_told_although_somebody_is_moved_on_at_once(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    went, _ = await asyncio.gather(
        mara.call("act", {"action": "go", "place": "market"}),
        village.execute(game, MoveNPCCommand(npc_id="mara", location_id="cell-2")),
    )

    assert (went["place"], went["present"]) == ("Market", ["Guard", "Élan"])


def waiting(session: GameSession) -> int:
    """How many wait for their turn."""
    return len(session._turns._waiters or ())


async def test_what_was_kept_is_answered_although_an_undo_waits_already(
    village: TurnService, game: str, mara: CharacterSeat
) -> None:
    session = village.library.open(game)
    async with session.turn():
        keeping = asyncio.create_task(mara.call("form_memory", {"content": "The miller limps."}))
        await until(lambda: waiting(session) == 1)
        undoing = asyncio.create_task(village.undo(game))
        await until(lambda: waiting(session) == 2)

    assert (await keeping)["formed"]["content"] == "The miller limps."
    assert [turn.commands for turn in await undoing] == [("form_memory",)]
