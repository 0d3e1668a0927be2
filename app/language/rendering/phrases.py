"""How names stand in a sentence: "the lantern", "at the Inn", "Mara and the guard"."""

import re
from collections.abc import Iterable

from app.models.location import LocationSheet
from app.models.scenario import ScenarioSheet

_DETERMINED = re.compile(
    r"(?:the|a|an|some|my|your|his|her|their|our|this|that|these|those|what|who|why|how|where|when|\d+|\w+['’]s?)\s",
    re.IGNORECASE,
)
_PLACE_NOUNS = frozenset(
    """
    abbey alley archive attic bakery bar barn barracks bay beach bridge camp castle cathedral cave cavern cell cellar
    chamber chapel church clearing cliff coast corridor courtyard cove crossroads crypt dock docks dungeon farm ferry
    field fields ford forest forge fort gallery garden gate grave graveyard grove guardhouse hall harbor harbour hill
    hospital house hut inn island jail jetty keep kitchen lake library lighthouse lodge market marsh meadow mill mine
    mines moor mountain palace park pass path peak pier pit pond prison quarry quay ridge river road roof room ruin
    ruins sanctuary sea shed shop shore shrine smithy spring square stable stables stair stairs station stream street
    study swamp tavern temple tomb tower town tunnel vault village wall warehouse watchtower well woods workshop yard
    """.split()  # noqa: SIM905  # a list of nouns is read best as text
)


def listed(names: Iterable[str], joint: str = "and") -> str:
    """``a, b and c``; "" for none."""
    *first, last = ("", *names)
    return f"{', '.join(first[1:])} {joint} {last}" if first[1:] else last


def the(name: str) -> str:
    """A thing with its article: ``the lantern``; names that bring their own keep it."""
    if name[:4] == "The ":
        return f"the {name[4:]}"
    return name if _DETERMINED.match(name) else f"the {name}"


def as_asked(topic: str) -> str:
    """A topic as its author wrote it down, "as one asks for it": only a capital article becomes small."""
    return f"the {topic[4:]}" if topic[:4] == "The " else topic


def place(sheet: ScenarioSheet, location: LocationSheet) -> str:
    """A place as English speaks of it: ``the Inn``, ``the Broken Oar``, but ``Eldmere``.

    Whether its name takes an article is read off the scenario's own prose, else off the noun it ends with.
    """
    name = location.name
    if _DETERMINED.match(name) or not name.isascii():
        return the(name) if name[:4] == "The " else name
    prose = " ".join((sheet.premise, sheet.opening, *(text for spot in sheet.locations for text in _prose(spot))))
    if re.search(rf"\bthe {re.escape(name)}\b", prose, re.IGNORECASE):
        return f"the {name}"
    return named_place(name)


def named_place(name: str) -> str:
    """The same by its name alone."""
    if not name.strip() or _DETERMINED.match(name):
        return the(name) if name[:4] == "The " else name
    head = re.split(r"\s+of\s+", name)[0].split()[-1].casefold()
    return f"the {name}" if head in _PLACE_NOUNS else name


def _prose(location: LocationSheet) -> Iterable[str]:
    return (location.description, location.revisit, *(way.name for way in location.exits))
