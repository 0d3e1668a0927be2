"""What minds may take; the container fills it from Settings."""

from dataclasses import dataclass, field

from app.cognition.perceive import PerceiveLimits
from app.memory.stream.pruner import MemoryLimits


@dataclass(frozen=True)
class MindLimits:
    """Budgets are model calls; a job that finds none left waits, or is dropped if its kind is worth nothing later."""

    calls_per_tick: int = 8
    calls_per_day: int = 300
    calls_per_npc_day: int = 24
    at_once: int = 4
    """Jobs under way side by side."""
    attempts: int = 2
    """Times a model is asked before the heuristic answers."""
    backoff: float = 0.5
    """Seconds before the second attempt, twice as many before each further one."""
    patience: int = 120
    """Game minutes that a job waits for a budget before the heuristic does it."""
    busy: int = 40
    """Waiting jobs from which on nobody is asked to reflect."""
    memories: MemoryLimits = field(default_factory=MemoryLimits)
    perceive: PerceiveLimits = field(default_factory=PerceiveLimits)
