"""Talking, asking, telling, promising and speaking freely, and the person that the player means."""

from dataclasses import replace

from app.agents.narrator.acting.passing_on import message_in, take_on_message
from app.agents.narrator.answering.answers import Listener
from app.agents.narrator.answering.gestures import gestured
from app.agents.narrator.answering.of_game import seen_by_party
from app.agents.narrator.answering.own_memory import absent, answered_by_party
from app.agents.narrator.company import addressee, times_spoken_this_visit
from app.agents.narrator.knowledge.passed_on import asked_of_message
from app.agents.narrator.knowledge.questions import reported
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import (
    ask_whom,
    find,
    fitting_pronoun,
    is_someone,
    named_instead,
    named_or_not,
    spoken_to,
)
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.agents.narrator.understanding.verbs import verb_words
from app.events.commands.actions import JoinCompanionCommand, LeaveCompanionCommand
from app.language.analysis.names import parts_of_list
from app.language.kinds.kinds import QUESTIONS
from app.language.rendering.filling import capital
from app.language.rendering.phrases import listed

_QUOTED = ("'", "‘", "’", '"', "“", "”")
_HEARD = QUESTIONS.union(
    ("tell", "accuse", "confess", "correct"), ("offer", "invite", "threaten", "agree", "decline", "pass_on")
)
"""Kinds of speech that a person answers by the reading's kind: what the rest do is read of their words."""


_SHOWN_WITHIN = 3
"""Words of a line among which "show" says what is done."""
_LONGEST_ANSWER = 4
"""Words of what is no sentence and may be an answer."""


async def talk(turn: TurnBuilder, intent: Intent) -> bool:
    if (listener := _listener(turn, intent.what)) is None:
        return False
    if about := Phrase.of(intent.what).divided(*word_set("matter_follows")):
        return await listener.answer_about(about[1].text, telling=False)
    listener.greet()
    return True


async def ask(turn: TurnBuilder, intent: Intent) -> bool:
    """Ask a person. A line that names no listener may have its name first in the question; else the present partner of
    the talk is meant. Bare words may answer what that person has asked."""
    if not intent.to and intent.what == intent.typed and await answered(turn, intent.what):
        return True
    if _is_showing(intent) and (shown := await show_thing(turn, intent)) is not None:
        return shown
    if await _told_of_message(turn, intent.what, intent.to):
        return True
    if not intent.to and await answered_by_party(turn, intent.what):
        return True
    listener, about = _listener_and_rest(turn, intent.to, intent.what)
    if listener is None:
        return False
    report = reported(about, asked=True)
    is_of_the_one_asked = report is not None and report.who in word_set("players")  # "what I told her"
    question = about if is_of_the_one_asked else named_instead(turn, about)
    return question is not None and await listener.answer_about(question, telling=False)


def _is_showing(intent: Intent) -> bool:
    first = Phrase.of(intent.typed).norms[:_SHOWN_WITHIN]
    return intent.kind == "show" or any(word in verb_words("show") for word in first)


async def show_thing(turn: TurnBuilder, intent: Intent) -> bool | None:
    """Show a person a thing that the party carries; None where it is nothing that can be shown so."""
    listener, about = _listener_and_rest(turn, intent.to, intent.what)
    if listener is None:
        return False
    found = find(turn, about, naming.items_held(turn.state))
    return await listener.be_shown(found[0]) if len(found) == 1 else None


async def _told_of_message(turn: TurnBuilder, words: str, typed: str) -> bool:
    """Let the person spoken to say what became of a message of the player; return whether that was asked."""
    named = naming.resolve(typed, naming.people_here(turn.state), typos=False) if typed else []
    person_id = named[0].id if len(named) == 1 else None if typed else addressee(turn.state)
    if person_id is None or asked_of_message(turn.voice(person_id).exchange, words) is None:
        return False
    return await Listener(turn, person_id).hear(words, "ask")


async def answered(turn: TurnBuilder, words: str) -> bool:
    """Take a few bare words as the answer to what the one spoken to has asked; return whether they are."""
    asker = addressee(turn.state) if 0 < len(Phrase.of(words)) <= _LONGEST_ANSWER else None
    return asker is not None and await Listener(turn, asker).take_up(words)


async def tell(turn: TurnBuilder, intent: Intent) -> bool:
    """Tell a person something: a topic it knows is talked over, anything else is a remark; who is not here gets it
    through the person that the player talks with."""
    if _is_showing(intent) and (shown := await show_thing(turn, intent)) is not None:
        return shown
    intent = _with_all_that_is_told(turn, intent)
    messenger = addressee(turn.state)
    if not intent.to and messenger is not None and times_spoken_this_visit(turn.state, messenger):
        here = naming.people_here(turn.state)
        first = name_words(intent.what.partition(" ")[0])
        named = naming.split_name(intent.what, here)[0]
        named = named or (fitting_pronoun(first, here) if naming.pronouns_in(first) else [])
        if not named and (message := message_in(turn, intent.typed or turn.line, messenger)) is not None:
            return await take_on_message(turn, messenger, message)
    listener, about = _listener_and_rest(turn, intent.to, intent.what)
    if listener is None:
        return False
    if intent.to:
        return await listener.answer_about(about, telling=True)
    told = Phrase.of(about).without_first(word_set("that")).tail
    is_quoted = about.strip()[:1] in _QUOTED
    turn.say_aloud(told.rstrip("".join(_QUOTED)) if is_quoted else told, intent.typed)
    return await listener.hear(about)


def _with_all_that_is_told(turn: TurnBuilder, intent: Intent) -> Intent:
    """Return a telling, all of it as one statement where the words before "about" or "of" are more than who hears it:
    ``tell her they are looking for both of us``."""
    first, _, rest = intent.to.partition(" ")
    if not is_someone(first) or not rest:
        named, rest = naming.split_name(intent.to, naming.people_here(turn.state), typos=False)
        if not named or not rest:
            return intent
    at = intent.typed.find(intent.to)
    return replace(intent, what=intent.typed[at:], to="") if at >= 0 else intent


async def say(turn: TurnBuilder, intent: Intent) -> bool:
    if await _told_of_message(turn, intent.what, intent.to):
        return True
    if (words := named_instead(turn, intent.what)) is None:
        return False
    if not intent.to and gestured(turn, intent.what):
        return True
    if not intent.to and await answered_by_party(turn, words):
        _say_aloud(turn, intent)
        return True
    is_for_nobody = not intent.to and intent.kind in QUESTIONS and addressee(turn.state) is None
    if is_for_nobody and (seen := await seen_by_party(turn, words)):
        return turn.remark(seen)
    listener = _listener(turn, intent.to)
    if listener is not None or not naming.people_here(turn.state):
        _say_aloud(turn, intent)
    if listener is None:
        return False
    if (message := message_in(turn, words, listener.npc_id)) is not None:
        return await take_on_message(turn, listener.npc_id, message)
    return await listener.hear(words, intent.kind if intent.kind in _HEARD else None)


def _say_aloud(turn: TurnBuilder, intent: Intent) -> None:
    """Note words as said, with the name of who is called in front of them."""
    called = intent.typed.removesuffix(intent.what).strip(",:! ")
    is_called = naming.is_name(called, naming.everybody(turn.state))
    turn.say_aloud(intent.typed if is_called else intent.what, intent.typed)


async def vow(turn: TurnBuilder, intent: Intent) -> bool:
    """Promise something to the person named first after the verb, else to the addressee."""
    named, _ = naming.split_name(intent.to, naming.people_here(turn.state), typos=False)
    listener = _listener(turn, named[0].name if named else "")
    turn.say_aloud(intent.typed)
    return listener is not None and await listener.hear(intent.what)


def _listener(turn: TurnBuilder, typed: str) -> Listener | None:
    """The person named, else the addressee; None after telling the player why there is none."""
    state = turn.state
    if not (people := naming.people_here(state)):
        if not _no_answer(turn, typed):
            said = absent(turn, typed) or turn.text("nobody-to-talk-to" if typed else "spoken-alone")
            (turn.refuse if typed else turn.remark)(said)
        return None
    if not typed and (npc_id := addressee(state)):
        return Listener(turn, npc_id)
    found = find(turn, typed, people) if typed else people
    if not found:
        named, rest = naming.split_name(typed, people)
        found = named if Phrase.of(rest).starts(*word_set("matter_follows")) else []
    if not found and is_someone(typed):
        found = spoken_to(state, people, typed)
    if found:
        person = found[0] if len(found) == 1 else ask_whom(turn, found)
        return None if person is None else Listener(turn, person.id)
    if not _no_answer(turn, typed):
        names = listed(naming.choice_names(people), "or")
        nobody = absent(turn, typed) or named_or_not(turn, "nobody-of-that-name", typed)
        turn.refuse(f"{nobody} {turn.lists(turn.text('could-talk-to', people=names))}")
    return None


def _no_answer(turn: TurnBuilder, typed: str) -> bool:
    """Refuse to speak to a thing, with a hint at what can be done with it. Return whether the name is that of a
    thing."""
    found = find(turn, typed, naming.everything_here(turn.state), typos=False) if typed else []
    if len(found) != 1 or found[0].kind is naming.ThingKind.PERSON:
        return False
    hint = turn.lists(descriptions.dealing_with(turn.state, found[0]))
    turn.refuse(turn.text("no-answer", thing=capital(descriptions.display(found[0])), hint=hint))
    return True


def _listener_and_rest(turn: TurnBuilder, who: str, about: str) -> tuple[Listener | None, str]:
    """Who is named, perhaps first in what it is about, and what is left of that."""
    if who:
        return _listener(turn, who), about
    named, rest = naming.split_name(about, naming.people_here(turn.state))
    if named and rest:
        is_one = len({thing.id for thing in named}) == 1
        return Listener(turn, named[0].id) if is_one else _listener(turn, named[0].name), rest
    away, other = naming.split_name(about, naming.everybody(turn.state), typos=False)
    if away and other and not named and len(parts_of_list(about)) == 1:
        return _listener(turn, away[0].name), other
    first, _, other = about.partition(" ")
    return (_listener(turn, first), other) if is_someone(first) and other else (_listener(turn, ""), about)


async def ask_to_join(turn: TurnBuilder, intent: Intent) -> bool:
    """Ask a person to come along: with the party if it ever goes along, else it answers for itself."""
    people = naming.resolve(intent.what, naming.people_here(turn.state), typos=False)
    if len(people) == 1 and turn.state.sheets.npc(people[0].id).joins is not None:
        return await turn.do(JoinCompanionCommand(npc_id=people[0].id))
    return await say(turn, Intent(Wish.SAY, turn.line, intent.what, kind="invite"))


async def stay(turn: TurnBuilder, intent: Intent) -> bool:
    """Leave a companion behind; anybody else answers for itself."""
    people = naming.resolve(intent.what, naming.people_here(turn.state), typos=False)
    if len(people) == 1 and people[0].id in turn.state.party.companions:
        return await turn.do(LeaveCompanionCommand(npc_id=people[0].id))
    return await say(turn, Intent(Wish.SAY, turn.line, intent.what, kind="request"))
