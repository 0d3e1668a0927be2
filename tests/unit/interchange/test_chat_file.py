"""Chat files of SillyTavern: what is read of them, what is left out and why, and what is refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidInput
from app.interchange.chats import chat_file
from app.interchange.chats.chat_file import Chat, read_chat

HEADER = {"user_name": "Ines", "character_name": "Mara", "create_date": "2024-06-05@14h56m00s", "chat_metadata": {}}


def line(mes: Any = "Hello.", name: str = "Mara", **fields: Any) -> dict[str, Any]:
    return {"name": name, "is_user": name == "Ines", "is_system": False, "send_date": "", "mes": mes, **fields}


def chat_of(*rows: Any, header: Any = HEADER, **options: Any) -> Chat:
    return read_chat(data_of(*([header] if header is not None else []), *rows), **options)


def data_of(*rows: Any) -> bytes:
    return "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows).encode()


def left_out(chat: Chat) -> dict[int, str]:
    return {each.line: each.why for each in chat.left_out}


def test_names_texts_dates_and_lines_of_a_chat_are_read() -> None:
    chat = chat_of(line("*waves* Hi, {{user}}."), line("{{char}}!", "Ines", send_date="June 5, 2024 2:56pm"))
    first, second = chat.messages
    assert (first.name, first.is_user, first.told.text, first.line) == ("Mara", False, "waves “Hi, Ines.”", 2)
    assert (second.name, second.is_user, second.told.text, second.line) == ("Ines", True, "Mara!", 3)
    assert second.sent_at is not None
    assert (chat.users, chat.characters, chat.left_out) == (("Ines",), ("Mara",), ())


def test_names_that_newer_versions_do_not_write_are_those_of_the_messages() -> None:
    header = {"user_name": "unused", "character_name": "unused", "chat_metadata": {"integrity": "x"}}
    chat = chat_of(line("Hi {{user}}."), line("Hm.", "Ines"), line("I, {{char}}.", ""), header=header)
    assert [message.told.text for message in chat.messages] == ["Hi Ines.", "Hm.", "I, Mara."]
    assert chat.messages[2].name == "Mara"
    assert chat.notes == ("Line 4 has no name: it counts as Mara's.",)


def test_an_old_group_chat_has_no_header_and_each_character_is_its_own_char() -> None:
    rows = [line("I am {{char}}.", name, is_group=True) for name in ("Mara", "Ivo")]
    chat = chat_of(*rows, line("Yes.", "Ines"), header=None)
    assert [message.told.text for message in chat.messages] == ["I am Mara.", "I am Ivo.", "Yes."]
    assert chat.characters == ("Mara", "Ivo")


def test_the_swipe_that_is_shown_counts() -> None:
    swipes: dict[str, Any] = {"swipes": ["One.", "Two."], "swipe_id": 1}
    chat = chat_of(line("Shown.", **swipes), line("", **swipes), line(None, swipes=["One."], swipe_id=7))
    assert [message.told.text for message in chat.messages] == ["Shown.", "Two.", "One."]
    other = chat_of(line({"message": "As chub writes it."}), line("", swipes=[{"message": "So too."}]))
    assert [message.told.text for message in other.messages] == ["As chub writes it.", "So too."]


def test_narration_has_no_speaker_and_lines_of_the_program_are_left_out() -> None:
    chat = chat_of(
        line("Night falls.", "System", extra={"type": "narrator"}),
        line("A note.", "Note", is_system=True, extra={"type": "comment"}),
        line("Welcome!", "SillyTavern System", is_system=True),
        line("Help.", "Mara", is_system=True, extra={"type": "help"}),
        line("Hello."),
    )
    assert [(message.name, message.told.text) for message in chat.messages] == [
        ("", "Night falls."),
        ("Mara", "Hello."),
    ]
    assert left_out(chat) == {
        3: "it is of the program, not of the story (comment)",
        4: "it is of the program, not of the story (system)",
        5: "it is of the program, not of the story (help)",
    }


def test_lines_hidden_from_the_model_are_of_the_story_unless_they_are_not_wanted() -> None:
    rows = line("Long ago.", is_system=True), line("Now.")
    assert [message.is_hidden for message in chat_of(*rows).messages] == [True, False]
    without = chat_of(*rows, with_hidden=False)
    assert [message.told.text for message in without.messages] == ["Now."]
    assert left_out(without) == {2: "it was hidden from the model"}


def test_broken_lines_are_left_out_by_their_number_and_the_rest_is_read() -> None:
    chat = chat_of('{"name": "Mara", "mes": "cut', "[1, 2]", "", line("Hello."), {"name": "Mara"}, line(7), "nul")
    assert [message.line for message in chat.messages] == [5]
    found = left_out(chat)
    assert list(found) == [2, 3, 6, 7, 8]
    assert found[2].startswith("it is not JSON: Unterminated string")
    assert (found[3], found[6], found[7]) == (
        "it is JSON, but no object",
        "it has no text (mes)",
        "its text (mes) is no text",
    )


def test_lines_with_nothing_to_read_say_why() -> None:
    chat = chat_of(
        line("", extra={"image": "cat.png"}), line("![cat](cat.png)"), line("  "), line("((brb))"), line("Hello.")
    )
    assert left_out(chat) == {
        2: "it holds only pictures or files",
        3: "it holds only pictures or files",
        4: "it is empty",
        5: "it holds only markup, code, or words out of character",
    }


def test_a_long_message_is_cut_with_a_note() -> None:
    chat = chat_of(line("word " * 5000))
    assert len(chat.messages[0].told.text) <= chat_file.MAX_TEXT
    assert chat.notes == ("Line 2 is cut to the first 10,000 of its 25,000 characters.",)


def test_a_branch_names_the_chat_that_it_came_from() -> None:
    header = HEADER | {"chat_metadata": {"main_chat": "Mara - 2024-6-5"}}
    row = line("Hello.", extra={"bookmark_link": "Checkpoint 1", "branches": ["Branch 2"]})
    assert chat_of(row, header=header).branch_of == "Mara - 2024-6-5"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "The chat is empty"),
        (b"\n \n", "The chat is empty"),
        (data_of(HEADER), "The chat is empty"),
        (b"not a chat", "Line 1: it is not JSON"),
        (b"\x89PNG\r\n\x1a\n\x00", "Line 1: it is not JSON"),
        (b"[]", "Line 1: it is JSON, but no object"),
        (b"{}", "line 1 is neither a header"),
        (data_of({"id": "a-1", "type": "plan", "description": "Nets."}), "line 1 is neither a header"),
        (data_of({"messages": [{"role": "user", "content": "Hi"}]}), "line 1 is neither a header"),
        (data_of(HEADER, line("", extra={"image": "x"}), line("")), "Line 2: it holds only pictures or files. Of 2"),
        (data_of(HEADER, "[" * 100_000), "Line 2: it is not JSON: it is nested too deeply"),
    ],
)
def test_what_is_no_chat_is_refused_with_the_line_that_shows_it(data: bytes, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason.replace("(", r"\(")) as error:
        read_chat(data)
    assert "\n" not in str(error.value)


def test_files_and_chats_that_are_too_large_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = data_of(HEADER, *(line(f"Line {number}.") for number in range(6)))
    monkeypatch.setattr(chat_file, "MAX_LINES", 5)
    with pytest.raises(InvalidInput, match="more than 5 messages"):
        read_chat(data)
    monkeypatch.setattr(chat_file, "MAX_CHAT_BYTES", 100)
    path = tmp_path / "chat.jsonl"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(InvalidInput):
            read_chat(source)
    with pytest.raises(InvalidInput, match=r"no readable file none\.jsonl"):
        read_chat(tmp_path / "none.jsonl")


def test_one_line_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat_file, "MAX_LINE_BYTES", 1_000_000)
    chat = chat_of(line("Hello."), line("x", extra={"image": "y" * 1_000_001}))
    assert left_out(chat) == {3: "it has more than 1 MB"}


@pytest.mark.parametrize("odd", [None, 7, [], {}, "", True])
def test_fields_of_odd_types_stop_nothing(odd: Any) -> None:
    fields = {"is_user": odd, "send_date": odd, "extra": odd, "swipes": odd, "swipe_id": odd}
    chat = read_chat(data_of({"user_name": odd, "chat_metadata": odd}, line("Hello.", **fields), line("Hm.", "Ines")))
    assert [message.told.text for message in chat.messages] == ["Hello.", "Hm."]
    nameless = read_chat(data_of(HEADER, {**line("Hello."), "name": odd}))
    assert nameless.messages[0].name == "Mara"
