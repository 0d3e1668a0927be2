"""The engine's own line of what changed, as ``+ lantern · Market · Day 1, 14:20``.

Every turn ends with one, except where nobody spoke, no time passed and nothing changed that it could tell of:
what somebody keeps in mind is no part of the conversation. It is made of events only, so it never says what did not
happen.
"""

from collections.abc import Sequence

from app.memory.fence import clipped
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.events.play import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    MemoryAdded,
    MemoryArchived,
    MemoryEdited,
    MemoryPinned,
    MemoryReplaced,
    NoteAdded,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
    TopicTold,
)
from app.models.game_state import GameState

MAX_WORDS = 120
"""Characters of what somebody made that the line shows."""


def change_line(state: GameState, events: Sequence[Event], began_at: str | None) -> str:
    """``+`` gained, ``-`` gone, ``✓`` done, ``→`` moved there, ``!`` anything else; then place and time."""
    place = state.scenario.current_location_id
    told = changes_told(state, events, began_at)
    return " · ".join([*told, state.name(place) if place else "nowhere", str(state.clock)])


def changes_told(state: GameState, events: Sequence[Event], began_at: str | None) -> list[str]:
    """The parts of the line that tell of a change; [] where nothing has changed that the party would notice."""
    return [words for event, at in worth_telling(events, began_at) if (words := _words(state, event, at))]


def events_told(state: GameState, events: Sequence[Event], began_at: str | None) -> tuple[Event, ...]:
    """What the line tells of the story, in its order, and the topics told, which it has no words for.

    Without notes and edits by hand: it does not show their text.
    """
    told = (pair for pair in worth_telling(events, began_at) if not isinstance(pair[0], NoteAdded | MemoryEdited))
    return tuple(event for event, at in told if isinstance(event, TopicTold) or _words(state, event, at))


def worth_telling(events: Sequence[Event], began_at: str | None) -> list[tuple[Event, str | None]]:
    """The events to tell, each with where the party was then.

    Of whoever comes and goes in its sight only the last is told, and nothing of who is back where it was: a day that
    is waited out at the market ends in a line that can be read.
    """
    at, told = began_at, list[tuple[Event, str | None]]()
    started: dict[str, str | None] = {}
    last: dict[str, Event] = {}
    for event in events:
        if isinstance(event, LocationChanged):
            at = event.to_id
        if isinstance(event, NPCMoved):
            if at is None or at not in (event.from_id, event.to_id):
                continue
            started.setdefault(event.npc_id, event.from_id)
            last[event.npc_id] = event
        told.append((event, at))

    def is_news(event: Event) -> bool:
        if not isinstance(event, NPCMoved):
            return True
        return event is last[event.npc_id] and event.to_id != started[event.npc_id]

    return [(event, at) for event, at in told if is_news(event)]


def _words(state: GameState, event: Event, at: str | None) -> str:
    name = state.name
    match event:
        case ItemTaken(item_id=item):
            return f"+ {name(item)}"
        case ItemGiven(item_id=item, npc_id=npc, to_party=True):
            return f"+ {name(item)} from {name(npc)}"
        case ItemGiven(item_id=item, npc_id=npc):
            return f"- {name(item)} to {name(npc)}"
        case ItemUsed(item_id=item, consumed=True):
            return f"- {name(item)} used up"
        case ItemDropped(item_id=item):
            return f"- {name(item)}"
        case ObjectiveCompleted(objective_id=done) | QuestCompleted(quest_id=done):
            return f"✓ {name(done)}"
        case EncounterCompleted(encounter_id=done):
            return f"✓ {name(done)}"
        case LocationChanged(to_id=to):
            return f"→ {name(to)}"
        case QuestStarted(quest_id=quest):
            return f"! quest begun: {name(quest)}"
        case ActProgressed(begun=begun):
            return f"! act begun: {name(begun)}" if begun else "! the story has reached its end"
        case SecretDiscovered(secret_id=secret):
            return f"! discovered: {name(secret)}"
        case AttitudeChanged(npc_id=npc, attitude=attitude):
            return f"! {name(npc)}: {attitude.value}"
        case DangerChanged(location_id=where, level=level):
            return f"! {name(where)}: {level.value}"
        case EffectAdded(effect=effect):
            return f"! {effect}"
        case NPCMoved(npc_id=npc, to_id=to):
            return f"! here now: {name(npc)}" if to == at else f"! {name(npc)} → {name(to) if to else 'away'}"
        case ArtifactCreated(npc_id=npc, location_id=where, description=made) if where == at:
            return f"! made by {name(npc)}: {_plain(made)}"
        case NoteAdded():
            return "! noted"
        case MemoryAdded() | MemoryPinned() | MemoryArchived() | MemoryReplaced():
            return f"! by hand: {_edit(event)}"
        case _:
            return ""


def _plain(words: str) -> str:
    """Somebody's own words as one short part of the line, which ``·`` divides."""
    return clipped(" ".join(words.replace("·", ",").split()), MAX_WORDS)


def _edit(event: MemoryEdited) -> str:
    """An edit by hand without names, ids and text: the line is part of the conversation, and so of what is condensed.

    A name would make it part of what a person remembers; the label keeps it from being read as a change of the place.
    """
    match event:
        case MemoryAdded():
            return "a memory was added"
        case MemoryPinned(pinned=pinned):
            return f"a memory was {'pinned' if pinned else 'unpinned'}"
        case MemoryArchived():
            return "a memory was archived"
        case MemoryReplaced():
            return "a memory was replaced"
