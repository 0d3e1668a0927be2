"""Sections about how far the party has come: quests, inventory, notes, discovered secrets, effects."""

from app.memory.prompt_data import clipped, data_line
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState, Note
from app.services.ai.context_builders.draft import Draft, Line, Viewer
from app.services.ai.context_builders.scene import MAX_PROSE

MAX_NOTES = 10


def build_quests(state: GameState, _viewer: Viewer) -> Draft:
    """Open quests with their objectives; completed ones by name."""
    quests = [(quest, state.sheets.quest(quest.quest_id)) for quest in state.scenario.quests.values()]
    done = [data_line(sheet.name) for quest, sheet in quests if quest.status is QuestStatus.COMPLETED]
    lines = []
    for quest, sheet in (each for each in quests if each[0].status is QuestStatus.ACTIVE):
        about = data_line(clipped(sheet.description, MAX_PROSE))
        lines.append(Line(f"Quest: {data_line(sheet.name)} [{sheet.id}]: {about}"))
        for objective in sheet.objectives:
            mark = "done" if objective.id in quest.completed_objectives else "open"
            lines.append(Line(f"  {mark}: {data_line(objective.name)} [{objective.id}]"))
    if done:
        lines.append(Line(f"Completed: {', '.join(done)}"))
    return Draft("Open Quests", tuple(lines) or (Line("None."),), priority=97, required=True)


def build_inventory(state: GameState, _viewer: Viewer) -> Draft:
    carried = ", ".join(f"{data_line(state.name(item))} [{item}]" for item in state.party.items)
    return Draft("Inventory", (Line(carried or "Nothing."),), priority=96, required=True)


def build_pinned_notes(state: GameState, viewer: Viewer) -> Draft:
    lines = tuple(_note_line(note, "pinned") for note in state.notes_for(viewer.player_id) if note.pinned)
    return Draft("Pinned Notes", lines, priority=95, required=True)


def build_notes(state: GameState, viewer: Viewer) -> Draft:
    """The newest other notes, oldest first."""
    notes = [note for note in state.notes_for(viewer.player_id) if not note.pinned][-MAX_NOTES:]
    return Draft("Notes", tuple(_note_line(note, "one of the newest notes") for note in notes), priority=40)


def _note_line(note: Note, reason: str) -> Line:
    return Line(f"- {data_line(note.text)}", reason=reason)


def build_secrets(state: GameState, _viewer: Viewer) -> Draft:
    """Discovered secrets; those of this place last, so that they stay longest."""
    here = state.scenario.current_location_id
    places = sorted(state.scenario.location_states.values(), key=lambda place: place.location_id == here)
    found = ((state.name(place.location_id), key) for place in places for key in place.discovered_secrets)
    secrets = ((data_line(where), state.sheets.secret(key)[1]) for where, key in found)
    told = (f"- {data_line(each.name)} ({where}): {data_line(clipped(each.text, 300))}" for where, each in secrets)
    return Draft("Discovered Secrets", tuple(map(Line, told)), priority=60)


def build_effects(state: GameState, _viewer: Viewer) -> Draft:
    here = state.scenario.current_location_id
    effects = state.place(here).effects if here is not None else []
    return Draft("Lasting Effects Here", tuple(Line(f"- {data_line(effect)}") for effect in effects), priority=61)
