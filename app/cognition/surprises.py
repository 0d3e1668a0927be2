"""What may change the rest of a day: a visit, a quest's turn, something made, danger. Only for who is there."""

from collections.abc import Iterable, Iterator

import numpy as np

from app.interfaces.services.location import PARTY
from app.language.rendering.naming import Naming, in_quotes, sentence
from app.memory.stream import MemoryStream
from app.models.command import Event
from app.models.condition import DangerLevel
from app.models.events.mind import ArtifactCreated
from app.models.events.play import (
    DangerChanged,
    EncounterCompleted,
    LocationChanged,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
)
from app.models.game_state import GameState
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.memory import Scope
from app.models.minds import Job, JobKind

VISIT_AGAIN = 6 * 60
"""Game minutes without the party after which its coming is a surprise once more."""
MOST_TOLD = 3
"""Surprises of one turn that are told to a mind."""


def surprise(state: GameState, npc: NPCInstance, why: str) -> None:
    """Note that something may change a person's day, and ask its mind; ``why`` is a sentence in its own sight.

    Without a plan there is nothing to change: the day is planned anyway.
    """
    now, mind = state.clock.minutes, npc.mind
    if mind.plan_until is None or mind.plan_until <= now:
        return
    mind.surprised_at = now
    state.minds.ask(Job(kind=JobKind.PLAN, npc_id=npc.instance_id, asked_at=now, facts={"surprise": why}))


def surprises(state: GameState, events: Iterable[Event]) -> None:
    """Let those who were awake and there be surprised by what has happened in a turn, each once."""
    told: dict[str, list[str]] = {}
    for event in events:
        for npc, why in _witnessed(state, event):
            told.setdefault(npc.instance_id, []).append(why)
    for npc_id, reasons in told.items():
        surprise(state, state.npc(npc_id), " ".join(list(dict.fromkeys(reasons))[:MOST_TOLD]))


def _witnessed(state: GameState, event: Event) -> Iterator[tuple[NPCInstance, str]]:
    place = _place(state, event)
    for npc in state.present(place) if place is not None else ():
        if npc.activity is Activity.SLEEPING:
            continue
        words = _words(state, event, npc, Naming(state, npc.instance_id))
        if words:
            yield npc, sentence(words)


def _place(state: GameState, event: Event) -> str | None:
    match event:
        case LocationChanged(to_id=place):
            return place
        case DangerChanged(location_id=place) | EncounterCompleted(location_id=place):
            return place
        case ArtifactCreated(location_id=place):
            return place
        case QuestStarted() | ObjectiveCompleted() | QuestCompleted():
            return state.scenario.current_location_id
    return None


def _words(state: GameState, event: Event, npc: NPCInstance, name: Naming) -> str:
    """What a witness would say has happened; "" where it is no surprise."""
    party = name.player(None)
    match event:
        case LocationChanged(to_id=place) if not _met_lately(state, npc):
            return f"{party} arrived at {name.place(place)} for a visit"
        case EncounterCompleted(location_id=place, encounter_id=what):
            return f"{party} overcame {name.thing(what)} at {name.place(place)}"
        case DangerChanged(location_id=place, level=DangerLevel.CLEARED | DangerLevel.SAFE):
            return f"It became safe at {name.place(place)}"
        case DangerChanged(location_id=place, level=level):
            return f"The danger at {name.place(place)} is {level.value} now"
        case ArtifactCreated(npc_id=maker, description=what) if maker != npc.instance_id:
            return f"{name.person(maker)} made something: {in_quotes(what)}"
        case QuestStarted(quest_id=quest):
            return _of_a_quest(state, quest, npc, f"{party} took on")
        case ObjectiveCompleted(quest_id=quest):
            return _of_a_quest(state, quest, npc, f"{party} came further with")
        case QuestCompleted(quest_id=quest):
            return _of_a_quest(state, quest, npc, f"{party} has done")
    return ""


def _of_a_quest(state: GameState, quest_id: str, npc: NPCInstance, did: str) -> str:
    """Only who has given a quest knows what it is about; others notice that something has happened."""
    if state.sheets.quest(quest_id).giver_id != npc.instance_id:
        return "Something of importance has come to pass here"
    return f"{did} what it was asked for: {in_quotes(state.name(quest_id))}"


def _met_lately(state: GameState, npc: NPCInstance) -> bool:
    """Whether a person remembers the party from the last hours, this turn left out."""
    entries = MemoryStream(state, Scope.npc(npc.instance_id)).index.entries
    ids = (PARTY, *(player.id for player in state.party.players))
    about = np.concatenate([entries.subjects.of(each.casefold()) for each in ids])
    earlier = about[entries.columns["turn"][about] < state.turn]
    times = entries.columns["time"][earlier]
    return bool(len(times)) and int(times.max()) > state.clock.minutes - VISIT_AGAIN
