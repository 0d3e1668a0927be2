"""What a player can want. The names in an intent are as they were typed, with what a reading has bound them to. Of an
exact command `naming` finds out what they mean when its turn comes, for an earlier step may have changed the scene."""

from dataclasses import KW_ONLY, dataclass, field
from enum import StrEnum

from app.agents.narrator.understanding.naming import Thing


class Wish(StrEnum):
    """Each by the name that the rules of a language pack call it by, and what ``what`` and ``to`` of its intent are."""

    GO = "go"
    """Walk by an exit, in a direction or to a place; empty asks which way."""
    LEAVE = "leave"
    """Go out of the place (or put down ``what``, if that is a thing)."""
    GO_BACK = "go_back"
    """Return to the place the party came from."""
    STAND_BACK = "stand_back"
    """Keep away from something without leaving."""
    LOOK = "look"
    """See the whole place."""
    EXAMINE = "examine"
    """See one thing, person, detail or way closely."""
    PUSH = "push"
    CLOSE = "close"
    CLIMB = "climb"
    PLACE = "place"
    """Put a thing where it belongs, or lay it down."""
    FIX = "fix"
    """The same of what is hung, inserted, poured, so that laying it down is not meant."""
    CROSS = "cross"
    """Get past what stands in the way, or walk there."""
    TAKE = "take"
    """Pick up one thing, several ("lamp and rope") or ``all``."""
    DROP = "drop"
    """Put down one thing, several or ``all``."""
    GIVE = "give"
    """Hand something over; without ``to`` the person may stand at the beginning of ``what``."""
    USE = "use"
    """Use a thing, on something (``to``) or by itself."""
    FIGHT = "fight"
    """Face an encounter; empty: the only one here."""
    TALK = "talk"
    """Greet the person ``what``; empty: the addressee."""
    ASK = "ask"
    """Ask a person about something; ``to`` may be empty, or still stand at the beginning of ``what``."""
    TELL = "tell"
    """Tell a person about something; the names as for asking."""
    SAY = "say"
    """Say these words aloud; ``to`` empty: to the addressee."""
    VOW = "vow"
    """Promise something: the words as they are said, and in ``to`` what follows the verb, where a name may stand."""
    NOTE = "note"
    """Keep a line on purpose."""
    PIN = "pin"
    """The same, so that it stays in descriptions."""
    LOOK_UP = "look_up"
    """See "inventory", "journal", "quests", "who" (is here), "clock" or "help"."""
    WAIT = "wait"
    """Let so many ``minutes`` pass."""
    WAIT_UNTIL = "wait_until"
    """Let time pass until an hour of the day, in ``minutes`` since midnight."""
    FORBEAR = "forbear"
    """Not do what the words after "don't" name."""
    OUTSIDE = "outside"
    """What concerns the game and not the story: "undo", "save". The door has commands for it."""
    WHETHER = "whether"
    """Learn whether ``deed`` is possible, and how; it is not done."""
    ACT = "act"
    """Do an action of the scenario, or one that every world has: the step ``what``, which is read in its turn."""
    JOIN = "join"
    """Have the person ``what`` come along."""
    STAY = "stay"
    """Have the companion ``what`` stay behind."""
    ATTEMPT = "attempt"
    """Try a deed that nothing answers."""
    GESTURE = "gesture"
    """Do something with one's own body that has no consequence."""
    WONDER = "wonder"
    """Ask the game a question of this ``kind``."""
    MUSE = "muse"
    """Think aloud."""
    WHICH = "which"
    """Learn from the player which of two ``readings`` is meant."""
    UNKNOWN = "unknown"
    """Not understood."""


WALKS = frozenset({Wish.GO, Wish.LEAVE, Wish.GO_BACK})
DEEDS = WALKS.union(
    (Wish.EXAMINE, Wish.PUSH, Wish.CLOSE, Wish.CLIMB, Wish.PLACE, Wish.FIX),
    (Wish.CROSS, Wish.TAKE, Wish.DROP, Wish.GIVE, Wish.USE, Wish.FIGHT),
)
"""What is done to a thing, a person or a place, ``what``."""
SPEECH = frozenset({Wish.TALK, Wish.ASK, Wish.TELL, Wish.SAY, Wish.VOW, Wish.NOTE, Wish.PIN})
"""What is said, asked or kept in mind."""
WAITS = frozenset({Wish.WAIT, Wish.WAIT_UNTIL})


@dataclass(frozen=True)
class Intent:
    """One wish with its texts: ``what`` it concerns, and the person or thing ``to`` or on which; ``typed``: the step as
    it was typed; ``kind``: the kind of its reading, "" for none; ``readings``: between which the player has to choose;
    ``things`` and ``aims``: what the reading has bound ``what`` and ``to`` to; with none the text is resolved when the
    step is carried out. Of one that ``is_doubtful`` the player is asked whether it is meant, or no way is surely known.
    Two are equal if they want the same."""

    wish: Wish
    what: str = ""
    to: str = ""
    _: KW_ONLY
    minutes: int = 0
    deed: "Intent | None" = None
    readings: tuple["Intent", ...] = ()
    kind: str = field(default="", compare=False)
    typed: str = field(default="", compare=False)
    things: tuple[Thing, ...] = field(default=(), compare=False)
    aims: tuple[Thing, ...] = field(default=(), compare=False)
    is_doubtful: bool = field(default=False, compare=False)
