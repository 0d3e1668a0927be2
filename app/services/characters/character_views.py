"""What a character can read: the scene as it perceives it, its journal, and what is known of people.

Everything that the game, its players or its people wrote stands as one JSON string on its line: data, no instruction.
"""

import json
from collections.abc import Iterator

from app.interfaces.seat import ResourceSpec
from app.language.rendering.phrases import time_text
from app.memory.index.message_view import message_entry, message_text
from app.memory.prompt_data import clipped, data_line
from app.memory.recall.right_now import readings
from app.memory.stream.goals import goals_of
from app.memory.stream.markers import KNOWLEDGE, SELF_TYPES, type_of
from app.memory.stream.stream import MemoryStream
from app.models.instances.npc_instance import Activity
from app.models.memory import MemoryEntry, Scope
from app.models.state.clock import part_of_day
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.services.characters.places import way_lines
from app.services.characters.remembered import as_it_seems, is_message, stands
from app.services.game.turns.speaking import who_hears

SCENE_URI, JOURNAL_URI, PEOPLE_URI = "game://scene", "game://journal", "game://characters/"
LATEST = 50
"""Messages, and as many memories, that a journal holds."""
MAX_LINE = 400
"""Characters of one line of a journal, of one authored text of a scene."""
_UNKNOWN_TO_ITSELF = {"distortions", "extensions", "topics", "lore"}
"""Of a sheet: what is for the engine alone, and what is shown without its conditions and ids."""
_MEMORY_MARK = {True: "seems", False: "remembered"}


def resource_specs(state: GameState, npc_id: str) -> list[ResourceSpec]:
    """The scene, the journal, and one for each person of the game, itself first."""
    people = [npc_id, *(other for other in state.npcs if other != npc_id)]
    return [
        ResourceSpec(SCENE_URI, "The scene", "where you are, what it is like there and who is there"),
        ResourceSpec(JOURNAL_URI, "Your journal", f"what you witnessed and remember, the last {LATEST} of each"),
        *(
            ResourceSpec(
                f"{PEOPLE_URI}{other}",
                clipped(state.name(other), 60),
                "everything about yourself" if other == npc_id else "what anybody may know",
                "application/json",
            )
            for other in people
        ),
    ]


def scene_lines(state: GameState, npc_id: str) -> Iterator[str]:
    """Where somebody is and who is there; who sleeps perceives nothing of it."""
    npc = state.npc(npc_id)
    yield f"Time: {time_text(state.clock.minutes)}, {part_of_day(state.clock.minutes)}"
    if npc.current_location_id is None:
        yield "You are nowhere in particular."
        return
    if npc.activity is Activity.SLEEPING:
        yield "You are asleep and perceive nothing."
        return
    here = npc.current_location_id
    sheet, now = state.sheets.location(here), state.place(here)
    yield f"Place: {data_line(sheet.name)} [{sheet.id}]: {_prose(sheet.description)}"
    if sheet.atmosphere:
        yield f"Atmosphere: {_prose(sheet.atmosphere)}"
    yield from (f"Changed here: {_prose(effect)}" for effect in now.effects)
    yield from (f"Thing here: {data_line(state.name(item))}" for item in now.items)
    yield from (f"Way: {data_line(way)}" for way in way_lines(state, here))
    yield from present_lines(state, npc_id)


def present_lines(state: GameState, npc_id: str) -> Iterator[str]:
    """Each person and player at somebody's place, with what can be seen of them; ``Nobody else is here.`` for none."""
    others = who_hears(state, npc_id)
    for other in others:
        if other in state.npcs:
            seen = state.npc(other).activity.value
            about = _prose(state.sheets.npc(other).description, 200)
            yield f"Here: {data_line(state.name(other))} [{other}], {seen}: {about}"
        else:
            yield f"Here: {data_line(state.name(other))} [{other}]"
    if not others:
        yield "Nobody else is here."


def journal_lines(state: GameState, npc_id: str) -> Iterator[str]:
    """What somebody witnessed and its own memories, in order of time."""
    scope, history = Scope.npc(npc_id), state.conversation_history
    heard = [history[position] for position in state.message_index.heard(scope)]
    said = [message_entry(message, scope) for message in heard if message_text(message) is not None][-LATEST:]
    standing = [entry for entry in MemoryStream(state, scope).standing() if type_of(entry) not in SELF_TYPES][-LATEST:]
    for entry in sorted((*said, *standing), key=_when):
        text, is_distorted = as_it_seems(state, npc_id, entry)
        mark = "heard" if is_message(entry) else _MEMORY_MARK[is_distorted]
        yield f"{time_text(entry.game_time or 0)} · {mark} · {data_line(clipped(text, MAX_LINE))}"


def own_sheet(state: GameState, npc_id: str) -> str:
    """Everything about somebody that it may know of itself: its sheet, what it can tell, and how it is now."""
    npc = state.npc(npc_id)
    now = {
        "place": npc.current_location_id,
        "activity": npc.activity.value,
        "energy": npc.energy,
        "hunger": npc.hunger,
        "mood": npc.mood,
        "has": [state.name(item) for item in npc.items],
        "goals": [goal.model_dump(mode="json") for goal in goals_of(state, npc_id)],
        "plan": [item.model_dump(mode="json") for item in npc.plan],
        "stands": [now.content for now in readings(state, npc_id) if now.type == KNOWLEDGE],
    }
    sheet = state.sheets.npc(npc_id)
    written = sheet.model_dump(mode="json", exclude_defaults=True, exclude=_UNKNOWN_TO_ITSELF)
    told = [{"name": topic.name, "text": topic.text} for topic in sheet.topics if holds(topic.condition, state)]
    known = {**written, "topics": told, "lore": [lore.text for lore in sheet.lore]}
    return json.dumps({"sheet": known, "now": now}, ensure_ascii=False, indent=1)


def known_sheet(state: GameState, npc_id: str, other: str) -> str:
    """What anybody may know of another, and how the two stand as far as ``npc_id`` knows: its own side."""
    sheet, npc = state.sheets.npc(other), state.npc(other)
    known: dict[str, object] = {"name": sheet.name, "occupation": sheet.occupation, "description": sheet.description}
    known["stands"] = stands(state, npc_id, other)
    known["here"] = other in who_hears(state, npc_id)
    if known["here"]:
        known["activity"] = npc.activity.value
    return json.dumps(known, ensure_ascii=False, indent=1)


def _prose(text: str, limit: int = MAX_LINE) -> str:
    return data_line(clipped(text, limit))


def _when(entry: MemoryEntry) -> tuple[int, int]:
    return entry.game_time or 0, entry.turn or 0
