"""Names in any script, without what cannot be seen: those that look alike are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.models.base import fold_text, visible_name
from app.models.sheets.scenario import ScenarioSheet
from app.models.typed_text import checked_name
from tests.wording import raises_in_words
from tests.worlds import small_sheet

PERSIAN, HINDI, SINHALA, MALAYALAM = "می‌خواهم", "क्‍ष", "ශ්‍රී", "അവന്‍"


HIDDEN = "\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeff\u00ad\u061c\u034f\u3164\u2800\U000e0041"


@pytest.mark.parametrize("sign", list(HIDDEN))
def test_what_has_no_width_or_turns_the_text_around_is_left_out_of_names(sign: str) -> None:
    for typed in (f"Ma{sign}ra", f"{sign}Mara", f"Mara{sign}", f"M{sign * 3}ara"):
        assert checked_name(typed) == "Mara"
    with raises_in_words(InvalidInput, match="1 to 60 characters"):
        checked_name(sign)


@pytest.mark.parametrize(
    "name",
    ["Mara", "Élan", "O'Brien", "أحمد", "דוד", "李雷", "はなこ", "Ω", "🧙 Bo", PERSIAN, HINDI, SINHALA, MALAYALAM],
)
def test_names_of_any_script_stay_as_they_are_with_the_joiners_they_need(name: str) -> None:
    assert checked_name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Élan", "E\u0301lan"),
        ("Mara", "M\u200bara"),
        ("Élan", "E\u200b\u0301lan"),
        ("علی", "علی\u200c"),
        ("علی", "ع\u200dلی"),
        ("Mara", "\u202eMara\u202c"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert checked_name(one) == checked_name(other)


def test_names_in_a_scenario_are_those_one_sees() -> None:
    raw = small_sheet().model_dump(mode="json")
    raw["title"], raw["npcs"][0]["name"] = "A \u202eSmall World", "\u200bMara"
    raw["locations"][0]["name"] = "\u200b"
    sheet = ScenarioSheet.model_validate(raw)
    assert (sheet.title, sheet.npcs[0].name, sheet.locations[0].name) == ("A Small World", "Mara", "?")


@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from(f"{HIDDEN}e\u0301\u094dعل")), max_size=40))
def test_what_is_visible_stays_so_and_reads_the_same(text: str) -> None:
    once = visible_name(text)
    assert visible_name(once) == once
    assert fold_text(once) == fold_text(visible_name(f"{text}\u200b"))
    assert not set(once) & set(HIDDEN) - {"\u200c", "\u200d"}
