"""The facts that a turn leaves in memories: positions of things, danger of places, states of quests, attitudes."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from app.events.event_table import Attribute, row_of
from app.interfaces.services.location import PARTY
from app.language.rendering.events import value_words
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.canon import FactEstablished
from app.models.events.play import RecordedEvent
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, MemorySource
from app.models.messages.payload import EventPayload
from app.models.state.game_state import GameState


class _Fact(NamedTuple):
    """The value of a fact: the slots of the template ``fact-<attribute>``, the witnesses and the subjects."""

    slots: dict[str, str]
    subjects: tuple[str, ...]
    importance: float
    location_id: str | None = None


def write_facts(state: GameState, events: Sequence[Event]) -> None:
    """Write one entry for each fact that a turn changed, superseding the previous one; none if that says the same."""
    may_change = ((event, row_of(event).fact) for event in events)
    changed = {found: event for event, fact in may_change if fact is not None and (found := fact(event)) is not None}
    for (scope, key), event in changed.items():
        subject, attribute = key
        name = Naming(state, scope.owner_id if scope.source is MemorySource.NPC else None)
        if isinstance(event, FactEstablished):
            attribute, fact = "established", _established(state, name, event)
        else:
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
        current = current_fact(state, scope, key)
        if current is None or not _says(current, attribute, context):
            MemoryStream(state, scope).add(MemoryKind.SEMANTIC, context)


def _says(current: MemoryEntry, attribute: str, fact: MemoryContext) -> bool:
    """Check whether an entry already holds a fact: the holder of a thing is compared by the subjects, other facts by
    the payload, an entry without payload (written by hand, or by an older version) by its text."""
    if current.subjects != fact.subjects:
        return False
    if current.payload is None:
        return current.summary == fact.content
    return current.payload == fact.payload or attribute == Attribute.HOLDER


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


def _established(state: GameState, name: Naming, event: FactEstablished) -> _Fact:
    is_known = event.subject in state.sheets or event.subject in state.npcs
    slots = {
        "subject": name.thing(event.subject) if is_known else event.subject,
        "attribute": event.attribute,
        "value": event.value,
    }
    return _Fact(slots, (event.subject,) if is_known else (), 5.0)


_FACTS: Mapping[str, Callable[[GameState, Naming, str], _Fact]] = {
    Attribute.DANGER: _danger,
    Attribute.STATE: _quest,
    Attribute.HOLDER: _holder,
    Attribute.ATTITUDE: _attitude,
}
