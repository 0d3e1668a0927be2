"""Whether a deed is certain enough to change the world: its verb, and what is left over of its words."""

from app.agents.narrator.reading.candidates import Candidate
from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.deeds import ordered
from app.agents.narrator.understanding.intents import WALKS, Wish
from app.agents.narrator.understanding.masking import Mention
from app.agents.narrator.understanding.naming import ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.agents.narrator.understanding.verbs import directions, verb_words
from app.language.analysis.lexicon import is_adverb, lexicon
from app.models.state.conditions import visible_exits
from app.models.state.game_state import GameState

SURE_OF_CHANGE = 0.9
"""The share of its kind of all deeds from which on a deed changes the world although its verb is not the grammar's."""
SURE_OF_WALK = 0.6
"""The same of a walk, which can be taken back by another."""
LOOKING = frozenset({Wish.EXAMINE, Wish.LOOK})
"""Deeds that change nothing, and are done whatever words they are read of."""
ASKING = frozenset({Wish.JOIN, Wish.STAY})
"""Deeds that a person is asked for, who decides."""
_SAFE = LOOKING | ASKING | {Wish.ASK, Wish.ATTEMPT, Wish.GESTURE, Wish.FORBEAR, Wish.NOTE, Wish.PIN}
_SEARCHING = ("examine", "search", "gesture")
_WALKING = ("go", "climb", "cross", "enter", "leave", "back", "onward")


def is_certain(state: GameState, part: ReadPart, best: Candidate) -> bool:
    """Return whether a deed is certain enough for what it changes.

    Args:
        state: The game.
        part: The part of the line that it was read in.
        best: The deed.
    """
    wish = best.intent.wish
    if wish in _SAFE:
        return True
    if wish is Wish.ACT:  # an action that every world has, found by its words
        is_whole = best.kind in _SEARCHING or all(_is_named_whole(part, each) for each in best.used[:1])
        return is_whole and (best.kind != "go" or bool(best.used))
    least = SURE_OF_WALK if wish in WALKS else SURE_OF_CHANGE
    if not (best.is_grammatical or best.is_authored or best.chance >= least):
        return False
    if wish in WALKS:
        return _is_walk(state, part, best)
    return wish is not Wish.TAKE or not best.used or _is_object(part, best.used)


def is_in_doubt(part: ReadPart, best: Candidate) -> bool:
    """Return whether a deed is certain but for what is taken, so that the player is asked whether that is meant.

    Args:
        part: The part of the line that it was read in.
        best: The deed.
    """
    is_meant = best.is_grammatical or best.chance >= SURE_OF_CHANGE
    first = best.used[0] if best.intent.wish is Wish.TAKE and best.used else None
    return (
        is_meant and first is not None and first.things[0].kind is ThingKind.ITEM and not _is_named_whole(part, first)
    )


def begins_with_way(part: ReadPart) -> bool:
    """Return whether a part is a walk without its verb: ``into the inn``, ``down without a light``.

    Args:
        part: The part.
    """
    first = ordered(part.text).norms[:1]
    leading = word_set("leads_to") | word_set("towards") | directions().keys()
    return part.kind == "go" and part.is_speech is not True and not leading.isdisjoint(first)


def begins_with_walk(text: str) -> bool:
    """Return whether a text begins with a verb of going.

    Args:
        text: The text.
    """
    return _verb_of_walk(ordered(text)) > 0


def _verb_of_walk(phrase: Phrase) -> int:
    """Return how many words the verb of going takes that a phrase begins with; 0 for none."""
    return max(phrase.starts(*verb_words(name)) for name in _WALKING)


def _is_walk(state: GameState, part: ReadPart, best: Candidate) -> bool:
    """Return whether a walk leads to what it is bound to, and to nothing else that is named; a question is no walk."""
    if Phrase.of(part.text).is_question:  # "which way's the river, down the track?"
        return False
    if best.used:
        return _is_goal(part, best.used[-1])
    phrase = ordered(part.text)
    if not (best.is_grammatical or begins_with_way(part) or _verb_of_walk(phrase)):  # "peer down into the pit"
        return False
    at = next((at for at, word in enumerate(phrase.norms) if word in directions() and len(word) > 1), None)
    if at is None:
        return True
    way = directions()[phrase.norms[at]]
    leads = any(each.direction is not None and each.direction.value == way for each in visible_exits(state))
    return leads or not _content(phrase.after(at + 1))


def _is_goal(part: ReadPart, goal: Mention) -> bool:
    """Return whether a name is where a walk leads: after a word that leads there, or after the verb alone."""
    begin, end = goal.start - part.start, goal.end - part.start
    if lexicon().possessive in part.text[begin : end + 2].replace("’", "'"):
        return False
    before = Phrase.of(part.text[:begin])
    leading = word_set("towards") | word_set("leads_to") | lexicon().prepositions
    links = [at for at, word in enumerate(before.norms) if word in leading]
    if directions().keys() >= {*Phrase.of(part.text[begin:end]).norms}:
        return True
    if before.without_last(lexicon().articles).norms[-1:] == ("as",):
        return False
    if links and before.norms[links[-1]] in word_set("leads_to"):
        return True
    plain = ordered(before.text) if before else before
    if not links and before and not _verb_of_walk(plain):  # "I hate cellars"
        return False
    return not _content(plain.after(_verb_of_walk(plain) or 1)) and (
        not links or before.norms[links[-1]] not in word_set("of_name")
    )


def _is_object(part: ReadPart, names: tuple[Mention, ...]) -> bool:
    """Return whether the first name is what is taken, wholly named or with nothing else that says what it is."""
    first = names[0]
    before = ordered(part.text[: first.start - part.start])
    if any(word in lexicon().prepositions for word in before.norms[1:]) and _content(before.after(1)):
        return False
    return _is_named_whole(part, first) or not _content(Phrase.of(part.text[first.end - part.start :]))


def _is_named_whole(part: ReadPart, name: Mention) -> bool:
    """Return whether a name is whole, or has its last word: ``doll`` of ``rag doll``, and not ``rag``."""
    if name.is_whole:
        return True
    typed = name_words(part.text[name.start - part.start : name.end - part.start])
    return naming.ends_as_name(typed, name.things)


def _content(phrase: Phrase) -> list[str]:
    """Return the words that say something by themselves."""
    words = lexicon()
    plain = words.stop | words.prepositions | words.articles | word_set("name_articles") | word_set("trailing")
    return [word for word in phrase.norms if word not in plain | directions().keys() and not is_adverb(word)]
