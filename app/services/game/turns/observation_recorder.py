"""Observations that people make of the commands of a turn; they remember them when the turn ends, however long it
was."""

from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Generic, TypeVar, cast

from app.events.commands.play import AskTopicCommand
from app.events.event_table import EventRow, row_of
from app.language.analysis.terms import keywords_of
from app.language.rendering.deeds import deed_done
from app.language.rendering.events import render_event
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event, Outcome
from app.models.events.actions import ActionPerformed
from app.models.events.mind import ArtifactCreated
from app.models.events.play import NPCMoved, RecordedEvent, SecretDiscovered
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import in_batches

MOST = 400
"""Observations per person and turn; more than a person's limit, since settling would archive the rest at once."""
MATTERS = 4.0
"""Importance from which on an observation is kept in preference to routine."""

REMEMBERED_AT_ONCE = 200  # observations written at a time, some 4 ms

Item = TypeVar("Item")
_Queues = tuple[deque[tuple[int, Item]], deque[tuple[int, Item]]]  # routine and important, numbered in order of time


class Noticed(Generic[Item]):
    """A bounded list of observations per person, in order of time: beyond ``most``, routine goes first, then the
    oldest."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._numbers = count()
        self._by_person = defaultdict[str, _Queues[Item]](lambda: (deque(maxlen=most), deque(maxlen=most)))

    def add(self, npc_id: str, importance: float | None, item: Item) -> None:
        """Add the latest observation; ``importance`` None counts as important."""
        routine, mattering = self._by_person[npc_id]
        noticed = mattering if importance is None or importance >= MATTERS else routine
        noticed.append((next(self._numbers), item))

    def __iter__(self) -> Iterator[Item]:
        for routine, mattering in self._by_person.values():
            kept = [*routine, *mattering][-self._most :]
            yield from (item for _, item in sorted(kept, key=lambda numbered: numbered[0]))


OWN_WORK = "own-work"
"""Tags a work that the person made itself, in addition to the topics of the work."""
_MOST_KEYWORDS = 8


class ObservationRecorder:
    """Collects, command by command, who sees what, and writes it as memories at the end of the turn."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._seen: Noticed[tuple[str, MemoryKind, MemoryContext]] = Noticed()
        self._until = state.clock.minutes

    def note(
        self, outcome: Outcome, acting: PlayerCharacter | None, *, own_time: bool = False, at_tick: bool = False
    ) -> None:
        """Note who saw the events of a command.

        Args:
            outcome: The executed command and its events.
            acting: The player whose command it is; None for others.
            own_time: Whether it is the time that a text turn itself takes, after which observations still count as made
                now.
            at_tick: Whether people do it by themselves: coming and going is then left to their own sight.
        """
        here = self._state.scenario.current_location_id
        for event in outcome.events:
            was_told = isinstance(outcome.command, AskTopicCommand)
            if isinstance(event, SecretDiscovered) and (was_told or event.location_id != here):
                continue  # nothing of it was visible
            if at_tick and isinstance(event, NPCMoved):
                continue
            row = row_of(event)
            if row.seen_at:
                self._watch(event, row, acting)
        if not own_time:
            self._until = self._state.clock.minutes

    async def write(self) -> None:
        """Let people remember what they saw, in the order in which it happened; called at the end of the turn."""
        async for npc_id, kind, context in in_batches(self._seen, REMEMBERED_AT_ONCE):
            is_now = context.game_time is None or context.game_time >= self._until
            stream = MemoryStream(self._state, Scope.npc(npc_id))
            stream.add(kind, replace(context, game_time=None) if is_now else context)
        self._seen = Noticed()

    def _watch(self, event: Event, row: EventRow, acting: PlayerCharacter | None) -> None:
        state = self._state
        places = row.places(event, state.scenario.current_location_id)
        seen = [(place, npc) for place in places for npc in state.present(place) if _sees(npc, event, row)]
        if not seen:
            return
        witnesses = tuple(dict.fromkeys(npc.instance_id for _, npc in seen))
        payload = EventPayload(kind="event", events=(cast(RecordedEvent, event),), seen_by=witnesses)
        subjects = _subjects(event, row, state, acting)
        topics = _topics(event, row, state)
        for place, witness in seen:
            npc_id = witness.instance_id
            context = MemoryContext(
                content=_seen_text(event, place, Naming(state, npc_id), acting),
                game_time=state.clock.minutes,
                location_id=place,
                subjects=subjects,
                origin=MemoryOrigin.PERCEPTION,
                importance=row.weight(event, npc_id),
                payload=payload,
                tags=topics,
            )
            kind = MemoryKind.OBSERVATION
            if isinstance(event, ArtifactCreated) and event.npc_id == npc_id:
                work = {"artifact_path": event.path, "style_tags": event.style_tags}
                shown = {name: value for name, value in work.items() if value}
                kind, context = MemoryKind.ARTIFACT, replace(context, tags=(OWN_WORK, *topics), metadata=shown)
            self._seen.add(npc_id, context.importance, (npc_id, kind, context))


def _sees(witness: NPCInstance, event: Event, row: EventRow) -> bool:
    """Check whether a witness sees an event: a sleeper sees only what is handed to or by it or used on it, and
    no one sees their own departure."""
    if isinstance(event, NPCMoved) and event.npc_id == witness.instance_id:
        return False
    is_concerned = row.concerned is not None and getattr(event, row.concerned) == witness.instance_id
    return is_concerned or witness.activity is not Activity.SLEEPING


def _seen_text(event: Event, place: str, name: Naming, acting: PlayerCharacter | None) -> str:
    """Describe an event as it is seen at a place: simple past, with names; `perspective` turns it into a person's
    own view."""
    who, party = name.player(acting), name.player(None)
    deed = {"deed": deed_done(name.state, event, name.thing)} if isinstance(event, ActionPerformed) else {}
    words = render_event(name.language, "seen", event, name.thing, text=_quoted, at=place, who=who, party=party, **deed)
    return sentence_with_name(words)


def _quoted(text: str) -> str:
    return in_quotes(" ".join(text.split()))


def _topics(event: Event, row: EventRow, state: GameState) -> tuple[str, ...]:
    """Return the kind of an event and the names of its subjects that are neither people nor places; for a work its
    styles and keywords."""
    if isinstance(event, ArtifactCreated):
        return tuple(dict.fromkeys((*event.style_tags, *keywords_of(event.description)[:_MOST_KEYWORDS])))
    ids = (getattr(event, field) for field in row.subjects)
    things = (key for key in ids if key and key not in state.npcs and key not in state.sheets.locations)
    return (event.kind, *map(state.name, things))


def _subjects(event: Event, row: EventRow, state: GameState, acting: PlayerCharacter | None) -> tuple[str, ...]:
    ids: list[str | None] = []
    if row.done_by == "player" and acting is not None:
        ids.append(acting.id)
    elif row.done_by != "nobody":
        ids += (player.id for player in state.party.players)
    ids += (getattr(event, field) for field in row.subjects)
    return tuple(dict.fromkeys(each for each in ids if each is not None))
