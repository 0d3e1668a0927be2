"""The ports: Protocols that a program may implement, and the values that they take and return.

An id is an `Id`: at most 64 characters, words of lower-case ASCII letters and digits that are joined by ``-`` or ``_``,
such as ``iron-key``. Game time is counted in minutes since day 1, 00:00, unless an argument says otherwise.
"""

from app.events.handlers.base import Handler as Handler
from app.events.handlers.base import HandlerResult as HandlerResult
from app.interfaces.agents.genagent_mind import AgentProfile as AgentProfile
from app.interfaces.agents.genagent_mind import IGenAgentMind as IGenAgentMind
from app.interfaces.agents.genagent_mind import Reasoned as Reasoned
from app.interfaces.agents.interview import Questions as Questions
from app.interfaces.agents.mind import BadAnswer as BadAnswer
from app.interfaces.agents.mind import CondenseRequest as CondenseRequest
from app.interfaces.agents.mind import Conversation as Conversation
from app.interfaces.agents.mind import ConversationLine as ConversationLine
from app.interfaces.agents.mind import ConverseRequest as ConverseRequest
from app.interfaces.agents.mind import DecideRequest as DecideRequest
from app.interfaces.agents.mind import Decision as Decision
from app.interfaces.agents.mind import DraftedLine as DraftedLine
from app.interfaces.agents.mind import IMind as IMind
from app.interfaces.agents.mind import Insight as Insight
from app.interfaces.agents.mind import InterviewRequest as InterviewRequest
from app.interfaces.agents.mind import MemoryExcerpt as MemoryExcerpt
from app.interfaces.agents.mind import PlannedItem as PlannedItem
from app.interfaces.agents.mind import PlanRequest as PlanRequest
from app.interfaces.agents.mind import Portrait as Portrait
from app.interfaces.agents.mind import Reflection as Reflection
from app.interfaces.agents.mind import ReflectRequest as ReflectRequest
from app.interfaces.agents.mind import RelationshipChange as RelationshipChange
from app.interfaces.agents.mind import ScoreRequest as ScoreRequest
from app.interfaces.agents.mind import SpeakRequest as SpeakRequest
from app.interfaces.agents.narrator import INarrator as INarrator
from app.interfaces.agents.narrator import IOutcomeTeller as IOutcomeTeller
from app.interfaces.agents.narrator import Narration as Narration
from app.interfaces.agents.narrator import NarrationContext as NarrationContext
from app.interfaces.agents.summarizer import ISummarizer as ISummarizer
from app.interfaces.cognition import ICognition as ICognition
from app.interfaces.cognition import Observation as Observation
from app.interfaces.cognition import TickResult as TickResult
from app.interfaces.embeddings import IEmbedder as IEmbedder
from app.interfaces.embeddings import IVectors as IVectors
from app.interfaces.embeddings import Matrix as Matrix
from app.interfaces.embeddings import Vector as Vector
from app.interfaces.metering import Meter as Meter
from app.interfaces.metering import metered as metered
from app.interfaces.moderation import IModeration as IModeration
from app.interfaces.moderation import ModeratedKind as ModeratedKind
from app.interfaces.moderation import ModeratedText as ModeratedText
from app.interfaces.seat import ISeat as ISeat
from app.interfaces.services.location import PARTY as PARTY
from app.interfaces.services.location import ILocationService as ILocationService
from app.interfaces.services.memory import IMemoryService as IMemoryService
from app.interfaces.stores import IGameStore as IGameStore
from app.memory.recall.genagents import GenagentsWeights as GenagentsWeights
from app.models.command import Command as Command
from app.models.messages.passage import Passage as Passage
from app.models.messages.passage import PassageKind as PassageKind
from app.models.messages.passage import Source as Source
from app.models.records.record import GameSummary as GameSummary
from app.models.records.record import Header as Header
from app.models.records.record import Journal as Journal
from app.models.records.record import Opening as Opening
from app.models.records.record import Record as Record
