"""A game in which people know who they are, and seats at it."""

from typing import Any, Literal

from app.embeddings.vectors import NoVectors
from app.interfaces.embeddings import IVectors
from app.memory.recall.recaller import Recaller
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.memory_answers import SelfKnowledge
from app.services.game.turns.turn_service import TurnService
from tests.unit.services.characters.sheets import village_sheet

ASKED: dict[str, dict[str, Any]] = {
    "query_self": {},
    "query_background": {},
    "query_communication_style": {},
    "query_scene": {},
    "query_character": {"name": "Mara"},
    "query_memory": {"query": "the lantern"},
    "recall_episodes": {},
    "recall_facts": {"topic": "toll"},
    "recall_feelings": {"about": "Mara"},
    "recall_procedures": {"task": "brew"},
    "recall_interactions": {"character": "Élan"},
    "check_similar_situations": {"context": "a stranger"},
    "consult_memories": {"situation": "a stranger wants a room"},
}
"""Every question of a character, with something to ask."""


def begin_in_village(table: TurnService) -> str:
    """A game in the village, in which everybody knows who it is; its id."""
    return table.library.begin(village_sheet(), "Élan", seed=7)


def seat(
    table: TurnService,
    game_id: str,
    npc_id: str,
    *,
    gate: bool = False,
    listing: Literal["few", "all"] = "few",
    vectors: IVectors | None = None,
) -> CharacterSeat:
    """The seat of a person; on words alone by default."""
    used = vectors or NoVectors()
    knowledge = SelfKnowledge(used, Recaller(vectors=used))
    return CharacterSeat(table, game_id, npc_id, self_knowledge=knowledge, gate=gate, listing=listing)


def contents(answer: dict[str, Any]) -> list[str]:
    """The texts of an answer."""
    return [memory["content"] for memory in answer["memories"]]


async def formed(person: CharacterSeat, content: str, **fields: Any) -> str:
    """Let somebody keep something in memory; its id."""
    memory_id = (await person.call("form_memory", {"content": content, **fields}))["formed"]["id"]
    assert isinstance(memory_id, str)
    return memory_id
