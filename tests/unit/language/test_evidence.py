"""What a text may name and count."""

import pytest

from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.language.language import language_of, using
from app.models.sheets.scenario import ScenarioSheet
from tests.integration.turns.german import SCENARIO
from tests.worlds import small_sheet

GIVEN = (
    "You take the lantern from the guard's three hooks at 14:20. Élan says or does: \"take it\"\nO'Brien, the Half-Moon"
    " sailors and Dr Ash are here. The market is quiet."
)


def evidence(ids: frozenset[str] = frozenset()) -> Evidence:
    return Evidence(GIVEN, mentions_for(small_sheet()), ids)


@pytest.mark.parametrize(
    "text",
    [
        "You lift it, Élan, and I'm glad.",
        "The Lantern swings. The Guard nods, and Sir O'Brien too.",
        "Then Élan's hand, the Moon, a Sailor.",
        "Snow falls. Silence holds the Market.",
        "“Hello,” you say. “Welcome.”",
        "Nothing says more.",
        "ÉLAN!",
    ],
)
def test_names_that_were_given_in_any_form_and_words_that_begin_a_sentence_are_known(text: str) -> None:
    assert evidence().unknown_name(text) is None
    assert evidence().unknown_thing(text) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("You see Zorblax there.", "Zorblax"),
        ("At last, Zorblax.", "Zorblax"),
        ("Old Zorblax's dog barks.", "Zorblax"),
        ("Zorblax nods.", "Zorblax"),
        ("Zorblax slowly smiles.", "Zorblax"),
        ("You hum. Zorblax says nothing.", "Zorblax"),
        ("The road to Éndor is long.", "Éndor"),
    ],
)
def test_a_name_that_was_not_given_is_unknown(text: str, name: str) -> None:
    assert evidence().unknown_name(text) == name


def test_things_of_the_scenario_are_known_by_name_or_by_id() -> None:
    assert evidence().unknown_thing("Mara waves from the inn.") == "Mara"
    assert evidence(frozenset({"mara"})).unknown_thing("Mara waves.") is None


@pytest.mark.parametrize(
    ("text", "number"),
    [("Three hooks at 14:20, past 14.", None), ("One may wait.", None), ("Seven owls.", "7"), ("Room 12.", "12")],
)
def test_numbers_agree_however_they_are_written(text: str, number: str | None) -> None:
    assert evidence().unknown_number(text) == number


# -- a language whose nouns all have a capital

NEBELHAFEN = ScenarioSheet.model_validate_json(SCENARIO.read_text("utf-8"))


def unknown_in_german(text: str) -> tuple[str | None, str | None]:
    """The first thing and the first actor that nothing was said of."""
    with using(language_of(NEBELHAFEN)):
        given = Evidence("Mara Eisenhand steht am Tresen.", mentions_for(NEBELHAFEN))
        return given.unknown_thing(text), given.unknown_actor(text)


@pytest.mark.parametrize(
    "text",
    [
        "Der Regen hört auf, und im Turm brennt ein Licht.",
        "Du nimmst die Laterne und den Amboss mit in den Keller.",
        "Der alte Wirt lacht, und ein Fischer nickt.",
        "Die Wache gähnt. Niemand nickt.",
        "Die Dämmerung kommt, und mit ihr der Regen.",
    ],
)
def test_a_name_that_is_a_noun_may_stand_anywhere(text: str) -> None:
    """ "Regen" and "Dämmerung" are acts, "Turm" and "Keller" places: as nouns they claim nothing."""
    assert unknown_in_german(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "thing", "actor"),
    [
        ("Holm kommt herein.", "Holm", None),
        ("Mara lacht, und Holm nickt.", "Holm", None),
        ("Zum gebrochenen Ruder ging Mara.", "Zum gebrochenen Ruder", None),
        ("Zorblax nickt.", None, "Zorblax"),
        ("Mara lacht, und Zorblax nickt.", None, "Zorblax"),
    ],
)
def test_who_acts_and_what_has_a_long_name_is_judged(text: str, thing: str | None, actor: str | None) -> None:
    assert unknown_in_german(text) == (thing, actor)


def test_where_nobody_knows_the_language_a_noun_is_no_name() -> None:
    sheet = NEBELHAFEN.model_copy(update={"language": "nds"})
    assert Evidence("", mentions_for(sheet)).unknown_thing("De Regen kümmt, un Holm ok.") == "Holm"
