"""Preparation of a question: names of speakers in it, and spelling correction against indexed documents."""

from itertools import chain

from app.language.analysis.lexicon import lexicon, may_be_mistyped, one_slip_away
from app.language.analysis.terms import analyse, term_set
from app.language.analysis.text import with_other_words, words
from app.language.language import cached_by_language
from app.memory.index.documents import Documents
from app.memory.index.postings import Postings, document_frequencies
from app.memory.stream.stream import MemoryStream


def speakers_named(documents: Documents, text: str) -> list[str]:
    """Return the words of a text that name a speaker of these documents."""
    names = frozenset[str]().union(*map(_name_words, documents.speakers))
    return [word for word in dict.fromkeys(words(text)) if _folded(word) in names]


def corrected(text: str, *indexes: Postings) -> str:
    """Correct misspelt words of a text: a word unknown to the language and these indexes is replaced by their most
    frequent word at distance 1. A text without such words is returned unchanged."""
    others: dict[str, str] = {}
    for word in dict.fromkeys(filter(may_be_mistyped, words(text))):
        if not any(document_frequencies(term_set(word), *indexes).values()):
            near = one_slip_away(word, chain.from_iterable(index.spellings for index in indexes))
            counts = {each: sum(document_frequencies(term_set(each), *indexes).values()) for each in near}
            best = max(near, key=lambda each: (counts[each], each), default="")
            others |= {word: best} if counts.get(best) else {}
    return with_other_words(text, others) if others else text


def without_speakers(stream: MemoryStream, question: str) -> str:
    """Return a question, corrected, without names of the stream's speakers unless nothing else remains; `hybrid` embeds
    it. A name would make the vector similar to everything its bearer says; `hybrid` matches it as a word."""
    index = stream.index
    searched = index.entries, index.follow_messages(stream.state)
    question = corrected(question, *(documents.postings for documents in searched))
    names = {name for documents in searched for name in speakers_named(documents, question)}
    if not names:
        return question
    rest = with_other_words(question, dict.fromkeys(names, " "))
    return rest if analyse(rest).terms else question


@cached_by_language(2048)
def _name_words(name: str) -> frozenset[str]:
    """Return the words of a name without titles: "Tam" of "Old Tam", but "Captain" if there is nothing else."""
    name_parts = [word for word in map(_folded, words(name)) if analyse(word).terms]
    return frozenset([word for word in name_parts if word not in lexicon().titles] or name_parts)


def _folded(word: str) -> str:
    return word.casefold().replace("’", "'").removesuffix("'s")
