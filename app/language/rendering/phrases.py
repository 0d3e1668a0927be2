"""Noun phrases ("the lantern", "at the Inn", "Mara and the guard"), game times, and lines in typed form."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain

from app.language.language import Language, current_language, language_of
from app.models.base import fold_text
from app.models.clock import day_of, hour_text
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.scenario import ScenarioSheet

_MOST_ALIKE = 4
"""Things of one name that are numbered."""


def listed(names: Iterable[str], joint: str = "and") -> str:
    """Return ``a, b and c``; "" for no names. ``joint`` is "and" or "or"."""
    tongue = current_language()
    first, *more = ("", *names)[1:] or ("",)
    for name in more[:-1]:
        first = tongue.render("phrases.joined-comma", first=first, name=name)
    return tongue.render(f"phrases.joined-{joint}", first=first, name=more[-1]) if more else first


def with_ordinals(names: Sequence[str]) -> list[str]:
    """Return names to choose from; equal ones as "the first …", "the second …"."""
    keys, shown = list(map(fold_text, names)), list[str]()
    for at, name in enumerate(names):
        number = keys[: at + 1].count(keys[at])
        several = keys.count(keys[at]) > 1 and number <= _MOST_ALIKE
        shown.append(current_language().render("narrator.ordinal", number=number, name=name) if several else name)
    return shown


def joint(language: Language) -> str:
    """Return the text between two names: `` and ``."""
    return language.render("phrases.joined-and", first="", name="")


def the(name: str) -> str:
    """Return a thing with its article: ``the lantern``; a name with its own article retains it."""
    tongue = current_language()
    if article := tongue.pattern("phrases.own_article").match(name):
        return tongue.render("phrases.definite", name=name[article.end() :])
    return name if tongue.pattern("phrases.determined").match(name) else tongue.render("phrases.definite", name=name)


def as_asked(topic: str) -> str:
    """Return a topic as the author wrote it, with a leading article in lower case."""
    return the(topic) if current_language().pattern("phrases.own_article").match(topic) else topic


def place_phrase(sheet: ScenarioSheet, location: LocationSheet) -> str:
    """Return a place with its article: ``the Inn``, but ``Eldmere``. The article is derived from the scenario's prose,
    else from the noun that the name ends with."""
    name, tongue = location.name, language_of(sheet)
    if tongue.pattern("phrases.determined").match(name) or tongue.pattern("phrases.foreign").search(name):
        return the(name) if tongue.pattern("phrases.own_article").match(name) else name
    definite = tongue.render("phrases.definite", name=name)
    texts = ((spot.description, spot.revisit, *(way.name for way in spot.exits)) for spot in sheet.locations)
    prose = " ".join((sheet.premise, sheet.opening, *chain.from_iterable(texts)))
    if re.search(rf"\b{re.escape(definite)}\b", prose, re.IGNORECASE):
        return definite
    return named_place(name)


def named_place(name: str) -> str:
    """Return a place with its article, derived from its name alone."""
    tongue = current_language()
    if not name.strip() or tongue.pattern("phrases.determined").match(name):
        return the(name) if tongue.pattern("phrases.own_article").match(name) else name
    noun = tongue.pattern("phrases.place_after_noun").split(name)[0].split()[-1].casefold()
    return tongue.render("phrases.definite", name=name) if noun in tongue.words("phrases.place_nouns") else name


def plural_number(name: str, plural: bool | None = None) -> int:
    """Return the number for a template's plural selector: 2 for a plural (boots), by ``plural`` of the sheet or the
    noun, else 1."""
    if plural is not None:
        return 2 if plural else 1
    tongue = current_language()
    words = tongue.pattern("phrases.after_noun").split(name)[0].casefold().split() or [""]
    is_plural = words[-1] not in tongue.words("phrases.singular")
    return 2 if is_plural and tongue.pattern("phrases.several").fullmatch(words[-1]) else 1


def in_first_person(wish: str) -> str:
    """Return a wish in the first person: ``to find my whistle`` for ``to find his whistle``."""
    tongue = current_language()
    return tongue.pattern("phrases.of_oneself").sub(tongue.render("phrases.my"), wish)


def moment_text(language: Language, at: int, now: int) -> str:
    """Return a game time relative to another: ``today at 17:00``, ``on day 3 at 18:00``. Both are game minutes."""
    days = day_of(at) - day_of(now)
    return language.render("phrases.moment", days=max(-2, min(2, days)), day=str(day_of(at)), time=hour_text(at))


def time_text(minutes: int) -> str:
    """Return a game time in minutes as ``Day 1, 14:20``."""
    return current_language().render("phrases.game-time", day=str(day_of(minutes)), time=hour_text(minutes))


def input_line(language: Language, deed: str, **slots: str) -> str:
    """Return a line as a player types it: ``take lantern``. ``deed`` names a template ``try-…`` of section
    ``narrator``."""
    return language.render(f"narrator.try-{deed}", **slots)


def way_line(language: Language, way: ExitSheet) -> str:
    """Return the line that takes a way: ``go east``, or ``go by the hole`` for a way without a direction."""
    if way.direction is None:
        return input_line(language, "go-by", name=way.name)
    return input_line(language, "go", direction=language.render("telling.direction", direction=way.direction.value))


def typed_phrase(language: Language, action_id: str) -> str:
    """Return the first phrase of a generic action in the language pack, else the line of its deed, else its id.

    Args:
        language: The language of the game.
        action_id: The id of the action.
    """
    try:
        first = language.lines("actions.phrases", action_id)[0]
    except KeyError:
        if language.has(f"narrator.try-{action_id}"):
            return input_line(language, action_id, name="{target}")
        return f"{action_id.replace('-', ' ')} {{target}}"
    verbs, _, rest = first.partition(":")
    words = (word.partition("/")[0] for word in rest.split() if not word.endswith("?"))
    return " ".join((verbs.partition(",")[0].strip(), *words))
