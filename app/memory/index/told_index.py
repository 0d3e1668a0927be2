"""What players told aloud, cut into passages of one or two sentences: what a later question is answered from."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.reading.sayable import asks
from app.language.reading.spoken_text import spoken_in
from app.memory.index.columns import Columns
from app.memory.index.postings import Postings
from app.memory.index.vectors import VectorRows, Vectors
from app.models.memory import Scope
from app.models.messages.message import Message, Role
from app.models.state.game_state import GameState

PROBE = "A door opens."
"""The text whose vector tells which embedder made the vectors."""
_FEWEST_WORDS = 3
_MOST_SENTENCES = 12
"""Sentences of one message that are looked at: the first ones."""
_LOOKED_AT = 4
"""Messages of anybody that are looked at for one of a player."""


def statements(state: GameState, message: Message) -> list[str]:
    """The sentences of what was said that ask nothing and are more than a call."""
    words = message.fresh_content if message.role is Role.NPC else spoken_in(state, message.fresh_content)
    return stating_sentences(words.replace("…", " ") if message.quoted else words)


def stating_sentences(words: str) -> list[str]:
    """The sentences of a speech that ask nothing and are more than a call. A shorter one that says something belongs to
    the one before it: "We have settled on a sum. Fifteen crowns." """
    found, is_after_statement = list[str](), False
    for line in sentences(words):
        is_long, is_asked = len(line.split()) >= _FEWEST_WORDS, asks(line)
        if is_long and not is_asked:
            found.append(line)
        elif is_after_statement and not is_asked and analyse(line).terms:
            found[-1] = f"{found[-1]} {line}"
        is_after_statement = is_long and not is_asked
    return found


def passages_of(lines: Sequence[str]) -> list[str]:
    """Each sentence, and each two that follow each other: the second may make sense only after the first."""
    return [*lines, *(" ".join(both) for both in pairwise(lines))]


class PlayerStatements:
    """The passages of all players' messages of one game, in order. Columns: ``message``, its index in the conversation;
    the first document is the `PROBE`, of no message (-1)."""

    def __init__(self) -> None:
        self.postings = Postings()
        self.vectors = VectorRows()
        self.texts: list[str] = []
        self.columns = Columns(message=np.int64)
        self._read = 0
        self.add(PROBE, -1)

    @classmethod
    def of(cls, state: GameState) -> "PlayerStatements":
        """The game's index, up to date but for a turn in progress."""
        index = state.derived.of(cls)
        index.follow(state)
        return index

    def __len__(self) -> int:
        return len(self.texts)

    @classmethod
    def grow(cls, state: GameState, limit: int) -> bool:
        """Take in at most ``limit`` messages; returns whether more wait."""
        return state.derived.of(cls).follow(state, limit) > 0

    def follow(self, state: GameState, limit: int | None = None) -> int:
        """Take in what was said since, at most ``limit`` messages of players; returns how many messages are left."""
        waiting = state.message_index.heard(Scope.world(), self._read, limit and _LOOKED_AT * limit)
        history, taken = state.conversation_history, 0
        for position in waiting:
            if limit is not None and taken >= limit:
                break
            self._read += 1
            message = history[position]
            if message.role is Role.PLAYER:
                taken += 1
                for passage in passages_of(statements(state, message)[:_MOST_SENTENCES]):
                    self.add(passage, position)
        return state.message_index.count_heard(Scope.world()) - self._read

    def rebase(self, state: GameState, unchanged: int) -> None:
        """Continue in another state with the same first ``unchanged`` messages."""
        size = int(np.searchsorted(self.columns["message"], unchanged))
        for part in (self.postings, self.vectors, self.columns):
            part.cut(size)
        del self.texts[size:]
        self._read = int(np.searchsorted(state.message_index.heard(Scope.world()), unchanged))

    def give_vectors(self, texts: Sequence[str], vectors: Sequence[Vectors | None]) -> None:
        """Set the vectors of passages, None for unavailable ones. Raises InvalidInput for another dimension."""
        for text, vector in zip(texts, vectors, strict=True):
            self.vectors.give(text, vector)

    def add(self, passage: str, message: int) -> None:
        """Append a passage of a message; its vector may be given later."""
        self.postings.add(passage)
        self.vectors.add_document(passage)
        self.columns.append(message)
        self.texts.append(passage)
