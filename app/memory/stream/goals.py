"""What people want in a game, and which words serve it."""

from collections.abc import Sequence

from app.language.analysis.terms import analyse
from app.models.state.game_state import GameState
from app.models.state.opening import first_goals
from app.models.state.plan import DONE, Goal

READ = 12
"""Terms of a goal that count, the first ones: what follows in a long goal explains it."""
ALIKE = 0.6
"""Share of a goal's terms that other words need to be about that goal."""

_ENDS = " .!?…"


def goals_of(state: GameState, npc_id: str) -> list[Goal]:
    """A person's goals, reached ones too; of a game that began before goals were counted those of its sheet."""
    return list(state.npc(npc_id).goals) or first_goals(state.sheets.npc(npc_id))


def open_goals(state: GameState, npc_id: str) -> list[Goal]:
    """The goals that are not reached yet."""
    return [goal for goal in goals_of(state, npc_id) if goal.progress < DONE]


def relevance(text: str, goal: Goal) -> float:
    """From 0 to 1: the share of the goal's terms that the text has; 1 for a text that holds its words or its id."""
    wanted = _terms(goal)
    if _is_named(text, goal):
        return 1.0
    return len(wanted.intersection(analyse(text).terms)) / len(wanted) if wanted else 0.0


def goal_served(text: str, goals: Sequence[Goal]) -> Goal | None:
    """The goal that words are about, the first of those they are most about; None for words about no goal.

    They hold the goal's own words or its id, or at least two of its terms and `ALIKE` of all of them.
    """
    shares = [relevance(text, goal) if _is_about(text, goal) else 0.0 for goal in goals]
    best = max(shares, default=0.0)
    return goals[shares.index(best)] if best else None


def _is_about(text: str, goal: Goal) -> bool:
    if _is_named(text, goal):
        return True
    wanted = _terms(goal)
    shared = len(wanted.intersection(analyse(text).terms))
    return shared > 1 and shared / len(wanted) >= ALIKE


def _is_named(text: str, goal: Goal) -> bool:
    """Whether the goal's own words, or its id, stand in the text as whole words."""
    folded, words = text.casefold(), goal.text.casefold().strip(_ENDS)
    return _stands_in(goal.id, folded, part_of_word="_-") or _stands_in(words, folded)


def _stands_in(words: str, text: str, part_of_word: str = "") -> bool:
    """Whether words stand in a text with no letter, digit or ``part_of_word`` next to them; "" stands in none."""
    begin = text.find(words) if words else -1
    while begin >= 0:
        around = text[begin - 1 : begin] + text[begin + len(words) : begin + len(words) + 1]
        if not any(sign.isalnum() or sign in part_of_word for sign in around):
            return True
        begin = text.find(words, begin + 1)
    return False


def _terms(goal: Goal) -> frozenset[str]:
    return frozenset(list(dict.fromkeys(analyse(goal.text).terms))[:READ])
