"""Removal of runs of words that repeat texts which the reader has just read."""

import re
from collections.abc import Iterable

RUN = 8
"""Consecutive words that both texts share from which on they count as repeated."""
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_ENDS = ".!?…\n"
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]+[\"'”’»)\]]*(?=\s|$)|\n|$")
_REST = 6
"""Words of a sentence that remain besides its repeated runs, below which it goes as a whole."""


class RepeatCutter:
    """Removes repeated runs from a growing text.

    Words are compared without case and punctuation. Words that may begin a run are held back until they cannot, so that
    text once returned remains.

    Args:
        shown: The texts that the reader has just read.
    """

    def __init__(self, shown: Iterable[str] = ()) -> None:
        self._places: dict[str, list[tuple[int, int]]] = {}
        self._texts: list[list[str]] = []
        for number, text in enumerate(shown):
            words = [word.casefold() for word in _WORD.findall(text)]
            self._texts.append(words)
            for position, word in enumerate(words):
                self._places.setdefault(word, []).append((number, position))

    def cut(self, text: str, *, is_whole: bool = True) -> str:
        """Remove the repeated runs from a text, and sentences of which hardly more is left.

        Args:
            text: All of the text so far.
            is_whole: Whether nothing follows; otherwise its end is held back while it may belong to a run.

        Returns:
            The text without the runs and the signs that close them.
        """
        if not self._places:
            return text
        result, position = "", 0
        for start, end in _with_rests(text, list(self._runs(text, is_whole=is_whole))):
            result = _joined(result, text[position:start]) if position else text[:start]
            position = end
        return _joined(result, text[position:]) if position else text

    def _runs(self, text: str, *, is_whole: bool) -> Iterable[tuple[int, int]]:
        """Yield the spans to remove, in order; the last one may only be held back."""
        matches = list(_WORD.finditer(text))
        may_go_on = not is_whole and bool(matches) and matches[-1].end() == len(text)
        last = matches.pop() if may_go_on else None
        words = [match.group().casefold() for match in matches]
        at = 0
        while at < len(words):
            length = self._longest(words, at)
            is_open = not is_whole and at + length == len(words)
            if length >= RUN or (is_open and length):
                end = len(text) if is_open else matches[at + length - 1].end()
                yield matches[at].start(), end
                if is_open:
                    return
                at += length
            else:
                at += 1
        if last is not None:
            yield last.start(), len(text)

    def _longest(self, words: list[str], at: int) -> int:
        """Return how many words from a position on occur consecutively in one of the shown texts."""
        longest = 0
        for number, position in self._places.get(words[at], ()):
            shown = self._texts[number]
            length = 1
            while at + length < len(words) and position + length < len(shown):
                if words[at + length] != shown[position + length]:
                    break
                length += 1
            longest = max(longest, length)
        return longest


def _with_rests(text: str, runs: list[tuple[int, int]]) -> Iterable[tuple[int, int]]:
    """Yield the runs, and instead of those of a sentence that says little else the whole sentence."""
    begin = end = 0
    for match in _SENTENCE_END.finditer(text) if runs else ():
        begin, end = end, match.end()
        inside = [(max(begin, start), min(end, stop)) for start, stop in runs if start < end and stop > begin]
        rest = len(_WORD.findall(text[begin:end])) - sum(len(_WORD.findall(text[start:stop])) for start, stop in inside)
        if inside and rest < _REST:
            yield begin, end
        else:
            yield from inside


def _joined(kept: str, more: str) -> str:
    """Join the text around a cut, without signs that closed the removed text, unless they close the text before it."""
    if not kept.strip() or kept.rstrip()[-1:] in _ENDS:
        more = more.lstrip(" \t,;:.!?…\"'”’»")
        space = "" if not kept or kept[-1:].isspace() or not more else " "
        return f"{kept}{space}{more}"
    return f"{kept}{more}"
