"""States as players see them, in the author's words or those of the language."""

from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import the
from app.models.sheets.values import MARKS, StateKind, StateSheet, StateValue
from app.models.state.game_state import GameState
from app.models.state.values import states_of


def shown_states(state: GameState, of: str) -> list[str]:
    """Return what players see of an owner's states, a sentence each.

    Args:
        state: The game.
        of: A thing, detail, person, place or player, ``party`` or ``game``.
    """
    return [words for sheet, value in states_of(state, of) if (words := _words(state, of, sheet, value))]


def _words(state: GameState, of: str, sheet: StateSheet, value: StateValue) -> str:
    if not sheet.shown:
        return ""
    if text := sheet.text(value):
        return sentence(text)
    if sheet.kind is StateKind.NUMBER:
        return f"{sheet.label or sheet.name}: {value}/{sheet.most}"
    if value is True and sheet.name in MARKS:
        return sentence(language_of(state.sheet).render(f"engine.mark-{sheet.name}", thing=the(state.name(of))))
    return ""
