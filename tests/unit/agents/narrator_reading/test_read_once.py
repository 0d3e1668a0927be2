"""What is read or looked for once, and when it is looked for again."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.masking import mentions_in
from app.agents.narrator.understanding.tokens import tokens_of
from app.agents.narrator.understanding.typed_words import Phrase
from app.events.commands.play import TakeItemCommand
from app.language.kinds.classifier import classifier_of
from app.language.language import default_language
from tests.examples import examples
from tests.unit.agents.narrator_offline.playing import at
from tests.unit.agents.narrator_reading.reading import turn_of
from tests.worlds import new_game


async def test_what_was_found_out_is_kept_until_the_next_command() -> None:
    turn, found = turn_of(at(new_game(), "market"), "take the lantern"), list[str]()

    def find() -> int:
        found.append("found")
        return len(found)

    assert [turn.once("key", find), turn.once("key", find)] == [1, 1]
    await turn.attempt(TakeItemCommand(item_id="lantern"))
    assert turn.once("key", find) == 2


def test_what_was_found_out_is_looked_for_again_where_a_pronoun_means_something_else() -> None:
    turn = turn_of(at(new_game(), "market"), "take it")
    assert turn.once("key", lambda: "nothing") == "nothing"
    turn.last_thing = "lantern"
    assert turn.once("key", lambda: "the lantern") == "the lantern"


def test_a_thing_is_the_same_each_time_until_its_sheet_is_another() -> None:
    state = at(new_game(), "market")
    [first], [again] = naming.items(state, ["lantern"]), naming.items(state, ["lantern"])
    assert first is again
    state.sheets.items["lantern"] = state.sheets.item("lantern").model_copy(update={"name": "brass lamp"})
    assert naming.items(state, ["lantern"])[0].name == "brass lamp"


def test_a_name_is_here_only_while_the_thing_is_here() -> None:
    market, elsewhere = at(new_game(), "market"), at(new_game(), "tower")
    phrase = Phrase.of("the lantern")
    assert [[each.is_here for each in mentions_in(state, phrase)] for state in (market, elsewhere, market)] == [
        [True],
        [False],
        [True],
    ]


def test_chances_that_are_kept_cannot_be_changed() -> None:
    classifier = classifier_of(default_language())
    assert classifier is not None
    chances = classifier.by_words(tokens_of("take the lamp"), company=True)
    with pytest.raises(ValueError, match="read-only"):
        chances += 1.0
    assert np.isclose(np.exp(chances).sum(), 1.0)


@given(st.text(st.characters(max_codepoint=127), max_size=60))
@settings(max_examples=examples(200))
def test_words_of_an_ascii_text_are_those_of_the_same_text_before_other_signs(text: str) -> None:
    assert Phrase.of(f"{text} ß").words[:-1] == Phrase.of(text).words
