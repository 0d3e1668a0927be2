"""Detection of repeated words and their sources: memories shown to a model, which must not be condensed again, and
texts known to be repeated."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from app.models.messages.mark import Mark, MarkKind

SHARED_WORDS = 8  # fewest consecutive words that count as recalled
RUN_WORDS = 5  # fewest consecutive words that count where a span is known to repeat something
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’][^\W_]+)*")
"""A word with its inner apostrophes; in scripts without spaces each sign is a word."""

_CLOSING = re.compile(r"[^\w\s(\[{“‘«]+")
_STOPS = re.compile(r"[^\w\s()\[\]{}“”‘’«»\"']+")


def repeated_marks(text: str, shown: Mapping[str, str], shared: int = SHARED_WORDS) -> tuple[Mark, ...]:
    """Mark the runs of words in a text that are taken from memories, in time linear in the length of all texts.

    Args:
        text: The text.
        shown: Memories by id.
        shared: Fewest consecutive words of a run; case and punctuation do not count.

    Returns:
        The marks in order, with closing punctuation. Overlapping runs of one memory are one mark; of memories that
        share a run the first is its source.
    """
    source_of: dict[str, str] = {}
    for memory_id, memory in shown.items():
        for run in _runs([word for word, _, _ in _word_spans(memory)], shared):
            source_of.setdefault(run, memory_id)
    words = list(_word_spans(text)) if source_of else []
    marks: list[Mark] = []
    reached = -1
    for position, run in enumerate(_runs([word for word, _, _ in words], shared)):
        if (source := source_of.get(run)) is None:
            continue
        goes_on = position <= reached and marks[-1].source == source
        start = marks.pop().start if goes_on else words[position][1]
        reached = position + shared - 1
        end = words[reached][2]
        closing = _CLOSING.match(text, end)
        marks.append(Mark(start, closing.end() if closing else end, MarkKind.REPEATED, source))
    return tuple(marks)


def traced(text: str, marks: Iterable[Mark], text_of: Callable[[str], str]) -> tuple[Mark, ...]:
    """Split marks of repeated words by their sources.

    A run has 5 or more consecutive words, or all words of its mark. The longest run wins, of equal ones that of the
    source named first; runs do not overlap. The whole mark remains, without a source, unless one run covers it.

    Args:
        text: The text.
        marks: Its marks; others than repeated ones with a source are unchanged.
        text_of: Returns the text remembered under an id.
    """
    marks = tuple(marks)
    sources: dict[tuple[int, int], list[str]] = {}
    for mark in marks:
        if mark.kind is MarkKind.REPEATED and mark.source is not None:
            sources.setdefault((mark.start, mark.end), []).append(mark.source)
    result = [mark for mark in marks if mark.kind is not MarkKind.REPEATED or mark.source is None]
    for (start, end), ids in sources.items():
        words = [_Word(word, first + start, last + start) for word, first, last in _word_spans(text[start:end])]
        sources_words = [(source, [word for word, _, _ in _word_spans(text_of(source))]) for source in ids]
        runs = sorted(_longest(words, sources_words, min(RUN_WORDS, len(words)))) if words else []
        closed = [Mark(first, _closed(text, last, end), MarkKind.REPEATED, source) for first, last, source in runs]
        if [(mark.start, mark.end) for mark in closed] != [(start, end)]:
            closed.insert(0, Mark(start, end, MarkKind.REPEATED))
        result += closed
    return tuple(result)


class _Word(NamedTuple):
    word: str
    start: int
    end: int


def _longest(
    words: Sequence[_Word], sources: Sequence[tuple[str, list[str]]], least: int
) -> Iterator[tuple[int, int, str]]:
    """Yield the longest run that the words share with one of the sources, then those on both sides of it, as (start,
    end, source)."""
    written = [word.word for word in words]
    best: tuple[int, int, str] | None = None
    for source, source_words in sources:
        run = SequenceMatcher(None, written, source_words, autojunk=False).find_longest_match()
        if run.size >= least and (best is None or run.size > best[1]):
            best = (run.a, run.size, source)
    if best is not None:
        at, size, source = best
        yield from _longest(words[:at], sources, least)
        yield words[at].start, words[at + size - 1].end, source
        yield from _longest(words[at + size :], sources, least)


def _closed(text: str, end: int, most: int) -> int:
    """Return the end of a run including stops after it, but no quotation mark, which belongs to the quoting text."""
    stops = _STOPS.match(text, end, most)
    return stops.end() if stops else end


def _word_spans(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(text):
        yield match.group().casefold().replace("’", "'"), match.start(), match.end()


def _runs(words: list[str], shared: int) -> Iterator[str]:
    for first in range(len(words) - shared + 1):
        yield " ".join(words[first : first + shared])
