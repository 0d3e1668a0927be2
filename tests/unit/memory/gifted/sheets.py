"""The small world with people who have something to say of themselves."""

from typing import Any

from app.memory.entries.markers import about_of, category_of
from app.models.memory import MemoryEntry, Scope
from app.models.sheets.location import LocationSheet, LocationType
from app.models.sheets.lore import LoreSheet
from app.models.sheets.person import NPCSheet, VoiceSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.worlds import small_sheet

MARA = Scope.npc("mara")
SECRET = "Burnt the mill down herself."


def changed(sheet: Any, **different: object) -> Any:
    """Another sheet of the same parts but for these."""
    parts = {name: getattr(sheet, name) for name in type(sheet).model_fields}
    return type(sheet).model_validate({**parts, **different})


def mara(**different: object) -> NPCSheet:
    """Mara with every part of her that becomes memories."""
    whole: dict[str, object] = {
        "age": 47,
        "archetype": "the one who stayed",
        "background": f"Came down the river as a child. {SECRET} Has kept the inn ever since.",
        "communication_style": "Short sentences.",
        "decision_style": "By the ledger.",
        "traits": ("gruff", "generous"),
        "skills": ("ales", "ledgers"),
        "values": ("a fair price",),
        "goals": ("to sell the inn",),
        "home_location": "inn",
        "work_location": "inn",
        "voice": VoiceSheet(greeting=("Door!", "Sit, {player}."), small_talk=("Hm.",)),
        "lore": (LoreSheet(text="The Duke of Orsenne owes for forty barrels.", keys=("the Duke", "Orsenne")),),
    }
    [sheet] = [npc for npc in small_sheet().npcs if npc.id == "mara"]
    found: NPCSheet = changed(sheet, **{**whole, **different})
    return found


def village(
    *, lore: tuple[LoreSheet, ...] = (), inn: dict[str, object] | None = None, **of_mara: object
) -> ScenarioSheet:
    """The small world with such a Mara; guard 1 works at the inn too."""
    sheet = small_sheet()
    people = [
        mara(**of_mara)
        if npc.id == "mara"
        else changed(npc, **({"work_location": "inn"} if npc.id == "guard-1" else {}))
        for npc in sheet.npcs
    ]
    at_inn: dict[str, object] = {"atmosphere": "Peat smoke.", "type": LocationType.RESTAURANT, **(inn or {})}
    places: list[LocationSheet] = [
        changed(place, **at_inn) if place.id == "inn" else place for place in sheet.locations
    ]
    made: ScenarioSheet = changed(sheet, npcs=tuple(people), locations=tuple(places), lore=lore)
    return made


def game(sheet: ScenarioSheet | None = None) -> GameState:
    """A fresh game in it; nothing is seeded yet."""
    return begin(sheet or village(), "game-1", [PlayerCharacter(name="Élan")])


def reread(state: GameState, sheet: ScenarioSheet) -> None:
    """Let the game go on with another sheet, as after a change of its scenario."""
    state.scenario.sheet = sheet


def texts(state: GameState, scope: Scope, category: str | None = None, about: str | None = None) -> list[str]:
    """What stands in a scope, of one category or of all."""
    return [
        entry.summary
        for entry in standing(state, scope)
        if category in (None, category_of(entry)) and about in (None, about_of(entry))
    ]


def standing(state: GameState, scope: Scope) -> list[MemoryEntry]:
    """The entries of a scope that are neither archived nor superseded."""
    entries = state.memories(scope)
    return [e for e in entries if state.status(e.id).archived_by is None and state.status(e.id).superseded_by is None]
