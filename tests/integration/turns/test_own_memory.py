"""What the party knows itself: asked anywhere, also alone, and answered out of nothing but what it has witnessed."""

import pytest

from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from app.models.messages.message import Role
from tests.integration.turns.test_first_hour import BELL, THAW, Game

pytestmark = pytest.mark.long

QUEST = ("ask Tove about the bell", "say I promise to bring the clapper")
ALONE = "go north"
NOTHING = "Nothing that you have seen or heard answers that."


@pytest.fixture
def bell(store: IGameStore) -> Game:
    return Game(store, BELL)


@pytest.fixture
def thaw(store: IGameStore) -> Game:
    return Game(store, THAW)


def speakers(game: Game) -> list[str | None]:
    """Who of the people spoke in the last turn."""
    history = game.state.conversation_history
    return [m.speaker_id for m in history if m.turn == history[-1].turn and m.role is Role.NPC]


@pytest.mark.parametrize("way", [ALONE, "go east"])
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what did I promise?", "You promised Tove Marrick, a little while ago: “I promise to bring the clapper.”"),
        ("what have I promised Tove?", "“I promise to bring the clapper.”"),
        ("what did Tove tell me about the bell?", "A little while ago Tove Marrick told you: “Three nights it has not"),
        ("what are my quests?", "– The Silent Bell: Tove Marrick wants the tide bell ringing"),
        ("what should I do now?", "Still to do: Find the missing clapper"),
        ("what do I do now?", "Still to do: Find the missing clapper"),
        ("what should I do next?", "Still to do: Find the missing clapper"),
        ("what did I promise Ansel and Tove?", "You remember no promise of yours."),
        ("where is Tove?", "You last saw Tove Marrick at the Ferry Landing, a little while ago."),
    ],
)
async def test_it_is_answered_alone_and_in_company_of_somebody_who_does_not_know(
    bell: Game, way: str, question: str, answer: str
) -> None:
    await bell.do(*QUEST, way, "wait 10 minutes")
    topics = list(bell.told_topics)
    assert answer in await bell.do(question)
    assert speakers(bell) == []
    assert bell.told_topics == topics


async def test_alone_who_has_told_something_is_asked_of_the_party(bell: Game) -> None:
    await bell.do(*QUEST, ALONE)
    assert "Tove Marrick told you: “So the clapper is gone" in await bell.do("who told me about the clapper?")


async def test_the_person_concerned_answers_itself_where_it_is_present(bell: Game) -> None:
    await bell.do(*QUEST)
    assert "I promise to bring the clapper." in await bell.do("what did I promise?")
    assert speakers(bell) == ["tove"]
    await bell.do("what did you tell me about the bell?")
    assert speakers(bell) == ["tove"]


async def test_nothing_is_known_that_nobody_has_told(bell: Game) -> None:
    """Tove's own memories, and her topics that were not asked for, are not the party's."""
    await bell.do(*QUEST, ALONE)
    for question in ("what did Tove tell me about Henrik?", "what did Ansel tell me?", "who told me about the tide?"):
        assert await bell.do(question) == NOTHING
    assert await bell.do("what did I promise Ansel?") == "You remember no promise of yours."


async def test_what_was_said_where_the_party_was_not_is_not_remembered(bell: Game) -> None:
    await bell.do(*QUEST, "go east")
    await bell.table.speak(bell.id, "tove", "The herring is for the grey cat.")
    assert "herring" not in await bell.do("what did Tove tell me about the herring?")
    await bell.do("go west")
    await bell.table.speak(bell.id, "tove", "The herring is for the grey cat.")
    await bell.do(ALONE)
    assert "Tove Marrick told you: “The herring is for the grey cat.”" in await bell.do(
        "what did Tove say about the herring?"
    )


async def test_where_somebody_is_that_the_party_has_not_seen_go_there_is_not_known(bell: Game) -> None:
    await bell.do(*QUEST, "go east", "look", "go west", ALONE)
    await bell.table.execute(bell.id, MoveNPCCommand(npc_id="ansel", location_id="bell-rock"))
    assert "You last saw Ansel Dyce at the Boiling House" in await bell.do("where is Ansel?")


async def test_who_was_seen_to_leave_is_known_to_have_gone_there(bell: Game) -> None:
    await bell.do(*QUEST)
    await bell.table.execute(bell.id, MoveNPCCommand(npc_id="tove", location_id="boiling-house"))
    assert "You saw Tove Marrick leave for the Boiling House, just now." in await bell.do("where is Tove?")
    await bell.do(ALONE, "go to Tove")
    assert bell.state.here.id == "boiling-house"
    assert "Tove Marrick is here." in await bell.do("where is Tove?")


async def test_where_somebody_is_that_was_never_seen_is_known_from_what_was_told_of_it(thaw: Game) -> None:
    assert await thaw.do("where is Ragna?") == NOTHING
    await thaw.do("go down", "go east", "ask Hedda about Ragna", "go west", "go north", "go south")
    await thaw.table.execute(
        thaw.id, *(MoveNPCCommand(npc_id=npc.instance_id, location_id="chapel") for npc in thaw.state.present())
    )
    assert "Hedda Brask told you: “Up in that hut on pine needles and spite." in await thaw.do("where is Ragna?")


async def test_before_anything_was_asked_of_the_party_it_is_told_so(thaw: Game) -> None:
    assert await thaw.do("what did I promise?") == "You remember no promise of yours."
    assert "A Letter for Ivo Haldane" in await thaw.do("what are my quests?")


@pytest.mark.parametrize("line", ["say hello", "say I will find it", "I promise to come back", '"Is anybody there?"'])
async def test_alone_one_may_speak_and_binds_nobody(bell: Game, line: str) -> None:
    await bell.do(*QUEST, ALONE)
    bound = len(bell.state.commitments)
    assert await bell.do(line) == "You speak, and nobody is here to hear it."
    assert len(bell.state.commitments) == bound


async def test_what_the_party_recalls_is_not_condensed_again(bell: Game) -> None:
    await bell.do(*QUEST, ALONE, "what did Tove tell me about the bell?")
    told = next(m for m in reversed(bell.state.conversation_history) if m.role is Role.NARRATOR)
    assert told.fresh_content == "…"
    asked = next(m for m in reversed(bell.state.conversation_history) if m.role is Role.PLAYER)
    assert not asked.acts  # the game was asked, and nobody heard it
