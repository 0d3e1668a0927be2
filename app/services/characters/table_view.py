"""The scene for the narrator: as data for tools, as text for prompts."""

from typing import Any

from app.language.rendering.phrases import time_text
from app.language.rendering.refusing import needs_phrase, render_refusal
from app.language.rendering.states import shown_states
from app.memory.profile import ProfileReader, profile
from app.memory.prompt_data import data_line
from app.models.sheets.location import ExitSheet
from app.models.sheets.quest import QuestStatus
from app.models.sheets.values import COUNT, PARTY
from app.models.state.conditions import can_tell_topic, is_open, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import carried, container_of, lying_at
from app.models.state.values import count_of, declared
from app.services.ai.context_builders import actions, scene
from app.services.ai.context_builders.conversation import speaker_label
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.established import build_established
from app.services.game.action_lines import ActionLine, action_lines

Named = dict[str, Any]

JOURNAL = 50
_SHEET_FIELDS = {"id", "name", "description"}  # of every sheet that is shown

_SECTIONS = (
    scene.build_scenario,
    scene.build_place,
    scene.build_people,
    actions.build_states,
    actions.build_actions,
    scene.build_quests,
    scene.build_inventory,
    scene.build_effects,
    scene.build_secrets,
    build_established,
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
        "things": [_thing(state, item) for item in lying_at(state, here)] if here is not None else [],
        "party": {
            "players": [
                {"id": player.id, "name": player.name} | _seen(state, player.id) for player in state.party.players
            ],
            "carries": [_thing(state, item) for item in carried(state)],
            **_seen(state, PARTY),
            **({"companions": list(state.party.companions)} if state.party.companions else {}),
            **({"dead": list(state.party.fallen)} if state.party.fallen else {}),
        },
        "quests": [
            _quest(state, key)
            for key, quest in state.scenario.quests.items()
            if quest.status is not QuestStatus.NOT_STARTED
        ],
        **_actions_and_ending(state),
    }


def _actions_and_ending(state: GameState) -> Named:
    """Return the possible actions and the ending; nothing in a game without."""
    possible, ending = [_action(state, each) for each in action_lines(state)], ending_data(state)
    return ({"actions": possible} if possible else {}) | ({"ending": ending} if ending else {})


def scene_text(state: GameState) -> str:
    """Return the same as text for a prompt: one section each, with data quoted."""
    built = (build(state, _viewer(state)) for build in _SECTIONS)
    drafts = [draft for draft in built if draft is not None and draft.lines]
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


def _seen(state: GameState, of: str) -> Named:
    """Return what is seen of an owner's states; nothing where nothing is."""
    seen = shown_states(state, of)
    return {"seen": seen} if seen else {}


def _thing(state: GameState, item_id: str) -> Named:
    """Return a thing with its count, what it is in, and what is seen of its states."""
    found = _id_and_name(state, item_id) | _seen(state, item_id)
    if declared(state, item_id, COUNT) is not None:
        found["count"] = count_of(state, item_id)
    if (spot := state.holder_of(item_id)) is not None and container_of(state, spot) is not None:
        found["inside"] = spot
    return found


def ending_data(state: GameState) -> Named | None:
    """Return the ending that the story has reached; None for none."""
    if state.world.ending is None:
        return None
    ending = state.sheets.ending(state.world.ending)
    return {"id": ending.id, "name": ending.name, "text": ending.text, "won": ending.won}


def _action(state: GameState, action: ActionLine) -> Named:
    why = {} if action.refusal is None else {"refused": str(render_refusal(action.refusal, state))}
    ids = {"target_id": action.target_id, "with_id": action.with_id}
    return {"action_id": action.id, "line": action.line, **{key: value for key, value in ids.items() if value}, **why}


def _place(state: GameState, here: str) -> Named:
    sheet, now = state.here, state.place(here)
    return {
        **sheet.model_dump(include={*_SHEET_FIELDS, "atmosphere"}),
        "description": description_now(state, sheet),
        **_seen(state, here),
        "danger": now.danger_level.value,
        "details": [_thing(state, feature.id) for feature in sheet.features],
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
        **_seen(state, npc_id),
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
