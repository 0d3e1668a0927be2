"""Where in a typed text stands what is said aloud."""

import pytest

from app.language.acts.reader import reader_of
from app.language.analysis.mentions import MentionService
from app.language.language import default_language
from app.language.reading.spoken_text import spoken_spans, spoken_text
from tests.worlds import small_sheet

MENTIONS = MentionService(small_sheet())
BEFORE_A_COLON = [
    "Hedda, listen: the bell is cracked.",
    "Remember: the bell is cracked.",
    "Note: the bell is cracked.",
    "You told me: the bell is cracked.",
    "Warning: the bell is cracked.",
    "One thing more: the bell is cracked.",
    "Mara: the bell is cracked.",
    "To be plain: the bell is cracked.",
    "My father always said: the bell is cracked.",
    "Look here: the bell is cracked.",
    "P.S.: the bell is cracked.",
]


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        ("  say I came by the river ", ["I came by the river"]),
        ("tell Mara  that I hid the letter", ["I hid the letter"]),
        ("tell her that the bridge is down", ["the bridge is down"]),
        ('I lean in. "The key is gone," I say. "Look for it."', ["The key is gone", "Look for it."]),
        ("go to Mara and tell her that I am here", ["I am here"]),
        ("promise Mara to ring the bell", ["promise Mara to ring the bell"]),
        ("say I promise to ring it then go east", ["I promise to ring it"]),
        ("The bell is cracked.", ["The bell is cracked."]),
        ("ask Mara about the owl", []),
        ("tell Mara about the owl", []),
        ("go north", []),
        ("   ", []),
    ],
)
def test_spans_of_what_is_said_lie_in_the_typed_text(typed: str, parts: list[str]) -> None:
    assert [typed[slice(*span)] for span in spoken_spans(typed, MENTIONS.after_name)] == parts


@pytest.mark.parametrize("typed", BEFORE_A_COLON)
def test_a_word_before_a_colon_is_no_speaker(typed: str) -> None:
    assert spoken_text(typed, MENTIONS) == typed
    acts = reader_of(default_language()).read(typed)
    assert (acts[0].span[0], acts[-1].span[1]) == (0, len(typed))


def test_an_order_to_promise_is_a_promise_in_the_typed_text() -> None:
    typed = "promise Mara to ring the bell"
    (act,) = reader_of(default_language()).read(typed)
    assert (act.kind.value, typed[slice(*act.span)]) == ("promise", typed)
