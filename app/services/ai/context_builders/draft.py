"""The output of a prompt builder: one section as lines, each with its reason."""

from dataclasses import dataclass

from app.memory.recall.perceived import as_perceived
from app.models.memory import MemoryEntry, Scope
from app.models.prompt import LineSource, PromptLine, Share, Why
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class PromptViewer:
    """The reader of a prompt: the narrator, in a player's turn or in none, or one person."""

    npc_id: str | None = None
    player_id: str | None = None
    is_master: bool = False
    """Whether the narrator is a game master, who knows what the author knows."""
    knows_cast: bool = False
    """Whether the game master has everybody's background and topics before it, so that people present are named with
    what changes alone."""

    def place_id(self, state: GameState) -> str | None:
        if self.npc_id is not None:
            return state.npc(self.npc_id).current_location_id
        return state.scenario.current_location_id

    def seen(self, state: GameState, scope: Scope, entry: MemoryEntry) -> MemoryEntry:
        """Return a memory as the reader is shown it: its own memories as it perceives them."""
        if self.npc_id is None or scope != Scope.npc(self.npc_id):
            return entry
        seen = as_perceived(state, self.npc_id, entry)
        return entry.model_copy(update={"summary": seen.text}) if seen.is_distorted else entry


NARRATOR = PromptViewer()
"""The narrator outside of any player's turn."""


@dataclass(frozen=True)
class DraftLine:
    """A line of a section. ``memories`` are the summaries it shows, by id; ``left_out`` says what it omits, and
    ``omitted`` holds those memories. The line with the highest ``age`` is dropped first."""

    text: str
    reason: str = ""
    why: Why = Why.STATE
    source: LineSource | None = None
    memories: tuple[tuple[str, str], ...] = ()
    left_out: str = ""
    omitted: tuple[PromptLine, ...] = ()
    age: int = 0

    @property
    def shown(self) -> PromptLine:
        return PromptLine(text=self.text, why=self.why, reason=self.reason, source=self.source)


@dataclass(frozen=True)
class Draft:
    """A section before fitting; required sections are fitted first, then the others by priority, highest first. One
    that ``is_last`` comes right before the player's line."""

    name: str
    lines: tuple[DraftLine, ...]
    priority: int
    required: bool = False
    share: Share = Share.STATE
    is_last: bool = False
