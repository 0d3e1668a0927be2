"""What goes out to a client: bounded, printable, and errors of one line."""

import json

import pytest

from app.mcp.server import MAX_LINE, SHORTENED, bounded_json, error_result, one_line, tool_result


def test_an_answer_is_given_structured_and_as_text() -> None:
    result = tool_result({"memories": [{"content": "Mara wörks.", "relevance": 0.5}]})
    assert result.structured_content == {"memories": [{"content": "Mara wörks.", "relevance": 0.5}]}
    assert json.loads(result.content[0].text) == result.structured_content  # type: ignore[union-attr]  # it is text
    assert not result.is_error


@pytest.mark.parametrize(
    "answer",
    [
        {"many": ["x" * 50] * 5_000},
        {"long": "x" * 1_000_000},
        {"deep": {str(n): {"list": list(range(500)), "text": "y" * 900} for n in range(400)}},
    ],
)
def test_an_answer_that_is_too_long_is_shortened_and_says_so(answer: dict[str, object]) -> None:
    short, text = bounded_json(answer, room=10_000)
    assert len(text) <= 10_000
    assert json.loads(text) == short
    assert short[SHORTENED] is True
    assert set(short) - {SHORTENED} <= set(answer)


def test_the_first_of_a_long_list_stay() -> None:
    short, _ = bounded_json({"memories": list(range(10_000))}, room=1_000)
    assert short["memories"][:3] == [0, 1, 2]


def test_an_answer_that_fits_is_not_touched() -> None:
    answer = {"events": [{"kind": "time_advanced", "minutes": 5}], "text": "ä" * 3_000}
    assert bounded_json(answer)[0] == answer


def test_halves_of_characters_cannot_break_the_transport() -> None:
    structured, text = bounded_json({"echo": "a\ud800b", "keys": {"\udfff": 1}})
    assert structured == {"echo": "a?b", "keys": {"?": 1}}
    assert text.encode("utf-8")


@pytest.mark.parametrize("bad", [{"x": float("nan")}, {"x": float("inf")}, {"x": object()}])
def test_what_is_no_json_is_no_answer(bad: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError)):
        tool_result(bad)


def test_an_error_is_one_short_printable_line() -> None:
    result = error_result("No.\r\n\x1b[31m" + "way " * 1_000 + "\ud800")
    text = result.content[0].text  # type: ignore[union-attr]  # it is text
    assert result.is_error
    assert len(text) <= MAX_LINE
    assert text.startswith("No. ?[31mway way")
    assert text.isprintable()


def test_an_error_without_words_still_says_something() -> None:
    assert error_result(" \n").content[0].text == "That did not work."  # type: ignore[union-attr]  # it is text
    assert one_line("") == ""
