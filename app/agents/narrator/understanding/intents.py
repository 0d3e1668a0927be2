"""What a player can want. The names in an intent are as they were typed; `naming` finds out what they mean.

They are looked up only when their turn comes, for an earlier step of the same input may have changed the scene.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Go:
    """Walk by an exit, in a direction or to a place; empty asks which way."""

    where: str


@dataclass(frozen=True)
class Leave:
    """Go out of the place (or put down ``what``, if that is a thing)."""

    what: str = ""


@dataclass(frozen=True)
class GoBack:
    """Return to where one came from."""


@dataclass(frozen=True)
class Look:
    """See the whole place."""


@dataclass(frozen=True)
class Examine:
    """See one thing, person, detail or way closely."""

    what: str


@dataclass(frozen=True)
class Talk:
    """Greet a person; empty: whoever is being spoken to."""

    who: str = ""


@dataclass(frozen=True)
class Ask:
    """Ask a person about something; ``who`` may be empty, or still stand at the beginning of ``about``."""

    who: str
    about: str


@dataclass(frozen=True)
class Tell:
    """Tell a person about something; the names as for Ask."""

    who: str
    about: str


@dataclass(frozen=True)
class Say:
    """Say these words aloud; ``who`` empty: to whoever is being spoken to."""

    words: str
    who: str = ""


@dataclass(frozen=True)
class Vow:
    """Promise something: ``words`` as they are said, ``rest`` what follows the verb, where a name may stand first."""

    words: str
    rest: str = ""


@dataclass(frozen=True)
class Forbear:
    """Not do what the words after "don't" name."""

    text: str


@dataclass(frozen=True)
class Outside:
    """What concerns the game and not the story: "undo", "save". The door has commands for it."""

    word: str


@dataclass(frozen=True)
class Place:
    """Put a thing where it belongs; ``fixing``: hung, inserted, poured, so that laying it down is not meant."""

    what: str
    fixing: bool = False


@dataclass(frozen=True)
class Cross:
    """Get past what stands in the way, or walk there."""

    what: str


@dataclass(frozen=True)
class Take:
    """Pick up one thing, several ("lamp and rope") or ``all``."""

    what: str


@dataclass(frozen=True)
class Drop:
    """Put down one thing, several or ``all``."""

    what: str


@dataclass(frozen=True)
class Give:
    """Hand something over; without ``who`` the person may stand at the beginning of ``what``."""

    what: str
    who: str = ""


@dataclass(frozen=True)
class Use:
    """Use a thing, on something or by itself."""

    what: str
    on: str = ""


@dataclass(frozen=True)
class Fight:
    """Face an encounter; empty: the only one here."""

    what: str = ""


@dataclass(frozen=True)
class Wait:
    """Let time pass: so many minutes, or until an hour of the day (minutes since midnight)."""

    minutes: int | None = None
    until: int | None = None


@dataclass(frozen=True)
class Inventory:
    """What the party carries."""


@dataclass(frozen=True)
class Journal:
    """Notes, open quests and what is remembered of this place and the world."""


@dataclass(frozen=True)
class Quests:
    """What is to be done."""


@dataclass(frozen=True)
class Who:
    """Who is here."""


@dataclass(frozen=True)
class Clock:
    """What time it is."""


@dataclass(frozen=True)
class MakeNote:
    """Keep a line on purpose."""

    text: str
    pinned: bool = False


@dataclass(frozen=True)
class Help:
    """What can be done."""


@dataclass(frozen=True)
class Unknown:
    """Not understood."""

    text: str


Intent = (
    Go
    | Leave
    | GoBack
    | Look
    | Examine
    | Talk
    | Ask
    | Tell
    | Say
    | Vow
    | Forbear
    | Outside
    | Place
    | Cross
    | Take
    | Drop
    | Give
    | Use
    | Fight
    | Wait
    | Inventory
    | Journal
    | Quests
    | Who
    | Clock
    | MakeNote
    | Help
    | Unknown
)
