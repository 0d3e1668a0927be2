"""What a person was told in confidence it mentions before those who heard it, and before nobody else."""

import pytest

from app.agents.narrator.knowledge.about_player import meeting_memory, told_by_player
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.recalling import may_tell
from app.models.memory import Scope
from app.models.messages.payload import EventPayload, Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import Play, at, remember
from tests.worlds import new_game, say

SECRET = "Keep this to yourself: I buried the silver spoon under the old plum tree."
FORMULAS = (
    "Between you and me: I buried the silver spoon under the old plum tree.",
    "I'd rather this didn't go round the village. I buried the silver spoon under the old plum tree.",
    "This goes no further, please. I buried the silver spoon under the old plum tree.",
    "You're the first I've told. I buried the silver spoon under the old plum tree.",
    "Nobody else must know. I buried the silver spoon under the old plum tree.",
)
QUESTION = "Where did I bury the silver spoon?"


def in_company(state: GameState) -> GameState:
    state.npc("guard-1").current_location_id = "inn"
    return state


async def answered(first: str) -> tuple[str, str]:
    """What Mara answers alone, and what before the guard."""
    play = Play(at(new_game(), "inn"))
    await play.do(first)
    alone = (await play.do(QUESTION)).shown
    in_company(play.state)
    return alone, (await play.do(f'say to mara "{QUESTION}"')).shown


@pytest.mark.parametrize("secret", [SECRET, *FORMULAS])
async def test_what_was_confided_is_told_alone_and_not_in_company(secret: str) -> None:
    alone, before_another = await answered(secret)
    assert "plum tree" in alone
    assert "plum tree" not in before_another


def test_what_was_confided_is_not_recited_in_company() -> None:
    state = at(new_game(), "inn")
    act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(SECRET)))
    say(state, SECRET, acts=(act,), addressee_ids=("mara",), witness_ids=("mara",))
    state.turn += 1
    exchange = Exchange(state, "mara", "Élan")
    assert told_by_player(exchange)
    in_company(state)
    assert not told_by_player(exchange)


async def test_what_was_said_openly_is_told_in_company() -> None:
    _, before_another = await answered("I buried the silver spoon under the old plum tree.")
    assert "plum tree" in before_another


async def test_what_another_heard_too_is_no_secret_before_it() -> None:
    play = Play(in_company(at(new_game(), "inn")))
    await play.do(f'say to mara "{SECRET}"')
    assert "plum tree" in (await play.do(f'say to mara "{QUESTION}"')).shown


def test_a_visit_with_a_secret_opens_no_talk_in_company() -> None:
    state = at(new_game(), "inn")
    act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(SECRET)))
    said = Utterance(kind="utterance", speaker_id="player", words=SECRET, addressee_ids=("mara",), acts=(act,))
    visit = EventPayload(kind="event", said=(said,))
    entry = remember(state, "mara", "Élan said that the spoon lies under the plum tree.")
    state.npc("mara").npc_memories[-1] = entry.model_copy(update={"payload": visit})
    exchange = Exchange(state, "mara", "Élan")
    memory = meeting_memory(exchange)
    assert memory is not None
    assert "plum tree" in memory.words
    in_company(state)
    assert meeting_memory(exchange) is None
    assert state.memories(Scope.npc("mara"))


def test_what_was_concluded_from_a_secret_is_kept_back_as_well() -> None:
    state = at(new_game(), "inn")
    act = SpeechAct(kind=ActKind.CONFIDENCE, span=(0, len(SECRET)))
    said = Utterance(kind="utterance", speaker_id="player", words=SECRET, addressee_ids=("mara",), acts=(act,))
    visit = remember(state, "mara", "Élan spoke of a spoon.")
    thought = remember(state, "mara", "The spoon lies under the plum tree.")
    memories = state.npc("mara").npc_memories
    memories[-2] = visit.model_copy(update={"payload": EventPayload(kind="event", said=(said,))})
    memories[-1] = thought.model_copy(update={"evidence": (visit.id,)})
    exchange = Exchange(state, "mara", "Élan")
    assert may_tell(exchange, memories[-1])
    in_company(state)
    assert not may_tell(exchange, memories[-1])
