"""What the tests of reflecting share."""

from collections.abc import Sequence
from typing import Any

from app.cognition.remembering.reflect import ReflectWork
from app.interfaces.agents.mind import Insight, Reflection, ReflectRequest, RelationshipChange
from app.memory.recall.recaller import Recaller
from app.memory.stream.sights import Sights
from app.memory.stream.stream import MemoryStream
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind
from app.models.minds.mind_state import Job, JobKind
from app.testing import FakeMind
from tests.unit.memory.recall.streams import context as told
from tests.unit.memory.recall.streams import mara_stream

JOB = Job(kind=JobKind.REFLECT, npc_id="mara", asked_at=480)


class Thinker(FakeMind):
    """Answers what it is told to, and notes what it was asked."""

    def __init__(self, *insights: Insight, changes: Sequence[RelationshipChange] = ()) -> None:
        self.insights = insights
        self.changes = tuple(changes)
        self.asked: list[ReflectRequest] = []

    async def reflect(self, asked: ReflectRequest) -> Reflection:
        self.asked.append(asked)
        return Reflection(insights=self.insights, relationships=self.changes)


class Plain(FakeMind):
    """The heuristic as far as these tests need it."""

    model = "offline"

    async def reflect(self, asked: ReflectRequest) -> Reflection:
        ids = tuple(memory.id for memory in asked.memories)
        return Reflection(insights=(Insight(text="It was quiet.", importance=6, evidence=ids),))


def insight(text: str, *evidence: str, importance: float = 8) -> Insight:
    """A conclusion, from the first memory unless others are named."""
    return Insight(text=text, importance=importance, evidence=evidence or ("mara-001",))


def reflective_mara() -> MemoryStream:
    """Mara's stream at eight in the morning of day 1; she has noticed Guard."""
    stream = mara_stream()
    Sights.of(stream.state, stream.scope).first["guard-1"]["inn"] = 480  # without a memory, which tests count
    return stream


def mara(stream: MemoryStream) -> NPCInstance:
    """Herself."""
    return stream.state.npc("mara")


def saw(stream: MemoryStream, count: int = 1, importance: float = 2.0, **fields: Any) -> None:
    """So many things have happened at the inn."""
    for _ in range(count):
        number = len(stream) + 1
        stream.add(
            MemoryKind.OBSERVATION,
            told(f"Thing {number} happened.", importance=importance, location_id="inn", **fields),
        )


def work() -> ReflectWork:
    """The work."""
    return ReflectWork(Plain(), Recaller())


async def reflected(
    stream: MemoryStream, mind: FakeMind, *, by_model: bool = True, job: Job = JOB
) -> list[MemoryEntry]:
    """What one job adds."""
    asked = work().prepare(stream.state, job)
    assert asked is not None
    before = len(stream)
    work().apply(stream.state, job, asked, await work().think(mind, asked), by_model=by_model)
    return stream.all()[before:]
