"""What is probably meant by a line without a verb: a name alone, somebody's name first, a slip in the verb."""

from app.agents.narrator.company import addressee
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import first_verbs
from app.agents.narrator.understanding.intents import DEEDS, WAITS, Intent, Wish
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, name_words, word_set
from app.agents.narrator.understanding.verbs import intent_of, single_verbs
from app.language.analysis.lexicon import lexicon, may_be_mistyped, one_slip_away
from app.models.state.game_state import GameState

_WISH_OF_NAME = {naming.Kind.PERSON: Wish.TALK, naming.Kind.EXIT: Wish.GO, naming.Kind.PLACE: Wish.GO}
_SURE = 3
"""Letters above which a word of the vocabulary, with others behind it, is no slip of a verb."""
_LONGEST_MATTER = 4
"""Words after a person's name that name a matter; more than that is said to the person."""


def named_first(state: GameState, phrase: Phrase) -> Intent | None:
    """``Tove strokes``: who is here is asked about the rest, or told it, if that is a whole remark."""
    if naming.is_name(phrase.text, naming.everything_here(state)) or phrase.norms[0] in word_set("articles"):
        return None
    people = naming.people_here(state)
    for count in range(min(4, len(phrase) - 1), 0, -1):
        who, rest = phrase.before(count).text, phrase.after(count)
        if naming.is_name(who, people):
            is_matter = len(rest) <= _LONGEST_MATTER and rest.norms[0] not in word_set("goes_on")
            return Intent(Wish.ASK, rest.tail, who) if is_matter else Intent(Wish.SAY, phrase.source.strip(), who)
    return None


def bare_name(state: GameState, phrase: Phrase) -> Intent | None:
    """A name alone: a person is greeted, a way walked, a thing looked at, a topic asked about."""
    if len(phrase) > 5 or phrase.asks:
        return None
    typed = phrase.text
    things = naming.everything_here(state)
    found = naming.resolve(typed, things, typos=False)
    topics = naming.resolve(typed, naming.topics_of(state, npc_id)) if (npc_id := addressee(state)) else []
    if not found and topics and not naming.holds_more(typed, topics):
        return Intent(Wish.ASK, typed)
    found = found or (naming.resolve(typed, things) if len(phrase) <= 2 else [])
    visited = [key for key, place in state.scenario.location_states.items() if place.visits and key != state.here.id]
    elsewhere = [*naming.everybody(state), *naming.place_here(state), *naming.places(state, visited)]
    found = found or [thing for thing in elsewhere if name_words(typed) in thing.names]
    if not found or naming.holds_more(typed, found):
        return None
    return Intent(_WISH_OF_NAME.get(found[0].kind, Wish.EXAMINE), typed)


def mistyped(state: GameState, plain: Phrase) -> Intent | None:
    """The verb corrected by a letter, if it is no word of its own and what follows it is known here."""
    first, alone = plain.norms[0], len(plain) == 1
    is_word = first in word_set("common") or first in lexicon().bases or (first,) in first_verbs()
    if len(first) < 3 or is_word or (len(first) > _SURE and not alone and not may_be_mistyped(first)):
        return None
    verbs = sorted(one_slip_away(first, single_verbs()))
    for verb in sorted(verbs, key=lambda verb: len(verb) <= len(first)):  # a letter is most often left out
        intent = intent_of(Phrase.of(f"{verb} {plain.after(1).tail}".strip())) if verb != first else None
        if intent and makes_sense(state, intent, alone=alone):
            return intent
    return None


def makes_sense(state: GameState, intent: Intent, *, alone: bool = True) -> bool:
    """Whether what a wish names is known here; ``alone``: a verb with nothing after it is enough."""
    elsewhere = [*naming.places(state, state.sheets.locations), *naming.everybody(state)]
    what = intent.what
    match intent.wish:
        case wish if wish in DEEDS and is_pronoun(what):
            return True
        case Wish.GIVE | Wish.PLACE | Wish.FIX:
            held = naming.items_held(state)
            return bool(naming.resolve(what, held) or naming.named_in(what, held))
        case Wish.GO if naming.resolve(what, elsewhere, typos=False):
            return True
        case wish if wish in DEEDS:
            return bool(naming.resolve(what, naming.everything_here(state))) or (alone and not what)
        case Wish.TALK | Wish.SAY as wish:
            who = what if wish is Wish.TALK else intent.to
            return bool(naming.resolve(who, naming.people_here(state)))
        case Wish.ASK | Wish.TELL:
            return bool(naming.split_name(intent.to or what, naming.people_here(state))[0])
        case Wish.VOW | Wish.NOTE | Wish.PIN | Wish.UNKNOWN:
            return False
    return alone or intent.wish in WAITS
