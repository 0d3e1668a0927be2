"""How likely a sentence performs an act: a linear model of its words, of those beside it and of what rules read there.
A pack's ``reader_weights.json`` holds what ``benchmarks/train_reader.py`` learnt from labelled lines: ``least``, the
score from which on a sentence performs an act of each of `KINDS`, and by feature its weight for each of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from app.language.language import Language
from app.language.reading.clauses import Act, Clauses
from app.language.reading.contrasts import Contrasts, between, within
from app.language.reading.linear import Features, LinearModel, word_classes, word_features
from app.language.reading.tokens import Sentence, bounded_words
from app.models.messages.speech import ActKind

KINDS = (ActKind.PROMISE, ActKind.INVITATION, ActKind.CONFIDENCE, ActKind.CORRECTION)
"""What the model knows; all else is read by rules alone."""

_UNSURE = frozenset({ActKind.STATEMENT, ActKind.QUESTION, ActKind.REQUEST})
_BESIDE = frozenset({ActKind.CLAIM, ActKind.GREETING, ActKind.APOLOGY, ActKind.THANKS})
"""Acts in whose words another may be performed as well."""


class Likelihood:
    """Scores sentences by their features."""

    def __init__(self, language: Language, weights: Mapping[str, Any]) -> None:
        self._model = LinearModel(KINDS, weights)
        self._class = word_classes(language, (f"reader.{name}" for name in language.lines("reader.classes")))
        self._contrasts = Contrasts(language, self._class)

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
        outlines = [self._contrasts.outline(sentence) for sentence in sentences]
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
