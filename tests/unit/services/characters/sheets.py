"""A small world in which people are somebody."""

from typing import Any

from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.worlds import small_sheet

MARAS_SECRET = "Mara Ironhand waters the beer on feast days and tells nobody."
GUARDS_SECRET = "The guard sleeps on his watch behind the third stall."


def village_sheet() -> ScenarioSheet:
    """The small world with an innkeeper and a guard who are somebody, and a weaver whose name is in another script."""
    sheet = small_sheet()
    written: dict[str, dict[str, Any]] = {
        "mara": {
            "archetype": "the hearth keeper",
            "background": "Mara came down from the hill farms at twelve and has kept the Broken Oar for twenty years.",
            "communication_style": "Short sentences, dry jokes, never a flattering word.",
            "decision_style": "She counts what it costs before she says yes.",
            "traits": ("stubborn", "warm-hearted"),
            "skills": ("brewing", "reading people"),
            "values": ("a debt is paid", "nobody sleeps in the rain"),
            "goals": ("Have a light in the tower again.", "Pay back the miller."),
            "home_location": "inn",
            "work_location": "inn",
            "lore": (LoreSheet(text=MARAS_SECRET, keys=("beer", "feast days")),),
        },
        "guard-1": {
            "archetype": "the tired sentry",
            "background": "He was a sailor until his ship was sold.",
            "goals": ("Get through the winter.",),
            "lore": (LoreSheet(text=GUARDS_SECRET, keys=("watch",)),),
        },
    }
    people = [npc.model_copy(update=written.get(npc.id, {})) for npc in sheet.npcs]
    weaver = NPCSheet(
        id="yuri", name="Юрий Ткач", aliases=("Юра",), description="Седой, молчаливый.", start_location="inn"
    )
    return sheet.model_copy(
        update={
            "npcs": (*people, weaver),
            "lore": (LoreSheet(text="The toll at the north bridge is two coppers.", keys=("toll",)),),
        }
    )


def village(player: str = "Élan") -> GameState:
    """A fresh game in the village, nothing seeded."""
    return begin(village_sheet(), "game-1", [PlayerCharacter(name=player)])
