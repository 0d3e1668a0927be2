"""How likely a sentence performs an act: a linear model of its words, of those beside it, of contrasts (two values of
one class, the same words with a negation and without one) and of what rules read. A pack's ``reader_weights.json``
holds what ``benchmarks/train_reader.py`` learnt from labelled lines: ``least``, the score from which on a sentence
performs an act of each of `KINDS`, and by feature its weight for each of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.language.language import Language
from app.language.reading.clauses import Act, Clauses
from app.language.reading.linear import Features, LinearModel, word_classes, word_features
from app.language.reading.tokens import Sentence, bounded_words, is_mark
from app.models.messages.speech import ActKind

KINDS = (ActKind.PROMISE, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION)
"""What the model knows; all else is read by rules alone."""

_UNSURE = frozenset({ActKind.STATEMENT, ActKind.QUESTION, ActKind.REQUEST})
_BESIDE = frozenset({ActKind.CLAIM, ActKind.GREETING, ActKind.APOLOGY, ActKind.THANKS})
"""Acts in whose words another may be performed as well."""

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


class Likelihood:
    """Scores sentences by their features."""

    def __init__(self, language: Language, weights: Mapping[str, Any]) -> None:
        self._model = LinearModel(KINDS, weights)
        self._class = word_classes(language, (f"reader.{name}" for name in language.lines("reader.classes")))
        self._valued = frozenset(name.upper() for name in language.lines("reader.valued"))
        self._negations = language.words("reader.negations")
        self._fillers = self._negations | language.words("reader.fillers")

    def settle(self, clauses: Sequence[Clauses], read: Sequence[list[Act]]) -> None:
        """Of the acts read by rules in each sentence, let stand what is likely; add what is likely and none reads."""
        if not self._model:
            return
        sentences = [each.sentence for each in clauses]
        scores = [self._model.scores(features) for features in self.features(sentences, read)]
        for number, (sentence, acts) in enumerate(zip(sentences, read, strict=True)):
            likely = {kind: score for kind, score in scores[number].items() if score >= 0}
            for act in acts:
                of_both = act.rule is not None and act.rule.is_pair and scores[number - 1].get(act.kind, -1) >= 0
                if act.kind in KINDS and act.kind not in likely and not of_both:
                    act.become(ActKind.QUESTION if sentence.is_asked else ActKind.STATEMENT)
            for kind in sorted(likely, key=lambda kind: -likely[kind]):
                if all(act.kind is not kind for act in acts):
                    self._find(kind, sentence, acts)

    def _find(self, kind: ActKind, sentence: Sentence, acts: list[Act]) -> None:
        """Make the clauses that tell most of this kind an act of it, of those that perform nothing else surely."""
        free = [act for act in acts if act.kind in _UNSURE] or [act for act in acts if act.kind in _BESIDE]
        if not free or (kind is ActKind.PROMISE and any(act.kind is ActKind.THREAT for act in acts)):
            return
        act = max(free, key=lambda act: self._telling(kind, sentence, act)) if len(free) > 1 else free[0]
        if act.kind in _BESIDE and (kind, act.kind) != (ActKind.CORRECTION, ActKind.CLAIM):
            acts.insert(acts.index(act), Act(kind, act.first, act.last, span=act.span))
        else:
            act.become(kind)

    def _telling(self, kind: ActKind, sentence: Sentence, act: Act) -> float:
        words = [word.plain for word in sentence.words if act.span[0] <= word.start < act.span[1]]
        return self._model.scores(frozenset(self.of_words(words, {})))[kind]

    def features(self, sentences: Sequence[Sentence], read: Sequence[Iterable[Act]]) -> Iterator[Features]:
        """The features of each sentence of a text; ``read`` are the acts that rules read in each."""
        words = [bounded_words(sentence.words) for sentence in sentences]
        known = [{f"={one.name.upper()}" for act in acts for one in (act.kind, act.rule) if one} for acts in read]
        whole = [known[number].union(each) for number, each in enumerate(words)]
        outlines = [self.outline(sentence) for sentence in sentences]
        last = len(words) - 1
        for number, each in enumerate(words):
            found = self.of_words(each, outlines[number].values) | known[number]
            found.update(within(outlines[number]))
            for side, beside in (("<", number - 1 if number else None), (">", number + 1 if number < last else None)):
                found.update(f"{side}{side}{one}" for one in (whole[beside] if beside is not None else ("",)))
                found.update(between(side, outlines[number], outlines[beside]) if beside is not None else ())
            yield frozenset(found)

    def of_words(self, words: Sequence[str], values: Mapping[str, str]) -> set[str]:
        """The features of words by themselves; ``values`` has the classes of words that no list of the pack holds."""
        return word_features(words, [self._class.get(word) or values.get(word, word) for word in words])

    def outline(self, sentence: Sentence) -> Outline:
        """What is compared of a sentence."""
        values: dict[str, str] = {}
        negated: list[bool] = []
        first_not = next((n for n, word in enumerate(sentence.words) if word.plain in self._negations), None)
        for number, word in enumerate(sentence.words):
            kind = "NUMBERS" if word.plain[0].isdigit() else self._class.get(word.plain)
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
