"""Going back in a game: what recall has indexed stays as far as it is true, and finds nothing that was undone."""

import pytest

from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.game.turns.turn_service import TurnService

pytestmark = pytest.mark.of_stores


WORLD = Scope.world()


def found(state: GameState, text: str) -> list[str]:
    hits = Recaller().recall(MemoryStream(state, WORLD), RecallQuery(now=state.clock.minutes, text=text, limit=50))
    return [hit.memory.summary for hit in hits if hit.components["words"] > 0]


async def test_undo_hands_the_index_on_and_takes_back_what_it_knew_of_the_turn(
    table: TurnService, game_id: str
) -> None:
    await table.take_turn(game_id, "The brass key hangs in the cellar.")
    await table.take_turn(game_id, "A purple walrus juggles turnips.")
    session = table.library.open(game_id)
    assert found(session.state, "walrus turnips")
    index = MemoryStream(session.state, WORLD).index
    await table.undo(game_id)
    state = table.library.open(game_id).state
    assert found(state, "walrus turnips") == []
    assert found(state, "brass cellar")
    assert MemoryStream(state, WORLD).index is index


async def test_a_retry_is_found_and_what_it_replaced_is_not(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "A purple walrus juggles turnips.")
    before = found(table.library.open(game_id).state, "walrus")
    await table.retry(game_id)
    assert found(table.library.open(game_id).state, "walrus") == before
