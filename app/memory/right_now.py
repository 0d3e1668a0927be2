"""What somebody finds out by looking: the hour, who is there, how it feels about people. It is read, never stored."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.interfaces.services.location import PARTY
from app.language.analysis.chunks import listed_chunks
from app.language.rendering.naming import Naming
from app.memory import gifted
from app.models.clock import day_of, hour_of, part_of_day
from app.models.game_state import GameState
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.memory import Scope

_DOES = {
    Activity.IDLE: "standing around",
    Activity.WALKING: "walking by",
    Activity.CONVERSING: "talking",
    Activity.ACTIVITY: "busy",
    Activity.SLEEPING: "asleep",
}
_LIKING = ((6, "I am close to"), (2, "I like"), (-1, ""), (-5, "I dislike"), (-10, "I hate"))
"""From which relationship (-10 to +10) on; "" is not worth a word."""
_AT_HOURS = {"night": "at night", "morning": "in the morning", "afternoon": "in the afternoon"}


@dataclass(frozen=True)
class Reading:
    """Something that holds now, marked as a gifted memory would be."""

    content: str
    type: str
    category: str
    about: str | None = None


def readings(state: GameState, npc_id: str) -> Iterator[Reading]:
    """Everything that a person can tell by looking around, and at itself."""
    npc = state.npc(npc_id)
    yield Reading(time_in_words(state.clock.minutes), gifted.SCENE, "time")
    if npc.current_location_id is not None:
        for line in _company(state, npc, npc.current_location_id):
            yield Reading(line, gifted.SCENE, "context")
    yield from _feelings(state, npc)


def time_in_words(minutes: int) -> str:
    """``It is 14:20 in the afternoon of day 3.`` from game time in minutes."""
    part = part_of_day(minutes)
    hours = f"{hour_of(minutes):02d}:{minutes % 60:02d}"
    return f"It is {hours}, {_AT_HOURS.get(part, 'in the evening')}, on day {day_of(minutes)}."


def _company(state: GameState, npc: NPCInstance, here: str) -> Iterator[str]:
    """Who is there, and what each is doing; who sleeps perceives nothing of it."""
    if npc.activity is Activity.SLEEPING:
        yield "I am asleep."
        return
    name = Naming(state, npc.instance_id)
    others = [
        f"{name.person(other.instance_id)}, {_DOES[other.activity]}"
        for other in state.present(here)
        if other.instance_id != npc.instance_id
    ]
    if state.scenario.current_location_id == here:
        others += [name.player(player) for player in state.party.players]
    where = name.place(here)
    if others:
        yield from listed_chunks(others, f"With me at {where} right now: ")
    else:
        yield f"I am alone at {where} right now."


def _feelings(state: GameState, npc: NPCInstance) -> Iterator[Reading]:
    """How a person stands with others, and with the players once it has met them."""
    for other, value in npc.relationships.items():
        words = next((words for least, words in _LIKING if value >= least), "")
        if words and other in state.npcs and other != npc.instance_id:
            yield Reading(f"{words} {state.name(other)}.", gifted.KNOWLEDGE, gifted.KNOWLEDGE, other)
    if PARTY in npc.mind.seen or state.message_index.heard(Scope.npc(npc.instance_id)):
        for player in state.party.players:
            words = f"I am {npc.attitude.value} towards {player.name}."
            yield Reading(words, gifted.KNOWLEDGE, gifted.KNOWLEDGE, player.id)
