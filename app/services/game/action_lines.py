"""Possible actions one by one, each with the line that does it and with why it is refused now."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from app.events.actions.generic import generic_actions
from app.events.actions.possible import (
    KnownAction,
    Scene,
    actor_of,
    possible_actions,
    refusal_of,
    scene_of,
    trade_refusal,
)
from app.language.analysis.names import without_article
from app.language.language import language_of
from app.language.rendering.filling import fill_slots
from app.language.rendering.phrases import typed_phrase
from app.models.refusals.base import Refusal
from app.models.state.conditions import visible_exits
from app.models.state.game_state import GameState

_TARGET, _WITH = "{target}", "{with}"
_NOTHING = "…"


class ActionLine(NamedTuple):
    """One action on one target.

    Attributes:
        id: The id of the action.
        name: What it is called: its author's name for it, else the line.
        line: What a player types to do it.
        target_id: What it is done to; None for an action without a target.
        with_id: The thing that it is done with; None for an action that needs none, or where none is carried.
        refusal: Why it is not possible now; None if it is.
    """

    id: str
    name: str
    line: str
    target_id: str | None = None
    with_id: str | None = None
    refusal: Refusal | None = None


def action_lines(state: GameState, player_id: str | None = None) -> Iterator[ActionLine]:
    """Yield what a player can do here, authored actions first, each target by itself.

    Args:
        state: The game.
        player_id: The player; None for the first one.
    """
    known = possible_actions(state, player_id)
    if not known:
        return
    scene, language = scene_of(state, actor_of(state, player_id)), language_of(state.sheet)
    for action in known:
        phrases = (typed_phrase(language, action.id),) if action.is_generic else action.words
        for target_id in action.targets or (None,):
            for with_id in action.things or (None,):
                line = _filled(state, phrases, target_id, with_id, action.name)
                refusal = _refusal(scene, action, target_id, with_id)
                yield ActionLine(action.id, action.name or line, line, target_id, with_id, refusal)


def _filled(state: GameState, phrases: Sequence[str], target_id: str | None, with_id: str | None, name: str) -> str:
    """Return the first phrase of which every name is known; names take the places of slots. Where none is, because what
    it is done with is not carried, return the author's name for the action, else a phrase with dots for the thing."""
    slots = {_TARGET: target_id, _WITH: with_id}
    fitting = (each for each in phrases if all(any_id is not None for slot, any_id in slots.items() if slot in each))
    names = {slot[1:-1]: _typed_name(state, any_id) for slot, any_id in slots.items() if any_id is not None}
    phrase = next((each for each in fitting if with_id is None or _WITH in each), None)
    phrase = phrase or next((each for each in phrases if _WITH not in each or with_id is not None), None)
    if phrase is None:
        return name or fill_slots(phrases[0], names | {_WITH[1:-1]: _NOTHING})[0]
    return fill_slots(phrase, names)[0]


def _typed_name(state: GameState, any_id: str) -> str:
    """Return what a player calls a part of the world; a place that a way leads to is the way, which can be closed."""
    ways = visible_exits(state)
    names = [way.name for way in ways if way.to == any_id]
    is_clear = len(names) == 1 and [way.name for way in ways].count(names[0]) == 1
    return names[0] if is_clear else without_article(state.name(any_id))


def _refusal(scene: Scene, action: KnownAction, target_id: str | None, with_id: str | None) -> Refusal | None:
    if action.is_generic:
        return trade_refusal(scene, generic_actions()[action.id], target_id)
    return refusal_of(scene, scene.state.sheets.actions[action.id], target_id, with_id)
