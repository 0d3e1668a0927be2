"""Names and ids for a world from another program: any script in; safe ids and names that can be typed out."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from itertools import count

from app.interchange.worlds.model import MAX_LABEL
from app.interchange.worlds.parts import Room, Way
from app.language.language import current_language
from app.language.rendering.phrases import listed
from app.models.base import fold
from app.models.sheets.location import Direction
from app.scenarios.scenario_rules import RESERVED_IDS

_ID_LENGTH = 48  # of the readable part; a number may follow
_LISTED = 8

DIRECTIONS = {
    "n": "north", "north": "north", "s": "south", "south": "south", "e": "east", "east": "east", "w": "west",
    "west": "west", "u": "up", "up": "up", "d": "down", "down": "down", "in": "in", "inside": "in", "out": "out",
    "outside": "out", "ne": "northeast", "northeast": "northeast", "nw": "northwest", "northwest": "northwest",
    "se": "southeast", "southeast": "southeast", "sw": "southwest", "southwest": "southwest",
}  # fmt: skip
_NAMED_DIRECTIONS = frozenset(DIRECTIONS.values())
ENGINE_DIRECTIONS = frozenset(direction.value for direction in Direction)


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as it is compared: folded, without articles."""
    words = tuple(re.findall(r"\w+", fold(name).replace("_", " ")))
    return tuple(word for word in words if word not in current_language().words("interchange.articles")) or words


class Ids:
    def __init__(self) -> None:
        self._taken = set(RESERVED_IDS)
        self._next: Counter[str] = Counter()

    def new(self, text: str, otherwise: str) -> str:
        """An id that reads like the text, or like ``otherwise`` where it has no Latin letters or digits."""
        folded = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
        base = re.sub(r"[^a-z0-9]+", "-", folded)[:_ID_LENGTH].strip("-") or otherwise
        made = base
        while made in self._taken:
            self._next[base] += 1
            made = f"{base}-{self._next[base] + 1}"
        self._taken.add(made)
        return made


class Names:
    """Gives names that a player can tell apart: the second ``coin`` is called ``coin 2``."""

    def __init__(self) -> None:
        self._taken: set[tuple[str, ...]] = set()
        self._next: Counter[tuple[str, ...]] = Counter()

    def new(self, name: str) -> str:
        """The name, with a number if another is called so already."""
        words, made = words_of(name), name
        while words_of(made) in self._taken:
            self._next[words] += 1
            made = f"{name[: MAX_LABEL - 6].rstrip()} {self._next[words] + 1}"
        self._taken.add(words_of(made))
        return made

    def is_free(self, name: str) -> bool:
        return words_of(name) not in self._taken


def is_typeable(name: str) -> bool:
    """Whether a command that holds the name is read as it is meant."""
    words, language = words_of(name), current_language()
    pointing = language.words("interchange.pointing").issuperset(words)
    read = bool(words) and not pointing and language.words("interchange.misread").isdisjoint(words)
    return read and not any(sign in name for sign in ',;.:!?"“”«»„')


def typed_name(name: str, names: Names, otherwise: str) -> str:
    """What to type for it: the name, else the words before the first that would be misread, else ``otherwise``."""
    if is_typeable(name):
        return name
    kept: list[str] = []
    for word in re.split(r"[\s,;.:!?\"“”«»„]+", name):
        if not is_typeable(" ".join([*kept, word])) and words_of(word):
            break
        kept.append(word)
    short = " ".join(kept).strip()
    return names.new(short if short and is_typeable(short) and names.is_free(short) else otherwise)


def the(name: str) -> str:
    """The name in a sentence: ``the lamp``; a name with a capital or an article stays as it is."""
    own = current_language().words("interchange.determiners")
    return f"the {name}" if name[:1].islower() and name.partition(" ")[0].casefold() not in own else name


def with_article(name: str) -> str:
    first, _, rest = name.partition(" ")
    is_article = first.casefold() in current_language().words("interchange.articles")
    return f"the {rest if rest and is_article else name}"


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1].rstrip()}…"


def listing(names: Iterable[str]) -> str:
    """``the lamp, the rope and 3 more``: few enough to be read."""
    every = [the(name) for name in names]
    more = len(every) - _LISTED
    return listed(every if more <= 0 else [*every[:_LISTED], f"{more} more"])


def name_ways(room: Room) -> None:
    """Give each way of the room its name and other words for it; none of them is said for two ways."""
    taken = {way.label for way in room.ways if way.label in ENGINE_DIRECTIONS}
    for way in room.ways:
        way.name = _name(way, taken)
        taken.add(way.name.casefold())
    for number, way in enumerate(room.ways, 1):
        way.typed = way.name if is_typeable(way.name) else f"way {number}"
        words = [way.typed, way.label, *way.others]
        if way.door is not None:
            words += [f"through {way.door.name}", f"through {way.door.typed}"]
        aliases = []
        for word in words:
            if word.casefold() not in taken:
                aliases.append(word)
                taken.add(word.casefold())
        way.aliases = tuple(aliases)
        if way.label in _NAMED_DIRECTIONS - ENGINE_DIRECTIONS and way.label in aliases:
            way.typed = way.label


def _name(way: Way, taken: set[str]) -> str:
    given = way.source.name
    if given is not None and way.door is not None and words_of(given) == words_of(way.door.name):
        given = None  # it would be as hard to tell from the door as the door from it
    made = way.label
    if way.label in _NAMED_DIRECTIONS:
        made = f"the way {way.label}" if way.door is None else f"{the(way.door.name)} leading {way.label}"
    for name in (given or made, made):
        if words_of(name) and name.casefold() not in taken and words_of(name)[0] not in DIRECTIONS:
            return name
    return next(name for number in count(1) if (name := f"way {number}") not in taken)
