"""Talks between the people of the test village, with a mind that says what a test tells it to."""

from collections.abc import Callable, Mapping, Sequence

from app.cognition.talking.converse import ConverseWork
from app.cognition.talking.meeting import Meeting
from app.interfaces.agents.mind import Conversation, ConversationLine, ConverseRequest, IMind, RelationshipChange
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.minds.mind_state import Job, JobKind
from app.models.state.game_state import GameState
from app.testing import FakeMind
from tests.unit.cognition.people import at, new_village

JORUN, HEDDA, WENZEL, RAGNA, TAM = "jorun", "hedda", "wenzel", "ragna", "drifter"
Lines = Sequence[tuple[str, str]]


def on_the_square(*people: str, minutes: int = at(17)) -> GameState:
    """The village with these people idle on its square, all others nowhere."""
    state = new_village(minutes)
    for npc in state.npcs.values():
        npc.current_location_id = "square" if npc.instance_id in people else None
    return state


def talk_of(*lines: tuple[str, str], changes: Mapping[str, RelationshipChange] | None = None) -> Conversation:
    """A conversation of (who, what)."""
    said = tuple(ConversationLine(npc_id=npc_id, text=text) for npc_id, text in lines)
    return Conversation(lines=said, relationships=changes or {})


class Talker(FakeMind):
    """Answers every talk with the same, or with what a function makes of the question."""

    def __init__(self, answer: Conversation | Callable[[ConverseRequest], Conversation], model: str = "paid") -> None:
        self.model = model
        self.answer = answer
        self.asked: list[ConverseRequest] = []

    async def converse(self, asked: ConverseRequest) -> Conversation:
        self.asked.append(asked)
        return self.answer if isinstance(self.answer, Conversation) else self.answer(asked)


def job_of(state: GameState, first: str, second: str, **facts: str) -> Job:
    return Job(kind=JobKind.CONVERSE, npc_id=first, with_ids=(second,), asked_at=state.clock.minutes, facts=facts)


def prepared(state: GameState, first: str = JORUN, second: str = HEDDA) -> Meeting:
    """What is asked when the two talk, who can."""
    meeting = ConverseWork(Recaller()).prepare(state, job_of(state, first, second))
    assert meeting is not None
    return meeting


async def let_talk(state: GameState, mind: IMind, first: str = JORUN, second: str = HEDDA) -> Meeting:
    """One talk from beginning to end."""
    work, job, meeting = ConverseWork(Recaller()), job_of(state, first, second), prepared(state, first, second)
    answer = await work.think(mind, meeting)
    work.apply(state, job, meeting, answer, by_model=mind.model != "offline")
    return meeting


def remember(
    state: GameState, npc_id: str, content: str, kind: MemoryKind = MemoryKind.OBSERVATION, **fields: object
) -> MemoryEntry:
    """Let somebody remember something, important unless said otherwise."""
    context = MemoryContext(content=content, created_at=state.written_at, **{"importance": 7.0, **fields})  # type: ignore[arg-type]  # fields of the context
    return MemoryStream(state, Scope.npc(npc_id)).add(kind, context)


def talks(state: GameState, npc_id: str) -> list[MemoryEntry]:
    """What somebody remembers of talks."""
    return [entry for entry in state.npc(npc_id).npc_memories if entry.kind is MemoryKind.CONVERSATION]


def words(state: GameState, npc_id: str) -> list[str]:
    return [entry.summary for entry in talks(state, npc_id)]


def recalled(state: GameState, npc_id: str, question: str) -> str:
    """Everything that somebody recalls when asked."""
    query = RecallQuery(now=state.clock.minutes, text=question)
    hits = Recaller().recall(MemoryStream(state, Scope.npc(npc_id)), query)
    return "\n".join(hit.memory.summary for hit in hits)
