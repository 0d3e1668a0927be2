"""Contrasts within and between sentences: two values of one class, the same words with a negation and without one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.language.language import Language
from app.language.reading.tokens import Sentence, is_mark

_NAME = "NAME"
"""The class of a word with a capital within a sentence that no other class lists."""
_OPENING = 6
"""Words and marks in which a negation is about the whole sentence."""
_QUARTERS = 4


@dataclass(frozen=True)
class Outline:
    """The words of a sentence that have a value, with their classes in order, and the others without negations."""

    values: Mapping[str, str]
    negated: tuple[bool, ...]
    """For each value, whether a negation stands before it."""
    frame: tuple[str, ...]
    is_negative: bool


class Contrasts:
    """Finds contrasts within sentences and between them, by the classes and negations that a language's pack lists."""

    def __init__(self, language: Language, classes: Mapping[str, str]) -> None:
        """``classes`` gives the class of a word, in capitals."""
        self._classes = classes
        self._valued = frozenset(name.upper() for name in language.lines("reader.valued"))
        self._negations = language.words("reader.negations")
        self._fillers = self._negations | language.words("reader.fillers")

    def outline(self, sentence: Sentence) -> Outline:
        """What is compared of a sentence."""
        values: dict[str, str] = {}
        negated: list[bool] = []
        first_not = next((n for n, word in enumerate(sentence.words) if word.plain in self._negations), None)
        for number, word in enumerate(sentence.words):
            kind = "NUMBERS" if word.plain[0].isdigit() else self._classes.get(word.plain)
            if kind is None and number and word.is_capital:
                kind = _NAME
            if (kind == _NAME or kind in self._valued) and word.plain not in values:
                values[word.plain] = kind
                negated.append(first_not is not None and first_not < number)
        frame = (word.plain for word in sentence.words if not is_mark(word.plain) and word.plain not in self._fillers)
        return Outline(values, tuple(negated), tuple(frame), first_not is not None and first_not < _OPENING)


def within(outline: Outline) -> Iterator[str]:
    """Features of two values of one class in a sentence, and of a negation before or between them."""
    first: dict[str, bool] = {}
    for kind, negated in zip(outline.values.values(), outline.negated, strict=True):
        if kind in first:
            where = "BEFORE" if first[kind] else "BETWEEN" if negated else ""
            yield from (f"TWO {kind}", "TWO", f"TWO {kind} {where}", f"TWO {where}")
        first[kind] = first.get(kind, negated)


def between(side: str, here: Outline, there: Outline) -> Iterator[str]:
    """Features of a sentence and the one beside it: other or the same values of one class, one begun like the other,
    one with a negation and one without, and how much of the words they share; ``side`` marks which sentence it is."""
    for kind in set(here.values.values()) & set(there.values.values()):
        one, other = ({word for word, its in each.values.items() if its == kind} for each in (here, there))
        if one != other:
            yield from (f"{side}OTHER {kind}", f"{side}OTHER")
        if one & other:
            yield f"{side}SAME {kind}"
    turn = "=" if here.is_negative is there.is_negative else "-" if here.is_negative else "+"
    yield f"{side}TURN{turn}"
    yield from (f"{side}ECHO{size}{turn}" for size in (2, 3) if here.frame[:size] == there.frame[:size])
    shared = len(set(here.frame) & set(there.frame)) / max(1, min(len(here.frame), len(there.frame)))
    yield f"{side}SHARE{int(shared * _QUARTERS)}"
