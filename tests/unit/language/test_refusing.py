"""Refusals: the words of the language, the author's own, and how the story says what is missing."""

from app.language.rendering.refusing import choices, invalid, needs, needs_in_story, not_found, refused
from app.models.sheets.condition import AllOf, Condition, ItemHeld, QuestDone, TimeReached
from tests.worlds import new_game

KEY = ItemHeld(item_id="brass-key")
QUEST = QuestDone(quest_id=new_game().sheet.quests[0].id)
LATE = TimeReached(minutes=3000)


def all_of(*parts: Condition) -> Condition:
    return AllOf(conditions=parts)


def test_what_is_missing_is_a_sentence() -> None:
    assert needs(KEY, new_game()) == "It takes the brass key in your hands."


def test_the_story_says_what_would_help() -> None:
    assert needs_in_story(KEY, new_game()) == "That would take the brass key in your hands."


def test_the_story_says_that_something_has_to_wait() -> None:
    assert needs_in_story(all_of(LATE, KEY), new_game()).startswith("That has to wait until ")


def test_the_story_names_no_quest() -> None:
    assert QUEST.quest_id
    assert needs_in_story(all_of(KEY, QUEST), new_game()) == "Something else has to happen first."


def test_nothing_is_said_of_a_condition_that_holds() -> None:
    state = new_game()
    state.party.items.append("brass-key")
    assert (needs(KEY, state), needs_in_story(KEY, state)) == ("", "")


def test_a_refusal_has_its_own_words_for_the_story() -> None:
    error = refused(new_game(), "item-not-yet", KEY)
    assert str(error) == "Not yet: it takes the brass key in your hands."
    assert error.story == "That would take the brass key in your hands."


def test_the_authors_words_stand_before_what_is_missing() -> None:
    error = refused(new_game(), "only-needs", KEY, authored="The door is locked.", adds_needs=True)
    assert str(error) == "The door is locked. (It takes the brass key in your hands.)"
    assert error.told == error.story == "The door is locked."


def test_without_the_authors_words_what_is_missing_is_all() -> None:
    error = refused(new_game(), "only-needs", KEY, adds_needs=True)
    assert str(error) == error.told == "It takes the brass key in your hands."
    assert error.story == "That would take the brass key in your hands."


def test_an_authored_refusal_stands_alone() -> None:
    error = refused(new_game(), "only-needs", KEY, authored="Mara shakes her head.")
    assert str(error) == error.told == error.story == "Mara shakes her head."


def test_what_there_is_not_and_what_is_not_clear_are_errors_of_their_own() -> None:
    assert str(not_found(new_game(), "turn-unknown", turn="7")) == "There is no turn 7 in this game."
    assert str(invalid(new_game(), "owner-unclear", owners="inn, market")) == "Who is meant: inn, market?"


def test_choices_are_listed_and_their_lack_is_said() -> None:
    state = new_game()
    assert choices(state, ["Mara", "Teodor"], "nobody", "or") == "Mara or Teodor"
    assert choices(state, [], "nobody") == "nobody"
