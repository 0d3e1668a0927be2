"""What places, things, details and people have in common: states, actions, and texts that depend on the game. Their
texts by sense are also those of encounters and ways."""

from app.models.base import Frozen, Named, Prose
from app.models.sheets.action import ActionSheet
from app.models.sheets.timer import TextVariant
from app.models.sheets.values import StateSheet

SENSES = ("search", "under", "behind", "touch", "listen", "smell")
"""The fields with what players find in searching, looking under, and so on."""


class Sensed(Frozen):
    """A part of a scenario with texts by sense.

    Attributes:
        search: What a search finds.
        under: What is under it.
        behind: What is behind it.
        touch: How it feels.
        listen: How it sounds.
        smell: How it smells.
    """

    search: Prose = ""
    under: Prose = ""
    behind: Prose = ""
    touch: Prose = ""
    listen: Prose = ""
    smell: Prose = ""


class SensedPart(Sensed, Named):
    """A part of a scenario with an id, a name and texts by sense."""


class Described(SensedPart):
    """A part of a scenario that players see and can do things to.

    Attributes:
        states: Its states.
        actions: Actions that are done to it.
        variants: Descriptions in place of its usual one; the first counts whose condition holds.
    """

    states: tuple[StateSheet, ...] = ()
    actions: tuple[ActionSheet, ...] = ()
    variants: tuple[TextVariant, ...] = ()
