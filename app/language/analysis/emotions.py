"""How much a text moves, and which way: read off a small list of common words, each with valence and arousal."""

from math import prod
from typing import NamedTuple

from app.language.analysis.lexicon import lexicon
from app.language.analysis.terms import analyse
from app.language.analysis.text import words
from app.language.language import cached_by_language, current_language

CLEAR = 0.15  # valence from which on a feeling is a good or a bad one
_STRONGEST = 3  # words that count: a long text is not more moving for being long
_REACH = 2  # words before one in which a negation is meant for it
_DENIED = 0.5  # what is left of a denied feeling, and it goes the other way: "not afraid" is no joy


class Feeling(NamedTuple):
    """``valence`` from -1 (bad) to 1 (good), ``impact`` from 0 to 1: how strongly it moves either way."""

    valence: float
    impact: float

    def is_like(self, other: "Feeling") -> bool:
        return min(self.valence, other.valence) >= CLEAR or max(self.valence, other.valence) <= -CLEAR


def feeling_of(text: str) -> Feeling:
    """The feeling in a text, (0, 0) where no word of it is known. A word weighs |valence| x (0.4 + 0.6 arousal). Of the
    strongest three, each once, the impact is 1 - the product of 1 - weight, and the valence their mean by weight."""
    strongest = sorted(_charges(text).values(), key=abs, reverse=True)[:_STRONGEST]
    weights = [abs(charge) for charge in strongest]
    if not sum(weights):
        return Feeling(0.0, 0.0)
    return Feeling(sum(strongest) / sum(weights), together(weights))


def together(weights: list[float]) -> float:
    """What several shares of 0 to 1 come to together: 1 - the product of what each leaves out."""
    return 1 - prod((1 - weight for weight in weights), start=1.0)


def _charges(text: str) -> dict[str, float]:
    """By term its weight, negative for bad feelings; the stronger one of a term that stands there twice."""
    known, lexis = feelings(), lexicon()
    written = [word.casefold().replace("’", "'") for word in words(text)]
    found: dict[str, float] = {}
    for at, word in enumerate(written):
        for term in analyse(word).terms:
            if term not in known:
                continue
            valence, arousal = known[term]
            charge = valence * (0.4 + 0.6 * arousal)
            before = written[max(0, at - _REACH) : at]
            if any(each in lexis.negations or each.endswith(lexis.negating_ends) for each in before):
                charge *= -_DENIED
            found[term] = max(charge, found.get(term, 0.0), key=abs)
    return found


@cached_by_language()
def feelings() -> dict[str, tuple[float, float]]:
    """Valence (-1 to 1) and arousal (0 to 1) by term."""
    return {
        term: (float(valence), float(arousal))
        for word, (valence, arousal) in current_language().data("emotions").items()
        for term in analyse(word).terms
    }
