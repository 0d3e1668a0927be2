"""Talekeeper: a backend for narrative games with a memory. The names of ``__all__`` are imported at first use."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app import commands, errors, ports, testing
    from app.agents.character.agent import open_agent
    from app.agents.factory import build_genagent_mind, build_mind, build_narrator, build_summarizer
    from app.container import Container, close_models, knowledge
    from app.events.command_table import add_command
    from app.importing.chats import import_chat
    from app.interchange.agents.game_memories import export_agent, import_agent
    from app.interchange.agents.genagent import GenAgent
    from app.interchange.agents.genagents import AgentFolder
    from app.interchange.chats.report import ChatReport
    from app.interfaces.agents.mind import IMind
    from app.interfaces.agents.narrator import INarrator
    from app.interfaces.agents.summarizer import ISummarizer
    from app.interfaces.services.memory import IMemoryService
    from app.interfaces.stores import IGameStore
    from app.mcp.server import server_for
    from app.models.memory import MemoryEntry, MemoryKind, MemoryStatus, Scope
    from app.models.messages.message import Message
    from app.models.sheets.narration import NarrationStyle
    from app.models.sheets.scenario import ScenarioSheet
    from app.models.state.game_state import GameState
    from app.services.game.turns.turn_result import TurnResult
    from app.services.game.turns.turn_service import TurnService
    from app.settings import CadenceSettings, HalfLifeSettings, RecallSettings, Settings
    from app.stores.transfer import export_game, import_game

__version__ = "1.0.0rc1"

_HOMES = {
    name: home
    for home, names in {
        "app.agents.character.agent": "open_agent",
        "app.agents.factory": "build_genagent_mind build_mind build_narrator build_summarizer",
        "app.container": "Container close_models knowledge",
        "app.events.command_table": "add_command",
        "app.importing.chats": "import_chat",
        "app.interfaces.agents.mind": "IMind",
        "app.interfaces.agents.narrator": "INarrator",
        "app.interfaces.agents.summarizer": "ISummarizer",
        "app.interfaces.services.memory": "IMemoryService",
        "app.interfaces.stores": "IGameStore",
        "app.mcp.server": "server_for",
        "app.models.state.game_state": "GameState",
        "app.models.memory": "MemoryEntry MemoryKind MemoryStatus Scope",
        "app.models.messages.message": "Message",
        "app.models.sheets.narration": "NarrationStyle",
        "app.models.sheets.scenario": "ScenarioSheet",
        "app.services.game.turns.turn_result": "TurnResult",
        "app.services.game.turns.turn_service": "TurnService",
        "app.settings": "CadenceSettings HalfLifeSettings RecallSettings Settings",
        "app.interchange.agents.game_memories": "export_agent import_agent",
        "app.interchange.agents.genagent": "GenAgent",
        "app.interchange.agents.genagents": "AgentFolder",
        "app.interchange.chats.report": "ChatReport",
        "app.stores.transfer": "export_game import_game",
    }.items()
    for name in names.split()
}
_MODULES = ("commands", "errors", "ports", "testing")

__all__ = [
    "AgentFolder",
    "CadenceSettings",
    "ChatReport",
    "Container",
    "GameState",
    "GenAgent",
    "HalfLifeSettings",
    "IGameStore",
    "IMemoryService",
    "IMind",
    "INarrator",
    "ISummarizer",
    "MemoryEntry",
    "MemoryKind",
    "MemoryStatus",
    "Message",
    "NarrationStyle",
    "RecallSettings",
    "ScenarioSheet",
    "Scope",
    "Settings",
    "TurnResult",
    "TurnService",
    "add_command",
    "build_genagent_mind",
    "build_mind",
    "build_narrator",
    "build_summarizer",
    "close_models",
    "commands",
    "errors",
    "export_agent",
    "export_game",
    "import_agent",
    "import_chat",
    "import_game",
    "knowledge",
    "open_agent",
    "ports",
    "server_for",
    "testing",
]

if not TYPE_CHECKING:  # a type checker knows the names from above, and no others

    def __getattr__(name: str) -> object:
        if name in _MODULES:
            return import_module(f"{__name__}.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
