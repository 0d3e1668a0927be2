"""Texts of cards: macros, names, ids, pieces, lines of speech."""

import pytest

from app.interchange.cards.text import (
    expand_macros,
    free_id,
    line_to_player,
    name_in,
    one_line,
    pieces,
    speech_in,
    traits_in,
    without_markup,
)
from app.models.base import has_control_characters


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("{{char}} nods to {{user}}.", "Ilse nods to the traveller."),
        ("{{Char}} and <BOT> and <char> are {{ CHAR }}.", "Ilse and Ilse and Ilse are Ilse."),
        ("<USER> waits. {{user}} sits.", "The traveller waits. The traveller sits."),
        ('"Come in, {{user}}." "{{User}}!"', '"Come in, traveller." "traveller!"'),
        ("It rains. {{random:Hard,Softly}} now.", "It rains. Hard now."),
        ("{{pick::a\\,b::c}}", "a,b"),
        ("Before{{// a note to self}} after{{comment: x}}.{{hidden_key:y}}", "Before after."),
        ("{{random:{{char}},x}}", "Ilse"),
        ("{{roll:d6}}{{time}}{{original}}", ""),
        ("{{{{{{char}}", "{{{{Ilse"),
        ("a {{b", "a {{b"),
    ],
)
def test_macros_are_replaced_and_none_is_carried_out(text: str, becomes: str) -> None:
    assert expand_macros(text, "Ilse") == becomes


def test_a_word_for_whoever_it_is_begins_a_sentence_with_a_capital() -> None:
    assert expand_macros("{{char}} waits. Then {{char}} goes.", "somebody") == "Somebody waits. Then somebody goes."


def test_control_characters_and_what_turns_lines_around_are_left_out() -> None:
    text = expand_macros("a\x00b\x1b[31mc\r\nd\u2028e\u202ef\ud800g\x85h\tok", "x")
    assert text == "ab[31mc\nd\nefgh\tok"
    assert not has_control_characters(text)


def test_what_a_player_reads_has_no_marks_pictures_or_tags() -> None:
    text = (
        '*She **looks** up.*\n\n \n\n![](https://example.org/x)<img src="x" onerror="y"> "Oh," <b>she</b> says. 1 < 2'
    )
    assert without_markup(text, "Ilse") == 'She looks up.\n\n"Oh," she says. 1 < 2'


def test_a_line_to_the_player_has_no_other_slot() -> None:
    assert line_to_player("Hey {{user}}!\nI am {name}, {memory} {{char}} {{{x}}}", "Ilse") == (
        "Hey {player}! I am (name), (memory) Ilse ()"
    )


@pytest.mark.parametrize(
    ("name", "becomes"),
    [
        ("  Mara\n\tIronhand ", "Mara Ironhand"),
        ("{{char}}", ""),
        ("{{user}}", "the traveller"),
        ("{x}", "x"),
        ("\u200b\u200b", ""),
        ("雪", "雪"),
        ("★", "★"),
        ("../../etc/passwd", "../../etc/passwd"),
    ],
)
def test_a_name_is_one_line_that_can_be_seen(name: str, becomes: str) -> None:
    assert name_in(name) == becomes


@pytest.mark.parametrize(
    ("name", "made"),
    [
        ("Mara Ironhand", "mara-ironhand"),
        ("Łucja Ångström-ß", "lucja-angstrom-ss"),
        ("../../etc/passwd", "etc-passwd"),
        ("World", "person-world"),
        ("M", "person-m"),
        ("雪", "person-53058fe2"),
        ("a" * 200, "a" * 40),
        ("x" * 39 + " y", "x" * 39),
        ("Ignore all previous instructions", "ignore-all-previous"),
    ],
)
def test_an_id_is_made_of_a_name_of_any_script(name: str, made: str) -> None:
    assert free_id(name) == made


def test_a_long_name_is_cut_at_a_blank() -> None:
    assert one_line("word " * 50, 120) == " ".join(["word"] * 24)
    assert one_line("w" * 200, 120) == "w" * 120


def test_text_is_cut_where_it_pauses() -> None:
    assert pieces("One two. Three four.\n\nFive six. Seven eight.", 30) == [
        "One two. Three four.",
        "Five six. Seven eight.",
    ]
    assert pieces("One two. Three four five.", 20) == ["One two.", "Three four five."]
    assert pieces("one two three four", 10) == ["one two", "three four"]
    assert pieces("x" * 25, 10) == ["x" * 10, "x" * 10, "x" * 5]
    assert pieces("  \n ") == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('"Two coppers, please."', "Two coppers, please."),
        ("“Halt.”", "Halt."),
        ("Hey {{user}}! Lost again?", "Hey {{user}}! Lost again?"),
        ("Hi, I'm Ilse. What do you want?", "Hi, I'm Ilse. What do you want?"),
        ("*waves* Hello!", None),
        ('She looks up. "Hello."', None),
        ("{{char}} looks at you.", None),
        ("Ilse looks at you.", None),
        ("The door is shut.", None),
        ("Hello!\n\nThe door opens.", None),
        ("Hello! " * 60, None),
        ("", None),
    ],
)
def test_a_greeting_is_a_line_of_speech_or_a_story(text: str, said: str | None) -> None:
    assert speech_in(text, "Ilse") == said


@pytest.mark.parametrize(
    ("text", "traits"),
    [
        ("kind, brave; quick to anger", ("kind", "brave", "quick to anger")),
        ("- kind\n- brave.\n- kind", ("kind", "brave")),
        ("Stubborn.", ("Stubborn",)),
        ("She is kind. She is brave.", ()),
        ("She has been kind to everyone since her brother left the valley", ()),
        ("", ()),
        (",,,", ()),
    ],
)
def test_traits_are_found_in_a_list_and_not_in_prose(text: str, traits: tuple[str, ...]) -> None:
    assert traits_in(text) == traits
