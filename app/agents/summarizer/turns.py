"""Messages by turns: who acted, what the engine says changed, and where everybody was."""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby

from app.agents.summarizer.changes import MOVED, Change, ChangeReader
from app.language.rendering.perspective import PARTY_NAME
from app.models.message import Message, Role
from app.models.scenario_index import ScenarioIndex


class Turn:
    """The messages of one turn, as far as the summary is shown them."""

    def __init__(self, messages: Sequence[Message], player: str, index: ScenarioIndex, reader: ChangeReader) -> None:
        self.messages = messages
        self._index = index
        typed = self.of(Role.PLAYER)
        self.player = next((message.speaker_name for message in typed if message.speaker_name.strip()), player)
        self.changes: list[Change] = [change for line in self.of(Role.SYSTEM) for change in reader.read(line)]

    def of(self, role: Role) -> list[Message]:
        return [message for message in self.messages if message.role is role]

    @cached_property
    def has_moved(self) -> bool:
        """Whether the party left the place where the turn began, be it to come back."""
        arrived = any(message.arrived_location_id is not None for message in self.messages)
        return arrived or any(change.mark == MOVED for change in self.changes)

    @cached_property
    def people(self) -> list[str]:
        """Everybody, those who were there first: of two guards the one who was there is meant."""
        there = [key for message in self.messages for key in (message.speaker_id, *message.witness_ids)]
        return list(dict.fromkeys((*(key for key in there if key in self._index.npcs), *self._index.npcs)))

    def answered_by(self, place: str | None) -> set[str]:
        """Who of the people spoke at a place."""
        spoke = (message.speaker_id for message in self.of(Role.NPC) if message.location_id == place)
        return {key for key in spoke if key in self._index.npcs}

    def was_at(self, npc_id: str, place: str | None) -> bool:
        """Whether a person was at a place: where it spoke, else where it witnessed anything.

        Whoever spoke counts as a witness of the whole turn, also of what happened elsewhere.
        """
        spoke = {message.location_id for message in self.of(Role.NPC) if message.speaker_id == npc_id}
        heard = {message.location_id for message in self.messages if npc_id in message.witness_ids}
        return place in (spoke or heard)


def turns_of(messages: Sequence[Message], index: ScenarioIndex, reader: ChangeReader) -> list[Turn]:
    """The turns of the messages, in order; a turn without a player's words is that of the first player known."""
    players = [m.speaker_name for m in messages if m.role is Role.PLAYER and m.speaker_name.strip()]
    player = players[0] if players else PARTY_NAME
    return [Turn(list(group), player, index, reader) for _, group in groupby(messages, key=lambda m: m.turn)]
