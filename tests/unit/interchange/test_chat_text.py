"""What of a message of role-play is said aloud, and what is told."""

import pytest

from app.interchange.chats.roleplay import read_roleplay


def said(text: str) -> tuple[str, list[str]]:
    found = read_roleplay(text, "Mara", "Ines")
    return found.text, [found.text[start:end] for start, end in found.spoken]


@pytest.mark.parametrize(
    ("text", "shown", "spoken"),
    [
        ("Plain talk.", "Plain talk.", ["Plain talk."]),
        ("*she sighs* I will come. *sits*", "she sighs “I will come.” sits", ["I will come."]),
        ('*She smiles.* "I promise." She nods. “Really?”', None, ["I promise.", "Really?"]),
        ('*nods* "Sure"', 'nods "Sure"', ["Sure"]),
        ('"One" *nods* "Two" "Three"', None, ["One", "Two", "Three"]),
        ("„Ja.“ *lacht* «Oui.»", None, ["Ja.", "Oui."]),
        ('She said, "I *really* do." *sits*', 'She said, "I really do." sits', ["I really do."]),
        ("I *really* need it.", "I really need it.", ["I really need it."]),
        ('the so-called "friend" left me', None, ['the so-called "friend" left me']),
        ("*only a deed*", "only a deed", []),
        ("*a deed that never ends", "a deed that never ends", []),
        ("_under the table_ Yes.", "under the table “Yes.”", ["Yes."]),
        ("*sits* thanks. *nods* so how are you", "sits “thanks.” nods “so how are you”", ["thanks.", "so how are you"]),
        ("**Bold** words.", "Bold words.", ["Bold words."]),
        ('*nods* "Unclosed speech.\n\n"And more."', None, ["Unclosed speech.", "And more."]),
    ],
)
def test_quotations_are_said_else_what_stands_outside_of_asterisks_else_all(
    text: str, shown: str | None, spoken: list[str]
) -> None:
    found, aloud = said(text)
    assert aloud == spoken
    assert shown is None or found == shown


def test_a_text_that_is_said_as_a_whole_has_no_quotation_marks() -> None:
    assert said('"I promise."\n\n"Truly."') == ("I promise.\nTruly.", ["I promise.\nTruly."])


def test_macros_become_names() -> None:
    assert said("{{user}}, I am {{char}}. <USER>?")[0] == "Ines, I am Mara. Ines?"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "((brb, dinner))",
        "[OOC: shall we skip ahead?]",
        "(ooc: yes)",
        "![a cat](cat.png)",
        '<img src="cat.png">',
        "```\nHP: 3/10\n```",
        "<think>The user wants a story.</think>",
        "<!-- hidden -->",
        "<style>p { color: red }</style>",
    ],
)
def test_pictures_code_thoughts_and_words_out_of_character_are_no_text(text: str) -> None:
    assert said(text) == ("", [])


def test_markup_around_words_is_left_out_and_the_words_stay() -> None:
    text = (
        '<p><font color="red">"Hi &amp; bye."</font><br>*waves*</p>\n\n# Later\n> [The map](http://localhost/x) helps.'
    )
    assert said(text)[0] == '"Hi & bye."\nwaves\nLater\nThe map helps.'
    assert said("Hello <think>no\nno</think> there ```x```")[0] == "Hello  there x"


@pytest.mark.parametrize("sign", ["*", '"', "*a", "(", "<", "_a", "[", "**a", "{{", "<!--", "`", '*"'])
def test_signs_without_end_are_read_and_every_span_lies_in_the_text(sign: str) -> None:
    found = read_roleplay(sign * (10_000 // len(sign)), "Mara", "Ines")
    assert all(0 <= start < end <= len(found.text) for start, end in found.spoken)
