"""A conversation as a chat client sends it: the line to play, the answered lines before it, and the author's note.

Clients trim histories, and add texts of their own to them; what follows from that is decided here, without a game."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from app.errors import InvalidInput
from app.models.base import Frozen, has_control_characters, with_line_breaks
from app.models.messages.piece import GAP
from app.models.plain_reasons import LineFault, LineUnfit
from app.models.sheets.narration import MAX_AUTHOR_NOTE
from app.services.chat.client_prompts import (
    ClientTask,
    asks_for_other_text,
    asks_to_continue,
    holds_documents,
    is_place_marker,
    task_of,
)
from app.services.game.slash_commands import is_slash, number_in, slash_line

_EXAMPLE = "example_"
"""How the name of a message begins that is an example of a dialogue (SillyTavern)."""


class ChatRole(StrEnum):
    """Who a message of a conversation is from."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class ClientMessage(Frozen):
    """A message of a conversation; ``name`` is that of its speaker, "" for none."""

    role: ChatRole
    text: str
    name: str = ""


class AnsweredLine(NamedTuple):
    """A line of a player and what it was answered; ``line`` is None where the client has left it out, "" where the
    narrator went on without one."""

    line: str | None
    answer: str


class ClientConversation(Frozen):
    """What a request asks for.

    Attributes:
        line: The line to play; "" to go on without one.
        exchanges: The answered lines before it that count, oldest first.
        undone: The exchanges right behind these that ``/undo`` has taken back, oldest first.
        last_answer: The text of the last message that is an answer, of a command too; "" for none.
        speaker: The name that the client gives the player; "" for none.
        note: The author's note that it offers; "" for none.
        task: What the client asks for itself instead of a line; None for a line.
    """

    line: str = ""
    exchanges: tuple[AnsweredLine, ...] = ()
    undone: tuple[AnsweredLine, ...] = ()
    last_answer: str = ""
    speaker: str = ""
    note: str = ""
    task: ClientTask | None = None

    @property
    def as_line(self) -> "ClientConversation | None":
        """The conversation with the line of the last exchange as the line to play, for a client that has begun the
        answer itself; None where there is no such line."""
        if not self.exchanges or not self.exchanges[-1].line:
            return None
        return self.model_copy(update={"line": self.exchanges[-1].line, "exchanges": self.exchanges[:-1]})


def read_conversation(messages: Sequence[ClientMessage], name: str = "") -> ClientConversation:
    """Read the messages of a request.

    Args:
        messages: The messages.
        name: The name of the client's user: that of the player where the last message has none.

    Raises:
        InvalidInput: They have no line of a player, and ask for no more of the last answer; or the client has put a
            document before the line.
    """
    given = [message for message in messages if message.text.strip()]
    talk = [message for message in given if message.role is not ChatRole.SYSTEM]
    if talk and talk[-1].role is ChatRole.USER and holds_documents(talk[-1].text):
        raise InvalidInput(LineUnfit(fault=LineFault.DOCUMENTS))
    if len(talk) <= 1 and (task := next(filter(None, (task_of(each.text) for each in given)), None)) is not None:
        return ClientConversation(task=task, line=given[-1].text)
    if not talk or (given[-1].role is ChatRole.SYSTEM and asks_for_other_text(given[-1].text)):
        raise InvalidInput(LineUnfit(fault=LineFault.NO_LINE))
    exchanges, last = [*_exchanges(talk)], talk[-1]
    if last.role is ChatRole.ASSISTANT and given[-1] is not last and not asks_to_continue(given[-1].text):
        raise InvalidInput(LineUnfit(fault=LineFault.LAST_NO_LINE))
    is_line = last.role is ChatRole.USER
    counted, undone = _after_commands(exchanges)
    return ClientConversation(
        line=last.text.strip() if is_line else "",
        exchanges=tuple(counted),
        undone=tuple(undone),
        last_answer=exchanges[-1].answer if exchanges else "",
        speaker=(is_line and last.name) or name,
        note=_note(given),
    )


def _exchanges(talk: Iterable[ClientMessage]) -> Iterator[AnsweredLine]:
    """Pair lines with their answers. A line without an answer was not played, and several answers in a row are one."""
    line: str | None = None
    answers: list[str] = []
    for message in talk:
        if message.role is ChatRole.ASSISTANT:
            answers.append(message.text)
            continue
        if answers:
            yield AnsweredLine(line, GAP.join(answers))
            answers = []
        line = message.text.strip()
    if answers:
        yield AnsweredLine(line, GAP.join(answers))


def _after_commands(exchanges: Iterable[AnsweredLine]) -> tuple[list[AnsweredLine], list[AnsweredLine]]:
    """Return the exchanges that count after the commands among them, and those that the last ones have undone."""
    counted, undone = list[AnsweredLine](), list[AnsweredLine]()
    for line, answer in exchanges:
        if line is None or not is_slash(line):
            counted.append(AnsweredLine(line, answer))
            undone.clear()
            continue
        try:
            name, rest = slash_line(line)
            number = number_in(rest, "/undo 2") if rest and name == "undo" else 1
        except InvalidInput:  # it was refused
            continue
        match name:
            case "undo" if number:
                undone[:0] = counted[-number:]
                del counted[-number:]
            case "retry" | "answer" if name == "retry" or rest:
                counted[-1:] = [AnsweredLine(counted[-1].line if counted else None, answer)]
            case "continue":
                counted.append(AnsweredLine("", answer))
    return counted, undone


def _note(given: Sequence[ClientMessage]) -> str:
    """Join the system messages to an author's note: the last ones, as many as it may hold."""
    texts = [
        str(with_line_breaks(message.text)).strip()
        for message in given
        if message.role is ChatRole.SYSTEM
        and not message.name.startswith(_EXAMPLE)
        and not is_place_marker(message.text)
    ]
    while len(texts) > 1 and len(GAP.join(texts)) > MAX_AUTHOR_NOTE:
        del texts[0]
    note = GAP.join(texts)
    if has_control_characters(note):
        return ""
    return note if len(note) <= MAX_AUTHOR_NOTE else f"{note[: MAX_AUTHOR_NOTE - 1].rstrip()}…"
