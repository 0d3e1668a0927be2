"""The speakers of indexed documents."""

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse
from app.language.analysis.text import without_words, words
from app.language.language import cached_by_language
from app.memory.index.documents import Documents
from app.memory.stream.stream import MemoryStream


def speakers_named(documents: Documents, text: str) -> list[str]:
    """The words of a text that name a speaker of these documents."""
    names = frozenset[str]().union(*map(_name_words, documents.speakers))
    return [word for word in dict.fromkeys(words(text)) if _folded(word) in names]


def without_speakers(stream: MemoryStream, question: str) -> str:
    """A question without the names of the stream's speakers, unless nothing else is left: what `hybrid` embeds. A name
    would make a vector resemble everything that its bearer says; `hybrid` matches it as a word."""
    index = stream.index
    searched = index.entries, index.follow_messages(stream.state)
    names = {name for documents in searched for name in speakers_named(documents, question)}
    if not names:
        return question
    rest = without_words(question, names)
    return rest if analyse(rest).terms else question


@cached_by_language(2048)
def _name_words(name: str) -> frozenset[str]:
    """Without titles: "Tam" of "Old Tam", but "Captain" where nothing else is left."""
    found = [word for word in map(_folded, words(name)) if analyse(word).terms]
    return frozenset([word for word in found if word not in lexicon().titles] or found)


def _folded(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")
