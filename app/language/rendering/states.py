"""States as players see them, in the author's words or those of the language."""

from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import plural_number, the
from app.models.sheets.values import MARKS, StateKind, StateSheet, StateValue
from app.models.state.game_state import GameState
from app.models.state.values import states_of


def shown_states(state: GameState, of: str, *, is_named: bool = False) -> list[str]:
    """Return what players see of an owner's states, a sentence each.

    Args:
        state: The game.
        of: A thing, detail, person, place or player, ``party`` or ``game``.
        is_named: Whether a bare number is preceded by its owner's name, as where those of several are listed.
    """
    found: list[str] = []
    for sheet, value in states_of(state, of):
        if words := _words(state, of, sheet, value):
            is_bare = sheet.kind is StateKind.NUMBER and not sheet.text(value)
            found.append(f"{state.name(of)}: {words}." if is_named and is_bare else words)
    return found


def _words(state: GameState, of: str, sheet: StateSheet, value: StateValue) -> str:
    if not sheet.shown:
        return ""
    if text := sheet.text(value):
        return sentence(text)
    if sheet.kind is StateKind.NUMBER:
        return f"{sheet.label or sheet.name}: {value}/{sheet.most}"
    if value is True and sheet.name in MARKS:
        return mark_text(state, of, sheet.name)
    return ""


def mark_text(state: GameState, of: str, mark: str) -> str:
    """Return what players see of a mark on a thing or detail: ``The nets have been cut.``"""
    return mark_sentence(state, mark, the(state.name(of)), plural_number(state.name(of), plural_of(state, of)))


def mark_sentence(state: GameState, mark: str, thing: str, number: int) -> str:
    """Return what players see of a mark.

    Args:
        state: The game.
        mark: One of `MARKS`.
        thing: What it is on, with its article.
        number: 1, or 2 for what is several.
    """
    return sentence(language_of(state.sheet).render("engine.mark", mark=mark, thing=thing, number=number))


def plural_of(state: GameState, any_id: str) -> bool | None:
    """Return whether the author calls a thing or detail several; None where the name decides."""
    item, (_, feature) = state.sheets.items.get(any_id), state.sheets.features.get(any_id, (None, None))
    return item.plural if item is not None else feature.plural if feature is not None else None
