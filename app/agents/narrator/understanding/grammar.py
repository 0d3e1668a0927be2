"""What the words after a verb make of it: a builder for each sort of verb."""

from collections.abc import Callable
from functools import lru_cache

from app.agents.narrator.understanding import intents
from app.agents.narrator.understanding.durations import wait_for
from app.agents.narrator.understanding.intents import Intent
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.language.language import Language, current_language
from app.models.location import Direction

Build = Callable[[Phrase], Intent | None]
"""Words after the verb -> intent; None if they cannot follow it."""


def directions() -> dict[str, str]:
    """Each direction as it is typed, long or short, and its value."""
    return _directions(current_language())


@lru_cache(maxsize=4)
def _directions(language: Language) -> dict[str, str]:
    ways = (way.value for way in Direction if way not in (Direction.IN, Direction.OUT))
    return {word: way for way in ways for word in language.words(f"narrator.direction_{way}")}


def only(intent: Intent) -> Build:
    return lambda rest: None if rest else intent


def named(make: Callable[[str], Intent]) -> Build:
    return lambda rest: make((rest.without_last(word_set("asked_deeds")) or rest).text) if rest else None


def waiting(usual: intents.Wait) -> Build:
    return lambda rest: wait_for(rest.norms, usual)


def go(rest: Phrase) -> Intent:
    if " ".join(rest.norms) in word_set("back_out"):
        return intents.GoBack()
    return intents.Go(rest.without_first(word_set("back_to")).text)


def climb(rest: Phrase) -> Intent:
    thing = rest.without_first(word_set("climbed"))
    return intents.Handle(thing.text, "climb") if thing else intents.Go(rest.text)


def enter(rest: Phrase) -> Intent:
    return intents.Go(rest.text or Direction.IN.value)


def leave(rest: Phrase) -> Intent:
    by_way = rest.starts(*word_set("by_way")) and len(rest) > 1
    return intents.Go(rest.after(1).text) if by_way else intents.Leave(rest.text)


def back(rest: Phrase) -> Intent:
    where = rest.without_first(word_set("back_into"))
    if given := where.divided(*word_set("to")):
        return intents.Give(given[0].text, given[1].text)
    return intents.Go(where.text) if where else intents.GoBack()


def look(rest: Phrase) -> Intent:
    rest = rest.without_first(word_set("look_at"))
    return intents.Look() if word_set("here").issuperset(rest.norms) else intents.Examine(rest.text)


def look_or_examine(rest: Phrase) -> Intent:
    parts = rest.divided(*word_set("for"))
    return look(parts[0] if parts else rest.without_first(word_set("for")))


def asked_of(rest: Phrase) -> Intent | None:
    """``(what does) the milestone say``."""
    thing = rest.without_last(word_set("asked_deeds"))
    return intents.Examine(thing.text) if 0 < len(thing) < len(rest) else None


def with_tool(make: Callable[[str], Intent]) -> Build:
    """ "open the chest with the key" is a use of the key; without a tool it is what ``make`` says."""

    def build(rest: Phrase) -> Intent | None:
        rest = rest.without_last(word_set("up_back"))
        if parts := rest.divided(*word_set("with")):
            if word_set("own_hands").issuperset(name_words(parts[1].text)):
                return make(parts[0].text)
            return intents.Use(parts[1].text, parts[0].text)
        return make(rest.text) if rest else None

    return build


def talk(rest: Phrase) -> Intent:
    rest = rest.without_first(word_set("talk_to"))
    if about := rest.divided(*word_set("talk_about")):
        return intents.Ask(about[0].text, about[1].text)
    matter = rest.without_first(word_set("about"))
    if matter and len(matter) < len(rest):
        parts = matter.divided(*word_set("talk_to"))
        return intents.Ask(parts[1].text, parts[0].text) if parts else intents.Ask("", matter.text)
    return intents.Talk(rest.text)


def greet(rest: Phrase) -> Intent | None:
    greeted = next((at for at, norm in enumerate(rest.norms) if norm not in word_set("greeted")), len(rest))
    rest = rest.after(greeted)
    if " ".join(rest.norms) in word_set("pleasantries"):
        return intents.Talk()
    if rest.starts(*word_set("anybody")):
        return intents.Talk() if len(rest) <= 6 else None
    is_one_name = not any(sign in rest.text for sign in ".!?,;")
    return intents.Talk(rest.text) if len(rest) <= 4 and is_one_name else None


def ask(rest: Phrase) -> Intent | None:
    rest = rest.without_first(word_set("to"))
    if parts := rest.divided(*word_set("ask_for")):
        return intents.Ask(parts[0].text, parts[1].text)
    matter = rest.without_first(word_set("ask_about"))
    return intents.Ask("", matter.tail) if matter else None


def discuss(rest: Phrase) -> Intent | None:
    parts = rest.divided(*word_set("discuss_with"), last=True)
    return intents.Ask(parts[1].text, parts[0].text) if parts else (intents.Ask("", rest.text) if rest else None)


def tell(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if rest.norms[0] in word_set("self"):
        return intents.Ask("", rest.after(1).without_first(word_set("tell_about")).text)
    parts = rest.divided(*word_set("about"))
    return intents.Tell(parts[0].text, parts[1].text) if parts else intents.Tell("", rest.tail)


def say(rest: Phrase) -> Intent | None:
    if not rest:
        return None
    if greeting := rest.starts(*word_set("said_greetings")):
        return greet(rest.after(greeting))
    if rest.starts(*word_set("to")) and len(rest) > 1:
        return said_to(rest.after(1))
    return intents.Say(rest.without_first(word_set("that")).tail)


def said_to(rest: Phrase) -> Intent:
    """``mara: I'll be back`` or ``mara that I'll be back``; without a sign the name is found later."""
    for at in range(1, min(len(rest), 6)):
        gap = rest.gap_before(at)
        is_that = rest.norms[at] in word_set("that")
        if is_that or any(sign in gap for sign in ':,;"“'):
            return intents.Say(rest.after(at + is_that).tail.strip('"“”'), rest.before(at).text)
    return intents.Tell("", rest.tail)


def take(rest: Phrase) -> Intent | None:
    if rest.starts(*word_set("outside"), *word_set("backwards")):
        return intents.GoBack() if rest.starts(*word_set("backwards")) else intents.Leave()
    if rest.norms and rest.norms[-1] in word_set("up"):
        rest = rest.before(len(rest) - 1)
    parts = rest.divided(*word_set("from"))
    return intents.Take(parts[0].text if parts else rest.text) if rest else None


def drop(rest: Phrase) -> Intent | None:
    rest = rest.without_last(word_set("down_here"))
    return intents.Drop(rest.text) if rest else None


def put(*, fixing: bool) -> Build:
    def build(rest: Phrase) -> Intent | None:
        if rest.starts(*word_set("down")) or not word_set("down_here").isdisjoint(rest.norms[-1:]):
            return drop(rest.without_first(word_set("down")))
        rest = rest.without_last(word_set("up_back")) or rest
        if parts := rest.divided(*word_set("put_on")):
            return intents.Use(parts[0].without_last(word_set("up_back")).text, parts[1].text)
        return intents.Place(rest.text, fixing=fixing) if rest else None

    return build


def throw(rest: Phrase) -> Intent | None:
    parts = rest.divided(*word_set("throw_at"), last=True)
    if parts and word_set("ground").issuperset(name_words(parts[1].text)):
        return drop(parts[0])
    return intents.Give(parts[0].text, parts[1].text) if parts else drop(rest)


def feed(rest: Phrase) -> Intent | None:
    """``feed the seal``, ``feed it herring``, ``feed herring to the seal``, ``feed the seal with herring``."""
    if parts := rest.divided(*word_set("feed_with")):
        return intents.Give(parts[1].text, parts[0].text)
    return give(rest) if rest.divided(*word_set("to")) else (intents.Fight(rest.text) if rest else None)


def cross(rest: Phrase) -> Intent:
    return intents.Cross(rest.without_first(word_set("across")).text)


def vow(verb: str) -> Build:
    def build(rest: Phrase) -> Intent | None:
        if not rest or rest.norms[0] in word_set("self"):
            return None
        words_said = current_language().render("narrator.vow", verb=verb, rest=rest.tail)
        return intents.Vow(words_said, rest.without_first(word_set("to")).text)

    return build


def give(rest: Phrase) -> Intent | None:
    rest = rest.without_first(word_set("over_back"))
    if not rest or " ".join(rest.norms[-2:]) in word_set("own_word"):
        return None
    if rest.norms[0] in word_set("self"):
        return intents.Ask("", rest.after(1).text) if len(rest) > 1 else None
    if (parts := rest.divided(*word_set("to"), last=True)) is None:
        return intents.Give(rest.text)
    return intents.Give(parts[0].without_last(word_set("over_back")).text, parts[1].text)


def show(rest: Phrase) -> Intent | None:
    """Showing is asking about: nothing changes hands."""
    if rest.norms[:1] and rest.norms[0] in word_set("self"):
        return intents.Ask("", rest.after(1).text)
    parts = rest.divided(*word_set("to"), last=True)
    return intents.Ask(parts[1].text, parts[0].text) if parts else (intents.Tell("", rest.text) if rest else None)


def use(rest: Phrase) -> Intent | None:
    parts = rest.divided(*word_set("use_on"))
    return intents.Use(parts[0].text, parts[1].text) if parts else (intents.Use(rest.text) if rest else None)


def fight(rest: Phrase) -> Intent:
    parts = rest.divided(*word_set("with"))
    foe = parts[0] if parts else rest
    return intents.Fight(foe.without_first(word_set("fight_with")).without_last(word_set("fight_off")).text)


def note(rest: Phrase) -> Intent | None:
    noted = rest.without_first(word_set("note_of"))
    return intents.MakeNote(noted.tail) if noted else None


def pin(rest: Phrase) -> Intent | None:
    made = note(rest.without_first(word_set("pin_note")))
    return intents.MakeNote(made.text, pinned=True) if isinstance(made, intents.MakeNote) else None
