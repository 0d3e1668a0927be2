"""Which people know of a claim: from what they have witnessed, since when and through whom."""

from typing import Any

import pytest

from app.errors import InvalidInput
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.messages.message import Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from app.services.game.knowledge import Knowledge, Standing, who_knows
from tests.worlds import NOW, new_game, say

SIX, NINE = "The ferry leaves at six.", "The ferry leaves at nine."


def known(state: GameState, claim: str) -> dict[str, Knowledge]:
    return {each.npc_id: each for each in who_knows(state, claim)}


def standings(state: GameState, claim: str) -> dict[str, Standing]:
    return {key: Standing(each.standing) for key, each in (known(state, claim)).items()}


def told(state: GameState, line: str, *hearers: str, at: int, **fields: Any) -> None:
    """A player says something in the hearing of some."""
    say(state, line, witness_ids=hearers, game_time=at, **fields)
    state.clock.minutes = max(state.clock.minutes, at)


def people(state: GameState) -> tuple[str, str, str]:
    one, two, three = state.npcs
    return one, two, three


def test_one_who_heard_it_knows_since_then_and_through_the_speaker_and_nobody_else_does() -> None:
    state = new_game()
    one, two, three = people(state)
    told(state, f"Mara, {SIX}", one, two, at=500, addressee_ids=(one,))
    found = known(state, SIX)
    assert found[one] == Knowledge(
        npc_id=one, standing=Standing.KNOWS, since=500, through_id="player", memory_id="m-0", text=f"Élan: Mara, {SIX}"
    )
    assert (found[two].standing, found[two].through_id) == (Standing.KNOWS, "player"), "it overheard it"
    assert found[three] == Knowledge(npc_id=three)


def test_the_first_to_tell_it_counts_though_it_was_told_again_in_the_same_words() -> None:
    state = new_game()
    one, two, _ = people(state)
    told(state, SIX, one, at=500)
    for at in (510, 520, 530):
        told(state, SIX, one, at=at, role=Role.NPC, speaker_id=two, speaker_name="Guard")
    found = known(state, SIX)
    assert (found[one].since, found[one].through_id) == (500, "player")
    assert found[two].standing == Standing.CANNOT_KNOW, "it is not among the witnesses of what it said"


def test_what_was_told_on_in_a_talk_is_known_through_the_last_teller() -> None:
    state = new_game()
    one, two, three = people(state)
    said = Utterance(kind="utterance", speaker_id="player", words=SIX, addressee_ids=(one,), chain=(one, two))
    MemoryStream(state, Scope.npc(three)).add(
        MemoryKind.CONVERSATION,
        MemoryContext(content=f'Guard said: "{SIX}"', created_at=NOW, origin=MemoryOrigin.SOCIAL, payload=said),
    )
    assert (known(state, SIX))[three].through_id == two


def test_what_somebody_saw_or_was_given_to_know_is_known_through_nobody() -> None:
    state = new_game()
    one, _, _ = people(state)
    MemoryStream(state, Scope.npc(one)).add(
        MemoryKind.OBSERVATION, MemoryContext(content="The ferry sank in the bay.", created_at=NOW)
    )
    found = (known(state, "The ferry sank."))[one]
    assert (found.standing, found.through_id) == (Standing.KNOWS, None)


@pytest.mark.parametrize("kind", [MemoryKind.REFLECTION, MemoryKind.PLAN, MemoryKind.SUMMARY])
def test_a_thought_or_a_summary_is_no_source(kind: MemoryKind) -> None:
    state = new_game()
    one, _, _ = people(state)
    MemoryStream(state, Scope.npc(one)).add(kind, MemoryContext(content=SIX, created_at=NOW))
    assert set((standings(state, SIX)).values()) == {Standing.CANNOT_KNOW}


def test_who_has_not_heard_the_later_version_knows_an_old_one() -> None:
    state = new_game()
    one, two, three = people(state)
    told(state, SIX, one, two, at=500)
    told(state, f"I was wrong. {NINE}", two, at=520)
    right = {one: Standing.KNOWS_OLD, two: Standing.KNOWS, three: Standing.CANNOT_KNOW}
    assert standings(state, NINE) == right
    assert standings(state, SIX) == right, "whichever version is asked for"
    assert (known(state, NINE))[two].since == 520


def test_another_speaker_contradicts_but_does_not_put_right_unless_it_says_so() -> None:
    state = new_game()
    one, two, _ = people(state)
    told(state, SIX, one, at=500)
    told(state, NINE, two, at=520, role=Role.NPC, speaker_id=two, speaker_name="Guard")
    assert (standings(state, NINE))[one] is Standing.CANNOT_KNOW
    state = new_game()
    told(state, SIX, one, at=500)
    put_right = {"acts": (SpeechAct(kind=ActKind.CORRECTION, span=(0, len(NINE))),), "role": Role.NPC}
    told(state, NINE, two, at=520, speaker_id=two, speaker_name="Guard", **put_right)
    assert (standings(state, NINE))[one] is Standing.KNOWS_OLD


def test_a_claim_that_was_never_made_is_known_to_nobody_though_another_version_was() -> None:
    state = new_game()
    told(state, SIX, *people(state), at=500)
    assert set((standings(state, NINE)).values()) == {Standing.CANNOT_KNOW}


def test_what_was_said_alone_and_what_the_narrator_tells_is_known_to_nobody() -> None:
    state = new_game()
    told(state, SIX, at=500)
    told(state, SIX, *people(state), at=510, role=Role.NARRATOR, speaker_id=None, speaker_name="")
    assert set((standings(state, SIX)).values()) == {Standing.CANNOT_KNOW}


def test_what_only_resembles_a_claim_is_not_known() -> None:
    state = new_game()
    one, _, _ = people(state)
    told(state, "A vein of silver was found.", one, at=500)
    found = who_knows(state, "A vein of copper was found.")
    assert {each.standing for each in found} == {Standing.CANNOT_KNOW}


def test_asking_changes_nothing_and_a_claim_must_say_something() -> None:
    state = new_game()
    told(state, SIX, *people(state), at=500)
    before = state.model_dump()
    known(state, SIX)
    assert state.model_dump() == before
    with pytest.raises(InvalidInput):
        known(state, "It is.")
