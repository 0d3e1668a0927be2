"""What a request of a chat client asks for."""

import pytest

from app.errors import InvalidInput
from app.services.chat.conversation import AnsweredLine, ChatRole, ClientConversation, ClientMessage, read_conversation

SAID = {"s": ChatRole.SYSTEM, "u": ChatRole.USER, "a": ChatRole.ASSISTANT}


def read(*messages: str) -> ClientConversation:
    """A conversation of messages such as ``u:look``."""
    pairs = (message.split(":", 1) for message in messages)
    return read_conversation([ClientMessage(role=SAID[role], text=text) for role, text in pairs])


def test_the_last_line_is_played_and_those_before_are_paired_with_their_answers() -> None:
    found = read("s:Be brief.", "a:Welcome.", "u:look", "a:Rain.", "u: wait ")
    assert found.line == "wait"
    assert found.exchanges == (AnsweredLine(None, "Welcome."), AnsweredLine("look", "Rain."))
    assert (found.last_answer, found.note) == ("Rain.", "Be brief.")


def test_a_line_without_an_answer_was_not_played_and_answers_in_a_row_are_one() -> None:
    found = read("u:dance", "u:look", "a:Rain.", "a:And wind.", "u:wait", "u:sit")
    assert found.exchanges == (AnsweredLine("look", "Rain.\n\nAnd wind."),)
    assert found.line == "sit"


@pytest.mark.parametrize(
    ("messages", "counted", "undone"),
    [
        (("u:look", "a:1", "u:wait", "a:2", "u:/undo", "a:Taken back."), ["1"], ["2"]),
        (("u:look", "a:1", "u:wait", "a:2", "u:/undo 2", "a:Taken back."), [], ["1", "2"]),
        (("u:look", "a:1", "u:wait", "a:2", "u:/undo", "a:x", "u:/undo", "a:x"), [], ["1", "2"]),
        (("u:look", "a:1", "u:/undo", "a:x", "u:sit", "a:3"), ["3"], []),
        (("u:look", "a:1", "u:/retry", "a:2"), ["2"], []),
        (("u:look", "a:1", "u:/answer", "a:1. a\n2. b", "u:/answer 2", "a:2"), ["2"], []),
        (("u:look", "a:1", "u:/continue", "a:2", "u:/help", "a:x"), ["1", "2"], []),
        (("u:look", "a:1", "u:/nonsense", "a:x"), ["1"], []),
        (("u:look", "a:1", "u:/undo two", "a:x", "u:/undo 0", "a:x", f"u:/undo {'9' * 5000}", "a:x"), ["1"], []),
    ],
)
def test_commands_among_the_lines_change_what_counts(
    messages: tuple[str, ...], counted: list[str], undone: list[str]
) -> None:
    found = read(*messages, "u:go on")
    assert [exchange.answer for exchange in found.exchanges] == counted
    assert [exchange.answer for exchange in found.undone] == undone


def test_a_note_is_made_of_system_messages_that_are_no_marks_or_examples() -> None:
    example = ClientMessage(role=ChatRole.SYSTEM, text="Hello!", name="example_user")
    told = [("s", "The owl is near."), ("s", "[Start a new Chat]"), ("u", "look"), ("s", "[It rains.]")]
    found = read_conversation([example, *(ClientMessage(role=SAID[role], text=text) for role, text in told)])
    assert found.note == "The owl is near.\n\n[It rains.]"


def test_of_many_notes_the_last_ones_that_fit_count() -> None:
    found = read(f"s:{'a' * 800}", f"s:{'b' * 300}", f"s:{'c' * 300}", "u:look")
    assert found.note == f"{'b' * 300}\n\n{'c' * 300}"
    assert read(f"s:{'a' * 1200}", "u:look").note == f"{'a' * 999}…"


def test_a_note_with_control_characters_is_none() -> None:
    assert read("s:a\x00b", "u:look").note == ""
    assert read("s:a\r\nb", "u:look").note == "a\nb"


@pytest.mark.parametrize("messages", [(), ("s:Be brief.",), ("u: ",), ("u:look", "a:Rain.", "s:Draw the scene.")])
def test_messages_without_a_line_are_refused(messages: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        read(*messages)


@pytest.mark.parametrize("last", [(), ("s:[Continue your last message without repeating its original content.]",)])
def test_an_answer_at_the_end_asks_for_more_of_it(last: tuple[str, ...]) -> None:
    found = read("u:look", "a:Rain.", *last)
    assert found.line == ""
    assert found.exchanges == (AnsweredLine("look", "Rain."),)
    assert found.as_line is not None
    assert (found.as_line.line, found.as_line.exchanges) == ("look", ())
