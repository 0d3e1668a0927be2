"""Who sleeps perceives nothing: by whatever it asks, reads or tries at its seat."""

import pytest

from app.errors import NotPossible
from app.services.characters.character_seat import CharacterSeat
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.village import begin_in_village, seat
from tests.integration.turns.table import new_table


@pytest.fixture
async def sleeper(store: JsonGameStore) -> CharacterSeat:
    """Mara sleeps at the inn, and the weaver stands beside her."""
    village: TurnService = new_table(store)
    mara = seat(village, begin_in_village(village), "mara")
    assert "Юрий Ткач" in str(await mara.call("query_scene", {}))
    slept = await mara.call("act", {"action": "sleep"})
    assert slept["present"] == []
    return mara


async def test_the_scene_is_not_perceived(sleeper: CharacterSeat) -> None:
    scene = [memory["content"] for memory in (await sleeper.call("query_scene", {}))["memories"]]

    assert "I am asleep." in scene
    assert all("With me" not in line for line in scene)
    assert "Юрий" not in await sleeper.read("game://scene")


async def test_who_is_there_is_told_by_no_sheet(sleeper: CharacterSeat) -> None:
    sheet = await sleeper.read("game://characters/yuri")

    assert '"here": false' in sheet
    assert "activity" not in sheet


@pytest.mark.parametrize("to", [[], ["Юрий Ткач"], ["Guard"], ["nobody at all"]])
async def test_a_word_is_refused_for_the_sleep_whoever_it_is_for(sleeper: CharacterSeat, to: list[str]) -> None:
    with pytest.raises(NotPossible, match="Mara Ironhand is asleep and cannot speak"):
        await sleeper.call("say", {"text": "Who is there?", "to": to})
