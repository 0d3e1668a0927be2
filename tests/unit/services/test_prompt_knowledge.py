"""What a person knows, and what its prompt therefore does not hold."""

from app.models.memory import Scope
from app.models.state.game_state import Note
from tests.unit.services.prompts import narrator_prompt, npc_prompt, remember, rich_game, section
from tests.unit.services.remembering import INN, MARKET, WORLD
from tests.worlds import message, say


def test_no_persons_prompt_holds_what_it_did_not_witness() -> None:
    """Not what was said elsewhere or out of earshot, nor the memories of others, of places or of the world."""
    state = rich_game()
    say(state, "SECRET of the market", location_id="market", witness_ids=("guard-1",))
    say(state, "SECRET whispered beside her", witness_ids=("guard-1",))
    say(state, "SECRET that names her", witness_ids=("guard-1",), npc_ids=("mara",), addressee_ids=("mara",))
    for scope in (Scope.npc("guard-1"), INN, MARKET, WORLD):
        remember(state, scope, f"SECRET of {scope.key}")
    state.notes.append(Note(text="SECRET note", pinned=True, turn=1, game_time=0))
    state.place("inn").discovered_secrets.append("loose-stone")
    state.npc("guard-1").current_location_id = "inn"
    say(state, "Here is your lantern, Mara.", addressee_ids=("mara",))

    text = npc_prompt(state, "mara").text

    assert "SECRET" not in text
    assert "loose stone" not in text
    assert "promised Mara a lantern" in text
    assert "SECRET of npc/guard-1" in npc_prompt(state, "guard-1").text
    assert "SECRET whispered" in npc_prompt(state, "guard-1").text


def test_a_person_sees_neither_anothers_topics_nor_what_it_may_not_tell() -> None:
    state = rich_game()
    state.npc("guard-1").current_location_id = "inn"
    assert "took the tower" not in npc_prompt(state, "guard-1").text
    mara = npc_prompt(state, "mara").text
    assert "took the tower" in mara
    assert "Here, take it." not in mara


def test_a_person_that_is_nowhere_does_not_see_the_party() -> None:
    state = rich_game()
    state.npc("guard-1").current_location_id = "inn"
    state.npc("mara").current_location_id = None
    text = npc_prompt(state, "mara").text
    assert "Guard" not in text
    assert "Inn" not in section(npc_prompt(state, "mara"), "Place and Exits")


def test_the_person_present_under_the_same_name_is_told_apart_by_its_id() -> None:
    state = rich_game()
    for npc_id in ("guard-1", "guard-2"):
        state.npc(npc_id).current_location_id = "inn"
    people = section(narrator_prompt(state), "People Present")
    assert "[guard-1]" in people
    assert "[guard-2]" in people


def test_a_long_history_that_a_person_did_not_hear_costs_its_prompt_nothing() -> None:
    """Only the last few hundred messages are searched for what it heard."""
    state = rich_game()
    state.conversation_history.extend(message(n, "far away", witness_ids=()) for n in range(4, 3000))
    say(state, "Here is your lantern, Mara.", addressee_ids=("mara",))
    assert npc_prompt(state, "mara").conversation == ()
