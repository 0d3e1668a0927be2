"""Finding what a model repeated from the memories it was shown, so that it is never condensed again."""

import re
from collections.abc import Iterator, Mapping

from app.models.messages.mark import Mark, MarkKind

SHARED_WORDS = 8  # from this many words in a row on, a shared run counts as recalled
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’][^\W_]+)*")
"""A word with its inner apostrophes; scripts written without blanks count each sign as one."""

_CLOSING = re.compile(r"[^\w\s(\[{“‘«]+")


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


def _word_spans(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(text):
        yield match.group().casefold().replace("’", "'"), match.start(), match.end()


def _runs(words: list[str], shared: int) -> Iterator[str]:
    for first in range(len(words) - shared + 1):
        yield " ".join(words[first : first + shared])
