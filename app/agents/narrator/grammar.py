"""What the words after a verb make of it: a builder for each sort of verb."""

from collections.abc import Callable

from app.agents.narrator.durations import wait_for
from app.agents.narrator.intents import (
    Ask,
    Cross,
    Drop,
    Examine,
    Fight,
    Give,
    Go,
    GoBack,
    Intent,
    Leave,
    Look,
    MakeNote,
    Outside,
    Place,
    Say,
    Take,
    Talk,
    Tell,
    Use,
    Vow,
    Wait,
)
from app.agents.narrator.words import Phrase

Build = Callable[[Phrase], Intent | None]
"""Words after the verb -> intent; None if they cannot follow it."""

DIRECTIONS = {
    "n": "north", "north": "north", "s": "south", "south": "south", "e": "east", "east": "east", "w": "west",
    "west": "west", "u": "up", "up": "up", "upstairs": "up", "upward": "up", "upwards": "up", "d": "down",
    "down": "down", "downstairs": "down", "downward": "down", "downwards": "down", "northward": "north",
    "northwards": "north", "southward": "south", "southwards": "south", "eastward": "east", "eastwards": "east",
    "westward": "west", "westwards": "west",
}  # fmt: skip
INTO = ("in", "inside", "into")
OUTSIDE = ("out", "outside")
SELF = frozenset({"me", "us", "myself"})
_HERE = frozenset({"here", "around", "about", "again", "everywhere", "everything"})
_ABOUT = ("about", "abut", "abot", "abuot", "aobut", "abotu", "bout")
_GREETED = frozenset({"to", "there", "everyone", "everybody", "all"})
_ANYBODY = ("is anyone", "is anybody", "is somebody", "is someone", "anyone", "anybody", "who is")
_TARGETS = ("on", "in", "into", "onto", "over", "under", "inside", "upon", "to", "at", "against", "from", "through")


def only(intent: Intent) -> Build:
    return lambda rest: None if rest else intent


def named(make: Callable[[str], Intent]) -> Build:
    return lambda rest: make(rest.text) if rest else None


def go(rest: Phrase) -> Intent:
    return GoBack() if rest.norms in (("back",), ("back", "out")) else Go(rest.after(rest.starts("back to")).text)


def enter(rest: Phrase) -> Intent:
    return Go(rest.text or "in")


def leave(rest: Phrase) -> Intent:
    return Go(rest.after(1).text) if rest.starts("by", "through", "via", "for") and len(rest) > 1 else Leave(rest.text)


def back(rest: Phrase) -> Intent:
    where = rest.after(rest.starts("to", "into"))
    given = where.divided("to")
    if given:
        return Give(given[0].text, given[1].text)
    return Go(where.text) if where else GoBack()


def look(rest: Phrase) -> Intent:
    rest = rest.after(
        rest.starts("at", "into", "inside", "in", "under", "behind", "on", "over", "through", "closely at")
    )
    seen = all(norm in _HERE or norm in ("the", "place", "room") for norm in rest.norms)
    return Look() if seen else Examine(rest.text)


def look_or_examine(rest: Phrase) -> Intent:
    return look(rest.after(rest.starts("for")))


def with_tool(make: Callable[[str], Intent]) -> Build:
    """ "open the chest with the key" is a use of the key; without a tool it is what ``make`` says."""

    def build(rest: Phrase) -> Intent | None:
        parts = rest.divided("with", "using")
        if parts:
            return Use(parts[1].text, parts[0].text)
        return make(rest.text) if rest else None

    return build


def talk(rest: Phrase) -> Intent:
    rest = rest.after(rest.starts("to", "with"))
    about = rest.divided("about", "of", "regarding")
    if about:
        return Ask(about[0].text, about[1].text)
    matter = rest.after(rest.starts("about", "of"))
    if matter and len(matter) < len(rest):
        parts = matter.divided("with", "to")
        return Ask(parts[1].text, parts[0].text) if parts else Ask("", matter.text)
    return Talk(rest.text)


def greet(rest: Phrase) -> Intent | None:
    while rest and rest.norms[0] in _GREETED:
        rest = rest.after(1)
    if rest.starts(*_ANYBODY):
        return Talk() if len(rest) <= 6 else None
    is_one_name = not any(sign in rest.text for sign in ".!?,;")
    return Talk(rest.text) if len(rest) <= 4 and is_one_name else None


def ask(rest: Phrase) -> Intent | None:
    rest = rest.after(rest.starts("to"))
    parts = rest.divided("for", "regarding", "concerning", *_ABOUT)
    if parts:
        return Ask(parts[0].text, parts[1].text)
    matter = rest.after(rest.starts("for", *_ABOUT))
    return Ask("", matter.tail) if matter else None


def discuss(rest: Phrase) -> Intent | None:
    parts = rest.divided("with", last=True)
    return Ask(parts[1].text, parts[0].text) if parts else (Ask("", rest.text) if rest else None)


def tell(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if rest.norms[0] in SELF:
        matter = rest.after(1)
        return Ask("", matter.after(matter.starts("about", "of", "more about", "everything about")).text)
    parts = rest.divided("about", "of")
    return Tell(parts[0].text, parts[1].text) if parts else Tell("", rest.tail)


def say(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if rest.starts("hello", "hi", "hey", "good morning", "good evening", "good day"):
        return greet(rest.after(rest.starts("hello", "hi", "hey", "good morning", "good evening", "good day")))
    if rest.starts("to") and len(rest) > 1:
        return said_to(rest.after(1))
    return Say(rest.after(rest.starts("that")).tail)


def said_to(rest: Phrase) -> Intent:
    """``mara: I'll be back`` or ``mara that I'll be back``; without a sign the name is found later."""
    for at in range(1, min(len(rest), 6)):
        gap = rest.source[rest.words[at - 1].end : rest.words[at].start]
        if rest.norms[at] == "that" or any(sign in gap for sign in ':,;"“'):
            words = rest.after(at + (1 if rest.norms[at] == "that" else 0))
            return Say(words.tail.strip('"“”'), rest.before(at).text)
    return Tell("", rest.tail)


def take(rest: Phrase) -> Intent | None:
    if rest.norms[:1] in (("out",), ("outside",), ("back",)):
        return Leave() if rest.norms[0] != "back" else GoBack()
    if rest.norms[-1:] == ("up",):
        rest = rest.before(len(rest) - 1)
    parts = rest.divided("from", "off")
    return Take(parts[0].text if parts else rest.text) if rest else None


def drop(rest: Phrase) -> Intent | None:
    rest = rest.without_last(("down", "here"))
    return Drop(rest.text) if rest else None


def put(*, fixing: bool) -> Build:
    def build(rest: Phrase) -> Intent | None:
        if rest.starts("down") or rest.norms[-1:] in (("down",), ("here",)):
            return drop(rest.after(rest.starts("down")))
        rest = rest.without_last(("up", "back")) or rest
        parts = rest.divided(*_TARGETS)
        if parts:
            return Use(parts[0].without_last(("up", "back")).text, parts[1].text)
        return Place(rest.text, fixing=fixing) if rest else None

    return build


def throw(rest: Phrase) -> Intent | None:
    parts = rest.divided("at", "to", "towards", "in", "into", "on", last=True)
    return Give(parts[0].text, parts[1].text) if parts else drop(rest)


def feed(rest: Phrase) -> Intent | None:
    """``feed the seal``, ``feed it herring``, ``feed herring to the seal``, ``feed the seal with herring``."""
    parts = rest.divided("with")
    if parts:
        return Give(parts[1].text, parts[0].text)
    return give(rest) if rest.divided("to") else (Fight(rest.text) if rest else None)


def cross(rest: Phrase) -> Intent:
    return Cross(rest.after(rest.starts("over", "across", "by", "past", "the")).text)


def vow(verb: str) -> Build:
    def build(rest: Phrase) -> Intent | None:
        if not rest or rest.norms[0] in SELF:
            return None
        return Vow(f"I {verb} {rest.tail}", rest.after(rest.starts("to")).text)

    return build


def outside(word: str) -> Build:
    return only(Outside(word))


def give(rest: Phrase) -> Intent | None:
    rest = rest.after(rest.starts("over", "back"))
    if not rest:
        return None
    if rest.norms[-2:] in (("my", "word"), ("my", "oath"), ("our", "word")):
        return None
    if rest.norms[0] in SELF:
        return Ask("", rest.after(1).text) if len(rest) > 1 else None
    parts = rest.divided("to", last=True)
    if parts is None:
        return Give(rest.text)
    return Give(parts[0].without_last(("over", "back")).text, parts[1].text)


def show(rest: Phrase) -> Intent | None:
    """Showing is asking about: nothing changes hands."""
    if rest.norms[:1] and rest.norms[0] in SELF:
        return Ask("", rest.after(1).text)
    parts = rest.divided("to", last=True)
    return Ask(parts[1].text, parts[0].text) if parts else (Tell("", rest.text) if rest else None)


def use(rest: Phrase) -> Intent | None:
    parts = rest.divided("on", "with", "against", "at", "in", "upon", "over", "for")
    return Use(parts[0].text, parts[1].text) if parts else (Use(rest.text) if rest else None)


def light(rest: Phrase) -> Intent | None:
    parts = rest.divided("with", "using")
    return Use(parts[1].text, parts[0].text) if parts else (Use(rest.text) if rest else None)


def fight(rest: Phrase) -> Intent:
    parts = rest.divided("with", "using")
    foe = parts[0] if parts else rest
    return Fight(foe.after(foe.starts("against", "with", "off", "away")).without_last(("off", "away", "out")).text)


def wait(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(minutes=10))


def rest(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(minutes=60))


def sleep(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(until=6 * 60))


def note(rest: Phrase) -> Intent | None:
    words = rest.after(rest.starts("down that", "of that", "to self", "down", "that", "of", "about"))
    return MakeNote(words.tail) if words else None


def pin(rest: Phrase) -> Intent | None:
    made = note(rest.after(rest.starts("a note", "note")))
    return MakeNote(made.text, pinned=True) if isinstance(made, MakeNote) else None
