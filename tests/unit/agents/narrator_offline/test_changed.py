"""What a player has changed since is told as now and before; what it was before is told by nobody as what holds."""

import pytest

from app.agents.narrator.knowledge.about_player import meeting_memory
from app.agents.narrator.knowledge.exchange import Exchange
from tests.unit.agents.narrator_offline.playing import Play, at, remember
from tests.worlds import new_game

LINES = ("My purse is in the granary, under the third step.", "I like plums.", "The purse is in the kiln now.")


async def told(*lines: str) -> Play:
    play = Play(at(new_game(), "inn"))
    await play.all(*(f'say to mara "{line}"' for line in lines))
    return play


@pytest.mark.parametrize(
    "question", ["Where is my purse?", "What did I tell you about the granary?", "Is my purse under the third step?"]
)
async def test_the_newer_is_told_also_where_the_question_is_nearer_to_the_older(question: str) -> None:
    answer = (await (await told(*LINES)).do(question)).shown
    first = f"You told me first: “{LINES[0]}” Since then you said"
    assert f": “{LINES[2]}”" in answer
    assert "third step" not in answer.replace(first, "")


async def test_what_is_taken_back_is_told_as_taken_back() -> None:
    play = await told("I'm off to Orsenne tomorrow.", "I've changed my mind. The thaw is too near.")
    answer = (await play.do('say to mara "When am I off to Orsenne?"')).shown
    first, since = "I'm off to Orsenne tomorrow.", "I've changed my mind. The thaw is too near."
    assert f"You told me first: “{first}” Since then you said: “{since}”" in answer


async def test_a_change_that_a_person_has_not_heard_is_not_told() -> None:
    play = await told(LINES[0])
    here = play.state.npc("mara").current_location_id
    play.state.npc("mara").current_location_id = None
    play.state.npc("guard-1").current_location_id = "inn"
    await play.do(f'say to guard "{LINES[2]}"')
    play.state.npc("guard-1").current_location_id = None
    play.state.npc("mara").current_location_id = here
    assert "third step" in (await play.do("Where is my purse?")).shown


async def test_no_talk_opens_with_what_was_changed_since() -> None:
    play = await told(*LINES)
    entry = remember(play.state, "mara", "Élan told Mara that the purse is in the granary. Élan gave Mara plums.")
    covered = entry.model_copy(update={"first_message_index": 0, "since_message_index": 2})
    play.state.npc("mara").npc_memories[-1] = covered
    memory = meeting_memory(Exchange(play.state, "mara", "Élan"))
    assert memory is not None
    assert memory.words == "You gave me plums."
