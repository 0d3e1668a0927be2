"""Refusals, and what is still missing where a condition does not hold, in the words of the scenario's language: the
section ``refusals`` of its pack."""

from collections.abc import Iterable
from enum import StrEnum

from app.errors import InvalidInput, NotFound, NotPossible
from app.language.language import language_of
from app.language.rendering.events import value_words
from app.language.rendering.phrases import listed, time_text
from app.models.sheets.condition import AllOf, AnyOf, Condition, ObjectiveDone, QuestActive, QuestDone, TimeReached
from app.models.state.conditions import holds
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


def missing(condition: Condition | None, state: GameState) -> str:
    """Words that follow "needs": ``the lantern in your hands and a visit to the Inn``. Empty if it holds."""
    if condition is None or holds(condition, state):
        return ""
    language = language_of(state.sheet)
    if isinstance(condition, AllOf | AnyOf):
        joint = language.render("refusals.needs-and" if isinstance(condition, AllOf) else "refusals.needs-or")
        return joint.join(words for part in condition.conditions if (words := missing(part, state)))
    slots: dict[str, str] = {}
    for field, value in condition:
        if isinstance(value, StrEnum):
            slots |= {field: value.value, f"{field}_words": value_words(language, field, value)}
        elif field.endswith("_id"):
            name = state.name(value)
            # Names that begin with a capital or an article take none.
            first = name.partition(" ")[0].casefold()
            is_plain = name[:1].islower() and first not in language.words("words.determiners")
            the_name = language.render("refusals.the-thing", thing=name) if is_plain else name
            slots |= {field: name, f"the_{field}": the_name, f"quoted_{field}": repr(name)}
        elif isinstance(value, int):
            slots["time"] = time_text(value)
    return language.render(f"refusals.needs-{condition.kind.replace('_', '-')}", **slots)


def needs(condition: Condition | None, state: GameState) -> str:
    """What is missing as a sentence: ``It takes …``; empty if nothing is."""
    words = missing(condition, state)
    return language_of(state.sheet).render("refusals.needs", missing=words) if words else ""


def needs_in_story(condition: Condition | None, state: GameState) -> str:
    """The same without the names of quests and tasks, which no one in the story speaks of."""
    words = missing(condition, state)
    if condition is None or not words:
        return ""
    lacking = _lacking(condition, state)
    is_task = any(isinstance(part, QuestDone | QuestActive | ObjectiveDone) for part in lacking)
    kind = "task" if is_task else "time" if isinstance(lacking[0], TimeReached) else "other"
    return language_of(state.sheet).render("refusals.needs-in-story", missing=words, kind=kind)


def _lacking(condition: Condition, state: GameState) -> list[Condition]:
    if holds(condition, state):
        return []
    if isinstance(condition, AllOf | AnyOf):
        return [lacking for part in condition.conditions for lacking in _lacking(part, state)]
    return [condition]
