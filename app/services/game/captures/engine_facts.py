"""What the engine knows for certain, written down as facts: where things are, how places, quests and people stand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from app.events.event_table import Attribute, row_of
from app.language.rendering.events import value_words
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.standing import standing_fact
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Event
from app.models.events.play import RecordedEvent
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin
from app.models.messages.payload import EventPayload
from app.models.state.game_state import GameState


def write_facts(state: GameState, events: Sequence[Event]) -> None:
    """Write one entry for each fact that a turn changed, superseding the one before; none if it already says so."""
    may_change = ((event, row_of(event).fact) for event in events)
    changed = {found: event for event, fact in may_change if fact is not None and (found := fact(event)) is not None}
    for (scope, key), event in changed.items():
        payload = EventPayload(kind="event", events=(cast(RecordedEvent, event),))
        fact = replace(_FACTS[key[1]](state, key[0]), subject_key=key, payload=payload)
        standing = standing_fact(state, scope, key)
        if standing is None or not _says(standing, key[1], fact):
            MemoryStream(state, scope).add(MemoryKind.SEMANTIC, fact)


def _says(standing: MemoryEntry, attribute: str, fact: MemoryContext) -> bool:
    """Whether an entry holds a fact already: who holds a thing is compared by the subjects, other facts by the payload,
    an entry without one (written by hand, or by an older version) by its text."""
    if standing.subjects != fact.subjects:
        return False
    if standing.payload is None:
        return standing.summary == fact.content
    return standing.payload == fact.payload or attribute == Attribute.HOLDER


def _fact(
    state: GameState, words: str, subjects: tuple[str, ...], importance: float, location_id: str | None = None
) -> MemoryContext:
    return MemoryContext(
        content=words,
        created_at=state.written_at,
        location_id=location_id,
        subjects=subjects,
        origin=MemoryOrigin.PERCEPTION,
        importance=importance,
    )


def _danger(state: GameState, place: str) -> MemoryContext:
    name, level = Naming(state), state.place(place).danger_level
    level_words = value_words(name.language, "level", level)
    words = _fact_text(name, "fact-danger", level=level, level_words=level_words, place=name.place(place))
    return _fact(state, words, (place,), 3.0, place)


def _quest(state: GameState, quest: str) -> MemoryContext:
    giver, status = state.sheets.quest(quest).giver_id, state.quest(quest).status
    words = _fact_text(Naming(state), "fact-state", quest=in_quotes(state.name(quest)), status=status)
    return _fact(state, words, (quest, giver) if giver else (quest,), 4.0)


def _holder(state: GameState, item: str) -> MemoryContext:
    name, holder = Naming(state), state.holder_of(item)
    players = tuple(player.id for player in state.party.players)
    one = name.language.render("engine.whose-party", player=state.party.players[0].name)
    slots = {"party": name.party if players[1:] else one, "thing": name.thing(item), "holder": ""}
    if holder == "party":
        return _fact(state, _fact_text(name, "fact-holder", held="party", **slots), (item, *players), 2.0)
    if holder is None:
        return _fact(state, _fact_text(name, "fact-holder", held="nobody", **slots), (item,), 2.0)
    slots["holder"], is_person = name.thing(holder), holder in state.npcs
    words = _fact_text(name, "fact-holder", held="person" if is_person else "place", **slots)
    return _fact(state, words, (item, holder), 2.0, None if is_person else holder)


def _attitude(state: GameState, npc: str) -> MemoryContext:
    name = Naming(state, npc)
    attitude = state.npc(npc).attitude
    words = _fact_text(name, "fact-attitude", person=name.person(npc), party=name.player(None), attitude=attitude)
    return _fact(state, words, (npc, *(player.id for player in state.party.players)), 3.0)


def _fact_text(name: Naming, template: str, **slots: str) -> str:
    return sentence_with_name(name.language.render(f"engine.{template}", **slots))


_FACTS: Mapping[str, Callable[[GameState, str], MemoryContext]] = {
    Attribute.DANGER: _danger,
    Attribute.STATE: _quest,
    Attribute.HOLDER: _holder,
    Attribute.ATTITUDE: _attitude,
}
