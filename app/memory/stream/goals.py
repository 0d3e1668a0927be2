"""Goals of people, and the goal that a text serves."""

from collections.abc import Sequence

from app.language.analysis.terms import analyse
from app.models.minds.plan import DONE, Goal
from app.models.state.game_state import GameState

READ = 12
"""Terms of a goal that count, the first ones; the rest of a long goal explains it."""
ALIKE = 0.6
"""Share of a goal's terms from which on a text is about that goal."""

_ENDS = " .!?…"


def goals_of(state: GameState, npc_id: str) -> list[Goal]:
    """Return a person's goals, reached ones included."""
    return list(state.npc(npc_id).goals)


def open_goals(state: GameState, npc_id: str) -> list[Goal]:
    return [goal for goal in goals_of(state, npc_id) if goal.progress < DONE]


def goal_relevance(text: str, goal: Goal) -> float:
    """Return the share of the goal's terms in the text, from 0 to 1; 1 if the text contains its words or id."""
    if _is_named(text, goal):
        return 1.0
    wanted = _terms(goal)
    return len(wanted.intersection(analyse(text).terms)) / len(wanted) if wanted else 0.0


def goal_served(text: str, goals: Sequence[Goal]) -> Goal | None:
    """Return the goal that a text is most about: it contains the goal's words or id, or at least two of its terms and
    `ALIKE` of all; None if there is no such goal."""
    alike = (goal for goal in goals if goal_relevance(text, goal) >= ALIKE)
    about = (goal for goal in alike if len(_terms(goal)) > 1 or _is_named(text, goal))
    return max(about, key=lambda goal: goal_relevance(text, goal), default=None)


def _is_named(text: str, goal: Goal) -> bool:
    """Return whether the goal's words or id occur as whole words."""
    folded, words = text.casefold(), goal.text.casefold().strip(_ENDS)
    return _occurs_in(goal.id, folded, part_of_word="_-") or _occurs_in(words, folded)


def _occurs_in(words: str, text: str, part_of_word: str = "") -> bool:
    """Return whether words occur with no letter, digit or sign of ``part_of_word`` next to them."""
    begin = text.find(words) if words else -1
    while begin >= 0:
        around = text[begin - 1 : begin] + text[begin + len(words) : begin + len(words) + 1]
        if not any(sign.isalnum() or sign in part_of_word for sign in around):
            return True
        begin = text.find(words, begin + 1)
    return False


def _terms(goal: Goal) -> frozenset[str]:
    return frozenset(list(dict.fromkeys(analyse(goal.text).terms))[:READ])
