"""Finding what a model repeated from the memories it was shown, so that it is never condensed again."""

import re
from collections.abc import Iterable, Iterator

from app.interfaces.agents.narrator import Spans

SHARED_WORDS = 8  # from this many words in a row on, a shared run counts as recalled
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\W_]+(?:['’][^\W_]+)*")
"""A word with its inner apostrophes; scripts written without blanks count each sign as one."""

_CLOSING = re.compile(r"[^\w\s(\[{“‘«]+")


def recalled_spans(text: str, shown: Iterable[str]) -> Spans:
    """Character spans of ``text`` that repeat 8 or more words in a row of one of the ``shown`` memories, in any case
    and punctuation. Overlapping runs are one span, closing punctuation included. Linear in the length of all texts."""
    known = {run for memory in shown for run in _runs([word for word, _, _ in _word_spans(memory)])}
    if not known:
        return ()
    words = list(_word_spans(text))
    spans: list[tuple[int, int]] = []
    reached = -1
    for position in (at for at, run in enumerate(_runs([word for word, _, _ in words])) if run in known):
        start = spans.pop()[0] if position <= reached else words[position][1]
        reached = position + SHARED_WORDS - 1
        end = words[reached][2]
        closing = _CLOSING.match(text, end)
        spans.append((start, closing.end() if closing else end))
    return tuple(spans)


def _word_spans(text: str) -> Iterator[tuple[str, int, int]]:
    for match in _WORD.finditer(text):
        yield match.group().casefold().replace("’", "'"), match.start(), match.end()


def _runs(words: list[str]) -> Iterator[str]:
    for first in range(len(words) - SHARED_WORDS + 1):
        yield " ".join(words[first : first + SHARED_WORDS])
