"""What a turn leaves in memories by itself: what people noticed, however long it was, and the facts that the engine
knows for certain: where things are, how places, quests and people stand."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Generic, NamedTuple, TypeVar, cast

from app.events.commands.play import AskTopicCommand
from app.events.event_table import Attribute, EventRow, row_of
from app.interfaces.services.location import PARTY
from app.language.analysis.terms import keywords_of
from app.language.rendering.events import render_event, value_words
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.standing import standing_fact
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event, Outcome
from app.models.events.mind import ArtifactCreated
from app.models.events.play import NPCMoved, RecordedEvent, SecretDiscovered
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource, Scope
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import in_portions

MOST = 400
"""Of one person. It remembers fewer observations: the others would be put away as soon as the game settles."""
MATTERS = 4.0
"""Importance from which on something is kept before the routine of the days."""

REMEMBERED_AT_ONCE = 200  # observations written at a time, some 4 ms

Item = TypeVar("Item")
_Queues = tuple[deque[tuple[int, Item]], deque[tuple[int, Item]]]  # routine and what matters, numbered in order of time


class Noticed(Generic[Item]):
    """Things noticed, by person in order of time: of more than ``most`` what matters is kept, and the newest."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._numbers = count()
        self._by_person = defaultdict[str, _Queues[Item]](lambda: (deque(maxlen=most), deque(maxlen=most)))

    def add(self, npc_id: str, importance: float | None, item: Item) -> None:
        """One more, the latest; ``importance`` None counts as what matters."""
        routine, mattering = self._by_person[npc_id]
        noticed = mattering if importance is None or importance >= MATTERS else routine
        noticed.append((next(self._numbers), item))

    def __iter__(self) -> Iterator[Item]:
        for routine, mattering in self._by_person.values():
            kept = [*routine, *mattering][-self._most :]
            yield from (item for _, item in sorted(kept, key=lambda numbered: numbered[0]))


OWN_WORK = "own-work"
"""Tags what somebody made itself, beside the topics of the work."""
_MOST_KEYWORDS = 8


class Witnessing:
    """Notes, command by command, who sees what; at the turn's end it becomes theirs to remember."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._seen: Noticed[tuple[str, MemoryKind, MemoryContext]] = Noticed()
        self._until = state.clock.minutes

    def note(
        self, outcome: Outcome, acting: PlayerCharacter | None, *, own_time: bool = False, at_tick: bool = False
    ) -> None:
        """Note who saw a command's events; ``own_time``: the time a text turn takes by itself, which ages nothing;
        ``at_tick``: people do it by themselves, and who comes and goes then is no more than a sight."""
        here = self._state.scenario.current_location_id
        for event in outcome.events:
            was_told = isinstance(outcome.command, AskTopicCommand)
            if isinstance(event, SecretDiscovered) and (was_told or event.location_id != here):
                continue  # there was nothing to see
            if at_tick and isinstance(event, NPCMoved):
                continue
            row = row_of(event)
            if row.seen_at:
                self._watch(event, row, acting)
        if not own_time:
            self._until = self._state.clock.minutes

    async def write(self) -> None:
        """The turn is over: everybody remembers what it saw, in that order."""
        async for npc_id, kind, context in in_portions(self._seen, REMEMBERED_AT_ONCE):
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
                where = {"path": event.path} if event.path else {}
                kind, context = MemoryKind.ARTIFACT, replace(context, tags=(OWN_WORK, *topics), metadata=where)
            self._seen.add(npc_id, context.importance, (npc_id, kind, context))


def _sees(witness: NPCInstance, event: Event, row: EventRow) -> bool:
    """A sleeper sees only what is handed to or by it, or used on it; no one sees itself go."""
    if isinstance(event, NPCMoved) and event.npc_id == witness.instance_id:
        return False
    is_concerned = row.concerned is not None and getattr(event, row.concerned) == witness.instance_id
    return is_concerned or witness.activity is not Activity.SLEEPING


def _seen_text(event: Event, place: str, name: Naming, acting: PlayerCharacter | None) -> str:
    """An event as it is seen at a place: simple past, with names; `perspective` turns it round."""
    who, party = name.player(acting), name.player(None)
    words = render_event(name.language, "seen", event, name.thing, text=_quoted, at=place, who=who, party=party)
    return sentence_with_name(words)


def _quoted(text: str) -> str:
    return in_quotes(" ".join(text.split()))


def _topics(event: Event, row: EventRow, state: GameState) -> tuple[str, ...]:
    """The kind of an event and what is in it beside people and places, by name; of a work its styles and keywords."""
    if isinstance(event, ArtifactCreated):
        return tuple(dict.fromkeys((*event.style_tags, *keywords_of(event.description)[:_MOST_KEYWORDS])))
    ids = (getattr(event, field) for field in row.subjects)
    things = (key for key in ids if key and key not in state.npcs and key not in state.sheets.locations)
    return (event.kind, *map(state.name, things))


def _subjects(event: Event, row: EventRow, state: GameState, acting: PlayerCharacter | None) -> tuple[str, ...]:
    found: list[str | None] = []
    if row.done_by == "player" and acting is not None:
        found.append(acting.id)
    elif row.done_by != "nobody":
        found += (player.id for player in state.party.players)
    found += (getattr(event, field) for field in row.subjects)
    return tuple(dict.fromkeys(each for each in found if each is not None))


class _Fact(NamedTuple):
    """How something stands: what fills the template ``fact-<attribute>``, whom and what it is about."""

    slots: dict[str, str]
    subjects: tuple[str, ...]
    importance: float
    location_id: str | None = None


def write_facts(state: GameState, events: Sequence[Event]) -> None:
    """Write one entry for each fact that a turn changed, superseding the one before; none if it already says so."""
    may_change = ((event, row_of(event).fact) for event in events)
    changed = {found: event for event, fact in may_change if fact is not None and (found := fact(event)) is not None}
    for (scope, key), event in changed.items():
        subject, attribute = key
        name = Naming(state, scope.owner_id if scope.source is MemorySource.NPC else None)
        fact = _FACTS[attribute](state, name, subject)
        context = MemoryContext(
            content=sentence_with_name(name.language.render(f"engine.fact-{attribute}", **fact.slots)),
            location_id=fact.location_id,
            subjects=fact.subjects,
            origin=MemoryOrigin.PERCEPTION,
            importance=fact.importance,
            subject_key=key,
            payload=EventPayload(kind="event", events=(cast(RecordedEvent, event),)),
        )
        standing = standing_fact(state, scope, key)
        if standing is None or not _says(standing, attribute, context):
            MemoryStream(state, scope).add(MemoryKind.SEMANTIC, context)


def _says(standing: MemoryEntry, attribute: str, fact: MemoryContext) -> bool:
    """Whether an entry holds a fact already: who holds a thing is compared by the subjects, other facts by the payload,
    an entry without one (written by hand, or by an older version) by its text."""
    if standing.subjects != fact.subjects:
        return False
    if standing.payload is None:
        return standing.summary == fact.content
    return standing.payload == fact.payload or attribute == Attribute.HOLDER


def _danger(state: GameState, name: Naming, place: str) -> _Fact:
    level = state.place(place).danger_level
    words = value_words(name.language, "level", level)
    return _Fact({"level": level, "level_words": words, "place": name.place(place)}, (place,), 3.0, place)


def _quest(state: GameState, _name: Naming, quest: str) -> _Fact:
    giver, status = state.sheets.quest(quest).giver_id, state.quest(quest).status
    return _Fact({"quest": in_quotes(state.name(quest)), "status": status}, (quest, giver) if giver else (quest,), 4.0)


def _holder(state: GameState, name: Naming, item: str) -> _Fact:
    holder, players = state.holder_of(item), state.party.players
    one = name.language.render("engine.whose-party", player=players[0].name)
    slots = {"party": name.party if players[1:] else one, "thing": name.thing(item), "holder": ""}
    if holder == PARTY:
        return _Fact({**slots, "held": "party"}, (item, *(player.id for player in players)), 2.0)
    if holder is None:
        return _Fact({**slots, "held": "nobody"}, (item,), 2.0)
    slots["holder"], is_person = name.thing(holder), holder in state.npcs
    slots["held"] = "person" if is_person else "place"
    return _Fact(slots, (item, holder), 2.0, None if is_person else holder)


def _attitude(state: GameState, name: Naming, npc: str) -> _Fact:
    slots = {"person": name.person(npc), "party": name.player(None), "attitude": state.npc(npc).attitude}
    return _Fact(slots, (npc, *(player.id for player in state.party.players)), 3.0)


_FACTS: Mapping[str, Callable[[GameState, Naming, str], _Fact]] = {
    Attribute.DANGER: _danger,
    Attribute.STATE: _quest,
    Attribute.HOLDER: _holder,
    Attribute.ATTITUDE: _attitude,
}
