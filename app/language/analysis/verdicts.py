"""What speaks well or ill of somebody, and how glad or sad a text is, by the words it is told in."""

from collections.abc import Iterator, Sequence

from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.names import Folded, Found, NameTable
from app.language.analysis.terms import term_set, terms_of
from app.language.analysis.text import quote_spans
from app.language.language import Language, cached_by_language
from app.language.reading.sayable import asks

_REACH = 3  # words before one in which a negation or a passive is looked for
_GLADDENS = ("well_done", "well", "good", "glad")
_SADDENS = ("ill_done", "ill", "bad", "sad")


@cached_by_language(16)
def _any_of(*lists: str) -> frozenset[str]:
    """The terms of these lists of the pack's section ``minds``."""
    return frozenset().union(*(terms_of(f"minds.{name}") for name in lists))


def unambiguous_names(text: str, names: NameTable) -> list[Found]:
    """The names in a text that can mean one only."""
    return [found for found in names.find(Folded.of(text)) if len(found.ids) == 1]


def sentiment(text: str) -> float:
    """How glad (+1) or sad (-1) the words of a text are; 0 for neither."""
    terms = term_set(text)
    good, bad = (len(terms & _any_of(*lists)) for lists in (_GLADDENS, _SADDENS))
    return (good - bad) / (good + bad) if good + bad else 0.0


def judged_people(sentence: str, names: NameTable, language: Language) -> Iterator[tuple[str, int]]:
    """Whom a statement, not a question, speaks well (+1) or ill (-1) of: those who act, not those acted upon."""
    found = unambiguous_names(sentence, names)
    if not found or asks(sentence):
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
            doer = next((each for each in found if by is not None and each.start == start + by.end()), None)
        else:
            since = max((begin for begin, end in quotes if begin < start < end), default=0)
            last = next((each for each in reversed(found) if since <= each.start and each.end <= start), None)
            doer = last if last is not None and _is_doer(text, last, start, language) else None
        if doer is not None:
            yield doer.ids[0], value


def _is_doer(text: str, name: Found, verb: int, language: Language) -> bool:
    """Whether a name is the subject of a verb that follows it: no other name comes between, and it is no object."""
    is_owner = language.pattern("minds.possessive").match(text, name.end)
    if is_owner or language.pattern("minds.capital").search(text, name.end, verb):
        return False
    last = language.pattern("minds.last_word").search(text[max(0, name.start - 40) : name.start])
    if last is None:
        return True
    word, known = last[1].casefold(), lexicon_of(language)
    is_within = known.is_verb_like(word) or word in known.prepositions | known.articles
    return word in language.words("minds.opens_clause") or not is_within


def _value(written: Sequence[str], at: int, language: Language) -> tuple[int, bool]:
    """(+1, -1 or 0; whether the word is a deed) for the word at a position."""
    before = written[max(0, at - _REACH) : at]
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
