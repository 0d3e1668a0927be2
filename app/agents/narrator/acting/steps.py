"""The steps of a line that are actions or concern companions, in addition to those of the parser, and whether an older
rule reads a step better."""

from collections.abc import Iterator, Sequence

from app.agents.narrator.acting.meant_actions import Meant, authored_action, generic_action, without_clause
from app.agents.narrator.acting.places import catching_eye, destination
from app.agents.narrator.company import addressee, other_known_places
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import find, is_like_name, named_or_not
from app.agents.narrator.turn.turn_builder import OWN_THING, TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import (
    TARGET,
    WITH,
    action_words,
    generic_matches,
    name_chunks,
)
from app.agents.narrator.understanding.deeds import ordered, plain_step, things_named
from app.agents.narrator.understanding.intents import DEEDS, WAITS, Intent, Wish
from app.agents.narrator.understanding.mood import is_ordered_verb, known_verbs
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, is_pronoun, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of
from app.language.analysis.lexicon import lexicon
from app.language.language import current_language
from app.language.rendering.phrases import the
from app.models.state.conditions import holds
from app.models.state.game_state import GameState

_OWN = 2
"""Of the forms of the first person, the one before what it owns."""
_NAMED = 2
"""Words from which on what follows a verb is taken for a name, with its article."""
_WALKING = frozenset({Wish.GO, Wish.LEAVE, Wish.GO_BACK, Wish.CROSS, Wish.CLIMB})
_PUTTING = frozenset({Wish.PLACE, Wish.FIX, Wish.USE, Wish.GIVE, Wish.DROP})
_NAMING = frozenset({Wish.EXAMINE, Wish.TAKE, Wish.FIGHT, Wish.PUSH})
"""Readings of the older rules that have to name something."""
_MISREAD = _PUTTING | {Wish.FIGHT, Wish.TAKE, Wish.CROSS}
"""Readings of the older rules that a deed which nothing answers may be taken for."""
_GENERIC = DEEDS | WAITS | {Wish.ACT, Wish.ATTEMPT, Wish.SAY, Wish.LOOK, Wish.NOTE}
"""Readings of the older rules that a generic action may take the place of."""


def as_ordered(text: str) -> str:
    """Return a deed of role-play (``sits down``) as it would be ordered: ``sit down``."""
    plain = text.strip()
    words = plain.strip("*.! ").replace("*", " ").split()
    ordered, is_verb = list[str](), True
    for at, word in enumerate(words):
        ordered.append(_base(word) if is_verb else _own(words, at))
        is_verb = (
            word.endswith((",", ";", "."))
            or word.casefold() in word_set("between_steps")
            or (is_verb and word.casefold() in word_set("fillers"))
        )
    return " ".join(ordered)


def _base(word: str) -> str:
    """Return a verb of the third person as it is ordered; any other word as it is."""
    plain = word.strip(",.;").casefold()
    if is_ordered_verb(plain) and not plain.endswith("s"):
        return word
    ends = (("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("xes", "x"), ("ies", "y"), ("s", ""), ("es", ""))
    stems = (plain.removesuffix(end) + base for end, base in ends if plain.endswith(end))
    bases = sorted((*stems, lexicon().bases.get(plain, plain)), key=lambda base: base not in known_verbs())
    return next((base for base in bases if is_ordered_verb(base)), word)


def _own(words: Sequence[str], at: int) -> str:
    """Return a word of a deed of role-play; behind a preposition "his arm" is the player's own."""
    follows = [word.strip(",.;").casefold() for word in words[at - 1 : at + 2]]
    is_bodily = len(follows) > 2 and follows[2] in word_set("body")
    is_own = is_bodily and follows[1] in word_set("gesture_whose") and follows[0] in lexicon().prepositions
    return current_language().lines("perspective.first")[_OWN] if is_own else words[at]


def action_meant(turn: TurnBuilder, intent: Intent) -> Meant | None:
    """Return the action that a step means, if it does not mean what an older rule makes of it.

    Args:
        turn: The turn.
        intent: The step, as the parser reads it.
    """
    text = intent.typed or intent.what
    if (authored := authored_meant(turn, intent)) is not None or intent.wish is Wish.WHETHER or not text:
        return authored
    phrase = Phrase.of(text)
    if intent.wish not in _GENERIC or phrase.is_question or (intent.wish is Wish.SAY and intent.to):
        return None
    if turn.state.present() and intent.wish is Wish.SAY and phrase.has("others"):
        return None
    meant = generic_action(turn, text)
    return None if meant is None or _older_rule_knows(turn, intent, meant) else meant


def authored_meant(turn: TurnBuilder, intent: Intent) -> Meant | None:
    """Return the author's action that a step means; None for none, and for a question whether something is possible."""
    text = intent.typed or intent.what
    return authored_action(turn, text) if text and intent.wish is not Wish.WHETHER else None


def _older_rule_knows(turn: TurnBuilder, intent: Intent, meant: Meant) -> bool:
    """Return whether a rule for the deed does something of the author's: a way, a use, an encounter, a secret, a thing
    to be taken."""
    state, what, text = turn.state, intent.what, intent.typed or intent.what
    targets = {thing.kind for thing in meant.targets}
    if ThingKind.ENCOUNTER in targets and intent.wish in (Wish.FIGHT, Wish.GIVE):
        return True
    if meant.action_id == "embrace" and not word_set("gestures_of").isdisjoint(plain_step(text).norms[:1]):
        return True
    match intent.wish:
        case wish if wish in _WALKING:
            return not what or _is_way(turn, what)
        case Wish.EXAMINE if meant.does_something and meant.generic is not None and meant.generic.sense is not None:
            return False
        case Wish.EXAMINE:
            return _hides_secret(state, meant.targets) or (meant.action_id == "open" and not meant.does_something)
        case Wish.PUSH | Wish.CLOSE:
            return _hides_secret(state, meant.targets) or targets == {ThingKind.ENCOUNTER}
        case Wish.TAKE:
            things = find(turn, what, [*naming.items_here(state), *naming.items_held(state)], typos=False)
            return bool(things) and meant.action_id != "take-off"
        case Wish.FIGHT:
            return not meant.does_something and (not targets or ThingKind.PERSON in targets)
        case wish if wish in WAITS:
            return not meant.targets or targets == {ThingKind.PLACE}
        case Wish.NOTE:
            return not meant.targets
        case wish if wish in _PUTTING:
            return not meant.is_made_for and _has_use(turn, intent, meant)
    return False


def _is_way(turn: TurnBuilder, what: str) -> bool:
    state, typed = turn.state, destination(what)
    if not typed or typed in directions().values() or typed in word_set("onward") | word_set("outside"):
        return True
    near = [*naming.fixed_here(state), *naming.items_here(state), *naming.items_held(state)]
    ways = [*naming.exits_here(state), *naming.place_here(state)]
    if naming.is_name(typed, near):
        return False
    if naming.resolve(typed, ways, typos=False):
        return True
    known = [*naming.places(state, other_known_places(state)), *naming.everybody(state)]
    return not naming.resolve(typed, near, typos=False) and bool(naming.resolve(typed, known, typos=False))


def _hides_secret(state: GameState, things: tuple[Thing, ...]) -> bool:
    """Return whether one of these details hides what would be found now, or what the author says why it is not."""
    found = state.place(state.here.id).discovered_secrets
    for thing in things:
        _, feature = state.sheets.features.get(thing.id, (None, None))
        if feature is not None and feature.secret_id is not None and feature.secret_id not in found:
            _, secret = state.sheets.secret(feature.secret_id)
            if holds(secret.condition, state) or secret.blocked_text:
                return True
    return False


def _has_use(turn: TurnBuilder, intent: Intent, meant: Meant) -> bool:
    """Return whether the thing that is named has a use of the author here, or is simply put down or handed over."""
    state = turn.state
    held = naming.resolve(intent.what, naming.items_held(state), typos=False)
    if intent.wish is Wish.GIVE and any(thing.kind is ThingKind.PERSON for thing in meant.targets):
        is_thrown_at = meant.action_id == "throw" and word_set("to").isdisjoint(meant.parts)
        return bool(held) and not is_thrown_at
    if intent.wish is Wish.DROP and held and meant.action_id not in ("throw", "put", "empty", "wear", "cover"):
        return not intent.to
    things = [*held, *([meant.thing] if meant.thing else [])]
    aims = {thing.id for thing in meant.targets} - {thing.id for thing in things}
    for thing in things:
        uses = {use.on for use in state.sheets.item(thing.id).uses}
        if (uses & aims) or (not aims and uses):
            return True
        if intent.wish is Wish.PLACE and not intent.to and not aims:
            return True
    return False


def _companion(turn: TurnBuilder, phrase: Phrase) -> tuple[bool, Thing] | None:
    """Return whether a person is asked along (True) or to stay behind (False), and the person; None without one."""
    state = turn.state
    people = naming.people_here(state)
    plain = plain_step(phrase.text)
    norms = " ".join(plain.norms)
    if not people or not norms:
        return None
    for who, rest in _addressed(turn, phrase, people):
        words = " ".join(plain_step(rest.text).norms) if rest else ""
        if words in action_words("come_along"):
            return _willing(state, who)
        if words in action_words("stay_here") and who.id in state.party.companions:
            return False, who
    asked = plain.starts(*action_words("asks_along"))
    named, rest_text = naming.split_name(plain.after(asked).text, people, typos=False) if asked else ([], "")
    if len(named) == 1:
        words = " ".join(Phrase.of(rest_text).norms)
        if words in action_words("ask_along"):
            return _willing(state, named[0])
        if words in action_words("asks_to_stay") and named[0].id in state.party.companions:
            return False, named[0]
    if count := plain.starts(*action_words("dismiss")):
        rest = plain.after(count).without_last(action_words("behind"))
        found = find(turn, rest.text, people, typos=False) if rest else []
        if len(found) == 1 and found[0].id in state.party.companions:
            return False, found[0]
    return None


def _addressed(turn: TurnBuilder, phrase: Phrase, people: list[Thing]) -> Iterator[tuple[Thing, Phrase]]:
    """Yield who may be spoken to by a line, with the rest of it."""
    for at in range(1, len(phrase)):
        if "," in phrase.gap_before(at):
            for name, rest in ((phrase.before(at), phrase.after(at)), (phrase.after(at), phrase.before(at))):
                if naming.is_name(name.text, people):
                    yield naming.resolve(name.text, people, typos=False)[0], rest
    if len(plain_step(phrase.text)) > 1:
        spoken_to = addressee(turn.state)
        yield from ((person, phrase) for person in people if person.id == spoken_to)


def _willing(state: GameState, person: Thing) -> tuple[bool, Thing] | None:
    """Return a person as one that is asked along, if it ever goes along; None for others, which answer for
    themselves."""
    is_possible = state.sheets.npc(person.id).joins is not None or person.id in state.party.companions
    return (True, person) if is_possible else None


def companion_meant(turn: TurnBuilder, intent: Intent) -> tuple[bool, Thing] | None:
    """Return whether a step asks a person along (True) or to stay behind (False), and the person; None if neither."""
    text = intent.typed or intent.what
    return turn.once(("companion", text), lambda: _companion(turn, Phrase.of(text)))


def awaited(turn: TurnBuilder, intent: Intent) -> Thing | None:
    """Return the person who is waited for; None for another step."""
    plain = plain_step(intent.typed or intent.what)
    if not (count := plain.starts(*action_words("waits_for"))):
        return None
    rest = plain.after(count).without_last(action_words("arrives"))
    found = naming.resolve(rest.text, naming.everybody(turn.state), typos=False) if rest else []
    return found[0] if len(found) == 1 and not naming.holds_more(rest.text, found) else None


def what_is_missing(turn: TurnBuilder, text: str) -> str:
    """Return a sentence on what a generic action lacks, a thing in hand or what it is done to; "" where no
    verb fits, or nothing is named that is not here."""
    matches = generic_matches(plain_step(text, company=bool(turn.state.present())))
    for match in matches:
        for slot, pool in ((TARGET, naming.everything_here(turn.state)), (WITH, naming.items_held(turn.state))):
            typed = next(name_chunks(match.slots[slot]), None) if slot in match.slots else None
            if typed is None or is_pronoun(typed.before(1).text) or find(turn, typed.text, pool, typos=False):
                continue
            if slot == TARGET and len(match.slots[slot]) < _NAMED:
                continue  # how it is done, rather than to what
            first = next(name_chunks(without_clause(match.slots[slot]), whole=False), typed)
            if slot == TARGET:
                return named_or_not(turn, "nothing-called", first.text, eye=catching_eye(turn))
            return named_or_not(
                turn, "not-held", first.text, carried=turn.lists(descriptions.names_of_carried(turn.state))
            )
    return ""


def particle_missed(turn: TurnBuilder, intent: Intent) -> bool:
    """Return whether an older rule takes a word of a verb for a name, of a thing that is not here: ``take off my
    boots``."""
    first = Phrase.of(intent.what).norms[:1]
    if not first or first[0] not in action_words("name_ends") or intent.wish not in DEEDS:
        return False
    return bool(what_is_missing(turn, intent.typed))


def is_attempt(turn: TurnBuilder, intent: Intent) -> bool:
    """Return whether a step that would be said, or that an older rule takes for another, is a deed that nothing
    answers."""
    state, text = turn.state, intent.typed or intent.what
    if intent.wish in _NAMING and intent.what and not is_like_name(intent.what) and not _is_anything(turn, intent.what):
        return True
    if intent.wish not in _MISREAD:
        return False
    named, held = things_named(state, ordered(text)), naming.items_held(state)
    kinds = {thing.kind for thing in named}
    match intent.wish:
        case Wish.FIGHT if intent.what:
            return bool(kinds) and kinds.isdisjoint((ThingKind.PERSON, ThingKind.ENCOUNTER))
        case Wish.TAKE if kinds and kinds.isdisjoint((ThingKind.ITEM, ThingKind.EXIT)):
            return naming.holds_more(intent.what, named)
        case wish if wish in _PUTTING and turn.last_thing == OWN_THING and is_pronoun(intent.what):
            return True
        case Wish.PLACE | Wish.FIX if kinds:
            return not naming.resolve(next(name_chunks(Phrase.of(intent.what), whole=False)).text, held)
        case Wish.CROSS if intent.what:
            return bool(kinds) and kinds.isdisjoint((ThingKind.EXIT, ThingKind.ENCOUNTER))
    return False


def with_object(turn: TurnBuilder, text: str) -> str:
    """Return a step of a verb alone with what was handled last in this line as its object: ``oil the lever, then
    pull``. Any other text is returned as it is."""
    phrase = without_clause(plain_step(text))
    here = {thing.id: thing for thing in naming.everything_here(turn.state)}
    if len(phrase) != 1 or turn.last_thing not in here or not is_ordered_verb(phrase.norms[0]):
        return text
    is_whole = intent_of(phrase) is not None or generic_matches(phrase)
    return text if is_whole else f"{phrase.text} {the(here[turn.last_thing].name)}"


def _is_anything(turn: TurnBuilder, typed: str) -> bool:
    """Return whether words mean anything that is here, or that a description mentions."""
    here = [*naming.everything_here(turn.state), *naming.place_here(turn.state)]
    here += naming.encounters_here(turn.state, over=True)
    is_said = typed.casefold() in word_set("everything") | word_set("self") or is_pronoun(typed)
    return is_said or bool(find(turn, typed, here, typos=False)) or bool(descriptions.glimpsed(turn.state, typed))


def without_aside(text: str) -> str:
    """Return a step without a clause on what goes on meanwhile."""
    phrase = Phrase.of(text)
    ends = (at for at in range(1, len(phrase)) if phrase.norms[at] in action_words("aside_clauses"))
    return phrase.before(next(ends, len(phrase))).text
