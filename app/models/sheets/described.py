"""What places, things, details and people have in common: states, actions, and texts that depend on the game."""

from app.models.base import Named, Prose
from app.models.sheets.action import ActionSheet
from app.models.sheets.timer import TextVariant
from app.models.sheets.values import StateSheet

SENSES = ("search", "under", "behind", "touch", "listen", "smell")
"""The fields with what players find in searching, looking under, and so on."""


class Described(Named):
    """A part of a scenario that players see and can do things to.

    Attributes:
        states: Its states.
        actions: Actions that are done to it.
        variants: Descriptions in place of its usual one; the first counts whose condition holds.
        search: What a search finds.
        under: What is under it.
        behind: What is behind it.
        touch: How it feels.
        listen: How it sounds.
        smell: How it smells.
    """

    states: tuple[StateSheet, ...] = ()
    actions: tuple[ActionSheet, ...] = ()
    variants: tuple[TextVariant, ...] = ()
    search: Prose = ""
    under: Prose = ""
    behind: Prose = ""
    touch: Prose = ""
    listen: Prose = ""
    smell: Prose = ""
