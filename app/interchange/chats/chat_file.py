"""Reading of a chat file of SillyTavern: one JSON object a line, a header and then the messages."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from app.errors import InvalidInput
from app.interchange.bounded import read_bytes
from app.interchange.cards.text import name_in, one_line
from app.interchange.chats.dates import sent_at
from app.interchange.chats.roleplay import RoleplayText, read_roleplay

MAX_CHAT_BYTES = 40_000_000
MAX_LINES = 10_000
MAX_LINE_BYTES = 4_000_000  # pictures may lie within a line
MAX_TEXT = 10_000  # characters of one message, as many as a player may type
MAX_NOTES = 200
NOBODY = "unused"  # written by newer versions where older ones have a name
_SYSTEM = "SillyTavern System"
_NARRATOR = "narrator"
_SHOWN = 60


@dataclass(frozen=True)
class SkippedLine:
    """A line of the file that did not become a message, and why."""

    line: int
    why: str


@dataclass(frozen=True)
class ChatMessage:
    """A message of the chat.

    Args:
        line: Its line in the file, from 1.
        name: The name of its speaker; "" for narration.
        is_user: Whether a user wrote it.
        told: Its text, with the spans that are said aloud.
        sent_at: When it was written, as far as the file says it.
        is_hidden: Whether it was hidden from the model.
    """

    line: int
    name: str
    is_user: bool
    told: RoleplayText
    sent_at: datetime | None = None
    is_hidden: bool = False


@dataclass(frozen=True)
class Chat:
    """A chat, with what was left out of its file.

    Args:
        messages: The messages, in order; at least one.
        left_out: The lines that are no messages.
        notes: What else there is to know of the file, a line each.
        branch_of: The name of the chat that this one branched off; "" for none.
    """

    messages: tuple[ChatMessage, ...]
    left_out: tuple[SkippedLine, ...] = ()
    notes: tuple[str, ...] = ()
    branch_of: str = ""

    @property
    def users(self) -> tuple[str, ...]:
        """The names of the users, in the order of their first messages."""
        return tuple(dict.fromkeys(message.name for message in self.messages if message.is_user))

    @property
    def characters(self) -> tuple[str, ...]:
        """The names of the characters, in the order of their first messages."""
        return tuple(dict.fromkeys(each.name for each in self.messages if each.name and not each.is_user))


@dataclass
class _Reading:
    """What is known while the lines of a file are read."""

    user: str = ""
    character: str = ""
    with_hidden: bool = True
    messages: list[ChatMessage] = field(default_factory=list)
    left_out: list[SkippedLine] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    last_user: str = ""
    last_character: str = ""

    def leave_out(self, line: int, why: str) -> None:
        self.left_out.append(SkippedLine(line, why))

    def note(self, text: str) -> None:
        if len(self.notes) < MAX_NOTES:
            self.notes.append(text)


def read_chat(source: Path | bytes, *, with_hidden: bool = True) -> Chat:
    """Read a chat file.

    Args:
        source: The file, or its content.
        with_hidden: Whether messages are taken that were hidden from the model.

    Returns:
        The chat. Lines that are broken, empty, or of the program are left out, with the reason for each.

    Raises:
        InvalidInput: It is no chat of SillyTavern, has no message, or exceeds a limit.
    """
    data = source if isinstance(source, bytes) else read_bytes(source, MAX_CHAT_BYTES)
    if len(data) > MAX_CHAT_BYTES:
        raise InvalidInput(f"A chat has at most {MAX_CHAT_BYTES // 1_000_000} MB; this one has {len(data):,} bytes.")
    reading = _Reading(with_hidden=with_hidden)
    rows = list(_rows(data, reading))
    if not rows:
        raise InvalidInput(_no_chat(reading))
    has_header = "mes" not in rows[0][1]
    header = rows[0][1] if has_header else {}
    if has_header and not _is_header(header):
        raise InvalidInput(
            f"This is no chat of SillyTavern: line {rows[0][0]} is neither a header (user_name, character_name,"
            " chat_metadata) nor a message (name, mes)."
        )
    metadata = header.get("chat_metadata")
    branch_of = metadata.get("main_chat") if isinstance(metadata, dict) else None
    _set_names(reading, header, [row for _, row in rows])
    for line, row in rows[has_header:]:
        _read_message(reading, line, row)
    if not reading.messages:
        raise InvalidInput(_no_chat(reading))
    return Chat(
        tuple(reading.messages),
        tuple(sorted(reading.left_out, key=lambda each: each.line)),
        tuple(reading.notes),
        one_line(branch_of) if isinstance(branch_of, str) else "",
    )


def _rows(data: bytes, reading: _Reading) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of the file with the numbers of their lines; what is none is left out."""
    count = 0
    for line, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        text = raw.strip()
        if not text:
            continue
        count += 1
        if count > MAX_LINES + 1:
            raise InvalidInput(f"The chat has more than {MAX_LINES:,} messages, which is the most that is taken.")
        if len(text) > MAX_LINE_BYTES:
            reading.leave_out(line, f"it has more than {MAX_LINE_BYTES // 1_000_000} MB")
            continue
        try:
            row = json.loads(text.decode())
        except (ValueError, RecursionError) as error:
            why = "it is nested too deeply" if isinstance(error, RecursionError) else " ".join(str(error).split())[:80]
            reading.leave_out(line, f"it is not JSON: {why}")
            continue
        if isinstance(row, dict):
            yield line, row
        else:
            reading.leave_out(line, "it is JSON, but no object")


def _no_chat(reading: _Reading) -> str:
    """Say why there is no message in the file."""
    if not reading.left_out:
        return "The chat is empty: it has no message."
    first = reading.left_out[0]
    more = f" Of {len(reading.left_out):,} lines none is a message." if reading.left_out[1:] else ""
    return f"The chat has no message that can be taken. Line {first.line}: {first.why}.{more}"


def _is_header(row: Mapping[str, Any]) -> bool:
    return any(name in row for name in ("user_name", "character_name", "chat_metadata"))


def _set_names(reading: _Reading, header: Mapping[str, Any], rows: list[dict[str, Any]]) -> None:
    """Find the names of the user and the character that messages without a name, and macros, mean."""
    for is_user, name in ((True, "user_name"), (False, "character_name")):
        written = _name(header.get(name))
        found = next(
            (_name(row.get("name")) for row in rows if _is_spoken(row, is_user) and _name(row.get("name"))), ""
        )
        chosen = found if written in ("", NOBODY) else written
        if is_user:
            reading.user = reading.last_user = chosen or "You"
        else:
            reading.character = reading.last_character = chosen


def _is_spoken(row: Mapping[str, Any], is_user: bool) -> bool:
    """Check whether a row is a message of a user, or of a character."""
    return "mes" in row and bool(row.get("is_user")) is is_user and _type(row) == "" and not row.get("is_system")


def _name(value: Any) -> str:
    return name_in(value) if isinstance(value, str) else ""


def _type(row: Mapping[str, Any]) -> str:
    extra = row.get("extra")
    kind = extra.get("type") if isinstance(extra, dict) else None
    return kind if isinstance(kind, str) else ""


def _read_message(reading: _Reading, line: int, row: Mapping[str, Any]) -> None:
    """Add the message of a row, or the reason why it is none."""
    kind, is_hidden = _type(row), bool(row.get("is_system"))
    is_narration = kind == _NARRATOR
    is_of_program = _name(row.get("name")) == _SYSTEM
    if "mes" not in row and "swipes" not in row:
        reading.leave_out(line, "it has no text (mes)")
        return
    if (kind and not is_narration and is_hidden) or is_of_program:
        reading.leave_out(line, f"it is of the program, not of the story ({kind or 'system'})"[:_SHOWN])
        return
    if is_hidden and not reading.with_hidden:
        reading.leave_out(line, "it was hidden from the model")
        return
    text = _shown_text(row)
    if text is None:
        reading.leave_out(line, "its text (mes) is no text")
        return
    is_user = bool(row.get("is_user")) and not is_narration
    name = "" if is_narration else _speaker(reading, line, row, is_user)
    if not name and not is_narration:
        reading.leave_out(line, "it has no name, and the chat names no character")
        return
    if not is_narration:
        setattr(reading, "last_user" if is_user else "last_character", name)
    if len(text) > MAX_TEXT:
        reading.note(f"Line {line} is cut to the first {MAX_TEXT:,} of its {len(text):,} characters.")
        text = text[:MAX_TEXT]
    message = read_roleplay(text, reading.last_character or reading.character, reading.last_user)
    if not any(sign.isalnum() for sign in message.text):
        reading.leave_out(line, _why_empty(row, text))
        return
    reading.messages.append(ChatMessage(line, name, is_user, message, sent_at(row.get("send_date")), is_hidden))


def _shown_text(row: Mapping[str, Any]) -> str | None:
    """Return the text that is shown: ``mes``, else the chosen one of the swipes; None if it is no text."""
    text, swipes, chosen = row.get("mes"), row.get("swipes"), row.get("swipe_id")
    if isinstance(text, dict):  # as one program of character cards writes it
        text = text.get("message")
    if not text and isinstance(swipes, list) and swipes:
        at = chosen if isinstance(chosen, int) and 0 <= chosen < len(swipes) else 0
        text = swipes[at]
        text = text.get("message") if isinstance(text, dict) else text
    return "" if text is None else text if isinstance(text, str) else None


def _speaker(reading: _Reading, line: int, row: Mapping[str, Any], is_user: bool) -> str:
    """Return the name of a message's speaker; where it has none, that of the chat, with a note."""
    if name := _name(row.get("name")):
        return name
    name = reading.user if is_user else reading.character
    if name:
        reading.note(f"Line {line} has no name: it counts as {name}'s.")
    return name


def _why_empty(row: Mapping[str, Any], text: str) -> str:
    extra = row.get("extra")
    has_files = isinstance(extra, dict) and any(extra.get(key) for key in ("image", "media", "file", "files", "video"))
    if has_files or "![" in text or "<img" in text.lower():
        return "it holds only pictures or files"
    return "it holds only markup, code, or words out of character" if text.strip() else "it is empty"
