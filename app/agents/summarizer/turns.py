"""Messages by turns: who acted, what happened, and where everybody was."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby

from app.models.events.play import ActProgressed, LocationChanged
from app.models.messages.message import Message, Role


class Turn:
    """The messages of one turn, as far as the summary is shown them; ``player`` is None for the party as a whole."""

    def __init__(self, messages: Sequence[Message], player: str | None) -> None:
        self.messages = messages
        self.number = messages[0].turn
        typed = self.of(Role.PLAYER)
        self.player = next((message.speaker_name for message in typed if message.speaker_name.strip()), player)
        self.happened = [pair for message in messages for pair in message.happened]

    def of(self, role: Role) -> list[Message]:
        return [message for message in self.messages if message.role is role]

    @cached_property
    def has_moved(self) -> bool:
        """Whether the party left the place where the turn began, be it to come back."""
        moves = any(isinstance(event, LocationChanged) for event, _ in self.happened)
        return moves or any(message.arrived_location_id is not None for message in self.messages)

    @property
    def has_ended_story(self) -> bool:
        """Whether the last act is over."""
        return any(isinstance(event, ActProgressed) and event.begun is None for event, _ in self.happened)

    def was_at(self, npc_id: str, place: str | None) -> bool:
        """Whether a person was at a place: where it spoke, else where it witnessed anything."""
        spoke = {message.location_id for message in self.of(Role.NPC) if message.speaker_id == npc_id}
        heard = {message.location_id for message in self.messages if npc_id in message.witness_ids}
        return place in (spoke or heard)


def turns_of(messages: Sequence[Message]) -> list[Turn]:
    """The turns of the messages, in order; a turn without a player's words is that of the only player known."""
    players = {m.speaker_name for m in messages if m.role is Role.PLAYER and m.speaker_name.strip()}
    player = players.pop() if len(players) == 1 else None
    return [Turn(list(group), player) for _, group in groupby(messages, key=lambda m: m.turn)]
