"""Refusals in the words of the scenario's language."""

from app.errors import NotPossible
from app.language.language import language_of
from app.language.rendering.needs import missing, needs, needs_in_story
from app.models.condition import Condition
from app.models.game_state import GameState


def words(state: GameState, name: str, /, **slots: str) -> str:
    """The template ``refusals.<name>``."""
    return language_of(state.sheet).render(f"refusals.{name}", **slots)


def refused(state: GameState, name: str, /, condition: Condition | None = None, **slots: str) -> NotPossible:
    """The error whose text is ``refusals.<name>``, with what is missing of a condition that does not hold."""
    if condition is None:
        return NotPossible(words(state, name, **slots))
    slots["missing"] = missing(condition, state)
    return NotPossible(
        words(state, name, needs=needs(condition, state), in_story="no", **slots),
        story=words(state, name, needs=needs_in_story(condition, state), in_story="yes", **slots),
    )


def authored(told: str) -> NotPossible | None:
    """The error whose text are the author's words; None where there are none."""
    return NotPossible(told) if told else None


def with_needs(told: str, condition: Condition | None, state: GameState) -> NotPossible:
    """The author's words, and beside them what is missing; that alone where there are none."""
    return NotPossible(told, needs(condition, state), story=told or needs_in_story(condition, state))
