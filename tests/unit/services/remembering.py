"""What the tests of the memory share: services over a fake summarizer, and what a scope remembers."""

from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import close_ranges
from app.services.game.memory_service import CaptureLimits, DeferredMemoryService, MemoryService
from app.testing import FakeSummarizer
from tests.worlds import NOW, say

EXTRACT = "They stood about and it grew late."
"""What the stand-in for the extractive summarizer answers."""

WORLD, MARKET, INN = Scope.world(), Scope.location("market"), Scope.location("inn")
MARA, GUARD = Scope.npc("mara"), Scope.npc("guard-1")


def memory_over(summarizer: FakeSummarizer, limits: CaptureLimits | None = None) -> MemoryService:
    """A service that settles at once, or settles what the deferred one has asked for."""
    return MemoryService(summarizer, FakeSummarizer(*[EXTRACT] * 50), lambda: NOW, limits=limits or CaptureLimits())


def play_turn(state: GameState, *lines: str, **fields: object) -> None:
    """A turn in which these lines are said; nobody asks for anything."""
    state.turn += 1
    say(state, *lines, **fields)


def end_turn(state: GameState, piece_size: int = 30) -> None:
    """What TurnService does with the requests of a turn."""
    close_ranges(state, piece_size)


def summaries(state: GameState, scope: Scope) -> list[str]:
    return [entry.summary for entry in state.memories(scope)]


def ranges(state: GameState, scope: Scope) -> list[tuple[int | None, int | None]]:
    """First and last message of each memory of the scope."""
    return [(entry.first_message_index, entry.since_message_index) for entry in state.memories(scope)]


def remembered_anywhere(state: GameState) -> int:
    return sum(len(state.memories(scope)) for scope in state.scopes())


def deferred() -> DeferredMemoryService:
    return DeferredMemoryService()
