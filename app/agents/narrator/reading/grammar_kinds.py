"""Which kinds of readings the grammar of verbs and the words of actions agree with."""

from app.agents.narrator.acting.meant_actions import Meant
from app.agents.narrator.understanding.deeds import ordered
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.parser import trimmed
from app.agents.narrator.understanding.typed_words import Phrase
from app.agents.narrator.understanding.verbs import intent_of

_LONGEST_NAME = 4
"""Words of a name that nothing here has, up to which it is said not to be here."""


def is_short(grammar: Intent) -> bool:
    """Return whether what the grammar takes for a name may be one.

    Args:
        grammar: The deed as the grammar of verbs reads it.
    """
    if grammar.wish is Wish.CROSS:  # what stands in the way is dealt with only where just that is said
        return False
    return 0 < len(Phrase.of(grammar.what)) <= _LONGEST_NAME and len(Phrase.of(grammar.to)) <= _LONGEST_NAME


def by_grammar(text: str) -> Intent | None:
    """Return a deed as the grammar of verbs reads it; None for none.

    Args:
        text: The deed.
    """
    phrase = ordered(text)
    return intent_of(trimmed(phrase)) if phrase else None


_KINDS_OF_WISH = {
    Wish.GO: ("go",),
    Wish.LEAVE: ("go",),
    Wish.GO_BACK: ("go",),
    Wish.CROSS: ("go",),
    Wish.CLIMB: ("go", "act"),
    Wish.LOOK: ("look",),
    Wish.EXAMINE: ("examine", "search"),
    Wish.TAKE: ("take",),
    Wish.DROP: ("drop",),
    Wish.GIVE: ("give",),
    Wish.USE: ("use", "put", "act"),
    Wish.PLACE: ("put", "use"),
    Wish.FIX: ("put", "use"),
    Wish.PUSH: ("act",),
    Wish.CLOSE: ("act",),
    Wish.FIGHT: ("attack", "act"),
    Wish.WAIT: ("wait",),
    Wish.WAIT_UNTIL: ("wait",),
    Wish.NOTE: ("note",),
    Wish.FORBEAR: ("forbear",),
    Wish.ASK: ("show",),
}
_KINDS_OF_ACTION = {
    "search": ("search", "examine"),
    "under": ("search",),
    "behind": ("search",),
    "through": ("search", "examine"),
    "put": ("put", "use"),
    "throw": ("act", "give", "attack"),
    "attack": ("attack",),
    "buy": ("buy",),
    "sell": ("buy",),
    "sit": ("gesture", "act"),
    "embrace": ("gesture", "act"),
}


def kinds_of(grammar: Intent | None, meant: Meant | None) -> set[str]:
    """Return the kinds of readings that grammar and actions agree with.

    Args:
        grammar: The deed as the grammar of verbs reads it.
        meant: The action that its words mean.
    """
    found = set[str]()
    if grammar is not None:
        found |= {*_KINDS_OF_WISH.get(grammar.wish, ())}
    if meant is not None:
        found |= {*_KINDS_OF_ACTION.get(meant.action_id, ("act", "use"))}
    return found
