"""Tools for tests of a game: fakes of the ports, a small world, and the handlers of the commands."""

from app.events.handlers.action_handler import ActionHandler
from app.events.handlers.character_handler import CharacterHandler
from app.events.handlers.companion_handler import CompanionHandler
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.master_handler import MasterHandler
from app.events.handlers.memory_handler import MemoryHandler
from app.events.handlers.mind_handler import MindHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.party_handler import PartyHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.world_handler import WorldHandler
from app.services.game.location_service import LocationService
from app.testing.agents import USUAL_SUMMARY, Answer, FakeMind, FakeNarrator, FakeSummarizer, SummarizerCall
from app.testing.store import InMemoryGameStore, MemoryDisk
from app.testing.world import new_game, small_sheet

__all__ = [
    "USUAL_SUMMARY",
    "ActionHandler",
    "Answer",
    "CharacterHandler",
    "CompanionHandler",
    "FakeMind",
    "FakeNarrator",
    "FakeSummarizer",
    "InMemoryGameStore",
    "ItemHandler",
    "LocationHandler",
    "LocationService",
    "MasterHandler",
    "MemoryDisk",
    "MemoryHandler",
    "MindHandler",
    "NPCHandler",
    "PartyHandler",
    "QuestHandler",
    "SummarizerCall",
    "WorldHandler",
    "new_game",
    "small_sheet",
]
