"""What a player has changed since is told as now and before; what it was before is told by nobody as what holds."""

import pytest

from app.agents.narrator.answering import asked
from app.agents.narrator.knowledge.about_player import meeting_memory
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.recalling import Recollection
from tests.unit.agents.narrator_offline.playing import Play, at, remember
from tests.worlds import new_game

LINES = ("My purse is in the granary, under the third step.", "I like plums.", "The purse is in the kiln now.")


async def told(*lines: str) -> Play:
    play = Play(at(new_game(), "inn"))
    for line in lines:
        await play.do(f'say to mara "{line}"')
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


HERS = "It was hers, the watch, all along."


def found_by_meaning(monkeypatch: pytest.MonkeyPatch, *, is_revised: bool) -> None:
    """Let meaning find a statement of the player that may answer."""

    async def with_meaning(*_: object) -> Recollection:
        told = f"You said: “{HERS}”"
        return Recollection(told, (), (HERS,), covered=1.0, is_claim=True, is_nearest=True, is_revised=is_revised)

    monkeypatch.setattr(asked, "with_meaning", with_meaning)


@pytest.mark.parametrize(
    ("question", "is_revised", "is_told"),
    [
        ("Whose ring is this?", True, True),
        ("Whose ring is this?", False, False),
        ("Do you mend rings?", True, False),
    ],
)
async def test_what_replaced_a_statement_answers_also_where_it_only_comes_nearest(
    question: str, is_revised: bool, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_by_meaning(monkeypatch, is_revised=is_revised)
    assert (HERS in (await (await told()).do(f'say to mara "{question}"')).shown) is is_told


@pytest.mark.parametrize(
    ("question", "is_told"),
    [("Will you still see my face round here next week?", True), ("Carry my bag home.", False)],
)
async def test_a_question_that_sounds_like_a_promise_is_answered_from_what_the_player_said(
    question: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_by_meaning(monkeypatch, is_revised=True)
    assert (HERS in " ".join(await (await told()).hear("mara", question))) is is_told


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
