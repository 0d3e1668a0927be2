"""Which statement supersedes an earlier one: of the same matter, and changed, denied, or with another value."""

import pytest

from app.language.reading.stating import Statement, statements

CHANGES = [
    ("I sleep at the mill, in the loft.", "I'm lodging with the smith these days."),
    ("I lodge at the inn.", "I lodge with the miller."),
    ("The map is hidden under the altar.", "I moved the map, it's behind the waterfall."),
    ("I hid the map in the hollow oak.", "The map's under the bridge now."),
    ("I keep the key in my boot.", "The key is in my hat now."),
    ("My cloak is red.", "My cloak is green."),
    ("My cloak is red.", "My cloak is green, not red."),
    ("I owe Sunniva five crowns.", "I owe Sunniva nine crowns now."),
    ("I have two sisters.", "Three sisters, I mean."),
    ("I leave on Monday.", "I'm leaving on Thursday instead."),
    ("My name is Corin.", "Actually my name is Bram."),
    ("My sister Ada lives in Kesh.", "My sister is in Orsenne now."),
    ("The key is under the mat.", "The brass key is behind the stove now."),
    ("I trust Talle.", "I don't trust Talle any more."),
    ("I'm meeting Ragna at the hut tomorrow.", "I'm not meeting Ragna after all."),
    ("I want to marry Jorun.", "Forget what I said about Jorun."),
    ("My brother is a sailor.", "My brother is no sailor any more, he's a monk."),
    ("I was born in Tarnow.", "I wasn't born in Tarnow, I was born in Brannock."),
]
NO_CHANGES = [
    ("My cloak is red.", "My cloak is wet."),
    ("My brother is a sailor.", "My brother likes plums."),
    ("I hid the map in the hollow oak.", "I drew the map myself."),
    ("I keep the key in my boot.", "My boot has a hole in it."),
    ("I owe Sunniva five crowns.", "I owe Ragna nine crowns."),
    ("I lodge at the inn.", "The beer at the inn is good."),
    ("I have two sisters.", "My sisters gave me four coins."),
    ("I saw the lake this morning.", "The lake is in the north of the valley."),
    ("I go to the mill on Monday.", "I go to the lake on Tuesday."),
    ("My cousin Tom lives in Kesh.", "My cousin Rolf is a miller in Orsenne."),
    ("My sister Ada lives in Kesh.", "My sister Eva is in Orsenne."),
    ("The red key is under the mat.", "The brass key is behind the stove."),
]


def stated(words: str) -> list[Statement]:
    return statements(words, "Corin", "")


@pytest.mark.parametrize(
    ("first", "later", "is_change"), [*((*each, True) for each in CHANGES), *((*each, False) for each in NO_CHANGES)]
)
def test_a_later_statement_supersedes_what_it_changes_and_nothing_else(first: str, later: str, is_change: bool) -> None:
    earlier, newer = stated(first), stated(later)
    assert any(one.supersedes(other) for one in newer for other in earlier) is is_change


@pytest.mark.parametrize(
    "words", ["I've changed my mind.", "Never mind that.", "Scratch that, I lied.", "I'm staying after all."]
)
def test_what_is_taken_back_need_not_be_named(words: str) -> None:
    assert any(each.reverses for each in stated(words))


@pytest.mark.parametrize("words", ["He would forget it.", "She no longer listens.", "We never mind a walk."])
def test_what_is_no_reversal_of_the_speakers_own_words_is_none(words: str) -> None:
    assert not any(each.reverses for each in stated(words))


def test_a_question_states_nothing() -> None:
    assert all(each.is_asked for each in stated("Where do I sleep? Is it the mill?"))
