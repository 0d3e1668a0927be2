"""What people are about to do: orders decided between two ticks, carried out at the next one."""

from collections.abc import Iterable

from app.events.command_table import parse_command
from app.language.language import language_of
from app.models.command import Command
from app.models.minds.mind_state import PlannedCommand
from app.models.state.game_state import GameState


def because(state: GameState, reason: str, **slots: str) -> str:
    """Return the reason of a person's action in words."""
    return language_of(state.sheet).render(f"reasons.{reason}", **slots)


def intend(state: GameState, npc_id: str, commands: Iterable[Command], reason: str) -> None:
    """Let a person do this at the next tick."""
    given = tuple(command.written() for command in commands)
    if given:
        state.minds.intents.append(
            PlannedCommand(npc_id=npc_id, commands=given, reason=reason, decided_at=state.clock.minutes)
        )


def take_intents(state: GameState) -> list[tuple[PlannedCommand, list[Command]]]:
    """What was decided since the last tick, person by person in the scenario's order, each in order of time."""
    order = {npc_id: position for position, npc_id in enumerate(state.npcs)}
    waiting = sorted(state.minds.intents, key=lambda intent: (order.get(intent.npc_id, len(order)), intent.decided_at))
    state.minds.intents = []
    return [(intent, [parse_command(command) for command in intent.commands]) for intent in waiting]
