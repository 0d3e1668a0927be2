"""What the scorer knows a sentence by: word n-grams, those of its neighbours, and contrasts of values."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from app.language.acts.tokens import Sentence, Word, is_mark
from app.language.language import Language

LONGEST_GRAM = 3
_OF_NEIGHBOURS = 2
_NAME = "NAME"
"""The class of a word with a capital within a sentence."""
_NUMBER = "NUMBERS"
_QUARTERS = 4


class ActEvidence(NamedTuple):
    """The features of a sentence, in blocks that are weighed each by itself."""

    words: frozenset[str]
    classes: frozenset[str]
    around: frozenset[str]
    contrasts: frozenset[str]


class _Outline(NamedTuple):
    """A sentence's words, the same with classes for words that have one, and its words by class."""

    plain: list[str]
    masked: list[str]
    values: dict[str, set[str]]
    is_negative: bool

    def grams(self) -> tuple[frozenset[str], frozenset[str]]:
        """Return n-grams of words, and those of classes that are no n-grams of words."""
        plain = frozenset((*_grams(self.plain), *_gaps(self.plain)))
        return plain, frozenset(_grams(self.masked)) - plain


class EvidenceReader:
    """Collects the features of sentences of one language."""

    def __init__(self, language: Language) -> None:
        valued = language.lines("acts.valued")
        self._class = {word: name.upper() for name in valued for word in language.words(f"acts.{name}")}
        self._negations = language.words("acts.negations")

    def of_sentences(self, sentences: Sequence[Sentence]) -> list[ActEvidence]:
        """Return the features of each sentence of a text, in order."""
        outlines = [self._outline(sentence.words) for sentence in sentences]
        own = [each.grams() for each in outlines]
        found = list[ActEvidence]()
        for number, here in enumerate(outlines):
            around, contrasts = list[str](), list(_within(here))
            for side, beside in (("<<", number - 1), (">>", number + 1)):
                if not 0 <= beside < len(outlines):
                    around.append(side)
                    continue
                there = outlines[beside]
                around += (f"{side}{gram}" for gram in _grams(there.plain, _OF_NEIGHBOURS))
                contrasts += _between(side, here, there)
            found.append(ActEvidence(*own[number], frozenset(around), frozenset(contrasts)))
        return found

    def of_words(self, words: Iterable[Word]) -> ActEvidence:
        """Return the features of a part of a sentence, whatever is around it."""
        outline = self._outline(words)
        return ActEvidence(*outline.grams(), frozenset(), frozenset(_within(outline)))

    def _outline(self, words: Iterable[Word]) -> _Outline:
        plain, masked, values = list[str](), list[str](), dict[str, set[str]]()
        for word in words:
            kind = _NUMBER if word.plain[0].isdigit() else self._class.get(word.plain)
            if kind is None and plain and word.is_capital and len(word.plain) > 1:
                kind = _NAME
            plain.append("0" if word.plain[0].isdigit() else word.plain)
            masked.append(kind or word.plain)
            if kind is not None:
                values.setdefault(kind, set()).add(word.plain)
        return _Outline(plain, masked, values, not self._negations.isdisjoint(plain))


def _grams(words: Sequence[str], longest: int = LONGEST_GRAM) -> Iterator[str]:
    row = ["<", *words, ">"]
    for size in range(1, longest + 1):
        yield from (" ".join(row[at : at + size]) for at in range(len(row) - size + 1))


def _gaps(words: Sequence[str]) -> Iterator[str]:
    """Yield pairs of words with one or two others between them."""
    row = ["<", *words, ">"]
    for gap in (2, 3):
        yield from (f"{one}{'_' * gap}{other}" for one, other in zip(row, row[gap:], strict=False))


def _within(outline: _Outline) -> Iterator[str]:
    """Yield the classes of which a sentence has two values."""
    sign = "-" if outline.is_negative else "+"
    for kind, words in outline.values.items():
        if len(words) > 1:
            yield from (f"TWO {kind} {sign}", f"TWO {sign}")


def _between(side: str, here: _Outline, there: _Outline) -> Iterator[str]:
    """Yield how a sentence and the one on that side of it differ: other values of a class, a negation in one of them,
    and how many words they share."""
    turn = f"{side}{'-' if here.is_negative else '+'}{'-' if there.is_negative else '+'}"
    for kind in here.values.keys() & there.values.keys():
        if here.values[kind] != there.values[kind]:
            yield from (f"{side}OTHER {kind}", f"{turn} OTHER")
    own, others = ({word for word in each.plain if not is_mark(word)} for each in (here, there))
    shared = len(own & others) / max(1, min(len(own), len(others)))
    yield f"{turn} SHARE{int(shared * _QUARTERS)}"
