"""One immutable utterance of a game's conversation."""

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen, Id
from app.models.events.recorded import RecordedEvents
from app.models.speech import SpeechAct


class Role(StrEnum):
    """Who speaks: a player, the narrator, a person of the world, or the engine itself."""

    PLAYER = "player"
    NARRATOR = "narrator"
    NPC = "npc"
    SYSTEM = "system"


class Message(Frozen):
    """Who said what to whom, where and when, and who heard it.

    ``index`` is its position in the conversation. ``quoted`` are the spans (start, end) of ``content`` that are never
    condensed: what was taken from a memory, and what is no part of the story, as help and lists of what is possible.
    """

    index: int = Field(ge=0)
    turn: int = Field(default=0, ge=0)
    role: Role
    speaker_id: Id | None = None
    speaker_name: str = ""
    addressee_ids: tuple[Id, ...] = ()
    content: str
    location_id: Id | None = None
    arrived_location_id: Id | None = Field(default=None, description="when the turn moved: counts for both places")
    witness_ids: tuple[Id, ...] = Field(default=(), description="the NPCs who heard it")
    npc_ids: tuple[Id, ...] = Field(default=(), description="the NPCs it names")
    game_time: int = Field(default=0, ge=0, description="minutes since day 1, 00:00")
    scene: str | None = Field(default=None, description="day-003/scene-04")
    timestamp: datetime
    interrupted: bool = Field(default=False, description="the player stopped it; cut text is not condensed")
    degraded: bool = Field(default=False, description="the offline narrator stood in for a model")
    quoted: tuple[tuple[int, int], ...] = Field(default=(), description="taken from memory, or no part of the story")
    events: RecordedEvents = Field(default=(), description="of the engine's line: what it tells")
    acts: tuple[SpeechAct, ...] = Field(default=(), description="what is done by saying it; fixed when the turn closes")
    after: int | None = Field(default=None, description="of a speech: characters of narration told before it")

    @property
    def fresh_content(self) -> str:
        """The content without what it quotes from memory: what a summarizer may see."""
        if not self.quoted:
            return self.content
        pieces, position = [], 0
        for start, end in sorted(self.quoted):
            pieces.append(self.content[position : max(position, start)])
            position = max(position, end)
        pieces.append(self.content[position:])
        return "…".join(pieces).strip()
