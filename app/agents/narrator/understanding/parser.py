"""A typed step without what says nothing of it: politeness before its verb, remarks after it."""

from collections.abc import Iterator

from app.agents.narrator.understanding.intents import WAITS, Intent, Wish
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of

_ENDS = frozenset(".!?;\n")
_LONGEST_COMMAND = 60
"""Words; no step has more fillers."""


def cuts(phrase: Phrase) -> Iterator[tuple[int, int, bool]]:
    """Where a step may end and the next begin, and whether the sign between them is a strong one."""
    for at in range(1, len(phrase)):
        gap = phrase.gap_before(at)
        strong = not _ENDS.isdisjoint(gap)
        if phrase.norms[at] in word_set("between_steps") and at + 1 < len(phrase):
            yield at, at + 1, strong or not word_set("next_step").isdisjoint(phrase.norms[at : at + 2])
        elif strong or "," in gap:
            yield at, at, strong


def _swallows(intent: Intent) -> bool:
    """Whether all that follows belongs to what is being said or noted."""
    if intent.wish is Wish.TELL:
        return not intent.to
    return intent.wish in (Wish.SAY, Wish.VOW, Wish.NOTE, Wish.PIN)


def without_fillers(phrase: Phrase, *, company: bool = False) -> Phrase:
    """Return the phrase without the politeness before the verb. In company "I will …" is said, not done."""
    fillers = word_set("fillers") - (word_set("announcing") if company else frozenset())
    at = 0
    while at < _LONGEST_COMMAND and (taken := phrase.starts(*fillers, at=at)) and at + taken < len(phrase):
        at += taken
    return phrase.after(at)


def stripped(phrase: Phrase, *, company: bool) -> Phrase:
    """Without politeness, and without going where something else is gone for."""
    phrase = without_fillers(phrase, company=company)
    going = phrase.starts(*word_set("going"))
    if not going or len(phrase) <= going or ((whole := intent_of(phrase)) and whole.wish in WAITS):
        return phrase
    deed = intent_of(phrase.after(going))
    is_walk = deed is None or deed.wish in (Wish.GO, Wish.LEAVE, Wish.LOOK)
    return phrase if is_walk or phrase.norms[going] in {*directions(), *word_set("backwards")} else phrase.after(going)


def trimmed(step: Phrase) -> Phrase:
    intent = intent_of(step)
    if intent is not None and (_swallows(intent) or intent.wish is Wish.ASK):
        return step
    return step.without_last(word_set("trailing")) or step
