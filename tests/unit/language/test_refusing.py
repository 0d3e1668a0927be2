"""Refusals: the words of the language, the author's own, and how the story says what is missing."""

import pytest

from app.errors import InvalidInput, NotFound, NotPossible
from app.language.rendering.refusing import (
    needs_in_story,
    needs_sentence,
    render_refusal,
    worded,
)
from app.models.memory import Scope
from app.models.refusals.base import OnlyNeeds
from app.models.refusals.memories import OwnerUnclear, OwnerUnknown
from app.models.refusals.things import ItemFixed, ItemNotHere, ItemNotYet
from app.models.refusals.turns import TurnUnknown
from app.models.sheets.condition import AllOf, Condition, ItemHeld, QuestDone, TimeReached
from tests.worlds import new_game

KEY = ItemHeld(item_id="brass-key")
QUEST = QuestDone(quest_id=new_game().sheet.quests[0].id)
LATE = TimeReached(minutes=3000)


def all_of(*parts: Condition) -> Condition:
    return AllOf(conditions=parts)


def test_what_is_missing_is_a_sentence() -> None:
    assert needs_sentence(KEY, new_game()) == "It takes the brass key in your hands."


def test_the_story_says_what_would_help() -> None:
    assert needs_in_story(KEY, new_game()) == "That would take the brass key in your hands."


def test_the_story_says_that_something_has_to_wait() -> None:
    assert needs_in_story(LATE, new_game()) == "That would take waiting until Day 3, 02:00."


def test_the_story_names_no_quest() -> None:
    assert QUEST.quest_id
    assert needs_in_story(all_of(KEY, QUEST), new_game()) == "Something else has to happen first."


def test_nothing_is_said_of_a_condition_that_holds() -> None:
    state = new_game()
    state.party.items.append("brass-key")
    assert (needs_sentence(KEY, state), needs_in_story(KEY, state)) == ("", "")


def test_a_refusal_has_its_own_words_for_the_story() -> None:
    wording = render_refusal(ItemNotYet(item_id="lantern", condition=KEY), new_game())
    assert str(wording) == "Not yet: it takes the brass key in your hands."
    assert wording.in_story == "That would take the brass key in your hands."


def test_the_authors_words_come_before_what_is_missing() -> None:
    wording = render_refusal(OnlyNeeds(condition=KEY, text="The door is locked.", adds_needs=True), new_game())
    assert str(wording) == "The door is locked. (It takes the brass key in your hands.)"
    assert wording.text == wording.in_story == "The door is locked."
    assert wording.is_authored


def test_without_the_authors_words_what_is_missing_is_all() -> None:
    wording = render_refusal(OnlyNeeds(condition=KEY, adds_needs=True), new_game())
    assert str(wording) == wording.text == "It takes the brass key in your hands."
    assert wording.in_story == "That would take the brass key in your hands."
    assert not wording.is_authored


def test_an_authored_refusal_needs_no_more_words() -> None:
    wording = render_refusal(OnlyNeeds(condition=KEY, text="Mara shakes her head."), new_game())
    assert str(wording) == wording.text == wording.in_story == "Mara shakes her head."


def test_a_refusal_that_leaves_the_engine_has_its_words_and_keeps_its_value() -> None:
    state = new_game()
    with pytest.raises(NotPossible) as caught, worded(state):
        raise NotPossible(ItemFixed(item_id="lantern"))
    assert str(caught.value) == "The lantern cannot be carried away."
    assert caught.value.reason == ItemFixed(item_id="lantern")


def test_an_error_in_words_leaves_as_it_is() -> None:
    with pytest.raises(NotFound, match=r"^There is nobody\.$"), worded(new_game()):
        raise NotFound("There is nobody.")


def test_a_refusal_without_words_shows_its_value_on_one_line() -> None:
    error = NotPossible(ItemNotHere(item_id="lantern", lying=("anvil",)))
    assert str(error) == "item_not_here(item_id='lantern', lying=('anvil',))"


def test_whatever_the_kind_of_the_error_its_refusal_gets_its_words() -> None:
    with pytest.raises(NotFound, match=r"^There is no turn 7 in this game\.$"), worded(new_game()):
        raise NotFound(TurnUnknown(turn=7))
    with pytest.raises(InvalidInput, match=r"^Who is meant: inn, market\?$"), worded(new_game()):
        raise InvalidInput(OwnerUnclear(owners=("inn", "market")))


def test_owners_of_one_name_are_listed_once() -> None:
    scopes = (Scope.npc("guard-1"), Scope.npc("guard-2"), Scope.world())
    sentence = str(render_refusal(OwnerUnknown(name="Zeno", there=scopes), new_game()))
    assert sentence == "Nobody and nothing here is called 'Zeno'. There are: Guard, the world."
