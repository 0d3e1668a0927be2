"""What a player can want. The names in an intent are as they were typed; `naming` finds out what they mean only when
their turn comes, for an earlier step of the same input may have changed the scene."""

from dataclasses import dataclass, field

from app.language.reading.line_kinds import LineKind


@dataclass(frozen=True)
class Intent:
    """One wish; two are equal if they are of one class and hold the same texts. ``typed``: the step as it was typed."""

    typed: str = field(default="", kw_only=True, compare=False)


@dataclass(frozen=True)
class _OfOne(Intent):
    """Concerns one matter, as it was typed."""

    what: str = ""


class Deed(_OfOne):
    """Something done to a thing, a person or a place, ``what``."""


class Walk(Deed):
    """Go somewhere."""


class Speech(Intent):
    """Something said, asked or kept in mind."""


class Listing(_OfOne):
    """Only looks something up: "inventory", "journal", "quests", "who" (is here), "clock" or "help"."""


@dataclass(frozen=True)
class _AboutMatter(Speech):
    who: str
    about: str


class Go(Walk):
    """Walk by an exit, in a direction or to a place; empty asks which way."""


class Leave(Walk):
    """Go out of the place (or put down ``what``, if that is a thing)."""


class GoBack(Walk):
    """Return to the place the party came from."""


class StandBack(Intent):
    """Keep away from something without leaving."""


class Look(Intent):
    """See the whole place."""


class Examine(Deed):
    """See one thing, person, detail or way closely."""


@dataclass(frozen=True)
class Talk(Speech):
    """Greet a person; empty: the addressee."""

    who: str = ""


class Ask(_AboutMatter):
    """Ask a person about something; ``who`` may be empty, or still stand at the beginning of ``about``."""


class Tell(_AboutMatter):
    """Tell a person about something; the names as for Ask."""


@dataclass(frozen=True)
class Say(Speech):
    """Say these words aloud; ``who`` empty: to the addressee."""

    words: str
    who: str = ""


@dataclass(frozen=True)
class Vow(Speech):
    """Promise something: ``words`` as they are said, ``rest`` what follows the verb, where a name may stand first."""

    words: str
    rest: str = ""


class Forbear(_OfOne):
    """Not do what the words after "don't" name."""


class Outside(_OfOne):
    """What concerns the game and not the story: "undo", "save". The door has commands for it."""


@dataclass(frozen=True)
class Handle(Deed):
    """Do "push", "close" or "climb" to a thing, as lists of the pack are called."""

    deed: str = "push"


@dataclass(frozen=True)
class Place(Deed):
    """Put a thing where it belongs; ``fixing``: hung, inserted, poured, so that laying it down is not meant."""

    fixing: bool = False


class Cross(Deed):
    """Get past what stands in the way, or walk there."""


class Take(Deed):
    """Pick up one thing, several ("lamp and rope") or ``all``."""


class Drop(Deed):
    """Put down one thing, several or ``all``."""


@dataclass(frozen=True)
class Give(Deed):
    """Hand something over; without ``who`` the person may stand at the beginning of ``what``."""

    who: str = ""


@dataclass(frozen=True)
class Use(Deed):
    """Use a thing, on something or by itself."""

    on: str = ""


class Fight(Deed):
    """Face an encounter; empty: the only one here."""


@dataclass(frozen=True)
class Wait(Intent):
    """Let time pass: so many minutes, or until an hour of the day (minutes since midnight)."""

    minutes: int | None = None
    until: int | None = None


@dataclass(frozen=True)
class MakeNote(Speech):
    """Keep a line on purpose."""

    text: str
    pinned: bool = False


@dataclass(frozen=True)
class Whether(Intent):
    """Learn whether a deed is possible, and how; it is not done."""

    deed: Intent


@dataclass(frozen=True)
class Unknown(_OfOne):
    """Not understood; or of a ``kind`` that is not for a person's ears, and no rule says what is wanted."""

    kind: LineKind | None = field(default=None, compare=False)
