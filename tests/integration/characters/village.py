"""A game in which people know who they are, and seats at it."""

from app.embeddings.vectors import NoVectors
from app.interfaces.embeddings import IVectors
from app.memory.retriever import Retriever
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.self_knowledge import SelfKnowledge
from app.services.game.turn_service import TurnService
from tests.unit.services.characters.sheets import village_sheet


def begin_in_village(table: TurnService) -> str:
    """A game in the village, in which everybody knows who it is; its id."""
    return table.library.begin(village_sheet(), "Élan", seed=7)


def seat(
    table: TurnService, game_id: str, npc_id: str, *, gate: bool = False, vectors: IVectors | None = None
) -> CharacterSeat:
    """The seat of a person; on words alone by default."""
    used, retriever = vectors or NoVectors(), Retriever()
    return CharacterSeat(
        table,
        game_id,
        npc_id,
        self_knowledge=SelfKnowledge(used, retriever),
        retriever=retriever,
        vectors=used,
        gate=gate,
    )
