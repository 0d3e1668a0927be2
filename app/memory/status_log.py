"""Which memories' statuses have changed, so that an index follows without reading them all."""

from typing import Any

from app.models.game_state import GameState
from app.models.memory import MemoryStatus


class StatusLog(dict[str, MemoryStatus]):
    """The statuses of a game, by memory id, which remember in what order they were set."""

    changes: list[str]

    def __new__(cls, *_: Any) -> "StatusLog":
        """Also when copied or unpickled, which sets the items without ``__init__``."""
        log = super().__new__(cls)
        log.changes = []
        return log

    def __setitem__(self, memory_id: str, status: MemoryStatus) -> None:
        super().__setitem__(memory_id, status)
        self.changes.append(memory_id)

    @classmethod
    def of(cls, state: GameState) -> "StatusLog":
        """The game's statuses as such a log: put in their place, with the same content, when first asked for."""
        statuses = state.memory_status
        if not isinstance(statuses, cls):
            statuses = cls(statuses)
            state.memory_status = statuses
        return statuses
