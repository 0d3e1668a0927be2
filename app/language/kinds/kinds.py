"""The kinds of readings, and what each group of them costs where it is wrong."""

from enum import StrEnum


class Group(StrEnum):
    """What a reading concerns."""

    DEED = "deed"
    """Something is done."""
    SAID = "said"
    """Something is said to a person."""
    GAME = "game"
    """The game is asked."""
    ORDER = "order"
    """An order to the program."""
    NONE = "none"
    """Thinking aloud, or nothing that means anything here."""


_KINDS = {
    Group.DEED: "go look examine search take drop give show use put act attack buy wait join stay note gesture forbear",
    Group.SAID: "greet farewell thank apologise small_talk praise insult ask follow_up tell accuse confess promise "
    "offer request invite threaten agree decline pass_on correct introduce",
    Group.GAME: "q_here q_people q_ways q_carry q_journal q_quest q_promised q_said q_who q_where q_time q_self q_can "
    "q_world q_help q_hint",
    Group.ORDER: "undo again save load quit restart map",
    Group.NONE: "aside nonsense",
}
_GROUPS = {kind: group for group, kinds in _KINDS.items() for kind in kinds.split()}
KINDS = tuple(_GROUPS)
"""All kinds."""
QUESTIONS = frozenset({"ask", "follow_up"})
"""The kinds of questions to a person."""


def group_of(kind: str) -> Group:
    """Return the group of a kind.

    Raises:
        KeyError: There is no such kind.
    """
    return _GROUPS[kind]
