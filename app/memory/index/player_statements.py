"""Indexes of the statements in the hearing of a person, by players and by people, in passages from which later
questions are answered."""

from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Self

import numpy as np

from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.language import cached_by_language
from app.language.reading.sayable import asks
from app.language.reading.spoken_text import words_aloud
from app.memory.index.columns import Columns
from app.memory.index.postings import Postings
from app.memory.index.vectors import VectorRows, Vectors
from app.models.memory import MemorySource, Scope
from app.models.messages.message import Message, Role
from app.models.state.game_state import GameState

PROBE = "A door opens."
"""The text whose vector identifies the embedder of the vectors."""
_FEWEST_WORDS = 3
_MOST_SENTENCES = 12
"""Sentences of one message that are indexed, the first ones."""
_LOOKED_AT = 4
"""Messages read per message of the role, in one slice."""


def stated_sentences(state: GameState, message: Message) -> list[str]:
    """Return the stating sentences of the speech in a message, see `stating_sentences`."""
    words = message.fresh_content if message.role is Role.NPC else words_aloud(message, state.sheet)
    return stating_sentences(words.replace("…", " ") if message.quoted else words)


@cached_by_language(4096)
def stating_sentences(words: str) -> list[str]:
    """Return the sentences of a speech that are no questions and have at least 3 words. A shorter sentence with content
    is joined to the statement before it, as in "We have settled on a sum. Fifteen crowns.", to keep its sense."""
    stating, is_after_statement = list[str](), False
    for line in sentences(words):
        is_long, is_asked = len(line.split()) >= _FEWEST_WORDS, asks(line)
        if is_long and not is_asked:
            stating.append(line)
        elif is_after_statement and not is_asked and analyse(line).terms:
            stating[-1] = f"{stating[-1]} {line}"
        is_after_statement = is_long and not is_asked
    return stating


def sentence_passages(lines: Sequence[str]) -> list[str]:
    """Return each sentence, and each pair of consecutive ones, since the second may depend on the first."""
    return [*lines, *(" ".join(both) for both in pairwise(lines))]


class Statements:
    """The passages of the messages of one role that the owner of a scope heard, in order; of the world: of all. The
    column ``message`` is the message's index in the conversation, which has its speaker; the first document is the
    `PROBE`, with index -1."""

    role: ClassVar[Role]
    joins: ClassVar[bool]
    """Whether two consecutive sentences are a passage, too."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.postings = Postings()
        self.vectors = VectorRows()
        self.texts: list[str] = []
        self.columns = Columns(message=np.int64)
        self.read = 0
        """How many of the messages that were heard are indexed."""
        self.add(PROBE, -1)

    @classmethod
    def of(cls, state: GameState, scope: Scope) -> Self:
        """Return the index of a scope with all messages indexed, except those of a turn in progress."""
        index = cls._begun(state, scope)
        index.follow(state)
        return index

    @classmethod
    def _begun(cls, state: GameState, scope: Scope) -> Self:
        index = state.derived.get(cls, scope)
        return state.derived.hold(cls(scope), scope) if index is None else index

    def __len__(self) -> int:
        return len(self.texts)

    @classmethod
    def grow(cls, state: GameState, scope: Scope, limit: int) -> bool:
        """Index at most ``limit`` messages; return whether more remain."""
        return cls._begun(state, scope).follow(state, limit) > 0

    @classmethod
    def unread(cls, state: GameState, scope: Scope) -> int:
        """Return how many messages of a scope are not indexed yet."""
        index = state.derived.get(cls, scope)
        return state.message_index.count_heard(scope) - (0 if index is None else index.read)

    def follow(self, state: GameState, limit: int | None = None) -> int:
        """Index new messages, at most ``limit`` of the role; return how many messages remain."""
        waiting = state.message_index.heard(self.scope, self.read, limit and _LOOKED_AT * limit)
        history, taken = state.conversation_history, 0
        for position in waiting:
            if limit is not None and taken >= limit:
                break
            self.read += 1
            message = history[position]
            if message.role is self.role:
                taken += 1
                lines = stated_sentences(state, message)[:_MOST_SENTENCES]
                for passage in sentence_passages(lines) if self.joins else lines:
                    self.add(passage, position)
        return state.message_index.count_heard(self.scope) - self.read

    def rebase(self, state: GameState, unchanged: int) -> None:
        """Continue in another state with the same first ``unchanged`` messages."""
        size = int(np.searchsorted(self.columns["message"], unchanged))
        for part in (self.postings, self.vectors, self.columns):
            part.cut(size)
        del self.texts[size:]
        self.read = int(np.searchsorted(state.message_index.heard(self.scope), unchanged))

    def give_vectors(self, texts: Sequence[str], vectors: Sequence[Vectors | None]) -> None:
        """Set the vectors of passages.

        Args:
            texts: The passages.
            vectors: One vector per passage; None where none could be computed.

        Raises:
            InvalidInput: The vectors have another dimension than earlier ones.
        """
        for text, vector in zip(texts, vectors, strict=True):
            self.vectors.give(text, vector)

    def add(self, passage: str, message: int) -> None:
        """Append a passage of a message; its vector may be set later."""
        self.postings.add(passage)
        self.vectors.add_document(passage)
        self.columns.append(message)
        self.texts.append(passage)


class PlayerStatements(Statements):
    """What players have stated to a person."""

    role, joins = Role.PLAYER, True


class PeopleStatements(Statements):
    """What people of the story have stated in the hearing of a person; of the world: anywhere."""

    role, joins = Role.NPC, False


ROLES: tuple[type[Statements], ...] = (PlayerStatements, PeopleStatements)


def roles_in(scope: Scope) -> tuple[type[Statements], ...]:
    """Return whose statements are indexed in a scope: a person is asked what players and people said to it, the game
    itself what people said."""
    match scope.source:
        case MemorySource.NPC:
            return ROLES
        case MemorySource.WORLD:
            return (PeopleStatements,)
        case _:
            return ()
