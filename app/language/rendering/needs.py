"""What is still missing where a condition does not hold, in words."""

from enum import StrEnum

from app.language.language import language_of
from app.language.rendering.events import value_words
from app.language.rendering.phrases import time_text
from app.models.sheets.condition import AllOf, AnyOf, Condition, ObjectiveDone, QuestActive, QuestDone, TimeReached
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


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
