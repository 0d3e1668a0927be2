"""Noticing: who is where somebody is, what they do, having come to a place; and what may change the rest of a day, a
visit, a quest's turn, something made, danger, for those who are there."""

from collections.abc import Iterable, Iterator

import numpy as np

from app.events.event_table import HERE, row_of
from app.interfaces.cognition import Observation
from app.interfaces.services.location import PARTY
from app.language.rendering.events import render_event, value_words
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.stream import MemoryStream
from app.models.command import Event
from app.models.events import play
from app.models.events.mind import ArtifactCreated
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.location import ExitSheet
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.sheets.condition import DangerLevel
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.models.state.minds import TICK, Job, JobKind

ROUTINE = 2.0
TALK = 4.0  # importance of seeing a conversation; of all else that is noticed it is `ROUTINE`
_AT = "at:"  # begins the key in `MindState.seen` that holds where somebody was when it last noticed anything
NOTICE_AGAIN = 10  # game minutes from noticing somebody to noticing it again
PLACE_AGAIN = 60  # game minutes from noticing the arrival at a place to noticing another arrival there
RADIUS = 5
"""How far one sees from place to place, in tiles, horizontal and vertical steps added up; needs both coordinates."""
KEPT = 7 * MINUTES_PER_DAY
"""After so long without noticing it again, it is forgotten when somebody or a place was last noticed."""
VISIT_AGAIN = 6 * 60  # game minutes without the party after which its coming is a surprise once more
MOST_TOLD = 3  # surprises of one turn that are told to a mind
VISIT, DANGER = "visit", "danger"  # facts of a job: whether the party has come, whether what has happened threatens
CAUSE = "cause"  # a fact of a job: the id of what surprised
_QUEST_EVENTS = (play.QuestStarted, play.ObjectiveCompleted, play.QuestCompleted)
"""What a quest is about only its giver knows."""


def notice(state: GameState, npc: NPCInstance, notice_again: int = NOTICE_AGAIN) -> list[Observation]:
    """What a person notices now: having arrived, the party, then others in the scenario's order; nothing for a sleeper
    or off the map. Only ``npc.mind.seen`` changes: the caller records the observations."""
    here, now, seen = npc.current_location_id, state.clock.minutes, npc.mind.seen
    has_come = _has_come(seen, here, now)
    if here is None or npc.activity is Activity.SLEEPING:
        return []
    for key in [key for key, time in seen.items() if now - time >= KEPT and key != _AT + here]:
        del seen[key]
    name, found = Naming(state, npc.instance_id), list[Observation]()
    if has_come and _is_due(seen, here, now, PLACE_AGAIN):
        reached = play.PlaceReached(npc_id=npc.instance_id, location_id=here)
        words = name.language.render("engine.seen-place-reached", location_id=name.place(here))
        found.append(observation(state, npc, words, reached, subjects=(here,), importance=ROUTINE))
    for key, ids, place, activity in _in_sight(state, npc, here):
        if _is_due(seen, key, now, notice_again):
            sight = play.BeingsSeen(being_ids=ids, activity=activity, location_id=place, since=now)
            does = value_words(name.language, "activity", activity)
            beings = name.players() if key == PARTY else name.person(key)
            words = name.language.render("engine.seen-beings", beings=beings, activity_words=does)
            importance = TALK if activity is Activity.CONVERSING else ROUTINE
            found.append(observation(state, npc, words, sight, subjects=ids, importance=importance))
    return found


def _has_come(seen: dict[str, int], here: str | None, now: int) -> bool:
    """Whether somebody is elsewhere than when this was last asked. A stay changes nothing, however long it is."""
    if here is not None and _AT + here in seen:
        return False
    for key in [key for key in seen if key.startswith(_AT)]:
        del seen[key]
    if here is not None:
        seen[_AT + here] = now
    return here is not None


def _is_due(seen: dict[str, int], key: str, now: int, again: int) -> bool:
    """Whether it may be noticed; if so, it is from now on noticed."""
    if key in seen and now - seen[key] < again:
        return False
    seen[key] = now
    return True


class _PlacesNear(dict[str, list[tuple[str, list[ExitSheet]]]]):
    """By place the other places within the radius, each with the ways that lead there."""


def _in_sight(state: GameState, npc: NPCInstance, here: str) -> Iterator[tuple[str, tuple[str, ...], str, Activity]]:
    """A key, the ids, the place and the activity of each in sight; all players together are one."""
    places = {here, *_near(state, here)}
    party_at = state.scenario.current_location_id
    if party_at in places:
        ids = (PARTY, *(player.id for player in state.party.players))
        yield PARTY, ids, party_at, Activity.CONVERSING if _party_talks(state) else Activity.IDLE
    for other in state.npcs.values():
        at = other.current_location_id
        if at in places and other is not npc:
            yield other.instance_id, (other.instance_id,), at, other.activity


def _near(state: GameState, here: str) -> Iterator[str]:
    """The other places within the radius. One whose every way in is hidden is out of sight."""
    near = state.derived.of(_PlacesNear)
    start = state.sheets.location(here).coordinates
    if start is not None and here not in near:
        near[here] = [
            (place.id, [way for other in state.sheet.locations for way in other.exits if way.to == place.id])
            for place in state.sheet.locations
            if place.id != here and (at := place.coordinates) and abs(start.x - at.x) + abs(start.y - at.y) <= RADIUS
        ]
    for place_id, ways in near.get(here, ()):
        if not ways or any(holds(way.hidden_until, state) for way in ways):
            yield place_id


def _party_talks(state: GameState) -> bool:
    """Whether anybody has spoken to the party, where it is, since the last tick."""
    for message in reversed(state.conversation_history):
        if message.game_time <= state.clock.minutes - TICK:
            return False
        if message.role is Role.NPC and message.location_id == state.scenario.current_location_id:
            return True
    return False


def observation(
    state: GameState, npc: NPCInstance, words: str, sight: play.Sight, *, subjects: tuple[str, ...], importance: float
) -> Observation:
    """What a person perceives now, as it is to remember it."""
    scope = Scope.npc(npc.instance_id)
    entry = MemoryEntry(
        created_at=state.written_at,
        source=scope.source,
        summary=f"{words}.",
        kind=MemoryKind.OBSERVATION,
        location_id=sight.location_id,
        npc_ids=(npc.instance_id,),
        turn=state.turn,
        origin=MemoryOrigin.PERCEPTION,
        importance=importance,
        game_time=state.clock.minutes,
        scene=state.clock.scene_id,
        subjects=subjects,
        tags=(sight.kind,),
        payload=EventPayload(kind="event", events=(sight,)),
    )
    return Observation(scope, entry)


def surprise(state: GameState, npc: NPCInstance, why: str, events: Iterable[Event] = (), *, cause: str = "") -> None:
    """Ask a person's mind whether ``why``, a sentence in its own sight, changes its plan; nothing without a plan.
    ``cause`` is the id of the memory or commitment that it comes from."""
    now, mind = state.clock.minutes, npc.mind
    if mind.plan_until is None or mind.plan_until <= now:
        return
    mind.surprised_at = now
    facts: dict[str, str | bool] = {"surprise": why, CAUSE: cause}
    for event in events:
        match event:
            case play.LocationChanged():
                facts[VISIT] = True
            case play.DangerChanged(level=DangerLevel.HIGH | DangerLevel.EXTREME):
                facts[DANGER] = True
    state.minds.ask(Job(kind=JobKind.PLAN, npc_id=npc.instance_id, asked_at=now, facts=facts))


def surprises(state: GameState, events: Iterable[Event]) -> None:
    """Let those who were awake and there be surprised by what has happened in a turn, each once."""
    witnessed: dict[str, dict[str, Event]] = {}
    for event in events:
        for npc, why in _witnessed(state, event):
            witnessed.setdefault(npc.instance_id, {}).setdefault(why, event)
    for npc_id, seen in witnessed.items():
        surprise(state, state.npc(npc_id), " ".join(list(seen)[:MOST_TOLD]), seen.values())


def _witnessed(state: GameState, event: Event) -> Iterator[tuple[NPCInstance, str]]:
    row = row_of(event)
    if row.surprise_at is None:
        return
    place = state.scenario.current_location_id if row.surprise_at == HERE else getattr(event, row.surprise_at)
    for npc in state.present(place) if place is not None else ():
        if npc.activity is not Activity.SLEEPING and _is_surprised(state, event, npc):
            name = Naming(state, npc.instance_id)
            party = name.player(None)
            if isinstance(event, _QUEST_EVENTS) and state.sheets.quest(event.quest_id).giver_id != npc.instance_id:
                words = name.language.render("engine.surprise-quest-of-others")
            else:
                words = render_event(name.language, "surprise", event, name.thing, text=in_quotes, party=party)
            yield npc, sentence_with_name(words)


def _is_surprised(state: GameState, event: Event, npc: NPCInstance) -> bool:
    if isinstance(event, play.LocationChanged):
        return not _met_lately(state, npc)
    return not isinstance(event, ArtifactCreated) or event.npc_id != npc.instance_id


def _met_lately(state: GameState, npc: NPCInstance) -> bool:
    """Whether a person remembers the party from the last hours, this turn left out."""
    entries = MemoryStream(state, Scope.npc(npc.instance_id)).index.entries
    ids = (PARTY, *(player.id for player in state.party.players))
    about = np.concatenate([entries.subjects.of(each.casefold()) for each in ids])
    earlier = about[entries.columns["turn"][about] < state.turn]
    times = entries.columns["time"][earlier]
    return bool(len(times)) and int(times.max()) > state.clock.minutes - VISIT_AGAIN
