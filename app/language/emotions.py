"""Valence and arousal of a text, from a list of common words; its sentiment; and its judgements of people."""

from collections.abc import Iterator, Sequence
from math import prod
from typing import NamedTuple

from app.language.analysis.lexicon import lexicon, lexicon_of
from app.language.analysis.names import Folded, NameMatch, NameTable, unambiguous_names
from app.language.analysis.terms import analyse, term_set, terms_of
from app.language.analysis.text import quote_spans, words
from app.language.language import Language, cached_by_language, current_language
from app.language.reading.sayable import asks

CLEAR = 0.15
"""Absolute valence from which on a feeling counts as good or bad."""
_STRONGEST = 3  # words that count, so that a text does not gain impact by its length
_REACH = 2  # words before a word in which a negation applies to it
_REACH_OF_VERDICT = 3  # words before a word in which a negation or a passive applies to it
_DENIED = 0.5  # factor of a negated feeling, whose sign is inverted: "not afraid" is less than joy
_GLADDENS = ("well_done", "well", "good", "glad")
_SADDENS = ("ill_done", "ill", "bad", "sad")


class Feeling(NamedTuple):
    """``valence`` from -1 (bad) to 1 (good), ``impact`` from 0 to 1 regardless of its sign."""

    valence: float
    impact: float

    def is_like(self, other: "Feeling") -> bool:
        """Return whether both feelings are clearly good or both clearly bad."""
        return min(self.valence, other.valence) >= CLEAR or max(self.valence, other.valence) <= -CLEAR


def feeling_of(text: str) -> Feeling:
    """Return the feeling in a text; (0, 0) if none of its words is known.

    A word weighs |valence| x (0.4 + 0.6 arousal). Of the three strongest words, each taken once, the impact is 1 - the
    product of (1 - weight), and the valence their mean, weighted.
    """
    strongest = sorted(_charges(text).values(), key=abs, reverse=True)[:_STRONGEST]
    weights = [abs(charge) for charge in strongest]
    if not sum(weights):
        return Feeling(0.0, 0.0)
    return Feeling(sum(strongest) / sum(weights), noisy_or(weights))


def noisy_or(weights: list[float]) -> float:
    """Combine shares of 0 to 1 by the noisy-or: 1 - the product of their complements."""
    return 1 - prod((1 - weight for weight in weights), start=1.0)


def _charges(text: str) -> dict[str, float]:
    """Return the signed weight of each term, negative for bad feelings; the strongest of its occurrences."""
    table, lexis = emotion_lexicon(), lexicon()
    written = [word.casefold().replace("’", "'") for word in words(text)]
    charges: dict[str, float] = {}
    for at, word in enumerate(written):
        for term in analyse(word).terms:
            if term not in table:
                continue
            valence, arousal = table[term]
            charge = valence * (0.4 + 0.6 * arousal)
            before = written[max(0, at - _REACH) : at]
            if any(each in lexis.negations or each.endswith(lexis.negating_ends) for each in before):
                charge *= -_DENIED
            charges[term] = max(charge, charges.get(term, 0.0), key=abs)
    return charges


@cached_by_language()
def emotion_lexicon() -> dict[str, tuple[float, float]]:
    """Return valence (-1 to 1) and arousal (0 to 1) by term."""
    return {
        term: (float(valence), float(arousal))
        for word, (valence, arousal) in current_language().data("emotions").items()
        for term in analyse(word).terms
    }


@cached_by_language(16)
def _any_of(*lists: str) -> frozenset[str]:
    """Return the terms of lists in section ``minds`` of the language pack."""
    return frozenset().union(*(terms_of(f"minds.{name}") for name in lists))


def sentiment(text: str) -> float:
    """Return the sentiment of a text from sad (-1) to glad (+1); 0 for neither."""
    terms = term_set(text)
    good, bad = (len(terms & _any_of(*lists)) for lists in (_GLADDENS, _SADDENS))
    return (good - bad) / (good + bad) if good + bad else 0.0


def judged_people(sentence: str, names: NameTable, language: Language) -> Iterator[tuple[str, int]]:
    """Yield the people that a statement praises (+1) or blames (-1), by id: agents, not patients. A question yields
    none."""
    mentioned = unambiguous_names(sentence, names)
    if not mentioned or asks(sentence):
        return
    text = Folded.of(sentence).tidy
    quotes = quote_spans(text, open_ended=True)
    spans = [(match.start(), match.group()) for match in language.pattern("minds.word").finditer(text)]
    written = [word.casefold().replace("’", "'") for _, word in spans]
    for at, (start, _) in enumerate(spans):
        value, is_deed = _value(written, at, language)
        if not value:
            continue
        if is_deed and language.words("minds.be").intersection(written[max(0, at - 2) : at]):
            by = language.pattern("minds.by").match(text[start:])  # was robbed by Tobin
            doer = next((each for each in mentioned if by is not None and each.start == start + by.end()), None)
        else:
            since = max((begin for begin, end in quotes if begin < start < end), default=0)
            last = next((each for each in reversed(mentioned) if since <= each.start and each.end <= start), None)
            doer = last if last is not None and _is_doer(text, last, start, language) else None
        if doer is not None:
            yield doer.ids[0], value


def _is_doer(text: str, name: NameMatch, verb: int, language: Language) -> bool:
    """Return whether a name is the subject of a verb that follows it: no other name lies between, and it is no
    object."""
    is_owner = language.pattern("minds.possessive").match(text, name.end)
    if is_owner or language.pattern("minds.capital").search(text, name.end, verb):
        return False
    last = language.pattern("minds.last_word").search(text[max(0, name.start - 40) : name.start])
    if last is None:
        return True
    word, lexis = last[1].casefold(), lexicon_of(language)
    is_within = lexis.is_verb_like(word) or word in lexis.prepositions | lexis.articles
    return word in language.words("minds.opens_clause") or not is_within


def _value(written: Sequence[str], at: int, language: Language) -> tuple[int, bool]:
    """Return the judgement of the word at a position (+1, -1 or 0) and whether the word is a deed."""
    before = written[max(0, at - _REACH_OF_VERDICT) : at]
    joined = language.pattern("minds.not_joined")
    if language.words("minds.negations").intersection(before) or any(map(joined.search, before)):
        return 0, False
    terms = term_set(written[at])
    if written[at] in language.words("minds.past_lie"):
        return -1, False
    if terms & _any_of("well_done", "ill_done"):
        return (1 if terms & _any_of("well_done") else -1), True
    is_said_of = language.words("minds.be").intersection(before[-2:]) or (
        before[-1:] and before[-1] in language.words("minds.article_of_one")
    )
    return (bool(terms & _any_of("well")) - bool(terms & _any_of("ill")) if is_said_of else 0), False
