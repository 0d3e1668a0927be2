"""How names stand in a sentence ("the lantern", "at the Inn", "Mara and the guard"), and in a line as it is typed."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from app.language.language import Language, current_language, language_of
from app.models.base import fold
from app.models.clock import day_of, hour_text
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.scenario import ScenarioSheet

_MOST_ALIKE = 4
"""Things of one name that are told apart by number."""


def listed(names: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``; "" for none. ``joint``: "and" or "or"."""
    tongue = current_language()
    first, *more = ("", *names)[1:] or ("",)
    for name in more[:-1]:
        first = tongue.render("phrases.joined-comma", first=first, name=name)
    return tongue.render(f"phrases.joined-{joint}", first=first, name=more[-1]) if more else first


def told_apart(names: Sequence[str]) -> list[str]:
    """Names to choose between; of those called alike "the first …", "the second …"."""
    keys, shown = list(map(fold, names)), list[str]()
    for at, name in enumerate(names):
        number = keys[: at + 1].count(keys[at])
        several = keys.count(keys[at]) > 1 and number <= _MOST_ALIKE
        shown.append(current_language().render("narrator.ordinal", number=number, name=name) if several else name)
    return shown


def joint(language: Language) -> str:
    """What stands between the names of two: `` and ``."""
    return language.render("phrases.joined-and", first="", name="")


def the(name: str) -> str:
    """A thing with its article: ``the lantern``; names that bring their own keep it."""
    tongue = current_language()
    if own := tongue.pattern("phrases.own_article").match(name):
        return tongue.render("phrases.definite", name=name[own.end() :])
    return name if tongue.pattern("phrases.determined").match(name) else tongue.render("phrases.definite", name=name)


def as_asked(topic: str) -> str:
    """A topic as its author wrote it down, "as one asks for it": only a capital article becomes small."""
    return the(topic) if current_language().pattern("phrases.own_article").match(topic) else topic


def place(sheet: ScenarioSheet, location: LocationSheet) -> str:
    """``the Inn``, but ``Eldmere``: the article is read off the scenario's prose, else off the noun it ends with."""
    name, tongue = location.name, language_of(sheet)
    if tongue.pattern("phrases.determined").match(name) or tongue.pattern("phrases.foreign").search(name):
        return the(name) if tongue.pattern("phrases.own_article").match(name) else name
    definite = tongue.render("phrases.definite", name=name)
    told = ((spot.description, spot.revisit, *(way.name for way in spot.exits)) for spot in sheet.locations)
    prose = " ".join((sheet.premise, sheet.opening, *chain.from_iterable(told)))
    if re.search(rf"\b{re.escape(definite)}\b", prose, re.IGNORECASE):
        return definite
    return named_place(name)


def named_place(name: str) -> str:
    """The same by its name alone."""
    tongue = current_language()
    if not name.strip() or tongue.pattern("phrases.determined").match(name):
        return the(name) if tongue.pattern("phrases.own_article").match(name) else name
    noun = tongue.pattern("phrases.place_after_noun").split(name)[0].split()[-1].casefold()
    return tongue.render("phrases.definite", name=name) if noun in tongue.words("phrases.place_nouns") else name


def number_of(name: str, plural: bool | None = None) -> int:
    """The number for a template's selector: 2 for several (boots), by the sheet's ``plural`` or the noun, else 1."""
    if plural is not None:
        return 2 if plural else 1
    tongue = current_language()
    words = tongue.pattern("phrases.after_noun").split(name)[0].casefold().split() or [""]
    is_plural = words[-1] not in tongue.words("phrases.singular")
    return 2 if is_plural and tongue.pattern("phrases.several").fullmatch(words[-1]) else 1


def in_first_person(wish: str) -> str:
    """``to find my whistle`` for ``to find his whistle``: what somebody wants as it says so itself."""
    tongue = current_language()
    return tongue.pattern("phrases.of_oneself").sub(tongue.render("phrases.my"), wish)


def moment(language: Language, at: int, now: int) -> str:
    """``today at 17:00``, ``on day 3 at 18:00``: a game time as somebody says it at another."""
    days = day_of(at) - day_of(now)
    return language.render("phrases.moment", days=max(-2, min(2, days)), day=str(day_of(at)), time=hour_text(at))


def time_text(minutes: int) -> str:
    """``Day 1, 14:20``."""
    return current_language().render("phrases.game-time", day=str(day_of(minutes)), time=hour_text(minutes))


def input_line(language: Language, deed: str, **slots: str) -> str:
    """``take lantern``; ``deed`` is a template ``try-…`` of the section ``narrator``."""
    return language.render(f"narrator.try-{deed}", **slots)


def way_line(language: Language, way: ExitSheet) -> str:
    """``go east``, or ``go by the hole`` where a way has no direction."""
    if way.direction is None:
        return input_line(language, "go-by", name=way.name)
    return input_line(language, "go", direction=language.render("telling.direction", direction=way.direction.value))
