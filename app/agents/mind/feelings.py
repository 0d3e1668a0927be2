"""What speaks well or ill of somebody, and how somebody feels, read off plain words."""

import re
from collections.abc import Iterator, Mapping, Sequence

from app.agents.narrator.spoken import asks
from app.interfaces.agents.mind import KnownPerson, Portrait
from app.interfaces.services.location import PARTY
from app.language.analysis.names import Folded, Found, NameTable, name_words
from app.language.analysis.terms import analyse
from app.language.analysis.text import quote_spans
from app.language.en.words import ARTICLES, PREPOSITIONS, is_verb_like
from app.language.rendering.perspective import PARTY_NAME

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text).terms)


_WELL_DONE = _terms(
    "help thank save rescue comfort praise share protect defend heal repay forgive embrace bless welcome reward mend"
    " cheer guard nurse console"
)
_ILL_DONE = _terms(
    "steal rob cheat betray threaten insult mock attack hit strike beat hurt wound kill murder curse slander deceive"
    " trick abandon refuse bully poison scold slap"
)
_WELL = _terms("kind generous gentle honest brave friendly loyal patient")
_ILL = _terms("cruel rude dishonest unkind greedy cowardly unfair spiteful liar thief traitor")
_GLAD = _terms("happy glad joy love laugh smile pleased proud hope cheerful delight friend peace enjoy safe well fed")
_SAD = _terms(
    "sad angry fear afraid grief grieve hate weep cry ashamed lonely worry tired hungry sick pain lost danger"
)
_GOOD = _terms("good kindness warm fair well")
_BAD = _terms("bad evil mean wrong")
_NEGATIONS = frozenset(
    "not never no nobody refused failed without hardly if would could should might may can will shall must".split()  # noqa: SIM905  # a list of words is read best as text
)
"""Before a word: it is not so, or not certain."""
_BE = frozenset(("was", "were", "been", "being", "is", "are", "be", "got"))
_BY = re.compile(r"\S+ (?:\w+ )?by ")
_CAPITAL = re.compile(r"(?<=\s)[A-Z](?!\b)")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)?) $")
_OPENS_CLAUSE = frozenset(
    "that because when while as if though but then so and or saw heard watched where how since before after".split()  # noqa: SIM905  # a list of words is read best as text
)
_REACH = 3
"""Words before one in which a negation or a passive is looked for."""

_LIKING = (
    ("is close to", 1.0),
    ("likes", 0.5),
    ("has no strong feelings about", 0.0),
    ("dislikes", -0.5),
    ("hates", -1),
)
"""How a portrait tells a relationship."""
_SPIRITS = (("in good spirits", 0.6), ("in fair spirits", 0.1), ("in low spirits", -0.6))


def names_of(people: Sequence[KnownPerson]) -> NameTable:
    """Whole names, and their words, by whom they mean; the party is also what it is called together."""
    names: dict[str, list[str]] = {}
    for person in people:
        written = [person.name]
        if person.id == PARTY:
            written += [*person.name.split(" and "), PARTY_NAME]
        for name in (*written, *(word for whole in written for word in name_words(whole))):
            names.setdefault(name, []).append(person.id)
    return NameTable(names)


def named(text: str, names: NameTable) -> list[Found]:
    """The names in a text that can mean one person only."""
    return [found for found in names.find(Folded.of(text)) if len(found.ids) == 1]


def judged(sentence: str, names: NameTable) -> Iterator[tuple[str, int]]:
    """Whom a sentence speaks well (+1) or ill (-1) of: whoever does it, not those to whom it is done.

    What somebody says of itself does not count, nor does a question.
    """
    found = named(sentence, names)
    if not found or asks(sentence):
        return
    text = Folded.of(sentence).tidy
    quotes = quote_spans(text, open_ended=True)
    spans = [(match.start(), match.group()) for match in _WORD.finditer(text)]
    written = [word.casefold().replace("’", "'") for _, word in spans]
    for at, (start, _) in enumerate(spans):
        value, is_deed = _value(written, at)
        if not value:
            continue
        if is_deed and _BE.intersection(written[max(0, at - 2) : at]):
            doer = _named_after_by(text[start:], start, found)
        else:
            since = max((begin for begin, end in quotes if begin < start < end), default=0)
            doer = next((each for each in reversed(found) if since <= each.start and each.end <= start), None)
            if doer is not None and not _is_doer(text, doer, start):
                doer = None
        if doer is not None:
            yield doer.ids[0], value


def _named_after_by(rest: str, start: int, found: Sequence[Found]) -> Found | None:
    """Who did what is told in the passive: ``was robbed by Tobin``."""
    by = _BY.match(rest)
    return next((each for each in found if by is not None and each.start == start + by.end()), None)


def _is_doer(text: str, name: Found, verb: int) -> bool:
    """Whether a name is the subject of a verb that follows it: nobody else comes between, and it is no object."""
    if _CAPITAL.search(text, name.end, verb) or text[name.end : name.end + 2] in ("'s", "’s"):
        return False
    before = text[max(0, name.start - 40) : name.start]
    last = _LAST_WORD.search(before)
    if last is None:
        return True
    word = last[1].casefold()
    return word in _OPENS_CLAUSE or not (is_verb_like(word) or word in PREPOSITIONS | ARTICLES)


def _value(written: Sequence[str], at: int) -> tuple[int, bool]:
    """(+1, -1 or 0; whether the word is a deed) for the word at a position."""
    before = written[max(0, at - _REACH) : at]
    if _NEGATIONS.intersection(before) or any(word.endswith("n't") for word in before):
        return 0, False
    terms = _terms(written[at])
    if written[at] == "lied":
        return -1, False
    if terms & _WELL_DONE or terms & _ILL_DONE:
        return (1 if terms & _WELL_DONE else -1), True
    is_said_of = _BE.intersection(before[-2:]) or before[-1:] == ["a"]
    return (bool(terms & _WELL) - bool(terms & _ILL) if is_said_of else 0), False


def tenor(text: str) -> float:
    """How glad (+1) or sad (-1) the words of a text are; 0 for neither."""
    terms = _terms(text)
    good = len(terms & (_WELL_DONE | _WELL | _GOOD | _GLAD))
    bad = len(terms & (_ILL_DONE | _ILL | _BAD | _SAD))
    return (good - bad) / (good + bad) if good + bad else 0.0


def spirits(person: Portrait) -> float:
    """The person's mood, from -1 to +1."""
    return next((value for words, value in _SPIRITS if words in person.state), 0.0)


def feeling(person: Portrait, other: str) -> float | None:
    """What the person feels for another (a name), from -1 to +1; None where its portrait does not say."""
    return _feelings(person).get(other)


def feeling_in(person: Portrait, text: str) -> float | None:
    """What it feels for the first person that a text names and that it has feelings about."""
    known = _feelings(person)
    table = names_of([KnownPerson(str(at), name) for at, name in enumerate(known)])
    values = list(known.values())
    return next((values[int(found.ids[0])] for found in named(text, table)), None)


def _feelings(person: Portrait) -> Mapping[str, float]:
    known: dict[str, float] = {}
    for line in person.relationships:
        for words, value in _LIKING:
            opening = f"{person.name} {words} "
            if line.startswith(opening):
                known.setdefault(line.removeprefix(opening).removesuffix("."), value)
                break
    return known
