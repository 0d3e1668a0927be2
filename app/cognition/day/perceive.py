"""Noticing. A person who has come to a place notices who is there and what they do; people on the spot notice what may
change the rest of a day: a visit, the turn of a quest, a made thing, danger."""

from collections.abc import Collection, Iterable, Iterator
from operator import itemgetter

import numpy as np

from app.events.event_table import HERE, row_of
from app.interfaces.cognition import Observation
from app.interfaces.services.location import PARTY
from app.language.rendering.events import render_event, value_words
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.recall.current_facts import has_met_party
from app.memory.stream.sights import SightKey, Sights
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.command import Event
from app.models.events import play
from app.models.events.mind import ArtifactCreated
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.minds.mind_state import Job, JobKind
from app.models.sheets.condition import DangerLevel
from app.models.sheets.location import ExitSheet, LocationType
from app.models.state.cadence import Cadence
from app.models.state.conditions import holds
from app.models.state.game_state import GameState

ROUTINE = 2.0
TALK, UNUSUAL = 4.0, 5.0  # importance of seeing a conversation, and what is no routine; of all else it is `ROUTINE`
MOST_IN_SIGHT = 3  # beings noticed at a time, liked ones first; of a crowd no more, except players
SETTLED = 30  # game minutes at work after which a person notices a missing colleague
_MISSED_AT = (range(10 * 60, 12 * 60), range(13 * 60 + 30, 16 * 60))  # minutes of the day
OWN_TALK = 2  # ticks after a talk for which the two are still together
SOCIAL = "social"  # tags a place where everybody may be
_FOR_EVERYBODY = (
    LocationType.PUBLIC,
    LocationType.RESTAURANT,
    LocationType.SACRED,
    LocationType.ROAD,
    LocationType.SHOP,
)
_AT = "at:"  # begins the key in `MindState.seen` that holds where a person was when it last noticed anything
PLACE_AGAIN = 60  # game minutes from noticing the arrival at a place to noticing another arrival there
RADIUS = 5
"""How far one sees from place to place, in tiles, horizontal and vertical steps added up; needs both coordinates."""
KEPT = 7 * MINUTES_PER_DAY
"""After so long without noticing it again, it is forgotten when somebody or a place was last noticed."""
VISIT_AGAIN = 6 * 60  # game minutes without the party after which its coming is a surprise once more
MOST_TOLD = 3  # surprises of one turn that a mind is shown
VISIT, DANGER = "visit", "danger"  # facts of a job: whether the party has come, whether what has happened threatens
CAUSE = "cause"  # a fact of a job: the id of the event that surprised
_QUEST_EVENTS = (play.QuestStarted, play.ObjectiveCompleted, play.QuestCompleted)
"""What a quest is about only its giver knows."""
_Where = dict[str | None, list[tuple[int, NPCInstance]]]


def npcs_by_location(state: GameState) -> _Where:
    """By place the people there, each with its number in the scenario's order."""
    found: _Where = {}
    for numbered in enumerate(state.npcs.values()):
        found.setdefault(numbered[1].current_location_id, []).append(numbered)
    return found


def notice(state: GameState, npc: NPCInstance, where: _Where | None = None) -> list[Observation]:
    """What a person notices now: having arrived, the party, then others in the scenario's order, and who is missing;
    nothing for a sleeper or off the map. What it still sees goes on, what it sees no more has ended: that
    is marked in the statuses of its memories. The caller records the observations, and may know `npcs_by_location`."""
    here, now, seen = npc.current_location_id, state.clock.minutes, npc.mind.seen
    has_come = npc.activity is not Activity.WALKING and _has_come(seen, here, now)
    sights = Sights.of(state, Scope.npc(npc.instance_id))
    if here is None or npc.activity is Activity.SLEEPING:
        sights.end(state)
        return []
    for key in [key for key, time in seen.items() if now - time >= KEPT and key != _AT + here]:
        del seen[key]
    name, found = Naming(state, npc.instance_id), list[Observation]()
    if has_come and _is_due(seen, here, now, PLACE_AGAIN):
        reached = play.PlaceReached(npc_id=npc.instance_id, location_id=here)
        words = name.language.render("engine.seen-place-reached", location_id=name.place(here))
        found.append(observation(state, npc, words, reached, subjects=(here,), importance=ROUTINE))
    in_sight = list(_in_sight(state, npc, here, npcs_by_location(state) if where is None else where))
    sights.end(state, {*in_sight})
    new = [key for key in in_sight if not sights.goes_on(state, key)]
    # A person on its way notices unusual things only.
    room = 0 if npc.activity is Activity.WALKING else MOST_IN_SIGHT - (len(in_sight) - len(new))
    new.sort(key=lambda key: -npc.relationships.get(key[0][0], 0.0))
    for ids, place, activity in new:
        unusual = _why_unusual(state, npc, sights, ids[0], place)
        is_overlooked = room <= 0 and ids[0] != PARTY
        if unusual is None and (is_overlooked or _is_nothing_new(state, npc, sights, ids[0], activity)):
            continue
        room -= 1
        found.append(_sight(state, npc, (ids, place, activity), unusual))
    found += _missing(state, npc, sights, here, {ids[0] for ids, place, _ in in_sight if place == here})
    return found


def _sight(state: GameState, npc: NPCInstance, key: SightKey, unusual: play.Unusual | None) -> Observation:
    name, (ids, place, activity) = Naming(state, npc.instance_id), key
    being = ids[0]
    sight = play.BeingsSeen(
        being_ids=ids, activity=activity, location_id=place, since=state.clock.minutes, unusual=unusual
    )
    does = value_words(name.language, "activity", activity)
    beings = name.players() if being == PARTY else name.person(being)
    words = name.language.render("engine.seen-beings", beings=beings, activity_words=does)
    importance = UNUSUAL if unusual else TALK if activity is Activity.CONVERSING else ROUTINE
    return observation(state, npc, words, sight, subjects=ids, importance=importance)


def _is_nothing_new(state: GameState, npc: NPCInstance, sights: Sights, other_id: str, activity: Activity) -> bool:
    """Return whether a sight is not worth a memory: a talk that the person takes part in, a person talking whom it has
    seen today, or a person on its way whom it has ever seen."""
    now, lasts = state.clock.minutes, OWN_TALK * Cadence.of(state).tick
    if activity is Activity.CONVERSING and now - npc.mind.talked.get(other_id, -lasts - 1) <= lasts:
        return True
    last = sights.last.get(other_id)
    return last is not None and (
        activity is Activity.WALKING or (activity is Activity.CONVERSING and day_of(last) == day_of(now))
    )


def _why_unusual(state: GameState, npc: NPCInstance, sights: Sights, being: str, place: str) -> play.Unusual | None:
    """Return why a sight is no routine: the person has not met these players, or has never seen the other at this
    place, where the other has nothing to do. The people of a scenario know each other."""
    known = sights.first.get(being)
    if being == PARTY:
        return None if known or has_met_party(state, npc) else play.Unusual.STRANGER
    sheet, there = state.sheets.npc(being), state.sheets.location(place)
    if known is None:
        return None
    is_own = place in (sheet.home_location, sheet.work_location) or there.type in _FOR_EVERYBODY or SOCIAL in there.tags
    is_known = min(known.values()) <= state.clock.minutes - MINUTES_PER_DAY
    return play.Unusual.PLACE if is_known and not is_own and place not in known else None


def _missing(
    state: GameState, npc: NPCInstance, sights: Sights, here: str, present: Collection[str]
) -> Iterator[Observation]:
    """Yield who else works where the person works and is absent, once a day each."""
    now, minute = state.clock.minutes, state.clock.minutes % MINUTES_PER_DAY
    is_at_work = here == state.sheets.npc(npc.instance_id).work_location and npc.activity is Activity.ACTIVITY
    is_settled = now - npc.mind.seen.get(_AT + here, now) >= SETTLED
    if not is_at_work or not is_settled or not any(minute in hours for hours in _MISSED_AT):
        return
    for key in state.sheets.workers.get(here, ()):
        is_other = key != npc.instance_id and key in state.npcs
        if is_other and key not in present and sights.missed.get(key, 0) < day_of(now):
            name = Naming(state, npc.instance_id)
            words = name.language.render("engine.seen-being-missed", being=name.person(key), place=name.place(here))
            missed = play.BeingMissed(being_id=key, location_id=here, since=now)
            yield observation(state, npc, words, missed, subjects=(key,), importance=UNUSUAL)


def _has_come(seen: dict[str, int], here: str | None, now: int) -> bool:
    """Return whether a person is at another place than when this was last asked, and note the place; False for a person
    at no place. A stay changes nothing, however long it is."""
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


def _in_sight(state: GameState, npc: NPCInstance, here: str, where: _Where) -> Iterator[SightKey]:
    """The ids, the place and the activity of each in sight; all players together are one."""
    places = {here, *_near(state, here)}
    party_at = state.scenario.current_location_id
    if party_at in places:
        ids = (PARTY, *(player.id for player in state.party.players))
        yield ids, party_at, Activity.CONVERSING if _party_talks(state) else Activity.IDLE
    for _, other in sorted((each for place in places for each in where.get(place, ())), key=itemgetter(0)):
        if other is not npc:
            yield (other.instance_id,), other.current_location_id or here, other.activity


def _near(state: GameState, here: str) -> Iterator[str]:
    """The other places within the radius. One whose every way in is hidden is out of sight."""
    near = state.sheet.derived.of(_PlacesNear)
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
        if message.game_time <= state.clock.minutes - Cadence.of(state).tick:
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
        tags=() if isinstance(sight, play.BeingsSeen | play.PlaceReached) else (sight.kind,),
        payload=EventPayload(kind="event", events=(sight,)),
    )
    return Observation(scope, entry)


def surprise(state: GameState, npc: NPCInstance, why: str, events: Iterable[Event] = (), *, cause: str = "") -> None:
    """Ask a person's mind whether ``why``, a sentence in its own sight, changes its plan; nothing without a plan.
    ``cause`` is the id of the memory or commitment that it comes from."""
    now, mind = state.clock.minutes, npc.mind
    if mind.plan_until is None or mind.plan_until <= now or not state.sheets.npc(npc.instance_id).has_mind:
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
    """Let each person who was awake and present be surprised by the events of a turn, each event once."""
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
    """Whether a person has seen or remembers the party from the last hours, this turn left out."""
    since, scope = state.clock.minutes - VISIT_AGAIN, Scope.npc(npc.instance_id)
    seen = Sights.of(state, scope).last_seen(state, PARTY, state.turn)
    if seen is not None and seen > since:
        return True
    entries = MemoryStream(state, scope).index.entries
    ids = (PARTY, *(player.id for player in state.party.players))
    about = np.concatenate([entries.subjects.of(each.casefold()) for each in ids])
    earlier = about[entries.columns["turn"][about] < state.turn]
    times = entries.columns["time"][earlier]
    return bool(len(times)) and int(times.max()) > since
