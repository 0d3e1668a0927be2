"""Exact commands: lines that the grammar of verbs and actions fits to the last word, with whole names. They need no
classifier."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.agents.narrator.acting.meant_actions import Meant, authored_action, generic_action
from app.agents.narrator.acting.places import destination
from app.agents.narrator.acting.steps import awaited, companion_meant
from app.agents.narrator.answering.gestures import is_gesture
from app.agents.narrator.company import addressee, other_known_places
from app.agents.narrator.reading.parts import may_begin
from app.agents.narrator.turn.meaning import is_someone
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import name_chunks
from app.agents.narrator.understanding.intents import DEEDS, SPEECH, WAITS, WALKS, Intent, Wish
from app.agents.narrator.understanding.mood import has_order
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.parser import cuts, stripped, trimmed, without_fillers
from app.agents.narrator.understanding.typed_words import QUOTES, Phrase, is_pronoun, name_words, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of, verb_words
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import parts_of_list
from app.models.state.game_state import GameState

_LONGEST = 30
"""Words; no exact command is longer, but for what is said or noted in it."""
_MOST_STEPS = 6
_LONGEST_NAME = 4
"""Words of a name that nobody here has, up to which it is said not to be here."""
_LONGEST_MATTER = 6
"""Words of what is asked after, where nobody is here to answer."""
_SHORT = 2
"""Words of a wait without a time."""
_HOLDING_MORE = DEEDS | WAITS | {Wish.ACT}
"""Commands whose rules may fit more than one order."""


def exact_steps(turn: TurnBuilder, line: str, *, is_whole: bool = True) -> tuple[Intent, ...]:
    """Return the steps of a line in which every step is an exact command; none for another line.

    Args:
        turn: The turn.
        line: The line, or a part of one.
        is_whole: Whether it is the whole line: then a name alone is a command.
    """
    phrase = Phrase.of(line)
    if is_whole and phrase and not _is_marked(line):
        bare = bare_name(turn, phrase.without_last(word_set("trailing")) or phrase)
        if bare is not None:
            return (replace(bare, typed=line),)
    return turn.once(("exact steps", line), lambda: _find_exact_steps(turn, line))


def _is_marked(line: str) -> bool:
    """Return whether a line has marks of speech, but for one at its beginning, or of role-play."""
    return not QUOTES.keys().isdisjoint(line[1:]) or "*" in line


def _find_exact_steps(turn: TurnBuilder, line: str) -> tuple[Intent, ...]:
    phrase = Phrase.of(line)
    if not phrase or _is_marked(line):
        quoting = intent_of(phrase) if phrase else None
        is_frame = quoting is not None and quoting.wish in (Wish.SAY, Wish.ASK, Wish.TELL)
        return (replace(quoting, typed=line),) if quoting is not None and is_frame else ()
    whole = exact_step(turn, line)
    if whole is not None and whole.wish in _HOLDING_MORE and _calls_at_end(turn.state, phrase):
        return ()
    if whole is not None and whole.wish is Wish.ASK:
        steps = _divided(turn, phrase)
        if len(steps) > 1 and all(intent_of(stripped(Phrase.of(step.typed), company=False)) for step in steps[1:]):
            return tuple(steps)
    is_long = len(phrase) > _LONGEST
    if whole is not None and whole.wish in _HOLDING_MORE and not is_long and _has_another_order(turn, phrase):
        return tuple(_divided(turn, phrase))
    if whole is not None:
        return (*going_first(turn.state, phrase, whole), whole)
    if is_long or phrase.is_question:
        return ()
    return tuple(_divided(turn, phrase))


def _calls_at_end(state: GameState, phrase: Phrase) -> bool:
    """Return whether a person who is here is called at the end of a line: ``go west, Mara``."""
    signs = (at for at in range(1, len(phrase)) if "," in phrase.gap_before(at))
    return any(naming.is_name(phrase.after(at).text, naming.people_here(state)) for at in signs)


def _has_another_order(turn: TurnBuilder, phrase: Phrase) -> bool:
    """Return whether another order begins behind a joint or a sign of a line, and not a further name."""
    here = turn.things_here
    pairs = ((phrase.before(end), phrase.after(begin)) for end, begin, _ in cuts(phrase))
    return any(
        has_order(first.text) and has_order(rest.text) and not naming.split_name(rest.text, here, typos=False)[0]
        for first, rest in pairs
    )


def _divided(turn: TurnBuilder, phrase: Phrase) -> list[Intent]:
    """Return the steps between the joints of a line; none if one of them is no exact command."""
    found, first = list[Intent](), 0
    ends = [*((end, begin) for end, begin, _ in cuts(phrase)), (len(phrase), len(phrase))]
    while first < len(phrase) and len(found) < _MOST_STEPS:
        fitting = (
            (step, begin)
            for end, begin in (reversed(ends) if found else reversed(ends[:-1] or ends))
            if end > first
            and (not found or may_begin(phrase.before(end).after(first).text))
            and (step := exact_step(turn, phrase.before(end).after(first).text, found[-1:])) is not None
        )
        step, first = next(fitting, (None, len(phrase)))
        if step is None:
            return []
        found.append(step)
    return found


def exact_step(turn: TurnBuilder, text: str, before: Sequence[Intent] = ()) -> Intent | None:
    """Return the exact command that a text is; None for none.

    Args:
        turn: The turn.
        text: The text.
        before: The step before it in its line: what is not here yet may be named after a walk.
    """
    phrase = Phrase.of(text)
    if not phrase:
        return None
    act = Intent(Wish.ACT, text, typed=text)
    if companion_meant(turn, act) is not None or awaited(turn, act) is not None or authored_action(turn, text):
        return act
    if is_gesture(turn, text) and all(
        thing.kind is ThingKind.PERSON for thing in naming.named_in(text, turn.things_here)
    ):
        return Intent(Wish.GESTURE, text, kind="gesture", typed=text)
    plain = trimmed(stripped(phrase, company=bool(turn.state.present())))
    intent = intent_of(plain)
    if intent is not None and _asks_whether(phrase, len(phrase) - len(plain)) and intent.wish in DEEDS - {Wish.EXAMINE}:
        is_bare = not intent.what and bool(turn.state.present())
        is_known = not is_bare and _is_exact(turn, plain, intent)
        return Intent(Wish.WHETHER, deed=replace(intent, typed=plain.text), typed=text) if is_known else None
    if intent is not None and not (phrase.is_question and intent.wish in DEEDS - {Wish.EXAMINE}):
        is_later = any(map(_is_walk, before)) and _is_of_elsewhere(turn.state, intent)
        if is_later or _is_exact(turn, plain, intent):
            return replace(intent, typed=text) if intent.wish not in DEEDS else Intent(Wish.ACT, text, typed=text)
    meant = None if phrase.is_question else generic_action(turn, text)
    return act if meant is not None and _is_whole(meant) else None


_SEARCHES = ("search", "under", "behind", "through")
"""Actions that change nothing, for which any word of a name will do."""


def _is_walk(step: Intent) -> bool:
    grammar = intent_of(trimmed(stripped(Phrase.of(step.typed), company=False)))
    return grammar is not None and grammar.wish in WALKS


def _is_of_elsewhere(state: GameState, intent: Intent) -> bool:
    """Return whether a deed is done to a person or a thing that the story has, here or elsewhere."""
    if intent.wish not in DEEDS or intent.to:
        return False
    pool = [*naming.everybody(state), *naming.items(state, state.sheets.items)]
    pool += [naming.feature_thing(each) for place in state.sheet.locations for each in place.features]
    found = naming.resolve(intent.what, pool, typos=False)
    return bool(found) and not naming.holds_more(intent.what, found)


def _is_exact(turn: TurnBuilder, phrase: Phrase, intent: Intent) -> bool:
    state, what = turn.state, intent.what
    match intent.wish:
        case Wish.GO:
            return _is_goal(turn, what)
        case Wish.LEAVE | Wish.GO_BACK | Wish.CROSS | Wish.CLIMB if not what:
            return True
        case Wish.TALK:
            if phrase.starts(*verb_words("talk")):
                return len(Phrase.of(what)) <= _LONGEST_NAME
            return is_someone(what) or _is_named(what, naming.people_here(state)) if what else len(phrase) <= _SHORT
        case Wish.ASK | Wish.TELL:
            return _is_said_exactly(state, phrase, intent)
        case Wish.SAY:
            return True
        case Wish.LOOK | Wish.LOOK_UP | Wish.OUTSIDE | Wish.NOTE | Wish.PIN | Wish.VOW | Wish.STAND_BACK:
            return True
        case wish if wish in WAITS:
            return len(phrase) <= _SHORT or lexicon().time_words.union(lexicon().stop, lexicon().numbers).issuperset(
                word for word in phrase.norms[1:] if not word[0].isdigit()
            )
        case Wish.FORBEAR:
            return not state.present()
        case Wish.EXAMINE if not state.present() and not phrase.starts(*word_set("asks_for_what")):
            return len(Phrase.of(what)) <= _LONGEST_MATTER
        case Wish.EXAMINE if phrase.is_question or phrase.starts(*word_set("asks_for_what")):
            seen = [*turn.things_here, *naming.place_here(state)]
            found = naming.resolve(what, seen, typos=False)
            is_person = any(thing.kind is ThingKind.PERSON for thing in found)
            is_asked_of_person = is_person and bool(state.present())
            return bool(found) and not is_asked_of_person and not naming.holds_more(what, found)
        case wish if wish in DEEDS:
            pool = [*turn.things_here, *naming.place_here(state)]
            pool += naming.encounters_here(state, over=True)
            if what in directions() and intent.wish is not Wish.CLIMB:
                return False
            is_sure = intent.wish is not Wish.TAKE or _is_sure_of(state, phrase, what)
            return is_sure and (not what or _are_named(what, pool)) and (not intent.to or _are_named(intent.to, pool))
    return False


def _is_sure_of(state: GameState, phrase: Phrase, what: str) -> bool:
    """Return whether what is taken has the last word of a name, or nothing else of the step says what it is: ``the rag
    out of the window`` need not be the rag doll."""
    words, named = name_words(what), naming.resolve(what, naming.items_here(state), typos=False)
    others = {*name_words(phrase.after(1).text)}.difference(words) - lexicon().stop - word_set("trailing")
    return not named or naming.ends_as_name(words, named) or not others


def _asks_whether(phrase: Phrase, before: int) -> bool:
    return any(phrase.starts(*word_set("asks_whether"), at=at) for at in range(before))


def going_first(state: GameState, phrase: Phrase, step: Intent) -> tuple[Intent, ...]:
    """Return the way to a person who is not here and is to be spoken to: ``go tell Tove …``.

    Args:
        state: The game.
        phrase: The line.
        step: What is to be done there.
    """
    if not without_fillers(phrase).starts(*word_set("going")) or step.wish not in SPEECH | {Wish.GIVE}:
        return ()
    named = naming.named_in(phrase.text, naming.everybody(state))
    is_away = len(named) == 1 and state.npc(named[0].id) not in state.present()
    return (Intent(Wish.GO, named[0].name, typed=named[0].name),) if is_away else ()


def _is_goal(turn: TurnBuilder, what: str) -> bool:
    state, typed = turn.state, destination(what)
    if not typed or typed in directions().values():
        return True
    if typed in word_set("into") | word_set("outside") | word_set("onward") | word_set("backwards"):
        return True
    pool = [
        *naming.exits_here(state),
        *turn.things_here,
        *naming.place_here(state),
        *naming.places(state, other_known_places(state)),
        *naming.everybody(state),
    ]
    return _is_named(typed, pool)


def _is_said_exactly(state: GameState, phrase: Phrase, intent: Intent) -> bool:
    """Return whether a frame of speech names who is spoken to: ``ask Mara about the bell``."""
    is_verb = any(phrase.starts(*verb_words(name)) for name in ("ask", "tell", "talk", "discuss"))
    if intent.to:
        return is_verb or _is_named(intent.to, naming.everybody(state))
    named, rest = naming.split_name(intent.what, naming.everybody(state), typos=False)
    return bool(named and rest) or (is_verb and bool(state.present()))


def _is_named(typed: str, pool: Sequence[Thing]) -> bool:
    if is_pronoun(typed):
        return True
    found = naming.resolve(typed, pool)
    return bool(found) and not naming.holds_more(typed, found)


def _are_named(typed: str, pool: Sequence[Thing]) -> bool:
    if typed.casefold() in word_set("everything") | word_set("self") or _is_named(typed, pool):
        return True
    parts = parts_of_list(typed)
    return len(parts) > 1 and all(_is_named(part, pool) for part in parts)


def _is_whole(meant: Meant) -> bool:
    """Return whether all words typed for the slots of an action are names of its target and its tool."""
    if meant.mentioned or meant.is_loose:
        return False
    things = [*meant.targets, *([meant.thing] if meant.thing else [])]
    is_safe = meant.action_id in _SEARCHES
    return all(_is_slot_whole(typed, things, is_safe=is_safe) for typed in meant.slots.values())


def _is_slot_whole(typed: Phrase, things: Sequence[Thing], *, is_safe: bool) -> bool:
    return all(
        _is_named(chunk.text, things) and (is_safe or _has_last_word(chunk.text, things)) for chunk in _chunks(typed)
    )


def _has_last_word(typed: str, things: Sequence[Thing]) -> bool:
    """Return whether a text ends as a name does: a ``bucket`` may be the herring bucket, a ``herring`` is not."""
    return is_pronoun(typed) or naming.ends_as_name(name_words(typed), things)


def _chunks(typed: Phrase) -> Iterator[Phrase]:
    return name_chunks(typed, whole=False)


_WISH_OF_NAME = {ThingKind.PERSON: Wish.TALK, ThingKind.EXIT: Wish.GO, ThingKind.PLACE: Wish.GO}


def bare_name(turn: TurnBuilder, phrase: Phrase) -> Intent | None:
    """Return what a name alone means: a person is greeted, a way walked, a thing looked at, a topic asked about.

    Args:
        turn: The turn.
        phrase: The text.
    """
    state, typed = turn.state, phrase.text
    if len(phrase) > _LONGEST_MATTER or phrase.asks or not naming.may_be_name(state, typed):
        return None
    things = turn.things_here
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
