"""A fact whose condition does not hold is as hidden as a secret."""

from app.agents.narrator.model.hidden_texts import hidden_texts
from app.models.sheets.condition import ItemHeld
from app.models.sheets.fact import FactSheet
from app.models.state.game_state import PlayerCharacter
from app.models.state.opening import begin
from tests.worlds import small_sheet


def test_a_fact_is_hidden_until_its_condition_holds() -> None:
    waiting = FactSheet(asks=("what is in it",), text="A pawnbroker's ticket.", condition=ItemHeld(item_id="lantern"))
    known = FactSheet(asks=("whose is it",), text="The glazier's.")
    sheet = small_sheet().model_copy(update={"facts": (waiting, known)})
    state = begin(sheet, "game", [PlayerCharacter(name="Ada")])
    texts = [each.text for each in hidden_texts(state, frozenset())]
    assert waiting.text in texts
    assert known.text not in texts
    state.party.items.append("lantern")
    assert waiting.text not in [each.text for each in hidden_texts(state, frozenset())]
