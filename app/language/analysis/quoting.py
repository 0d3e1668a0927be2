"""Finding what was repeated, and of what: by a model, of the memories it was shown, so that it is never condensed
again; and within words that are known to repeat something."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from app.models.messages.mark import Mark, MarkKind

SHARED_WORDS = 8  # from this many words in a row on, a shared run counts as recalled
RUN_WORDS = 5  # that somebody repeats in a row, where it is known that something is repeated
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’][^\W_]+)*")
"""A word with its inner apostrophes; scripts written without blanks count each sign as one."""

_CLOSING = re.compile(r"[^\w\s(\[{“‘«]+")
_STOPS = re.compile(r"[^\w\s()\[\]{}“”‘’«»\"']+")


def repeated_marks(text: str, shown: Mapping[str, str], shared: int = SHARED_WORDS) -> tuple[Mark, ...]:
    """Marks of what of ``text`` repeats ``shared`` or more words in a row of one of the ``shown`` memories, given by
    id, in any case and punctuation. Overlapping runs are one mark, closing punctuation included; of memories that share
    a run the first counts. Linear in the length of all texts."""
    known: dict[str, str] = {}
    for memory_id, memory in shown.items():
        for run in _runs([word for word, _, _ in _word_spans(memory)], shared):
            known.setdefault(run, memory_id)
    words = list(_word_spans(text)) if known else []
    marks: list[Mark] = []
    reached = -1
    for position, run in enumerate(_runs([word for word, _, _ in words], shared)):
        if (source := known.get(run)) is None:
            continue
        goes_on = position <= reached and marks[-1].source == source
        start = marks.pop().start if goes_on else words[position][1]
        reached = position + shared - 1
        end = words[reached][2]
        closing = _CLOSING.match(text, end)
        marks.append(Mark(start, closing.end() if closing else end, MarkKind.REPEATED, source))
    return tuple(marks)


def traced(text: str, marks: Iterable[Mark], text_of: Callable[[str], str]) -> tuple[Mark, ...]:
    """The marks, each run of repeated words with its one source: of 5 or more words in a row, or of all that its mark
    holds. The longest run wins, of equal ones that of the source that is named first, and none overlaps another. What a
    mark held beyond its runs is in other words, and repeated from no source in particular. ``text_of`` an id is what is
    remembered under it."""
    marks = tuple(marks)
    sources: dict[tuple[int, int], list[str]] = {}
    for mark in marks:
        if mark.kind is MarkKind.REPEATED and mark.source is not None:
            sources.setdefault((mark.start, mark.end), []).append(mark.source)
    found = [mark for mark in marks if mark.kind is not MarkKind.REPEATED or mark.source is None]
    for (start, end), ids in sources.items():
        words = [_Word(word, first + start, last + start) for word, first, last in _word_spans(text[start:end])]
        known = [(each, [word for word, _, _ in _word_spans(text_of(each))]) for each in ids]
        runs = sorted(_longest(words, known, min(RUN_WORDS, len(words)))) if words else []
        closed = [Mark(first, _closed(text, last, end), MarkKind.REPEATED, source) for first, last, source in runs]
        if [(mark.start, mark.end) for mark in closed] != [(start, end)]:
            closed.insert(0, Mark(start, end, MarkKind.REPEATED))
        found += closed
    return tuple(found)


class _Word(NamedTuple):
    word: str
    start: int
    end: int


def _longest(
    words: Sequence[_Word], known: Sequence[tuple[str, list[str]]], least: int
) -> Iterator[tuple[int, int, str]]:
    """The longest run of the words that one of the texts holds, then those on both sides of it: where each begins and
    ends, and its source."""
    said = [each.word for each in words]
    best: tuple[int, int, str] | None = None
    for source, told in known:
        run = SequenceMatcher(None, said, told, autojunk=False).find_longest_match()
        if run.size >= least and (best is None or run.size > best[1]):
            best = (run.a, run.size, source)
    if best is not None:
        at, size, source = best
        yield from _longest(words[:at], known, least)
        yield words[at].start, words[at + size - 1].end, source
        yield from _longest(words[at + size :], known, least)


def _closed(text: str, end: int, most: int) -> int:
    """The end of a run with the stops behind it; quotation marks belong to whoever quotes."""
    stops = _STOPS.match(text, end, most)
    return stops.end() if stops else end


def _word_spans(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(text):
        yield match.group().casefold().replace("’", "'"), match.start(), match.end()


def _runs(words: list[str], shared: int) -> Iterator[str]:
    for first in range(len(words) - shared + 1):
        yield " ".join(words[first : first + shared])
