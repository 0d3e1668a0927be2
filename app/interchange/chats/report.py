"""The report of an imported chat: what was taken, what was left out, who is in it, and what was promised."""

from collections.abc import Mapping

from pydantic import Field

from app.interchange.chats.chat_scenario import ChatGame
from app.models.base import View
from app.models.state.commitment import Commitment
from app.models.state.game_state import GameState

MAX_LEFT_OUT = 200
"""The most lines that are listed as left out; all are counted."""


class LineLeftOut(View):
    """A line of the file that did not become a message, and why."""

    line: int = Field(description="the number of the line in the file, from 1", examples=[45])
    why: str = Field(examples=["it holds only pictures or files"])


class ImportedPerson(View):
    """A character of the chat as a person of the game, or a user as a player."""

    id: str = Field(examples=["sunniva"])
    name: str = Field(examples=["Sunniva"])
    lines: int = Field(description="how many lines are its own", examples=[74])
    has_card: bool = Field(description="whether a card describes it")


class CommitmentFound(View):
    """A promise, an invitation, a request or an appointment that was found in what is said."""

    kind: str = Field(description="promise, invitation, request or appointment", examples=["promise"])
    by: str = Field(description="the id of the one who is bound", examples=["sunniva"])
    to: tuple[str, ...] = Field(description="the ids of the others", examples=[["player"]])
    words: str = Field(examples=["I'll take you up to the Upper Lock on Thursday."])
    line: int | None = Field(description="the number of its line in the file", examples=[21])
    status: str = Field(description="open, due, kept or withdrawn", examples=["open"])


class ChatReport(View):
    """The result of the import of a chat.

    Attributes:
        game_id: The id of the game.
        title: The title of the game.
        lines_taken: How many lines became messages.
        lines_left_out: How many lines were left out.
        left_out: At most the first 200 of the lines that were left out, with their numbers in the file and the reasons.
        minutes: The game minutes that pass from the first line to the last.
        players: The users of the chat, as players of the game.
        people: The characters of the chat, as people of the game.
        commitments: The promises, invitations, requests and appointments that were found, in order.
        notes: Other remarks on the chat, a line each.
    """

    game_id: str = Field(examples=["chat-teodor-sunniva-maeve-1a2b3c4d"])
    title: str = Field(examples=["A chat with Teodor, Sunniva and Maeve"])
    lines_taken: int = Field(examples=[296])
    lines_left_out: int = Field(examples=[3])
    left_out: tuple[LineLeftOut, ...] = Field(description="at most 200 of them")
    minutes: int = Field(description="game minutes from the first line to the last", examples=[940])
    players: tuple[ImportedPerson, ...]
    people: tuple[ImportedPerson, ...]
    commitments: tuple[CommitmentFound, ...]
    notes: tuple[str, ...] = Field(description="what else was noticed", examples=[["Line 7 has no name."]])


def report_of(game: ChatGame, state: GameState, lines_by_message: Mapping[int, int]) -> ChatReport:
    """Report an import.

    Args:
        game: What the game was made of.
        state: The game, with the lines in it.
        lines_by_message: The number of the file's line by the index of a message.
    """
    chat, messages = game.chat, game.chat.messages
    left_out = tuple(LineLeftOut(line=each.line, why=each.why) for each in chat.left_out)
    last = max(lines_by_message, default=0)
    ends = [message.game_time for message in state.conversation_history if message.index <= last]
    players = zip(chat.users, state.party.players, strict=False)
    found = (each for each in state.commitments.values() if each.message_index in lines_by_message)
    return ChatReport(
        game_id=state.game_id,
        title=game.title,
        lines_taken=len(messages),
        lines_left_out=len(left_out),
        left_out=left_out[:MAX_LEFT_OUT],
        minutes=ends[-1] - state.sheet.start_minutes if ends else 0,
        players=tuple(_person(game, user, player.id, player.name) for user, player in players),
        people=tuple(_person(game, name, npc_id, state.name(npc_id)) for name, npc_id in game.people.items()),
        commitments=tuple(_found(each, lines_by_message) for each in found),
        notes=(*_notes_on_file(game), *chat.notes, *game.notes),
    )


def _notes_on_file(game: ChatGame) -> list[str]:
    hidden = sum(message.is_hidden for message in game.chat.messages)
    undated = sum(message.sent_at is None for message in game.chat.messages)
    notes = [f"The chat branched off {game.chat.branch_of!r}; only this file was read."] if game.chat.branch_of else []
    notes += [f"Lines taken that were hidden from the model there: {hidden:,}."] if hidden else []
    notes += [f"Lines without a date that can be read: {undated:,}. A minute passes before each."] if undated else []
    return notes


def _person(game: ChatGame, name: str, any_id: str, shown: str) -> ImportedPerson:
    is_user = name not in game.people or any_id != game.people[name]
    lines = sum(each.name == name and each.is_user is is_user for each in game.chat.messages)
    return ImportedPerson(id=any_id, name=shown, lines=lines, has_card=any_id in game.with_card)


def _found(each: Commitment, lines: Mapping[int, int]) -> CommitmentFound:
    line = None if each.message_index is None else lines.get(each.message_index)
    return CommitmentFound(
        kind=each.kind.value, by=each.by_id, to=each.to_ids, words=each.words, line=line, status=each.status.value
    )
