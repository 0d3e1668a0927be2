"""The scene for the narrator: as data for tools, as text for prompts."""

from typing import Any

from app.language.rendering.phrases import time_text
from app.language.rendering.refusing import needs_phrase
from app.memory.profile import ProfileReader, profile
from app.memory.prompt_data import data_line
from app.models.sheets.location import ExitSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import can_tell_topic, is_open, visible_exits
from app.models.state.game_state import GameState
from app.services.ai.context_builders import scene
from app.services.ai.context_builders.conversation import speaker_label
from app.services.ai.context_builders.draft import PromptViewer

Named = dict[str, Any]

JOURNAL = 50
_SHEET_FIELDS = {"id", "name", "description"}  # of every sheet that is shown

_SECTIONS = (
    scene.build_scenario,
    scene.build_place,
    scene.build_people,
    scene.build_quests,
    scene.build_inventory,
    scene.build_effects,
    scene.build_secrets,
    scene.build_pinned_notes,
    scene.build_notes,
)


def scene_data(state: GameState) -> dict[str, Any]:
    """Return the scene and the party's progress, with ids."""
    act_id, here = state.scenario.current_act_id, state.scenario.current_location_id
    return {
        "time": time_text(state.clock.minutes),
        "turn": state.turn,
        "act": _id_and_name(state, act_id) if act_id else None,
        "place": _place(state, here) if here is not None else None,
        "exits": [_exit(state, way) for way in visible_exits(state)] if here is not None else [],
        "people": [_person(state, npc.instance_id) for npc in state.present()],
        "things": [_id_and_name(state, item) for item in state.place(here).items] if here is not None else [],
        "party": {
            "players": [{"id": player.id, "name": player.name} for player in state.party.players],
            "carries": [_id_and_name(state, item) for item in state.party.items],
        },
        "quests": [
            _quest(state, key)
            for key, quest in state.scenario.quests.items()
            if quest.status is not QuestStatus.NOT_STARTED
        ],
    }


def scene_text(state: GameState) -> str:
    """Return the same as text for a prompt: one section each, with data quoted."""
    drafts = [draft for draft in (build(state, _viewer(state)) for build in _SECTIONS) if draft.lines]
    return "\n\n".join("\n".join([f"## {draft.name}", *(line.text for line in draft.lines)]) for draft in drafts)


def journal_text(state: GameState) -> str:
    lines = [
        f"turn {message.turn}, {time_text(message.game_time)}, {speaker_label(message)}: {data_line(message.content)}"
        for message in state.conversation_history[-JOURNAL:]
        if message.owner_id in (None, _viewer(state).player_id)
    ]
    return "\n".join(lines) or "Nothing has been said yet."


def _viewer(state: GameState) -> PromptViewer:
    """Return the narrator as a reader: with several players it reads the notes of none of them."""
    players = state.party.players
    return PromptViewer(player_id=None if players[1:] else players[0].id)


def _id_and_name(state: GameState, any_id: str) -> Named:
    return {"id": any_id, "name": state.name(any_id)}


def _place(state: GameState, here: str) -> Named:
    sheet, now = state.here, state.place(here)
    return {
        **sheet.model_dump(include={*_SHEET_FIELDS, "atmosphere"}),
        "danger": now.danger_level.value,
        "details": [_id_and_name(state, feature.id) for feature in sheet.features],
        "encounters": [item.model_dump(include=_SHEET_FIELDS) for item in scene.open_encounters(state, here)],
        "effects": list(now.lasting_changes),
        "known_secrets": [_id_and_name(state, secret) for secret in now.discovered_secrets],
    }


def _exit(state: GameState, way: ExitSheet) -> Named:
    found = {"to": way.to, "place": state.name(way.to), "name": way.name, "minutes": way.minutes}
    if way.direction is not None:
        found["direction"] = way.direction.value
    if not is_open(way, state):
        found["locked_needs"] = needs_phrase(way.locked_until, state)
    return found


def _person(state: GameState, npc_id: str) -> Named:
    npc, sheet = state.npc(npc_id), state.sheets.npc(npc_id)
    return {
        **_id_and_name(state, npc_id),
        **profile(state, npc_id, ProfileReader.ONLOOKER),
        "attitude": npc.attitude.value,
        "activity": npc.activity.value,
        "can_tell": [_id_and_name(state, topic.id) for topic in sheet.topics if can_tell_topic(state, npc_id, topic)],
    }


def _quest(state: GameState, quest_id: str) -> Named:
    sheet, progress = state.sheets.quest(quest_id), state.quest(quest_id)
    return {
        **sheet.model_dump(include=_SHEET_FIELDS),
        "status": progress.status.value,
        "objectives": [
            {"id": objective.id, "name": objective.name, "done": objective.id in progress.completed_objectives}
            for objective in sheet.objectives
        ],
    }
