"""Sections on states, and on the actions that are possible; left out where a game has none."""

from collections.abc import Iterable, Iterator

from app.events.actions.possible import KnownAction, possible_actions
from app.language.rendering.refusing import render_refusal
from app.language.rendering.states import shown_states
from app.memory.prompt_data import clipped, data_line
from app.models.sheets.values import COUNT, GAME, PARTY
from app.models.state.game_state import GameState
from app.models.state.things import is_open_container
from app.models.state.values import declared, number_of
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer

MAX_STATE = 300
"""Characters of the shown states of one owner."""
MOST_WORDS = 3
"""Phrases of one action that are shown."""


def states_note(state: GameState, of: str) -> str:
    """Return the visible states of an owner, to follow its name; "" for none."""
    count = f" x {number_of(state, of, COUNT)}" if declared(state, of, COUNT) is not None else ""
    seen = " ".join(shown_states(state, of))
    return f"{count}: {data_line(clipped(seen, MAX_STATE))}" if seen else count


def content_lines(state: GameState, ids: Iterable[str], depth: int = 1) -> Iterator[DraftLine]:
    """Yield what is in, or on, those of the ids that are open containers."""
    for any_id in ids:
        if not is_open_container(state, any_id):
            continue
        for item in state.contents.get(any_id, ()):
            inside = f"{'  ' * depth}in or on [{any_id}]: {data_line(state.name(item))} [{item}]"
            yield DraftLine(f"{inside}{states_note(state, item)}")
            yield from content_lines(state, (item,), depth + 1)


def build_states(state: GameState, _viewer: PromptViewer) -> Draft:
    """List what is seen of the states of game, party and players, the companions, the dead, and the ending."""
    owners = {GAME: "Game", PARTY: "Party", **{player.id: data_line(player.name) for player in state.party.players}}
    gone = [npc.instance_id for npc in state.npcs.values() if npc.dead]
    notes = ((name, states_note(state, key)) for key, name in owners.items())
    lines = [f"{name}{note}" for name, note in notes if note]
    lines += [f"Goes with the players: {data_line(state.name(key))} [{key}]" for key in state.party.companions]
    lines += [f"Dead: {data_line(state.name(key))} [{key}]" for key in (*state.party.fallen, *gone)]
    if (ending := state.world.ending) is not None:
        lines.append(f"The story has ended: {data_line(state.name(ending))} [{ending}]")
    return Draft("States", tuple(map(DraftLine, lines)), priority=95, required=True)


def build_actions(state: GameState, viewer: PromptViewer) -> Draft:
    """List what the acting player can do here, and why not where it is refused now."""
    lines = tuple(DraftLine(_action_line(state, action)) for action in possible_actions(state, viewer.player_id))
    return Draft("Possible Actions", lines, priority=62)


def _action_line(state: GameState, action: KnownAction) -> str:
    words = ", ".join(map(data_line, action.words[:MOST_WORDS]))
    line = f"[{action.id}]{f' {words}' if words else ''}"
    for joint, ids in (("on", action.targets), ("with", action.things)):
        if ids:
            line += f"; {joint} {', '.join(f'[{each}]' for each in ids)}"
    if action.refusal is not None:
        line += f"; refused now: {data_line(str(render_refusal(action.refusal, state)))}"
    return line
