"""Refusals: the words of the language, the author's own, and how the story says what is missing."""

from app.errors import NotPossible
from app.events.refusing import authored, refused, with_needs
from app.language.rendering.needs import needs, needs_in_story
from app.models.condition import AllOf, Condition, ItemHeld, QuestDone, TimeReached
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
    error = with_needs("The door is locked.", KEY, new_game())
    assert str(error) == "The door is locked. (It takes the brass key in your hands.)"
    assert error.told == error.story == "The door is locked."


def test_without_the_authors_words_what_is_missing_is_all() -> None:
    error = with_needs("", KEY, new_game())
    assert str(error) == error.told == "It takes the brass key in your hands."
    assert error.story == "That would take the brass key in your hands."


def test_an_authored_refusal_stands_alone() -> None:
    assert str(authored("Mara shakes her head.")) == "Mara shakes her head."
    assert authored("") is None
    assert NotPossible("No.").story == "No."
