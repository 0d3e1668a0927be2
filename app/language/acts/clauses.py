"""The clauses of a sentence, and which of the acts of a sentence each of them performs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from app.language.acts.evidence import EvidenceReader
from app.language.acts.scorer import ActScorer
from app.language.acts.tokens import Sentence, Word, is_mark
from app.language.language import Language
from app.models.messages.speech import ActKind, Span

_ASIDE = frozenset({ActKind.GREETING, ActKind.THANKS, ActKind.APOLOGY, ActKind.CLAIM, ActKind.QUESTION})
"""Acts of one clause; any other has the clauses beside it that perform nothing themselves."""
_FEWEST_WORDS = 3
"""A clause of fewer words says nothing by itself."""


@dataclass(slots=True)
class Act:
    """An act in the making: its kind and its span in the text."""

    kind: ActKind
    span: Span


class Clauses:
    """Cuts sentences of one language in clauses, and gives these to the acts of the sentence."""

    def __init__(self, language: Language, evidence: EvidenceReader, scorer: ActScorer) -> None:
        self._begins = language.pattern("acts.clause")
        self._evidence = evidence
        self._scorer = scorer

    def of(self, sentence: Sentence) -> list[Sequence[Word]]:
        """Return the words of each clause of a sentence."""
        begun = (sentence.at(found.end()) for found in self._begins.finditer(sentence.plain) if found.end() > 1)
        bounds = sorted({0, *begun, len(sentence.words)})
        clauses = [sentence.words[begin:end] for begin, end in pairwise(bounds)]
        return [clause for clause in clauses if any(not is_mark(word.plain) for word in clause)] or [sentence.words]

    def acts(self, sentence: Sentence, kinds: Mapping[ActKind, float], rest: ActKind) -> list[Act]:
        """Return the acts of a sentence in order: each kind has the clause that shows it most and those near it; what
        no kind has is a statement, or a question where that is what the sentence is."""
        if not kinds or (len(kinds) == 1 and _ASIDE.isdisjoint(kinds)):
            return [Act(next(iter(kinds), rest), _span([sentence.words], sentence))]
        clauses = self.of(sentence)
        shown = [self._scorer.scores(self._evidence.of_words(clause)) for clause in clauses]
        owners: list[ActKind | None] = [None] * len(clauses)
        found = list[Act]()
        for kind in sorted(kinds, key=lambda kind: -kinds[kind]):
            free = [at for at, owner in enumerate(owners) if owner is None]
            if not free or (kind is ActKind.CLAIM and len(kinds) > 1):
                best = max(range(len(clauses)), key=lambda at: shown[at].get(kind, 0.0))
                found.append(Act(kind, _span(clauses[best : best + 1], sentence)))
                continue
            owners[max(free, key=lambda at: shown[at].get(kind, 0.0))] = kind
        _spread(owners)
        for owner, run in groupby(range(len(clauses)), key=lambda at: owners[at]):
            numbers = list(run)
            part = clauses[numbers[0] : numbers[-1] + 1]
            if owner is not None or sum(not is_mark(word.plain) for each in part for word in each) >= _FEWEST_WORDS:
                found.append(Act(owner or rest, _span(part, sentence)))
        return sorted(found, key=lambda act: act.span)


def _spread(owners: list[ActKind | None]) -> None:
    """Give clauses that perform nothing to the act before them, else to the one after them."""
    for step in (1, -1):
        for at in range(len(owners))[::step]:
            beside = owners[at - step] if 0 <= at - step < len(owners) else None
            if owners[at] is None and beside is not None and beside not in _ASIDE:
                owners[at] = beside


def _span(clauses: Sequence[Sequence[Word]], sentence: Sentence) -> Span:
    """Return the span of clauses in the text, with the mark that ends the sentence."""
    words = [word for clause in clauses for word in clause]
    inner = [word for word in words if not is_mark(word.plain)] or words
    is_last = words[-1] == sentence.words[-1] and words[-1].plain in (".", "?")
    return inner[0].start, (words if is_last else inner)[-1].end
