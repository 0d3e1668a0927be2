"""Refusals in the words of the scenario's language: the section ``refusals`` of its pack."""

from collections.abc import Iterable

from app.errors import InvalidInput, NotFound, NotPossible
from app.language.language import language_of
from app.language.rendering.needs import missing, needs, needs_in_story
from app.language.rendering.phrases import listed
from app.models.sheets.condition import Condition
from app.models.state.game_state import GameState

_LONGEST_SHOWN = 60


def refusal_text(state: GameState, name: str, /, **slots: str | int) -> str:
    return language_of(state.sheet).render(f"refusals.{name}", **slots)


def choices(state: GameState, names: Iterable[str], none: str, joint: str = "and") -> str:
    """``a, b and c``, or ``refusals.<none>`` where there is nothing to choose from."""
    return listed(names, joint) or refusal_text(state, none)


def printable(given: object) -> str:
    """What somebody sent, short and on one line: what cannot be printed is escaped."""
    text = str(given)
    short = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in short)


def refused(
    state: GameState,
    name: str,
    /,
    condition: Condition | None = None,
    *,
    authored: str = "",
    adds_needs: bool = False,
    **slots: str | int,
) -> NotPossible:
    """The error whose text is ``refusals.<name>``, with what is missing of a condition that does not hold; or
    ``authored`` words, with ``adds_needs`` and what is missing beside them."""
    if authored:
        return NotPossible(authored, needs(condition, state) if adds_needs else "", is_authored=True)
    if condition is None:
        return NotPossible(refusal_text(state, name, **slots))
    slots["missing"] = missing(condition, state)
    return NotPossible(
        refusal_text(state, name, needs=needs(condition, state), in_story="no", **slots),
        story=refusal_text(state, name, needs=needs_in_story(condition, state), in_story="yes", **slots),
    )


def not_found(state: GameState, name: str, /, **slots: str | int) -> NotFound:
    """The same for what there is not."""
    return NotFound(refusal_text(state, name, **slots))


def invalid(state: GameState, name: str, /, **slots: str | int) -> InvalidInput:
    """The same for what breaks a limit or is not clear."""
    return InvalidInput(refusal_text(state, name, **slots))
