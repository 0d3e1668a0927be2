"""People's goals, and which goal a text serves."""

from collections.abc import Sequence

from app.language.analysis.terms import analyse
from app.models.minds.plan import DONE, Goal
from app.models.state.game_state import GameState

READ = 12
"""Terms of a goal that count, the first ones: what follows in a long goal explains it."""
ALIKE = 0.6
"""Share of a goal's terms that other words need to be about that goal."""

_ENDS = " .!?…"


def goals_of(state: GameState, npc_id: str) -> list[Goal]:
    """A person's goals with reached ones."""
    return list(state.npc(npc_id).goals)


def open_goals(state: GameState, npc_id: str) -> list[Goal]:
    return [goal for goal in goals_of(state, npc_id) if goal.progress < DONE]


def relevance(text: str, goal: Goal) -> float:
    """The share of the goal's terms that the text has; 1 if it holds its words or id."""
    if _is_named(text, goal):
        return 1.0
    wanted = _terms(goal)
    return len(wanted.intersection(analyse(text).terms)) / len(wanted) if wanted else 0.0


def goal_served(text: str, goals: Sequence[Goal]) -> Goal | None:
    """The goal that a text is most about: by its words or id, or at least two terms and `ALIKE` of all; else None."""
    alike = (goal for goal in goals if relevance(text, goal) >= ALIKE)
    about = (goal for goal in alike if len(_terms(goal)) > 1 or _is_named(text, goal))
    return max(about, key=lambda goal: relevance(text, goal), default=None)


def _is_named(text: str, goal: Goal) -> bool:
    """Whether the goal's words or id occur as whole words."""
    folded, words = text.casefold(), goal.text.casefold().strip(_ENDS)
    return _stands_in(goal.id, folded, part_of_word="_-") or _stands_in(words, folded)


def _stands_in(words: str, text: str, part_of_word: str = "") -> bool:
    """Whether words occur with no letter, digit or ``part_of_word`` next to them."""
    begin = text.find(words) if words else -1
    while begin >= 0:
        around = text[begin - 1 : begin] + text[begin + len(words) : begin + len(words) + 1]
        if not any(sign.isalnum() or sign in part_of_word for sign in around):
            return True
        begin = text.find(words, begin + 1)
    return False


def _terms(goal: Goal) -> frozenset[str]:
    return frozenset(list(dict.fromkeys(analyse(goal.text).terms))[:READ])
