"""Simulated days as they can be read afterwards: the state they ended in and the journal that led there, as talks,
conclusions, changes and what became of plans. All of it is read from payloads and events, none from wording."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from app.container import Container
from app.memory.entries.markers import is_inactive
from app.memory.stream.condensing import is_condensed
from app.memory.stream.routine import is_routine
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import GatheringHeld
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import ConclusionPayload, EventPayload, Utterance
from app.models.minds.mind_state import TICK
from app.models.records.folding import chain
from app.models.records.record import Journal, Record
from app.models.state.game_state import GameState
from app.services.game.simulation import Simulation, begin_simulation

Event = Mapping[str, Any]
"""An event as the journal has it."""


@dataclass(frozen=True)
class Said:
    """A line of a talk: by whom, to whom, and what it means."""

    speaker_id: str
    other_id: str
    utterance: Utterance


@dataclass
class Talk:
    """What two people said to each other at one time and place; ``memory_ids`` are both people's memories of it."""

    pair: tuple[str, str]
    at: int
    lines: list[Said] = field(default_factory=list)
    memory_ids: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class Conclusion:
    owner_id: str
    entry: MemoryEntry
    means: ConclusionPayload


@dataclass(frozen=True)
class Lived:
    """``began`` in game minutes; ``days`` whole days; ``kilobytes`` of journal in all; ``routine`` is, for the end of
    each day, the share of sights of every day among the memories that stood."""

    state: GameState
    records: Sequence[Record]
    began: int
    days: int
    kilobytes: float = 0.0
    routine: Sequence[float] = ()

    @cached_property
    def timed_records(self) -> list[tuple[int, Record]]:
        """Each record with the game time at its end."""
        now, found = self.began, list[tuple[int, Record]]()
        for record in self.records:
            now = record.parts.get("clock", {}).get("minutes", now)
            found.append((now, record))
        return found

    @cached_property
    def events(self) -> list[tuple[int, Event]]:
        """Every event with the game time at which its record ended: the tick it belongs to, if steps are ticks."""
        return [(at, event) for at, record in self.timed_records for event in record.events]

    def events_of(self, *kinds: str) -> Iterator[tuple[int, Event]]:
        return ((at, event) for at, event in self.events if event["kind"] in kinds)

    @cached_property
    def remembered(self) -> list[tuple[str, MemoryEntry]]:
        """What people remembered in these days, with whose memory it is."""
        return [(npc_id, entry) for npc_id in self.state.npcs for entry in lived_memories(self.state, npc_id)]

    @cached_property
    def talks(self) -> list[Talk]:
        """Every talk once, in order of time."""
        talks: dict[tuple[int, frozenset[str], str | None], Talk] = {}
        told_by: dict[int, str] = {}
        for owner_id, entry in self.remembered:
            pair = frozenset(entry.subjects[:2])
            is_line = entry.kind is MemoryKind.CONVERSATION and not is_condensed(entry)
            if not is_line or not isinstance(entry.payload, Utterance) or owner_id not in pair or len(pair) != 2:
                continue
            one, other = entry.subjects[:2]
            talk = talks.setdefault(
                (entry.game_time or 0, pair, entry.location_id), Talk((one, other), entry.game_time or 0)
            )
            talk.memory_ids.add(entry.id or "")
            if told_by.setdefault(id(talk), owner_id) == owner_id:
                speaker = entry.origin_id if entry.origin_id in pair else entry.payload.speaker_id
                talk.lines.append(Said(speaker or "", other if speaker == one else one, entry.payload))
        return sorted(talks.values(), key=lambda talk: talk.at)

    @cached_property
    def conclusions(self) -> list[Conclusion]:
        return [
            Conclusion(owner_id, entry, entry.payload)
            for owner_id, entry in self.remembered
            if entry.kind is MemoryKind.REFLECTION and isinstance(entry.payload, ConclusionPayload)
        ]

    @cached_property
    def causes(self) -> frozenset[str]:
        """The ids of all memories and commitments that a change names as what it comes from."""
        found = {event["because"] for _, event in self.events if event.get("because")}
        for _, record in self.timed_records:
            for name, part in record.parts.items():
                family = name.partition("/")[0]
                listed = part.get("questions", ()) if family == "mind" and part else part if family == "plan" else ()
                found |= {one["because"] for one in listed or () if one.get("because")}
        return frozenset(found)

    @cached_property
    def gatherings(self) -> list[GatheringHeld]:
        """Each occasion once; who came to it and who did not is what anybody saw."""
        found: dict[tuple[str, str, int], list[GatheringHeld]] = defaultdict(list)
        for _, entry in self.remembered:
            for event in entry.payload.events if isinstance(entry.payload, EventPayload) else ():
                if isinstance(event, GatheringHeld):
                    found[event.host_id, event.location_id, event.at].append(event)
        merged = []
        for seen in found.values():
            present = {one: None for event in seen for one in event.present_ids}
            missing = {one: None for event in seen for one in event.missing_ids if one not in present}
            merged.append(seen[0].model_copy(update={"present_ids": tuple(present), "missing_ids": tuple(missing)}))
        return sorted(merged, key=lambda event: event.at)

    def feelings_of(self, talk: Talk) -> list[Event]:
        """Changes of feeling between the two that name a line of their talk, or came of it at that tick or the next."""
        pair = set(talk.pair)
        return [
            event
            for at, event in self._feelings
            if {event["npc_id"], event["other_id"]} == pair
            and (event.get("because") in talk.memory_ids or at in (talk.at, talk.at + TICK))
        ]

    @cached_property
    def _feelings(self) -> list[tuple[int, Event]]:
        return list(self.events_of("relationship_changed"))

    @cached_property
    def first_plans(self) -> list[Event]:
        """Each person's first plan of each day."""
        found: dict[tuple[str, int], Event] = {}
        for _, event in self.events_of("plan_set"):
            found.setdefault((event["npc_id"], event["until"]), event)
        return list(found.values())

    @cached_property
    def changed_plans(self) -> list[Event]:
        """Plans for the rest of a day that say why they are others, and name what made them so."""
        first = {id(event) for event in self.first_plans}
        return [
            event
            for _, event in self.events_of("plan_set")
            if id(event) not in first and event.get("reason") and event.get("because")
        ]


def lived_memories(state: GameState, npc_id: str) -> list[MemoryEntry]:
    """What somebody remembers of the game itself, without what it was given before."""
    return [entry for entry in state.memories(Scope.npc(npc_id)) if entry.kind is not MemoryKind.GIFTED]


def routine_share(state: GameState) -> float:
    """The share of sights of every day among what people have lived and what stands."""
    standing = [
        entry
        for npc_id in state.npcs
        for entry in lived_memories(state, npc_id)
        if not is_inactive(state.status(entry.id))
    ]
    return sum(is_routine(entry) for entry in standing) / max(1, len(standing))


async def live(container: Container, folder: Path, *, days: int, people: int, seed: int, scenario: str) -> Lived:
    """Simulate so many days in steps of a tick."""
    turns = container.turns()
    game_id = begin_simulation(container.library(), container.scenarios().load(scenario), seed=seed, people=people)
    journal, routine = folder / game_id / "journal.jsonl", list[float]()
    began, size = turns.state(game_id).clock.minutes, journal.stat().st_size
    for midnight in range(MINUTES_PER_DAY, days * MINUTES_PER_DAY + 1, MINUTES_PER_DAY):
        await Simulation(turns, game_id, until=midnight).run()
        routine.append(routine_share(turns.state(game_id)))
    await Simulation(turns, game_id, until=began + days * MINUTES_PER_DAY).run()
    state, size = turns.state(game_id), journal.stat().st_size - size
    read = container.library().read(game_id)
    await turns.close(game_id)
    return as_lived(state, read, days=days, kilobytes=size / 1000, routine=routine)


def as_lived(
    state: GameState, journal: Journal, *, days: int, kilobytes: float = 0.0, routine: Sequence[float] = ()
) -> Lived:
    """A state and the journal that led to it."""
    records = chain(journal, journal.head)
    return Lived(state, records, journal.opening.state.clock.minutes, days, kilobytes, routine)
