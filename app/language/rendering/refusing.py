"""Refusals and unmet conditions in the scenario's language, from section ``refusals`` of its pack."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import cache, partial
from typing import get_type_hints

from app.errors import TalekeeperError, Wording
from app.language.language import language_of, using
from app.language.rendering.events import value_words
from app.language.rendering.filling import capital
from app.language.rendering.naming import Naming, owner_name
from app.language.rendering.phrases import listed, time_text
from app.language.rendering.plain_reasons import word_plainly
from app.models.base import Id, short_input
from app.models.memory import Scope
from app.models.minds.plan import Goal
from app.models.plain_reasons import PlainReason
from app.models.refusals.base import Refusal
from app.models.sheets.condition import AllOf, AnyOf, Condition, ObjectiveDone, QuestActive, QuestDone
from app.models.sheets.location import ExitSheet
from app.models.state.conditions import holds
from app.models.state.game_state import GameState


@contextmanager
def worded(state: GameState) -> Iterator[None]:
    """Run a block in the language of a game; refusals that leave it get their sentences."""
    with using(language_of(state.sheet)):
        try:
            yield
        except TalekeeperError as error:
            word_refusal(error, state)
            raise


def word_refusal(error: TalekeeperError, state: GameState) -> None:
    """Give an error its sentence, in the language of a game.

    Args:
        error: Any error. One without a reason as a value, and one that has its sentence already, stays as it is.
        state: The game.
    """
    if isinstance(error.reason, PlainReason):
        with using(language_of(state.sheet)):
            word_plainly(error)
    if isinstance(error.reason, Refusal) and error.wording.text == str(error.reason):
        with using(language_of(state.sheet)):
            error.word(render_refusal(error.reason, state))


def render_refusal(refusal: Refusal, state: GameState) -> Wording:
    """Render the sentence of a refusal, from the template of its kind or the author's own words.

    Args:
        refusal: Why an order was refused.
        state: The game as it was when the order was refused, which has changed nothing.

    Returns:
        The words, in the language of the scenario.
    """
    condition = refusal.condition
    if refusal.text:
        return Wording(refusal.text, needs_sentence(condition, state) if refusal.adds_needs else "", is_authored=True)
    name, slots = f"refusals.{refusal.kind.replace('_', '-')}", _slots(refusal, state)
    render = partial(language_of(state.sheet).render, name, missing=needs_phrase(condition, state), **slots)
    sentence = render(needs=needs_sentence(condition, state), in_story="no")
    story = "" if condition is None else render(needs=needs_in_story(condition, state), in_story="yes")
    return Wording(sentence, story=story)


def _slots(refusal: Refusal, state: GameState) -> dict[str, str | int]:
    """Return the fields of a refusal as slots: of an id its name, of an enum value also its words, of an integer also
    its digits (``…_number``), of several things a list, their number (``…_count``), all of them in a sentence
    (``all_…``) and a choice of them (``either_…``); of several ids also with the ids (``…_with_ids``)."""
    language, filled = language_of(state.sheet), dict[str, str | int]()
    for field, is_id in _fields(type(refusal)):
        match getattr(refusal, field):
            case None:
                filled |= {field: "", f"has_{field}": "no"}
            case StrEnum() as value:
                filled[field] = value.value
                if language.has(f"engine.{field}-{value.value.lower()}"):
                    filled[f"{field}_words"] = value_words(language, field, value)
            case str() as value if is_id:
                filled |= {f"has_{field}": "yes", **_named(field, value, state)}
            case str() as value:
                filled |= {field: value, f"quoted_{field}": repr(value)}
            case Scope() as value:
                filled |= {field: (name := owner_name(state, value)), f"capital_{field}": capital(name)}
            case int() as value:
                filled |= {field: value, f"{field}_time": time_text(value), f"{field}_number": str(value)}
            case tuple() as values if is_id:
                names, with_ids = [*map(state.name, values)], [f"{state.name(value)} [{value}]" for value in values]
                filled |= {field: ", ".join(names), f"all_{field}": listed(names), f"{field}_count": len(values)}
                filled[f"either_{field}"] = listed(map(Naming(state).thing, values), "or")
                filled[f"all_{field}_with_ids"] = listed(with_ids)
                filled[f"either_{field}_with_ids"] = listed(with_ids, "or")
            case tuple() as values:
                choices = list(dict.fromkeys(_as_choice(value, state) for value in values))
                filled |= {field: ", ".join(choices), f"all_{field}": listed(choices), f"{field}_count": len(values)}
    return filled


def _as_choice(value: object, state: GameState) -> str:
    """Return the text of one of several values that are no ids."""
    if isinstance(value, ExitSheet):
        place = Naming(state).place(value.to)
        return language_of(state.sheet).render("refusals.place-way", way=value.name, place=place)
    if isinstance(value, Scope):
        return owner_name(state, value)
    return f"{value.id} ({short_input(value.text)})" if isinstance(value, Goal) else str(value)


@cache
def _fields(kind: type[Refusal]) -> tuple[tuple[str, bool], ...]:
    """Return the fields of a kind of refusal, each with whether it holds ids of named things."""
    hints = get_type_hints(kind, include_extras=True)
    own = (field for field in kind.model_fields if field not in Refusal.model_fields)
    return tuple((field, hints[field] in (Id, Id | None, tuple[Id, ...])) for field in own)


def _named(field: str, any_id: str, state: GameState) -> dict[str, str]:
    """Return the name of an id in the forms that sentences need: the name; with its article (``the_…``), at the begin
    of a sentence (``capital_…``), and in quotation marks (``quoted_…``)."""
    name = state.name(any_id)
    # Names that begin with a capital or an article take none.
    is_plain = name[:1].islower() and name.partition(" ")[0].casefold() not in _determiners(state)
    the_name = language_of(state.sheet).render("refusals.the-thing", thing=name) if is_plain else name
    if any_id in state.sheets.locations:
        the_name = Naming(state).place(any_id)
    return {
        field: name,
        f"the_{field}": the_name,
        f"quoted_{field}": repr(name),
        f"capital_{field}": capital(the_name),
    }


def _determiners(state: GameState) -> Collection[str]:
    return language_of(state.sheet).words("words.determiners")


def needs_phrase(condition: Condition | None, state: GameState) -> str:
    """Return what an unmet condition needs, to follow "needs": ``the lantern in your hands and a visit to the Inn``; ""
    if it holds."""
    if condition is None or holds(condition, state):
        return ""
    language = language_of(state.sheet)
    if isinstance(condition, AllOf | AnyOf):
        joint = language.render("refusals.needs-and" if isinstance(condition, AllOf) else "refusals.needs-or")
        return joint.join(words for part in condition.conditions if (words := needs_phrase(part, state)))
    slots: dict[str, str] = {}
    for field, value in condition:
        if isinstance(value, StrEnum):
            slots |= {field: value.value, f"{field}_words": value_words(language, field, value)}
        elif field.endswith("_id"):
            slots |= _named(field, value, state)
        elif isinstance(value, int) and field == "minutes":
            slots["time"] = time_text(value)
    return language.render(f"refusals.needs-{condition.kind.replace('_', '-')}", **slots)


def needs_sentence(condition: Condition | None, state: GameState) -> str:
    """Return what an unmet condition needs as a sentence: ``It takes …``; "" if it holds."""
    words = needs_phrase(condition, state)
    return language_of(state.sheet).render("refusals.needs", missing=words) if words else ""


def needs_in_story(condition: Condition | None, state: GameState) -> str:
    """Return the same without the names of quests and tasks, which people of the story do not use."""
    words = needs_phrase(condition, state)
    if condition is None or not words:
        return ""
    is_task = any(isinstance(part, QuestDone | QuestActive | ObjectiveDone) for part in _lacking(condition, state))
    kind = "task" if is_task else "other"
    return language_of(state.sheet).render("refusals.needs-in-story", missing=words, kind=kind)


def _lacking(condition: Condition, state: GameState) -> list[Condition]:
    if holds(condition, state):
        return []
    if isinstance(condition, AllOf | AnyOf):
        return [lacking for part in condition.conditions for lacking in _lacking(part, state)]
    return [condition]
