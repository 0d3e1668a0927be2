"""Who speaks in a text that names its speaker."""

import pytest

from app.language.reading.reports import attribution


@pytest.mark.parametrize(
    ("text", "name", "words"),
    [
        ("Mara: The owl is loud.", "Mara", "The owl is loud."),
        ("Old Tam said: “Good day.”", "Old Tam", "Good day."),
        ('Mara asked: "Is it dear?"', "Mara", "Is it dear?"),
        ("[8 May 2023] Nadia: I ran a race.", "Nadia", "I ran a race."),
        ("The Captain: Cast off.", "The Captain", "Cast off."),
        ("jorun: i like rope", "jorun", "i like rope"),
    ],
)
def test_a_name_before_a_colon_is_a_speaker(text: str, name: str, words: str) -> None:
    said = attribution(text)
    assert said is not None
    assert (said.name, said.words) == (name, words)


@pytest.mark.parametrize(
    "text",
    [
        "Hedda, listen: the bell is silent.",
        "Remember: the tide turns at six.",
        "Listen: the bell is silent.",
        "Note the time: it is late.",
        "He: never mind.",
        "At 12: 30 people came.",
        "The bell is silent.",
        "https://example.com",
        "",
        ": nothing",
    ],
)
def test_a_call_a_heading_or_a_pronoun_is_none(text: str) -> None:
    assert attribution(text) is None
