"""Actions of a person here: their lines, the command that a line means, and the outcome."""

from collections.abc import Iterable
from typing import Any

from app.errors import NotPossible
from app.events.commands.actions import PerformActionCommand
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded
from app.language.rendering.deeds import deed_text
from app.models.base import short_input
from app.models.command import Event
from app.models.events.actions import ActionPerformed, CheckRolled, StateChanged
from app.models.refusals.actions import ActorDead
from app.models.refusals.people import DeedUnclear, DeedUnknown
from app.models.state.game_state import GameState
from app.services.game.action_lines import action_lines

_MARKS = " .!\"'"


def possible_lines(state: GameState, npc_id: str) -> list[str]:
    """Return what a person can do here now, each as the line that means it."""
    return [deed.line for deed in action_lines(state, npc_id) if deed.refusal is None]


def deed_called(state: GameState, npc_id: str, called: str) -> PerformActionCommand:
    """Return the command for an action that is known to a person here.

    Args:
        state: The game.
        npc_id: The person who acts.
        called: The line of the action, its name, or its id where it can be done in one way.

    Raises:
        NotPossible: The person is dead, or the words mean no action that it knows here, or several.
    """
    if state.npc(npc_id).dead:
        raise NotPossible(ActorDead(actor_id=npc_id))
    known, wanted = list(action_lines(state, npc_id)), _words(called)
    meant = [deed for deed in known if wanted == _words(deed.line)]
    meant = meant or [deed for deed in known if wanted == _words(deed.name) or called.strip() == deed.id]
    if len(meant) != 1:
        possible = tuple(deed.line for deed in meant or known if deed.refusal is None)
        raise NotPossible((DeedUnclear if meant else DeedUnknown)(deed=short_input(called), possible=possible))
    (deed,) = meant
    return PerformActionCommand(action_id=deed.id, target_id=deed.target_id, with_id=deed.with_id, actor_id=npc_id)


def deed_data(state: GameState, npc_id: str, events: Iterable[Event]) -> dict[str, Any]:
    """Return what a person has done, and what it reads of it: the author's words, a roll, states that are seen."""
    done, outcome, here = "", list[str](), state.npc(npc_id).current_location_id
    for event in events:
        match event:
            case ActionPerformed(actor_id=actor) if actor == npc_id:
                is_authored = event.action_id in state.sheets.actions
                done = event.action_id
                outcome.append(event.text if is_authored or event.text else deed_text(state, event))
            case CheckRolled(actor_id=actor) if actor == npc_id:
                outcome += [event.result.value, event.text]
            case StateChanged(at=at) if at in (None, here):
                outcome.append(event.text)
    return {"done": done, "outcome": [text for text in outcome if text]}


def _words(text: str) -> tuple[str, ...]:
    words = Folded.of(text).folded.strip(_MARKS).split()
    return tuple(word for word in words if word not in lexicon().articles)
