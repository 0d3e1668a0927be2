"""What speakers say of themselves: values of the fields of a player's sheet, and what they deny of them."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import sentences, words
from app.language.language import current_language, patterns_of
from app.language.reading.sayable import asks

_STATED = {
    "pronouns": "pronouns", "name": "called", "called": "called", "named": "called", "occupation": "occupation",
    "work": "occupation", "home": "home", "likes": "likes", "goals": "goals", "description": "description",
    "notes": "notes",
}  # fmt: skip
"""The field of a sheet by the expression that finds a value of it."""
_DENIED = {name: name for name in ("called", "occupation", "home", "likes")}
_MOST_WORDS = {
    "called": 3,
    "occupation": 3,
    "home": 4,
    "likes": 6,
    "pronouns": 3,
    "goals": 14,
    "description": 14,
    "notes": 25,
}
"""Words of a value by its field; one of more is none."""
_MOST_OF_TRADE = 2
_NAMELESS = frozenset({"likes", "home"})
_pattern = patterns_of("stating")


class Introduction(NamedTuple):
    """A value that a speaker gives for a field of its sheet, or denies."""

    field: str
    value: str
    is_denied: bool = False


def introductions(said: str, trades: Collection[str] = ()) -> list[Introduction]:
    """Return what a speech says of its speaker, in order; nothing that is asked, supposed, or said of others.

    Args:
        said: The words that were said aloud.
        trades: The trades of the scenario's people, in lower case.
    """
    found: list[Introduction] = []
    for sentence in sentences(said.replace("’", "'")):
        if _pattern("own").search(sentence) and not asks(sentence):
            found += _of_sentence(sentence, frozenset(trades))
    return list(dict.fromkeys(found))


def _of_sentence(sentence: str, trades: frozenset[str]) -> Iterator[Introduction]:
    spoken = set(words(sentence.casefold()))
    if not spoken.isdisjoint(current_language().words("stating.supposing") - {"want", "wish", "hope"}):
        return
    denied = [(name, field, _pattern(f"denied_{name}")) for name, field in _DENIED.items()]
    for name, field, pattern in [*denied, *((name, field, _pattern(f"own_{name}")) for name, field in _STATED.items())]:
        for match in pattern.finditer(sentence):
            before = words(sentence[: match.start()].casefold())
            is_own = current_language().words("stating.reporting").isdisjoint(before)
            if is_own and (value := _value(name, field, match["value"], trades)):
                yield Introduction(field, value, is_denied=(name, field, pattern) in denied)


def _value(name: str, field: str, written: str, trades: frozenset[str]) -> str:
    """Return a value without what follows it; "" for none that the field can have."""
    value = " ".join(_pattern("value_ends").sub("", written).split()).strip(" \"'*-")
    said = value.split()
    if not said or said[0].casefold() in lexicon().negations:
        return ""
    if field == "called":
        return _name(said, is_sure=name != "called")
    if name == "occupation":
        value = _trade(value, trades)
    elif field in _NAMELESS and said[0].casefold() in current_language().words(f"stating.no_own_{field}"):
        return ""
    return value if value and len(value.split()) <= _MOST_WORDS[field] else ""


def _name(said: list[str], *, is_sure: bool) -> str:
    """Return the name that words begin with: those with capitals, or, where it is surely one, the first word."""
    taken = 0
    while taken < min(len(said), _MOST_WORDS["called"]) and said[taken][0].isupper():
        taken += 1
    if taken > 1 or (taken and said[0].casefold() not in lexicon().titles):
        return " ".join(said[:taken])
    word = said[0].casefold()
    is_name = is_sure and not taken and len(said) == 1 and word.isalpha() and word not in lexicon().stop
    return word[:1].upper() + word[1:] if is_name else ""


def _trade(value: str, trades: frozenset[str]) -> str:
    """Return the trade that words begin with; "" for what is none."""
    is_marked = _pattern("by_trade").search(value) is not None
    trade = _pattern("of_a_place").sub("", _pattern("by_trade").sub("", value)).strip()
    is_known = trade.split(" ")[-1].casefold() in current_language().words("stating.trades")
    is_trade = is_known or is_marked or trade.casefold() in trades
    return trade if is_trade and (len(trade.split()) <= _MOST_OF_TRADE or trade.casefold() in trades) else ""
