"""What happens in the time that a turn itself takes is read by the player: timers, rules, and the end of the story."""

from typing import Any

import pytest

from app.models.messages.passage import Source
from app.models.sheets.scenario import ScenarioSheet
from tests.integration.turns.table import new_store, new_table
from tests.worlds import small_sheet

BELL = "A bell begins to ring."
GONE = "The boat has gone without you."
OVER = "You stay on the shore."


def ending_soon(minutes: int) -> ScenarioSheet:
    data: dict[str, Any] = small_sheet().model_dump(mode="json", by_alias=True)
    data["states"] = [{"of": "game", "name": "gone", "kind": "flag"}]
    data["timers"] = [
        {
            "id": "tide",
            "name": "the tide",
            "minutes": minutes,
            "starts_at_once": True,
            "text": BELL,
            "effects": [{"kind": "set_state", "of": "game", "name": "gone", "value": True}],
        }
    ]
    gone = {"kind": "state", "of": "game", "name": "gone", "value": True}
    data["rules"] = [
        {"id": "left", "when": gone, "text": GONE, "effects": [{"kind": "end_story", "ending_id": "left"}]}
    ]
    data["endings"] = [{"id": "left", "name": "Left behind", "text": OVER, "won": False}]
    return ScenarioSheet.model_validate(data)


@pytest.mark.parametrize("line", ["look", "I whistle a tune", "examine the well"])
async def test_what_comes_in_the_minute_of_the_turn_is_read_and_kept(line: str) -> None:
    turns = new_table(new_store())
    game_id = turns.library.begin(ending_soon(1), "Élan", seed=1)
    shown: list[str] = []
    await turns.take_turn(game_id, line, on_text=lambda piece: shown.append(str(piece)))
    state = turns.state(game_id)
    told = [each for each in state.conversation_history if each.source is Source.AUTHOR]
    assert told[-1].content == "\n\n".join((BELL, GONE, OVER))
    assert all(text in "".join(shown) for text in (BELL, GONE, OVER))
    await turns.close(game_id)


async def test_it_is_read_once_and_in_the_turn_in_which_it_happens() -> None:
    turns = new_table(new_store())
    game_id = turns.library.begin(ending_soon(3), "Élan", seed=1)
    for _ in range(5):
        await turns.take_turn(game_id, "look")
    history = turns.state(game_id).conversation_history
    assert [each.turn for each in history if OVER in each.content] == [3]
    await turns.close(game_id)
