"""The window of recent conversation: byte-stable, so that a model's cache can keep its beginning.

The conversation is cut into blocks of 20 messages. The window is the fewest last blocks that hold 40 messages of the
reader's, 59 at most: while it does not move, each turn only adds to its end.
"""

from app.memory.fence import clipped, data_line
from app.memory.tokens import estimate
from app.models.game_state import GameState
from app.models.message import Message, Role
from app.services.ai.context_builders.draft import Viewer

BLOCK = 20
SMALLEST_WINDOW = 40
MAX_MESSAGE = 1200
"""Characters of one message; the middle of a longer one is left out."""
MAX_LOOK_BACK = 400
"""Messages searched for those that a person witnessed."""


def recent_lines(state: GameState, viewer: Viewer, tokens: int) -> tuple[list[str], int]:
    """The lines of the window that fit into ``tokens``, and how many messages of it had to be dropped for that.

    The message being answered, the last one, is not among them. Dropped are whole blocks, the oldest first.
    """
    blocks = [[_line(message) for message in block] for block in _window(state, viewer)]
    costs = [sum(estimate(line) + 1 for line in block) for block in blocks]
    first = 0
    while first < len(blocks) and sum(costs[first:]) > tokens:
        first += 1
    return [line for block in blocks[first:] for line in block], sum(map(len, blocks[:first]))


def _window(state: GameState, viewer: Viewer) -> list[list[Message]]:
    """The last blocks, oldest first, each without what the reader has not heard."""
    history = state.conversation_history
    end = max(0, len(history) - 1)
    start = end // BLOCK * BLOCK
    blocks = [_heard(history[start:end], viewer)]
    while start > 0 and sum(map(len, blocks)) < SMALLEST_WINDOW and end - start < MAX_LOOK_BACK:
        start -= BLOCK
        blocks.insert(0, _heard(history[start : start + BLOCK], viewer))
    return blocks


def _heard(messages: list[Message], viewer: Viewer) -> list[Message]:
    if viewer.npc_id is None:
        return messages
    return [m for m in messages if viewer.npc_id in m.witness_ids and m.role is not Role.SYSTEM]


def _line(message: Message) -> str:
    engine = {Role.NARRATOR: "Narrator", Role.SYSTEM: "Engine"}
    speaker = engine.get(message.role) or data_line(message.speaker_name)
    return f"{speaker}: {data_line(clipped(message.content, MAX_MESSAGE))}"
