"""The window of recent conversation, byte-stable for prompt caches: the last blocks of 20 that hold 40 to 59
messages, of which whole blocks are dropped, but never the last six turns."""

from dataclasses import dataclass

from app.memory.prompt_data import clipped, data_line, estimate
from app.models.memory_id import make_message_id
from app.models.messages.message import Message, Role
from app.models.prompt import LineSource, PromptLine, Why
from app.models.state.game_state import GameState
from app.services.ai.context_builders.draft import PromptViewer

BLOCK = 20
SMALLEST_WINDOW = 40
LATEST_TURNS = 6
"""Turns before the present one that are shown wherever there is room for them at all."""
TURNS_AT_ONCE = 3
"""Turns that are dropped together where less than a block is dropped, so that the window seldom begins elsewhere."""
MAX_MESSAGE = 1200
"""Most characters of one message; the middle of a longer one is left out."""
MAX_LOOK_BACK = 400
"""Messages that are searched for those a person witnessed."""
_SPEAKERS = {Role.NARRATOR: "Narrator", Role.SYSTEM: "Engine"}


@dataclass(frozen=True)
class Window:
    """The conversation as ``shown``, its tokens and message positions.

    ``gone`` holds the messages left out, and ``next_block`` the tokens of the newest whole block of them, None if
    there is none."""

    shown: tuple["Shown", ...]
    tokens: int
    positions: frozenset[int]
    gone: tuple["Shown", ...]
    next_block: int | None = None

    @property
    def dropped(self) -> int:
        return len(self.gone)


class Shown:
    """A message as it is shown, and its tokens."""

    def __init__(self, message: Message) -> None:
        self.position, self.turn = message.index, message.turn
        self._message = message
        self.line = f"{speaker_label(message)}: {data_line(clipped(message.content, MAX_MESSAGE))}"
        self.tokens = estimate(self.line) + 1

    @property
    def as_line(self) -> PromptLine:
        message = self._message
        source = LineSource(
            words=f"{_SPEAKERS.get(message.role, message.speaker_name)}: {clipped(message.content, MAX_MESSAGE)}",
            ids=(make_message_id(message.index),),
            place_id=message.location_id,
            turn=message.turn,
            game_time=message.game_time,
        )
        return PromptLine(text=self.line, why=Why.SAID, source=source)


Blocks = list[list[Shown]]


def recent_blocks(state: GameState, viewer: PromptViewer) -> Blocks:
    """Return the last blocks, oldest first, without messages that the reader has not heard and without the last
    message, which it answers."""
    history = state.conversation_history
    end = max(0, len(history) - 1)
    start = end // BLOCK * BLOCK
    blocks = [_heard(history[start:end], viewer)]
    while start and sum(map(len, blocks)) < SMALLEST_WINDOW and end - start < MAX_LOOK_BACK:
        start -= BLOCK
        blocks.insert(0, _heard(history[start : start + BLOCK], viewer))
    return [[Shown(message) for message in block] for block in blocks]


def fitted_window(blocks: Blocks, tokens: int) -> Window:
    """Fit the conversation into ``tokens`` by dropping the oldest blocks. If the blocks that fit lack some of the last
    turns, keep these instead, and if they do not fit, the newest messages that do."""
    everything = [shown for block in blocks for shown in block]
    taken = [sum(shown.tokens for shown in block) for block in blocks]
    first = next((at for at in range(len(blocks)) if sum(taken[at:]) <= tokens), len(blocks))
    kept = [shown for block in blocks[first:] for shown in block]
    if len(kept) < len(latest := _latest(everything)):
        kept = _newest(everything, tokens)
        kept = latest if len(kept) >= len(latest) else kept
    return Window(
        shown=tuple(kept),
        tokens=sum(shown.tokens for shown in kept),
        positions=frozenset(shown.position for shown in kept),
        gone=tuple(everything[: len(everything) - len(kept)]),
        next_block=taken[first - 1] if 0 < first < len(blocks) else None,
    )


def latest_tokens(blocks: Blocks) -> int:
    """Return the tokens of the last turns, which are never dropped while there is room for them."""
    return sum(shown.tokens for shown in _latest([shown for block in blocks for shown in block]))


def _latest(everything: list[Shown]) -> list[Shown]:
    """Return the messages of the last six turns, and of up to two turns before them."""
    if not everything:
        return []
    first = (everything[-1].turn - LATEST_TURNS + 1) // TURNS_AT_ONCE * TURNS_AT_ONCE
    return [shown for shown in everything if shown.turn >= first]


def _newest(everything: list[Shown], tokens: int) -> list[Shown]:
    start = len(everything)
    while start and everything[start - 1].tokens <= tokens:
        start -= 1
        tokens -= everything[start].tokens
    return everything[start:]


def _heard(messages: list[Message], viewer: PromptViewer) -> list[Message]:
    if viewer.npc_id is None:
        return [m for m in messages if m.owner_id in (None, viewer.player_id)]
    return [m for m in messages if viewer.npc_id in m.witness_ids and m.role is not Role.SYSTEM]


def speaker_label(message: Message) -> str:
    """Return ``Narrator``, ``Engine``, or the speaker's name as data."""
    return _SPEAKERS.get(message.role) or data_line(message.speaker_name)
