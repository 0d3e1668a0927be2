"""The verbs that the offline narrator knows, and what each makes of the words that follow it."""

from app.agents.narrator import grammar as to
from app.agents.narrator.grammar import DIRECTIONS, Build
from app.agents.narrator.intents import (
    Clock,
    Examine,
    Forbear,
    Go,
    Help,
    Intent,
    Inventory,
    Journal,
    Leave,
    Look,
    Quests,
    Say,
    Who,
)
from app.agents.narrator.words import Phrase


def _forbear(rest: Phrase) -> Intent | None:
    """Only before something that could be done otherwise."""
    done = intent_of(rest.after(rest.starts("to", "ever", "even", "dare", "you dare")))
    return None if done is None or isinstance(done, Say | Forbear) else Forbear(rest.tail)


def _table(*rows: tuple[Build, str]) -> dict[tuple[str, ...], Build]:
    return {tuple(phrase.split()): build for build, phrases in rows for phrase in phrases.split("|")}


VERBS = _table(
    (to.go, "go|walk|head|travel|move|run|climb|follow|proceed|wander|hurry|step|stroll|march|sneak|visit"),
    (to.go, "go to|go through|take me to|make my way to|set out for|continue|ride|sail|crawl|descend|ascend"),
    (to.cross, "cross|go across|walk across|get past|go past|get by|get across|step over|pass by|walk past"),
    (to.enter, "enter|get in|go in|walk in|step in|come in"),
    (to.leave, "leave|exit|depart|get out|go out|walk out|step out|go outside|get outside|step outside|walk outside"),
    (to.only(Leave()), "out|outside"),
    (to.back, "back|return|turn back|turn around|head back|walk back|retrace my steps|retrace steps"),
    (to.look, "look|l|look around|survey|have a look|take a look|have a look around|take a look around|see"),
    (to.only(Look()), "where am i|what do i see|what can i see|what is here|where are we|describe the room|exits"),
    (to.only(Look()), "what is around|what is around me|describe this place|describe the place|describe here|ways out"),
    (to.look_or_examine, "examine|x|inspect|study|search|investigate|observe|check|watch|describe|explore|look for"),
    (to.look_or_examine, "listen|listen to|find"),
    (to.with_tool(Examine), "open|unlock|break|force|cut|pry|close|shut|lift|pull|push|press|turn|move aside"),
    (to.named(Examine), "read|touch|feel|smell|taste|knock on|knock at|who is|what is|tap|peer into|peek into|peer at"),
    (to.named(Examine), "pet|stroke|pat"),
    (to.talk, "talk|speak|chat|converse|talk to|speak to|have a word|address|approach"),
    (to.greet, "greet|hello|hi|hey|hail|greetings|good morning|good day|good evening|good afternoon|welcome|wave to"),
    (to.ask, "ask|question|inquire|enquire|interrogate|beg|request"),
    (to.discuss, "discuss|mention"),
    (to.tell, "tell|inform|remind|warn"),
    (to.say, "say|shout|whisper|reply|answer|respond|call out|mutter|yell|exclaim"),
    (to.take, "take|get|grab|pick up|collect|gather|fetch|steal|pocket|lift up|acquire|pick"),
    (to.drop, "drop|put down|set down|lay down|discard|throw away"),
    (to.throw, "throw|toss"),
    (to.put(fixing=False), "put|place|set"),
    (to.put(fixing=True), "pour|insert|hang|attach|fasten|fix|mount|install|fit|hook|put back"),
    (to.feed, "feed"),
    (to.give, "give|hand|offer|deliver|hand over|give back|bring|pass"),
    (to.show, "show"),
    (to.use, "use|apply|employ"),
    (to.light, "light|ring|play|blow|eat|drink|wear|burn|wave|activate|try|raise|sound"),
    (to.fight, "fight|attack|kill|hit|clear|defeat|battle|face|confront|banish|overcome|strike|drive off|drive away"),
    (to.fight, "drive out|chase off|chase away|scare off|scare away|deal with|slay|challenge|punch|stab|drive|chase"),
    (to.wait, "wait|z|pass the time|pass time|linger|stay|do nothing"),
    (to.rest, "rest|take a rest|have a rest|sit down|relax|take a break|nap|take a nap"),
    (to.sleep, "sleep|go to sleep|go to bed|camp|make camp"),
    (to.only(Inventory()), "i|inv|inventory|what do i have|what am i carrying|what do i carry|bag|pockets|my things"),
    (to.only(Inventory()), "check inventory|check my inventory|open inventory|look in my bag|items|what have i got"),
    (to.only(Journal()), "journal|j|diary|recap|memories|memory|what do i remember|what has happened|my journal|log"),
    (to.only(Journal()), "read journal|read my journal|open journal|check journal|check my journal|what happened"),
    (to.only(Journal()), "notes|my notes|read notes|read my notes"),
    (to.only(Quests()), "quests|quest|quest log|tasks|objectives|goals|what should i do|what now|what next|my quests"),
    (to.only(Quests()), "check quests|what do i do now|what do i have to do|what is to be done|missions|todo"),
    (to.only(Who()), "who is here|who|people|who else is here|is anyone here|anyone here|who is around|who is there"),
    (to.only(Who()), "who do i see|who can i talk to|who am i talking to|is anybody here|who is with me"),
    (to.only(Clock()), "time|what time is it|what is the time|clock|what day is it|how late is it|check the time"),
    (to.vow("promise"), "promise"),
    (to.vow("swear"), "swear"),
    (to.vow("vow"), "vow"),
    (to.vow("pledge"), "pledge"),
    (_forbear, "don't|do not|dont|never|must not|should not|shouldn't|won't|will not|cannot|can't|not"),
    (to.outside("undo"), "undo|take back|take that back|oops"),
    (to.outside("retry"), "retry|try again"),
    (to.outside("save"), "save|save game|save the game"),
    (to.outside("load"), "load|load game|restore"),
    (to.outside("quit"), "quit|exit game|quit game|exit the game|quit the game|end game|stop playing|q"),
    (to.outside("restart"), "restart|start over|begin again|new game|restart game|start again"),
    (to.outside("map"), "map|show map|show the map|show me the map|show me a map"),
    (to.note, "note|write|write down|make a note|take a note|remember|jot down|note down|add note|record"),
    (to.pin, "pin|make a pinned note"),
    (to.only(Help()), "help|h|commands|what can i do|hint|hints|help me|how do i play|options|what can i do here"),
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
