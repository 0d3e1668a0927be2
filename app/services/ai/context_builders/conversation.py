"""The window of recent conversation: byte-stable, so that a model's cache can keep its beginning.

The window is the last 40-59 messages and moves in whole blocks of 20: while it does not move, each turn only adds to
its end.
"""

from app.memory.fence import clipped, data_line
from app.models.game_state import GameState
from app.models.message import Message, Role
from app.services.ai.context_builders.draft import Viewer
from app.services.ai.tokens import estimate

BLOCK = 20
SMALLEST_WINDOW = 40
MAX_MESSAGE = 1200
"""Characters of one message; the middle of a longer one is left out."""
MAX_LOOK_BACK = 400
"""Messages searched for those that a person witnessed."""


def recent_lines(state: GameState, viewer: Viewer, tokens: int) -> tuple[list[str], int]:
    """The lines of the window that fit into ``tokens``, and how many messages of it had to be dropped for that.

    The message being answered, the last one, is not among them.
    """
    messages = state.conversation_history[:-1] if viewer.npc_id is None else _witnessed(state, viewer.npc_id)
    start = max(0, (len(messages) - SMALLEST_WINDOW) // BLOCK * BLOCK)
    lines = [_line(message) for message in messages[start:]]
    costs = [estimate(line) + 1 for line in lines]
    dropped = 0
    while sum(costs[dropped:]) > tokens and dropped < len(lines):
        dropped = min(dropped + BLOCK, len(lines))
    return lines[dropped:], dropped


def _witnessed(state: GameState, npc_id: str) -> list[Message]:
    recent = state.conversation_history[-MAX_LOOK_BACK:-1]
    return [message for message in recent if npc_id in message.witness_ids and message.role is not Role.SYSTEM]


def _line(message: Message) -> str:
    speaker = {Role.NARRATOR: "Narrator", Role.SYSTEM: "Engine"}.get(message.role, message.speaker_name)
    return f"{speaker}: {data_line(clipped(message.content, MAX_MESSAGE))}"
