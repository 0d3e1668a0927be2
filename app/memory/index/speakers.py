"""The speakers and dates of indexed documents."""

import numpy as np
from numpy.typing import NDArray

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse
from app.language.analysis.text import without_words, words
from app.memory.index.columns import Columns
from app.memory.index.documents import EntryDocuments, MessageDocuments
from app.memory.stream.remembering import speaker_of
from app.memory.stream.stream import MemoryStream


class SpeakerIndex:
    """The speakers of a list of documents and the day of each document; it grows with them."""

    def __init__(self, documents: EntryDocuments | MessageDocuments) -> None:
        self.documents = documents
        self._written = Columns(day=np.int32)
        self._speakers: set[str] = set()
        self._name_words: set[str] = set()
        self.latest = 0

    @classmethod
    def of(cls, stream: MemoryStream, documents: EntryDocuments | MessageDocuments) -> "SpeakerIndex":
        """The index of a stream's entries or messages, brought up to date."""
        if not len(documents):
            return cls(documents)
        about = type(documents), stream.scope
        speakers = stream.state.derived.get(cls, *about)
        if speakers is None or speakers.documents is not documents:
            speakers = stream.state.derived.hold(cls(documents), *about)
        speakers.follow(stream)
        return speakers

    def follow(self, stream: MemoryStream) -> None:
        """Read the new documents."""
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
            self.latest = max(self.latest, day)

    @property
    def days(self) -> NDArray[np.int32]:
        """The day each document was written, as `datetime.date.toordinal`."""
        return self._written["day"]

    def speakers_named(self, text: str) -> list[str]:
        """The words of a text that name a speaker of these documents."""
        return [word for word in dict.fromkeys(words(text)) if _folded(word) in self._name_words]


def without_speakers(stream: MemoryStream, question: str) -> str:
    """A question without the names of the stream's speakers, unless nothing else is left: what `hybrid` embeds. A name
    would make a vector resemble everything that its bearer says; `hybrid` matches it as a word."""
    index = stream.index
    messages = index.follow_messages(stream.state)
    names = {
        name
        for documents in (index.entries, messages)
        for name in SpeakerIndex.of(stream, documents).speakers_named(question)
    }
    if not names:
        return question
    rest = without_words(question, names)
    return rest if analyse(rest).terms else question


def _name_words(name: str) -> list[str]:
    """Without titles: "Tam" of "Old Tam", but "Captain" where nothing else is left."""
    found = [word for word in map(_folded, words(name)) if analyse(word).terms]
    return [word for word in found if word not in lexicon().titles] or found


def _folded(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")
