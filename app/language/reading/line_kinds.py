"""What a typed line is: a deed, something said, a question to the narrator, or thinking aloud; and where a line of
several kinds divides. A linear model, trained by ``benchmarks/train_lines.py``; docs/lines.md has its figures."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Any, NamedTuple

from app.language.language import Language
from app.language.reading.linear import NO_WEIGHTS, Features, LinearModel, word_classes, word_features
from app.language.reading.tokens import Spelling, Word, bounded_words, is_mark, sentences_of
from app.models.messages.speech import Span


class LineKind(StrEnum):
    """What a line, or a part of one, does."""

    DEED = "deed"
    SAID = "said"
    ASKS = "asks"
    """A question to the narrator, not to a person."""
    ASIDE = "aside"


class LinePart(NamedTuple):
    """A run of clauses of one kind. Beside somebody all that is not surely of another kind, or has a word for the one
    spoken to, is said; so is a question that goes on with a sentence."""

    kind: LineKind
    span: Span


class LineKinds:
    """Reads lines of one language. Pure, and linear in the length of the line."""

    def __init__(self, language: Language, weights: Mapping[str, Any] | None = None) -> None:
        """``weights`` instead of the pack's; where a pack has none, no line has parts."""
        self._spelling = Spelling(language)
        self._model = LinearModel(tuple(LineKind), weights or language.data("line_weights") or NO_WEIGHTS)
        self._class = word_classes(language, language.lines("line_kinds.classes"))
        self._person = language.words("narrator.person_forms")

    def parts(self, text: str, *, company: bool) -> tuple[LinePart, ...]:
        """The parts of a line in order, from its first to its last word; () for no words or no weights. ``company``:
        somebody is there who may be spoken to."""
        if not self._model:
            return ()
        found: list[tuple[Span, dict[LineKind, float], bool]] = []
        sure_of: LineKind | None = None
        for (start, end), features in self.evidence(text, company=company):
            size, is_addressed = sqrt(len(features)), not features.isdisjoint(self._person)
            totals = {kind: score * size for kind, score in self._model.scores(features).items()}
            kind, is_sure = _best(totals)
            if found and not (is_sure and sure_of not in (kind, None)):
                (begin, _), before, was_addressed = found.pop()
                totals = {kind: before[kind] + totals[kind] for kind in totals}
                found.append(((begin, end), totals, is_addressed or was_addressed))
            else:
                found.append(((start, end), totals, is_addressed))
            sure_of = kind if is_sure else sure_of
        parts = list[LinePart]()
        for span, totals, is_addressed in found:
            kind, is_sure = _best(totals)
            goes_on = kind is LineKind.ASKS and text[: span[0]].rstrip().endswith(",")
            is_unsaid = is_sure and not is_addressed and not goes_on
            parts.append(LinePart(kind if is_unsaid or not company else LineKind.SAID, span))
        return tuple(parts)

    def evidence(self, text: str, *, company: bool) -> Iterator[tuple[Span, Features]]:
        """Each clause of a line with what the model knows it by."""
        side, clauses = "=COMPANY" if company else "=ALONE", list(_clauses(text, self._spelling))
        rows = [bounded_words(clause) for clause in clauses]
        classes = [[self._class.get(word, word) for word in row] for row in rows]
        for number, clause in enumerate(clauses):
            found, of = word_features(rows[number], classes[number]), classes[number]
            for sign, beside in (
                ("<<", classes[max(0, number - 1) : number]),
                (">>", classes[number + 1 : number + 2]),
            ):
                found.update(f"{sign}{one}" for one in (beside[0] if beside else ("",)))
            found.update(
                (side, f"{side} {of[1]}", f"{side} {' '.join(of[1:3])}", f"{side} {'?' if '?' in of else '.'}")
            )
            start, end = clause[0].start, max(word.end for word in clause if not is_mark(word.plain))
            for sign, beside_it in (("[", text[max(0, start - 2) : start]), ("]", text[end : end + 2])):
                found.update(f"{sign}{char}" for char in beside_it if not char.isalnum() and not char.isspace())
            yield (start, clause[-1].end), frozenset(found)


def _best(totals: Mapping[LineKind, float]) -> tuple[LineKind, bool]:
    """The likeliest kind, and whether it is sure."""
    best = max(totals, key=lambda kind: totals[kind])
    return best, totals[best] >= 0


def _clauses(text: str, spelling: Spelling) -> Iterator[list[Word]]:
    """The words of a text as far as its marks divide it, each clause with its mark."""
    words = [word for sentence in sentences_of(text, [(0, len(text))], spelling) for word in sentence.words]
    ends = [end for end, word in enumerate(words, 1) if is_mark(word.plain)]
    for begin, end in pairwise([0, *ends, len(words)]):
        if any(not is_mark(word.plain) for word in words[begin:end]):
            yield words[begin:end]


line_kinds_of = lru_cache(maxsize=8)(LineKinds)
"""The model of a language, made once."""
