"""Who speaks in what is remembered, and on which day it was written down: what a question names beside its words."""

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse
from app.language.analysis.text import without_words, words
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.memory.stream.remembering import speaker_of
from app.memory.stream.stream import MemoryStream


class Said:
    """Of a list of documents, whose speech is among them, and the day of each; it grows as they do."""

    def __init__(self, documents: EntryDocuments | MessageDocuments) -> None:
        self.documents = documents
        self._written = Columns(day=np.int32)
        self._speakers: set[str] = set()
        self._name_words: set[str] = set()
        self._latest = 0

    @classmethod
    def of(cls, stream: MemoryStream, documents: EntryDocuments | MessageDocuments) -> "Said":
        """That of a stream's entries or messages, brought up to date."""
        if not len(documents):
            return cls(documents)
        about = type(documents), stream.scope
        said = stream.state.derived.get(cls, *about)
        if said is None or said.documents is not documents:
            said = stream.state.derived.hold(cls(documents), *about)
        said.follow(stream)
        return said

    def follow(self, stream: MemoryStream) -> None:
        """Take in the documents that are new."""
        documents = self.documents
        for document in range(len(self._written), len(documents)):
            if isinstance(documents, EntryDocuments):
                entry = documents.entries[document]
                speaker, at = speaker_of(stream.state, entry), entry.created_at
            else:
                message = stream.state.conversation_history[int(documents.columns["position"][document])]
                speaker, at = message.speaker_name, message.timestamp
            if speaker not in self._speakers:
                self._speakers.add(speaker)
                self._name_words.update(_name_words(speaker))
            day = at.toordinal()
            self._written.append(day)
            self._latest = max(self._latest, day)

    @property
    def days(self) -> NDArray[np.int32]:
        """The day on which each document was written down, counted as by `datetime.date.toordinal`."""
        return self._written["day"]

    @property
    def latest(self) -> int:
        """The latest of these days, 0 if there is none."""
        return self._latest

    def speakers(self, text: str) -> list[str]:
        """The words of a text, as written, that name somebody who speaks in these documents."""
        return [word for word in dict.fromkeys(words(text)) if _folded(word) in self._name_words]


def topic(stream: MemoryStream, question: str) -> str:
    """A question without the names of those who speak in the stream: the text whose vector `hybrid` is to be given.

    In a vector the name would make everything alike that somebody says or is told; `hybrid` matches it as a word. A
    question that asks for nothing else is left as it is.
    """
    index = stream.index
    messages = index.follow_messages(stream.state)
    names = {name for documents in (index.entries, messages) for name in Said.of(stream, documents).speakers(question)}
    if not names:
        return question
    rest = without_words(question, names)
    return rest if analyse(rest).terms else question


def _name_words(name: str) -> list[str]:
    """Those by which somebody is known: "Tam" of "Old Tam", but "Captain" where there is no more."""
    found = [word for word in map(_folded, words(name)) if analyse(word).terms]
    return [word for word in found if word not in lexicon().titles] or found


def _folded(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")
