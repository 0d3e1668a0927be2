"""Who takes on a message for another, when it can be passed on, and what is known of it until then."""

from collections.abc import Callable

import pytest

from app.memory.messengers import due_delivery, is_deliverable, knows_person, message_hindrance, pass_on
from app.memory.recall.current_facts import current_facts
from app.models.messages.carried import MAX_CARRIED, CarriedMessage
from app.models.messages.payload import Utterance
from app.models.minds.activity import Activity
from app.models.refusals.people import MessageHindrance as Why
from app.models.sheets.condition import Attitude
from app.models.state.game_state import GameState
from tests.worlds import new_game


def beside_the_guard() -> GameState:
    """The party is with the guard at the market; Mara is in the inn."""
    state = new_game()
    assert [npc.instance_id for npc in state.present()] == ["guard-1"]
    return state


def message(to_id: str = "mara", words: str = "the owl is back") -> CarriedMessage:
    return CarriedMessage(by_id="player", to_id=to_id, words=words, given_at=0)


def hostile(state: GameState) -> None:
    state.npc("guard-1").attitude = Attitude.HOSTILE


def disliking(state: GameState) -> None:
    state.npc("guard-1").relationships["mara"] = -6.0


def dead(state: GameState) -> None:
    state.npc("mara").dead = True


def here(state: GameState) -> None:
    state.npc("mara").current_location_id = state.here.id


def busy(state: GameState) -> None:
    state.npc("guard-1").carries = [message()] * MAX_CARRIED


@pytest.mark.parametrize(
    ("changed", "why"),
    [(hostile, Why.UNWILLING), (disliking, Why.DISLIKED), (dead, Why.APART), (here, Why.HERE), (busy, Why.BUSY)],
)
def test_a_person_declines_for_a_reason(changed: Callable[[GameState], None], why: Why) -> None:
    state = beside_the_guard()
    assert message_hindrance(state, "guard-1", "mara") is None
    changed(state)
    assert message_hindrance(state, "guard-1", "mara") is why


def test_nobody_carries_a_message_for_itself() -> None:
    assert message_hindrance(beside_the_guard(), "guard-1", "guard-1") is Why.SELF


def test_people_who_never_come_to_one_place_pass_nothing_on() -> None:
    state = beside_the_guard()
    for npc_id, place in (("guard-1", "market"), ("mara", "inn")):
        state.sheets.npcs[npc_id] = state.sheets.npc(npc_id).model_copy(update={"stays_at": (place,)})
    assert message_hindrance(state, "guard-1", "mara") is Why.APART
    state.party.companions.append("guard-1")
    assert message_hindrance(state, "guard-1", "mara") is None


def test_a_small_cast_knows_each_other() -> None:
    state = beside_the_guard()
    assert knows_person(state, "guard-1", "mara")
    assert not knows_person(state, "guard-1", "guard-1")


@pytest.mark.parametrize("asleep", ["guard-1", "mara"])
def test_a_message_waits_for_both_to_be_awake_at_one_place(asleep: str) -> None:
    state = beside_the_guard()
    state.npc("guard-1").carries.append(message())
    assert due_delivery(state) is None
    here(state)
    state.npc(asleep).activity = Activity.SLEEPING
    assert due_delivery(state) is None
    state.npc(asleep).activity = Activity.IDLE
    assert due_delivery(state) == ("guard-1", "mara")
    state.npc("guard-1").mind.played_until = state.clock.minutes + 10
    assert not is_deliverable(state, "guard-1", "mara")


def test_messages_are_passed_on_in_the_order_in_which_they_were_given() -> None:
    state = beside_the_guard()
    state.npc("guard-1").carries += [message(words="first of all"), message(words="second of all")]
    here(state)
    assert [pass_on(state, "guard-1", "mara").words for _ in range(2)] == ["first of all", "second of all"]
    kept = [entry.payload for entry in state.npc("mara").npc_memories]
    assert [said.words for said in kept if isinstance(said, Utterance)] == ["first of all", "second of all"]
    assert state.npc("guard-1").carries == []


def test_who_carries_a_message_knows_it() -> None:
    state = beside_the_guard()
    state.npc("guard-1").carries.append(message())
    facts = [fact for fact in current_facts(state, "guard-1") if "the owl is back" in fact.content.casefold()]
    assert [fact.about for fact in facts] == ["mara"]
