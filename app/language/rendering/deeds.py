"""What was done by an action, in words: as players read it, and as witnesses remember it."""

from collections.abc import Callable

from app.language.language import language_of
from app.language.rendering.filling import capital
from app.language.rendering.phrases import plural_number, the
from app.language.rendering.states import plural_of
from app.models.events.actions import ActionPerformed
from app.models.sheets.action import ActionSheet
from app.models.state.game_state import GameState


def deed_text(state: GameState, event: ActionPerformed) -> str:
    """Return what players read of a generic action: what is done, and what closes the question where nothing has
    changed; a short sentence where it had been tried before.

    Args:
        state: The game.
        event: The action.
    """
    language, action_id = language_of(state.sheet), event.action_id
    slots = _slots(state, event, lambda any_id: named(state, any_id))
    if event.has_changed or event.text:
        return language.render(f"actions.did-{action_id}", **slots)
    again = f"actions.again-{action_id}" if language.has(f"actions.again-{action_id}") else "actions.again"
    nothing = f"actions.nothing-{action_id}"
    return language.render(again if event.is_again or not language.has(nothing) else nothing, **slots)


def deed_done(state: GameState, event: ActionPerformed, name: Callable[[str], str]) -> str:
    """Return what witnesses remember of an action, without who did it: ``cut the rope``.

    Args:
        state: The game.
        event: The action.
        name: Returns the name of an id, with its article.
    """
    language = language_of(state.sheet)
    if (action := state.sheets.actions.get(event.action_id)) is None:
        in_vain = f"actions.seen-vain-{event.action_id}"
        is_done = event.has_changed or event.text or not language.has(in_vain)
        return language.render(f"actions.seen-{event.action_id}" if is_done else in_vain, **_slots(state, event, name))
    words = authored_words(action, name, event.target_id, event.with_id)
    return language.render("actions.seen-authored", words=words)


def authored_words(
    action: ActionSheet, name: Callable[[str], str], target_id: str | None = None, with_id: str | None = None
) -> str:
    """Return what an action of the author is called, without its full stop.

    Args:
        action: The action.
        name: Returns the name of an id, with its article.
        target_id: What it is done to.
        with_id: The thing that it is done with.
    """
    words = (action.name or action.words[0]).strip().rstrip(".")
    for slot, any_id in (("{target}", target_id), ("{with}", with_id)):
        words = words.replace(slot, name(any_id) if any_id else "").strip()
    return " ".join(words.split())


def named(state: GameState, any_id: str) -> str:
    """Return the name of an id, with its article."""
    return state.name(any_id) if any_id in state.npcs else the(state.name(any_id))


def _slots(state: GameState, event: ActionPerformed, name: Callable[[str], str]) -> dict[str, str | int]:
    language, target = language_of(state.sheet), event.target_id
    way = state.sheets.exit(event.at, target) if event.at and target in state.sheets.locations else None
    is_place = target in state.sheets.locations and way is None
    thing = the(way.name) if way is not None else name(target) if target else ""
    thing = language.render("actions.the-place") if is_place else thing
    called = way.name if way is not None else state.name(target) if target and target not in state.npcs else ""
    number = plural_number(called, plural_of(state, target)) if target and called else 1
    tool = name(event.with_id) if event.with_id else ""
    forms = {form: language.render(f"actions.{form}", number=number) for form in ("it", "them", "it_is")}
    kind = "person" if target in state.npcs else "place" if is_place else "way" if way is not None else "thing"
    kind = "encounter" if target in state.sheets.encounters else kind
    return {
        **forms,
        "thing": thing,
        "Thing": capital(thing),
        "It": capital(forms["it"]),
        "number": number,
        "kind": kind,
        "is_place": "yes" if is_place else "no",
        "tool": tool,
        "with": language.render("actions.with-tool", tool=tool) if tool else "",
    }
