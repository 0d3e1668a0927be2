"""What the engine knows for certain, written down as facts: where things are, how places, quests and people stand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.language.rendering.naming import Naming, in_quotes, sentence
from app.memory.memory_context import MemoryContext
from app.memory.standing_facts import FactKey, standing_fact
from app.memory.stream import MemoryStream
from app.models.command import Event
from app.models.condition import Attitude, DangerLevel
from app.models.events.play import (
    AttitudeChanged,
    DangerChanged,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    QuestCompleted,
    QuestStarted,
)
from app.models.game_state import GameState
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.models.quest import QuestStatus

DANGER, STATE, HOLDER, ATTITUDE = "danger", "state", "holder", "attitude"

_ATTITUDES = {
    Attitude.HOSTILE: "turned against",
    Attitude.WARY: "grew wary of",
    Attitude.NEUTRAL: "kept an open mind about",
    Attitude.FRIENDLY: "grew friendly towards",
    Attitude.LOYAL: "became a loyal friend of",
}
"""As summaries have it, so that it is not taken for news where somebody tells what it remembers."""
_QUESTS = {
    QuestStatus.NOT_STARTED: "has not begun",
    QuestStatus.ACTIVE: "is under way",
    QuestStatus.COMPLETED: "is completed",
}


@dataclass(frozen=True)
class _Fact:
    """How one thing stands."""

    words: str
    subjects: tuple[str, ...]
    importance: float
    location_id: str | None = None


def write_facts(state: GameState, events: Sequence[Event]) -> None:
    """A turn is over: write down how everything stands that it changed; what held before is superseded.

    One entry for each key, by the state it has now; none where the standing fact says so already.
    """
    for scope, key in dict.fromkeys(found for event in events for found in _changed(event)):
        fact = _fact(state, key)
        standing = standing_fact(state, scope, key)
        if standing is not None and (standing.summary, standing.subjects) == (sentence(fact.words), fact.subjects):
            continue
        MemoryStream(state, scope).add(
            MemoryKind.SEMANTIC,
            MemoryContext(
                content=sentence(fact.words),
                created_at=state.written_at,
                location_id=fact.location_id,
                subjects=fact.subjects,
                origin=MemoryOrigin.PERCEPTION,
                importance=fact.importance,
                subject_key=key,
            ),
        )


def _changed(event: Event) -> Iterator[tuple[Scope, FactKey]]:
    """Whose memory holds what an event may have changed, and under which key."""
    match event:
        case DangerChanged(location_id=place):
            yield Scope.location(place), (place, DANGER)
        case QuestStarted(quest_id=quest) | QuestCompleted(quest_id=quest):
            yield Scope.world(), (quest, STATE)
        case ItemTaken(item_id=item) | ItemDropped(item_id=item) | ItemGiven(item_id=item):
            yield Scope.world(), (item, HOLDER)
        case ItemUsed(item_id=item, consumed=True):
            yield Scope.world(), (item, HOLDER)
        case AttitudeChanged(npc_id=npc):
            yield Scope.npc(npc), (npc, ATTITUDE)


def _fact(state: GameState, key: FactKey) -> _Fact:
    subject, attribute = key
    if attribute == DANGER:
        return _danger(state, subject)
    if attribute == STATE:
        return _quest(state, subject)
    return _holder(state, subject) if attribute == HOLDER else _attitude(state, subject)


def _danger(state: GameState, place: str) -> _Fact:
    level, where = state.place(place).danger_level, Naming(state).place(place)
    if level is DangerLevel.CLEARED:
        words = f"The danger at {where} is over"
    elif level is DangerLevel.SAFE:
        words = f"It is safe at {where}"
    else:
        words = f"The danger at {where} is {level.value}"
    return _Fact(words, (place,), 3.0, place)


def _quest(state: GameState, quest: str) -> _Fact:
    giver = state.sheets.quest(quest).giver_id
    words = f"The quest {in_quotes(state.name(quest))} {_QUESTS[state.quest(quest).status]}"
    return _Fact(words, (quest, giver) if giver else (quest,), 4.0)


def _holder(state: GameState, item: str) -> _Fact:
    """In words that fit one thing and several: an item may be called "boots"."""
    name, holder = Naming(state), state.holder_of(item)
    thing = name.thing(item)
    party = f"{state.party.players[0].name}'s party"
    if holder == "party":
        players = tuple(player.id for player in state.party.players)
        return _Fact(f"{party} has {thing}", (item, *players), 2.0)
    if holder is None:
        return _Fact(f"{party} used up {thing}", (item,), 2.0)
    if holder in state.npcs:
        return _Fact(f"{name.person(holder)} has {thing}", (item, holder), 2.0)
    return _Fact(f"{party} left {thing} at {name.place(holder)}", (item, holder), 2.0, holder)


def _attitude(state: GameState, npc: str) -> _Fact:
    name = Naming(state, npc)
    words = f"{name.person(npc)} {_ATTITUDES[state.npc(npc).attitude]} {name.player(None)}"
    players = tuple(player.id for player in state.party.players)
    return _Fact(words, (npc, *players), 3.0)
