"""Consequences of a remembered situation, found by connections: addressees, commitments, evidence, links, and the ids
of things, quests and encounters. An event that merely comes next is no consequence."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from app.language.language import language_of
from app.memory.entries.markers import ASSOCIATION, replaced_id, type_of
from app.memory.index.message_view import message_entry, message_text
from app.memory.recall.perceived import is_message, perceive
from app.memory.stream.associations import RELATION, is_cause, links
from app.memory.stream.commitments import ANSWERED_WITHIN
from app.memory.stream.incremental_views import IncrementalView
from app.memory.stream.stream import MemoryStream
from app.models.command import Event
from app.models.events.play import DangerChanged, EncounterCompleted, RecordedEvent
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.memory_id import parse_memory_id
from app.models.messages.message import Message, Role
from app.models.messages.payload import ConclusionKind, ConclusionPayload, Utterance, events_in
from app.models.messages.speech import ActKind
from app.models.state.commitment import Commitment, CommitmentStatus
from app.models.state.game_state import GameState

MOST_FOLLOWED = 3
"""Most memories that one outcome is made of."""

Matter = tuple[str, str]
"""A field of an event, and the id in it."""
_MATTERS = ("quest_id", "objective_id", "encounter_id", "item_id", "secret_id")
_BEGIN_ANEW = frozenset({ActKind.QUESTION, ActKind.GREETING})
_ENDED = (CommitmentStatus.KEPT, CommitmentStatus.WITHDRAWN)


class FollowUp(NamedTuple):
    """The outcome of a situation: its text as the person perceives it, the ids of the memories that it was made of, and
    whether any of these is distorted."""

    text: str
    ids: tuple[str, ...] = ()
    is_distorted: bool = False


class _Connections(IncrementalView):
    """What connects a person's memories: by memory id those that rest on it and say more than it, by matter and by turn
    those of events."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self.resting_on = defaultdict[str, list[MemoryEntry]](list)
        self.of_matter = defaultdict[Matter, list[MemoryEntry]](list)
        self.of_turn = defaultdict[int, list[MemoryEntry]](list)

    def apply(self, entry: MemoryEntry) -> None:
        if entry.evidence and type_of(entry) != ASSOCIATION:
            for key in entry.evidence:
                if key != replaced_id(entry) and not _repeats(entry, key):
                    self.resting_on[key].append(entry)
        matters = dict.fromkeys(matter for event in events_in(entry.payload) for matter in _matters(event))
        for matter in matters:
            self.of_matter[matter].append(entry)
        if matters and entry.turn is not None and entry.kind is not MemoryKind.SUMMARY:  # one of a whole visit
            self.of_turn[entry.turn].append(entry)


@dataclass
class Outcomes:
    """What a person knows to have followed from its memories. It changes nothing; use it within one state of the
    game."""

    state: GameState
    npc_id: str

    def of(self, memory: MemoryEntry) -> FollowUp:
        """Return what followed from a memory.

        Args:
            memory: An entry of the person's stream, or a message that it heard.

        Returns:
            The answer of the person addressed, how commitments made by it ended, what the person linked to it as caused
                or formed or concluded because of it, and later events of the same quests, encounters and things, in
                this order; else that nothing is known to have followed.
        """
        language = language_of(self.state.sheet)
        condensed_in = self.state.status(memory.id).archived_by
        found = {entry.id or "": entry for entry in self._entries_after(memory)}
        for same in (memory.id, condensed_in):
            found.pop(same or "", None)
        shown = list(found.values())[:MOST_FOLLOWED]
        seen = [perceive(self.state, self.npc_id, entry) for entry in shown]
        answered = sum(1 for entry in shown if _is_speech(entry))
        texts = [each.text for each in seen]
        texts[answered:answered] = [self._ending(each) for each in self._ended_commitments(memory)]
        if not texts:
            return FollowUp(language.render("recall.outcome-none"))
        ids = tuple(entry.id or "" for entry in shown)
        return FollowUp(" ".join(dict.fromkeys(texts)), ids, any(each.is_distorted for each in seen))

    def _entries_after(self, memory: MemoryEntry) -> Iterator[MemoryEntry]:
        if (answer := self._answer(memory)) is not None:
            yield answer
        stream = self._stream
        for link in links(stream):
            if link.evidence[0] == memory.id and is_cause(str(link.metadata.get(RELATION))):
                caused = stream.get(link.evidence[1])
                if is_message(caused) or stream.is_active(caused):
                    yield caused
        yield from filter(self._stream.is_active, self._connections.resting_on.get(memory.id or "", ()))
        yield from self._events_after(memory)

    # -- answers

    def _answer(self, memory: MemoryEntry) -> MemoryEntry | None:
        """Return the first reply of an addressed person within an hour, before the speaker's next line to that person;
        None if the owner of the memory did not hear it. Where the words had no addressee, anybody's reply to the
        speaker counts."""
        if is_message(memory):
            return self._answering_message(self.state.conversation_history[memory.first_message_index or 0])
        said = memory.payload
        if not isinstance(said, Utterance) or said.chain or not said.addressee_ids:
            return None
        position = self._stream.index.entries.position_of[memory.id or ""]
        for entry in islice(self.state.memories(self._stream.scope), position + 1, None):
            if entry.game_time != memory.game_time or entry.location_id != memory.location_id:
                return None
            if entry.origin_id == said.speaker_id:
                return None
            if entry.origin_id in said.addressee_ids and isinstance(entry.payload, Utterance):
                return entry if self._stream.is_active(entry) else None
        return None

    def _answering_message(self, asked: Message) -> MemoryEntry | None:
        history, index, position = self.state.conversation_history, self.state.message_index, asked.index
        waiting = set(asked.addressee_ids or self._everybody) - {asked.speaker_id}
        while waiting:
            _, after = index.around(self.npc_id, asked.location_id, position, len(history) - 1)
            if after is None or history[after].game_time - asked.game_time > ANSWERED_WITHIN:
                return None
            reply, position = history[after], after
            if reply.speaker_id == asked.speaker_id:
                waiting -= set(reply.addressee_ids or waiting)
            elif reply.speaker_id in waiting and asked.speaker_id in reply.addressee_ids and _says_something(reply):
                return message_entry(reply, Scope.npc(self.npc_id))
        return None

    @property
    def _everybody(self) -> Iterator[str]:
        yield from self.state.npcs
        yield from (player.id for player in self.state.party.ever)

    # -- commitments

    def _ended_commitments(self, memory: MemoryEntry) -> Iterator[Commitment]:
        """Yield the ended commitments that were made by saying it and that the person was part of."""
        index = memory.first_message_index if is_message(memory) else None
        for each in self.state.commitments.values():
            was_made = each.message_index == index if index is not None else memory.id in each.memory_ids
            if was_made and each.status in _ENDED and self.npc_id in (each.by_id, *each.to_ids):
                yield each

    def _ending(self, commitment: Commitment) -> str:
        language, who = language_of(self.state.sheet), self.state.name(commitment.by_id)
        return language.render(f"recall.outcome-{commitment.status}", who=who, kind=commitment.kind.value)

    # -- memories

    @cached_property
    def _stream(self) -> MemoryStream:
        return MemoryStream(self.state, Scope.npc(self.npc_id))

    @cached_property
    def _connections(self) -> _Connections:
        return _Connections.of(self.state, Scope.npc(self.npc_id))

    # -- events

    def _events_after(self, memory: MemoryEntry) -> list[MemoryEntry]:
        """Return what the person saw next and last of the same matters, other than the events of the memory itself;
        for a player's words also what it saw of their turn."""
        own, found = list(events_in(memory.payload)), list[MemoryEntry]()
        matters = _matters_of(memory)
        if is_message(memory):
            message = self.state.conversation_history[memory.first_message_index or 0]
            matters |= {matter for event in message.events for matter in _matters(event)}
            found += self._connections.of_turn.get(message.turn, ()) if message.role is Role.PLAYER else ()
        for matter in matters:
            later = [
                entry
                for entry in self._connections.of_matter.get(matter, ())
                if _order(entry) > _order(memory)
                and self._stream.is_active(entry)
                and any(event not in own and matter in _matters(event) for event in events_in(entry.payload))
            ]
            found += [*later[:1], *later[-1:]]
        return sorted(filter(self._stream.is_active, found), key=_order)


def _repeats(entry: MemoryEntry, evidence_id: str) -> bool:
    """Return whether a conclusion by rule only quotes its evidence: a minimal one, and a lesson of one memory."""
    means = entry.payload
    if not isinstance(means, ConclusionPayload):
        return False
    is_lesson = means.of is ConclusionKind.LESSON and (means.value == evidence_id or means.quoted is not None)
    return is_lesson or means.of is ConclusionKind.MINIMAL


def _is_speech(entry: MemoryEntry) -> bool:
    return is_message(entry) or isinstance(entry.payload, Utterance)


def _says_something(reply: Message) -> bool:
    """Return whether a message can be an answer: it says more than a greeting or a question of its own. A player's
    command without speech does not."""
    if message_text(reply) is None:
        return False
    return bool({act.kind for act in reply.acts} - _BEGIN_ANEW) or (reply.role is Role.NPC and not reply.acts)


def _order(entry: MemoryEntry) -> tuple[int, int, int]:
    """Return the place of a memory in time: game minutes, turn, and the number in its stream, 0 for a message."""
    _, number = parse_memory_id(entry.id or "") or (None, 0)
    return entry.game_time or 0, entry.turn or 0, 0 if is_message(entry) else number


def _matters(event: Event | RecordedEvent) -> Iterator[Matter]:
    for field in _MATTERS:
        if (key := getattr(event, field, None)) is not None:
            yield field, key
    if isinstance(event, DangerChanged | EncounterCompleted):
        yield "location_id", event.location_id


def _matters_of(memory: MemoryEntry) -> set[Matter]:
    fields = (("quest_id", memory.quest_id), ("objective_id", memory.objective_id))
    own = {(name, key) for name, key in (*fields, ("encounter_id", memory.encounter_id)) if key is not None}
    return own | {matter for event in events_in(memory.payload) for matter in _matters(event)}
