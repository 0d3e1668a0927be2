"""People of whom nobody has heard are nobody of the cast, whatever family name they bear."""

import pytest

from app.events.commands import MoveNPCCommand
from app.models.messages.message import Role
from app.stores.json_store import JsonGameStore
from tests.integration.turns.test_first_hour import THAW, Game

EVERYBODY = ("hedda", "jorun", "nils", "ragna", "sunniva", "talle", "teodor", "wenzel")


@pytest.mark.parametrize("npc_id", EVERYBODY)
async def test_who_bears_the_family_name_of_somebody_is_not_taken_for_that_person(
    store: JsonGameStore, npc_id: str
) -> None:
    game = Game(store, THAW)
    await game.table.execute(game.id, MoveNPCCommand(npc_id=npc_id, location_id=game.state.here.id))
    await game.do("who is Ivo Haldane?")
    [told_topic] = game.told_topics
    assert "Ivo Haldane" in game.state.sheets.topic(told_topic)[1].aliases
    for question in ("what do you know about Old Haldane?", "who is Rurik Haldane?"):
        before = game.told_topics
        told = await game.do(question)
        assert game.told_topics == before
        assert "Ivo" not in told
    asked = [message for message in game.state.conversation_history if message.role is Role.PLAYER]
    assert [message.npc_ids for message in asked] == [()] * len(asked)
