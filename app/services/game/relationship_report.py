"""What a person's memories say about its relationships and whereabouts: dealings, sightings, stays."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import Field

from app.events.event_table import row_of
from app.interfaces.services.location import PARTY
from app.memory.stream.condensing import is_condensed
from app.models.base import View
from app.models.command import Event
from app.models.events.play import BeingsSeen, PlaceReached, TopicTold
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.memory_kinds import KIND_ROWS
from app.models.messages.payload import ConclusionPayload, EventPayload, Utterance
from app.models.state.game_state import GameState


class Tie(StrEnum):
    """How one person knows another. ``heard_of``: from its given knowledge, or from the words of others."""

    DEALT = "dealt"
    SEEN = "seen"
    HEARD_OF = "heard_of"


@dataclass
class Acquaintance:
    """The dealings of a person with another: how many, and the first and last game minute of any contact (None for
    never). Everything said at one time is one dealing."""

    other_id: str
    dealings: int = 0
    sightings: int = 0
    since: int | None = None
    last: int | None = None
    _dealt_at: int | None = field(default=None, repr=False, compare=False)

    @property
    def tie(self) -> Tie:
        return Tie.DEALT if self.dealings else Tie.SEEN if self.sightings else Tie.HEARD_OF

    def add(self, time: int | None, *, dealt: bool) -> None:
        self.sightings += not dealt
        if dealt and (time is None or time != self._dealt_at):
            self.dealings += 1
            self._dealt_at = time
        if time is not None:
            self.since = time if self.since is None else min(self.since, time)
            self.last = time if self.last is None else max(self.last, time)


class Stay(View):
    """A person at a place, from when on and until when it was there, as far as it noticed."""

    location_id: str = Field(examples=["ferry-landing"])
    since: int = Field(examples=[935])
    until: int | None = Field(default=None, description="null: it is there now", examples=[970])


def acquaintances(state: GameState, npc_id: str) -> list[Acquaintance]:
    """List everybody a person knows: players first, then people in the scenario's order."""
    everybody = [*(player.id for player in state.party.ever), *state.npcs]
    others = {other: Acquaintance(other) for other in everybody if other != npc_id}
    known = set(state.npc(npc_id).relationships)
    if PARTY in known:
        known.update(player.id for player in state.party.players)
    for time, other in _bonds(state, npc_id):
        if other in others:
            others[other].add(time, dealt=True)
    players = _players(state)
    for entry in state.npc(npc_id).npc_memories:
        dealt = _dealt_with(entry, npc_id, players)
        seen = KIND_ROWS[entry.kind].is_observed and not is_condensed(entry)
        for other in others.keys() & {*entry.subjects, *dealt}:
            if other in dealt or seen:
                others[other].add(entry.game_time, dealt=other in dealt)
            else:
                known.add(other)
    return [one for one in others.values() if one.tie is not Tie.HEARD_OF or one.other_id in known]


def memories_between(state: GameState, npc_id: str, other_id: str) -> list[MemoryEntry]:
    """List a person's memories of dealings with another, and its conclusions about the other, newest first."""
    players = _players(state)
    entries = reversed(state.npc(npc_id).npc_memories)
    return [entry for entry in entries if other_id in _dealt_with(entry, npc_id, players) or _is_about(entry, other_id)]


def _dealt_with(entry: MemoryEntry, npc_id: str, players: frozenset[str]) -> frozenset[str]:
    """Return the ids of those a memory shows a person to have dealt with: talked with, given to, taken from.

    The subjects of a scene include bystanders; where the person took part in it, it dealt with the players."""
    if is_condensed(entry):
        return frozenset()
    if isinstance(entry.payload, Utterance):
        return _heard_or_spoken(entry.payload, npc_id)
    partners = frozenset[str]()
    has_part = entry.kind is MemoryKind.SUMMARY and entry.origin is MemoryOrigin.DIALOGUE
    if isinstance(entry.payload, EventPayload):
        has_part = has_part or any(_concerns(event, npc_id) for event in entry.payload.events)
        partners = partners.union(*(_heard_or_spoken(said, npc_id) for said in entry.payload.said))
    return partners | players.intersection(entry.subjects) if has_part else partners


def _heard_or_spoken(said: Utterance, npc_id: str) -> frozenset[str]:
    """Return the other participants of an utterance if the person spoke or was addressed."""
    has_part = npc_id == said.speaker_id or npc_id in said.addressee_ids
    return frozenset((said.speaker_id, *said.addressee_ids)) - {npc_id} if has_part else frozenset()


def _players(state: GameState) -> frozenset[str]:
    return frozenset(player.id for player in state.party.ever)


def stays(state: GameState, npc_id: str) -> list[Stay]:
    """Where a person has been, oldest first, as far as it noticed: it notices most with each tick, asleep nothing."""
    arrivals: list[tuple[str | None, int]] = []
    for time, _, place in sorted(_whereabouts(state, npc_id), key=lambda one: one[:2]):
        if not arrivals or arrivals[-1][0] != place:
            arrivals.append((place, time))
    here = state.npc(npc_id).current_location_id
    if arrivals and arrivals[-1][0] != here:
        arrivals.append((here, state.clock.minutes))
    ends = [*(time for _, time in arrivals[1:]), None]
    return [
        Stay(location_id=place, since=since, until=until)
        for (place, since), until in zip(arrivals, ends, strict=False)
        if place is not None
    ]


def _whereabouts(state: GameState, npc_id: str) -> Iterator[tuple[int, bool, str]]:
    """Yield when and where a person perceived something, and whether an action caused it: at a tick people look
    round before anybody acts. From a place with coordinates others nearby are in sight, so sightings there do not
    say where it was."""
    near = {place.id for place in state.sheet.locations if place.coordinates is not None}
    for entry in state.npc(npc_id).npc_memories:
        is_perceived = entry.kind is MemoryKind.OBSERVATION and entry.origin is MemoryOrigin.PERCEPTION
        if not is_perceived or not isinstance(entry.payload, EventPayload) or is_condensed(entry):
            continue
        sees_beings = any(isinstance(event, BeingsSeen) for event in entry.payload.events)
        looks_round = sees_beings or any(isinstance(event, PlaceReached) for event in entry.payload.events)
        if entry.game_time is not None and entry.location_id and not (sees_beings and entry.location_id in near):
            yield entry.game_time, not looks_round, entry.location_id


def _concerns(event: Event, npc_id: str) -> bool:
    """Check whether an event was done to this person: a topic given, a thing handed over or used on it."""
    concerned = "npc_id" if isinstance(event, TopicTold) else row_of(event).concerned
    return concerned is not None and getattr(event, concerned) == npc_id


def _is_about(entry: MemoryEntry, other_id: str) -> bool:
    return isinstance(entry.payload, ConclusionPayload) and other_id in entry.payload.about


def _bonds(state: GameState, npc_id: str) -> Iterator[tuple[int, str]]:
    """Yield when and with which people a person made commitments, as the promising or the promised side."""
    for one in state.commitments.values():
        if one.by_id == npc_id:
            yield from ((one.made_at, other) for other in one.to_ids)
        elif npc_id in one.to_ids:
            yield one.made_at, one.by_id
