"""The verbs that the offline narrator knows, and what each makes of the words that follow it."""

from collections.abc import Callable

from app.agents.narrator.durations import wait_for
from app.agents.narrator.intents import (
    Ask,
    Clock,
    Drop,
    Examine,
    Fight,
    Give,
    Go,
    GoBack,
    Help,
    Intent,
    Inventory,
    Journal,
    Leave,
    Look,
    MakeNote,
    Quests,
    Say,
    Take,
    Talk,
    Tell,
    Use,
    Wait,
    Who,
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
_GREETED = frozenset({"to", "there", "everyone", "everybody", "all"})


def _only(intent: Intent) -> Build:
    return lambda rest: None if rest else intent


def _named(make: Callable[[str], Intent]) -> Build:
    return lambda rest: make(rest.text) if rest else None


def _go(rest: Phrase) -> Intent:
    return GoBack() if rest.norms in (("back",), ("back", "out")) else Go(rest.after(rest.starts("back to")).text)


def _enter(rest: Phrase) -> Intent:
    return Go(rest.text or "in")


def _leave(rest: Phrase) -> Intent:
    return Go(rest.after(1).text) if rest.starts("by", "through", "via", "for") and len(rest) > 1 else Leave(rest.text)


def _back(rest: Phrase) -> Intent:
    where = rest.after(rest.starts("to", "into"))
    given = where.divided("to")
    if given:
        return Give(given[0].text, given[1].text)
    return Go(where.text) if where else GoBack()


def _look(rest: Phrase) -> Intent:
    rest = rest.after(
        rest.starts("at", "into", "inside", "in", "under", "behind", "on", "over", "through", "closely at")
    )
    seen = all(norm in _HERE or norm in ("the", "place", "room") for norm in rest.norms)
    return Look() if seen else Examine(rest.text)


def _look_or_examine(rest: Phrase) -> Intent:
    return _look(rest.after(rest.starts("for")))


def _with_tool(make: Callable[[str], Intent]) -> Build:
    """ "open the chest with the key" is a use of the key; without a tool it is what ``make`` says."""

    def build(rest: Phrase) -> Intent | None:
        parts = rest.divided("with", "using")
        if parts:
            return Use(parts[1].text, parts[0].text)
        return make(rest.text) if rest else None

    return build


def _talk(rest: Phrase) -> Intent:
    rest = rest.after(rest.starts("to", "with"))
    about = rest.divided("about", "of", "regarding")
    if about:
        return Ask(about[0].text, about[1].text)
    matter = rest.after(rest.starts("about", "of"))
    if matter and len(matter) < len(rest):
        parts = matter.divided("with", "to")
        return Ask(parts[1].text, parts[0].text) if parts else Ask("", matter.text)
    return Talk(rest.text)


def _greet(rest: Phrase) -> Intent | None:
    while rest and rest.norms[0] in _GREETED:
        rest = rest.after(1)
    return Talk(rest.text) if len(rest) <= 4 else None


def _ask(rest: Phrase) -> Intent | None:
    rest = rest.after(rest.starts("to"))
    parts = rest.divided("about", "for", "regarding", "concerning")
    if parts:
        return Ask(parts[0].text, parts[1].text)
    matter = rest.after(rest.starts("about", "for"))
    return Ask("", matter.tail) if matter else None


def _discuss(rest: Phrase) -> Intent | None:
    parts = rest.divided("with", last=True)
    return Ask(parts[1].text, parts[0].text) if parts else (Ask("", rest.text) if rest else None)


def _tell(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if rest.norms[0] in SELF:
        matter = rest.after(1)
        return Ask("", matter.after(matter.starts("about", "of", "more about", "everything about")).text)
    parts = rest.divided("about", "of")
    return Tell(parts[0].text, parts[1].text) if parts else Tell("", rest.tail)


def _say(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if rest.starts("hello", "hi", "hey", "good morning", "good evening", "good day"):
        return _greet(rest.after(rest.starts("hello", "hi", "hey", "good morning", "good evening", "good day")))
    if rest.starts("to") and len(rest) > 1:
        return _said_to(rest.after(1))
    return Say(rest.after(rest.starts("that")).tail)


def _said_to(rest: Phrase) -> Intent:
    """``mara: I'll be back`` or ``mara that I'll be back``; without a sign the name is found later."""
    for at in range(1, min(len(rest), 6)):
        gap = rest.source[rest.words[at - 1].end : rest.words[at].start]
        if rest.norms[at] == "that" or any(sign in gap for sign in ':,;"“'):
            words = rest.after(at + (1 if rest.norms[at] == "that" else 0))
            return Say(words.tail.strip('"“”'), rest.before(at).text)
    return Tell("", rest.tail)


def _take(rest: Phrase) -> Intent | None:
    if rest.norms[:1] in (("out",), ("outside",), ("back",)):
        return Leave() if rest.norms[0] != "back" else GoBack()
    if rest.norms[-1:] == ("up",):
        rest = rest.before(len(rest) - 1)
    parts = rest.divided("from", "off")
    return Take(parts[0].text if parts else rest.text) if rest else None


def _drop(rest: Phrase) -> Intent | None:
    rest = rest.without_last(("down", "here"))
    return Drop(rest.text) if rest else None


def _put(rest: Phrase) -> Intent | None:
    if rest.starts("down"):
        return _drop(rest.after(1))
    parts = rest.divided("on", "in", "into", "onto", "over", "under", "inside")
    return Use(parts[0].text, parts[1].text) if parts else _drop(rest)


def _give(rest: Phrase) -> Intent | None:
    rest = rest.after(rest.starts("over", "back"))
    if not rest:
        return None
    if rest.norms[0] in SELF:
        return Ask("", rest.after(1).text) if len(rest) > 1 else None
    parts = rest.divided("to", last=True)
    if parts is None:
        return Give(rest.text)
    return Give(parts[0].without_last(("over", "back")).text, parts[1].text)


def _show(rest: Phrase) -> Intent | None:
    """Showing is asking about: nothing changes hands."""
    if rest.norms[:1] and rest.norms[0] in SELF:
        return Ask("", rest.after(1).text)
    parts = rest.divided("to", last=True)
    return Ask(parts[1].text, parts[0].text) if parts else (Tell("", rest.text) if rest else None)


def _use(rest: Phrase) -> Intent | None:
    parts = rest.divided("on", "with", "against", "at", "in", "upon", "over", "for")
    return Use(parts[0].text, parts[1].text) if parts else (Use(rest.text) if rest else None)


def _light(rest: Phrase) -> Intent | None:
    parts = rest.divided("with", "using")
    return Use(parts[1].text, parts[0].text) if parts else (Use(rest.text) if rest else None)


def _fight(rest: Phrase) -> Intent:
    parts = rest.divided("with", "using")
    foe = parts[0] if parts else rest
    return Fight(foe.after(foe.starts("against", "with", "off", "away")).without_last(("off", "away", "out")).text)


def _wait(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(minutes=10))


def _rest(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(minutes=60))


def _sleep(rest: Phrase) -> Intent:
    return wait_for(rest.norms, Wait(until=6 * 60))


def _note(rest: Phrase) -> Intent | None:
    words = rest.after(rest.starts("down that", "of that", "to self", "down", "that", "of", "about"))
    return MakeNote(words.tail) if words else None


def _pin(rest: Phrase) -> Intent | None:
    note = _note(rest.after(rest.starts("a note", "note")))
    return MakeNote(note.text, pinned=True) if isinstance(note, MakeNote) else None


def _table(*rows: tuple[Build, str]) -> dict[tuple[str, ...], Build]:
    return {tuple(phrase.split()): build for build, phrases in rows for phrase in phrases.split("|")}


VERBS = _table(
    (_go, "go|walk|head|travel|move|run|climb|follow|cross|proceed|wander|hurry|step|stroll|march|sneak|visit"),
    (_go, "go to|go through|take me to|make my way to|set out for|continue|ride|sail|crawl|descend|ascend"),
    (_enter, "enter|get in|go in|walk in|step in|come in"),
    (_leave, "leave|exit|depart|get out|go out|walk out|step out|go outside|get outside|step outside|walk outside"),
    (_only(Leave()), "out|outside"),
    (_back, "back|return|turn back|turn around|head back|walk back|retrace my steps|retrace steps"),
    (_look, "look|l|look around|survey|have a look|take a look|have a look around|take a look around|see"),
    (_only(Look()), "where am i|what do i see|what can i see|what is here|where are we|describe the room|exits"),
    (_only(Look()), "what is around|what is around me|describe this place|describe the place|describe here|ways out"),
    (_look_or_examine, "examine|x|inspect|study|search|investigate|observe|check|watch|describe|explore|look for"),
    (_look_or_examine, "listen|listen to|find"),
    (_with_tool(Examine), "open|unlock|break|force|cut|pry|close|shut|lift|pull|push|press|turn|move aside"),
    (_named(Examine), "read|touch|feel|smell|taste|knock on|knock at|who is|what is|tap|peer into|peek into|peer at"),
    (_talk, "talk|speak|chat|converse|talk to|speak to|have a word|address|approach"),
    (_greet, "greet|hello|hi|hey|hail|greetings|good morning|good day|good evening|good afternoon|welcome|wave to"),
    (_ask, "ask|question|inquire|enquire|interrogate|beg|request"),
    (_discuss, "discuss|mention"),
    (_tell, "tell|inform|remind|warn"),
    (_say, "say|shout|whisper|reply|answer|respond|call out|mutter|yell|exclaim"),
    (_take, "take|get|grab|pick up|collect|gather|fetch|steal|pocket|lift up|acquire|pick"),
    (_drop, "drop|put down|set down|lay down|discard|throw away|toss"),
    (_put, "put|place|set|pour|insert|hang"),
    (_give, "give|hand|offer|deliver|hand over|give back|bring|pass"),
    (_show, "show"),
    (_use, "use|apply|employ"),
    (_light, "light|ring|play|blow|eat|drink|wear|burn|wave|activate|try|raise|sound"),
    (_fight, "fight|attack|kill|hit|clear|defeat|battle|face|confront|banish|overcome|strike|drive off|drive away"),
    (_fight, "drive out|chase off|chase away|scare off|scare away|deal with|slay|challenge|punch|stab|drive|chase"),
    (_wait, "wait|z|pass the time|pass time|linger|stay|do nothing"),
    (_rest, "rest|take a rest|have a rest|sit down|relax|take a break|nap|take a nap"),
    (_sleep, "sleep|go to sleep|go to bed|camp|make camp"),
    (_only(Inventory()), "i|inv|inventory|what do i have|what am i carrying|what do i carry|bag|pockets|my things"),
    (_only(Inventory()), "check inventory|check my inventory|open inventory|look in my bag|items|what have i got"),
    (_only(Journal()), "journal|j|diary|recap|memories|memory|what do i remember|what has happened|my journal|log"),
    (_only(Journal()), "read journal|read my journal|open journal|check journal|check my journal|what happened|notes"),
    (_only(Quests()), "quests|quest|quest log|tasks|objectives|goals|what should i do|what now|what next|my quests"),
    (_only(Quests()), "check quests|what do i do now|what do i have to do|what is to be done|missions|todo"),
    (_only(Who()), "who is here|who|people|who else is here|is anyone here|anyone here|who is around|who is there"),
    (_only(Who()), "who do i see|who can i talk to|who am i talking to|is anybody here|who is with me"),
    (_only(Clock()), "time|what time is it|what is the time|clock|what day is it|how late is it|check the time"),
    (_note, "note|write|write down|make a note|take a note|remember|jot down|note down|add note|record"),
    (_pin, "pin|make a pinned note"),
    (_only(Help()), "help|h|commands|what can i do|hint|hints|help me|how do i play|options|what can i do here"),
)  # fmt: skip
LONGEST_VERB = max(len(verb) for verb in VERBS)
SINGLE_VERBS = tuple(sorted(verb[0] for verb in VERBS if len(verb) == 1 and len(verb[0]) >= 3))


def intent_of(phrase: Phrase) -> Intent | None:
    """What a phrase that begins with a verb wants; None if it does not, or the verb cannot stand so."""
    norms = phrase.norms
    if len(norms) == 1 and norms[0] in DIRECTIONS:
        return Go(norms[0])
    for length in range(min(LONGEST_VERB, len(norms)), 0, -1):
        build = VERBS.get(norms[:length])
        if build is not None:
            intent = build(phrase.after(length))
            if intent is not None:
                return intent
    return None
