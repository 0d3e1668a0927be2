"""After the end of the story play may go on; who asks what to do is answered that the story has ended."""

import pytest

from tests.unit.agents.narrator_offline.playing import Play, at
from tests.worlds import new_game

OVER = "The story has come to its end; nobody waits for you to do anything now."


@pytest.mark.parametrize("line", ["quests", "what should I do now?", "give me a hint"])
async def test_whoever_asks_what_to_do_is_answered_that_the_story_has_ended(line: str) -> None:
    play = Play(at(new_game(), "inn"))
    assert OVER not in (await play.do(line)).text
    play.state.scenario.ended, play.state.scenario.current_act_id = True, None
    told = (await play.do(line)).text
    assert told.startswith(OVER)
    assert "Nothing is asked of you yet" not in told
    assert "/undo" in told


async def test_play_goes_on_after_the_last_act() -> None:
    play = Play(at(new_game(), "inn"))
    play.state.scenario.ended, play.state.scenario.current_act_id = True, None
    assert (await play.do("go to the market")).commands
