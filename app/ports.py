"""The ports: Protocols that a program may implement, and the values that pass through them."""

from app.interfaces.agents.mind import (
    BadAnswer,
    CondenseRequest,
    Conversation,
    ConversationLine,
    ConverseRequest,
    DecideRequest,
    Decision,
    IMind,
    Insight,
    InterviewRequest,
    Line,
    PlannedItem,
    PlanRequest,
    Portrait,
    Recollection,
    Reflection,
    ReflectRequest,
    RelationshipChange,
    ScoreRequest,
    SpeakRequest,
)
from app.interfaces.agents.narrator import INarrator, Narration, Scene, Speech
from app.interfaces.agents.summarizer import ISummarizer
from app.interfaces.cognition import ICognition, Observation, TickResult
from app.interfaces.embeddings import IEmbedder, IVectors, Matrix, Vector
from app.interfaces.metering import Meter, metered
from app.interfaces.seat import ISeat
from app.interfaces.services.location import PARTY, ILocationService
from app.interfaces.services.memory import IMemoryService
from app.interfaces.stores import IGameStore
from app.models.records.record import GameSummary, Header, Journal, Opening, Record

__all__ = [
    "PARTY",
    "BadAnswer",
    "CondenseRequest",
    "Conversation",
    "ConversationLine",
    "ConverseRequest",
    "DecideRequest",
    "Decision",
    "GameSummary",
    "Header",
    "ICognition",
    "IEmbedder",
    "IGameStore",
    "ILocationService",
    "IMemoryService",
    "IMind",
    "INarrator",
    "ISeat",
    "ISummarizer",
    "IVectors",
    "Insight",
    "InterviewRequest",
    "Journal",
    "Line",
    "Matrix",
    "Meter",
    "Narration",
    "Observation",
    "Opening",
    "PlanRequest",
    "PlannedItem",
    "Portrait",
    "Recollection",
    "Record",
    "ReflectRequest",
    "Reflection",
    "RelationshipChange",
    "Scene",
    "ScoreRequest",
    "SpeakRequest",
    "Speech",
    "TickResult",
    "Vector",
    "metered",
]
