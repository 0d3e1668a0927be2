"""One row for each kind of event: where it is seen, who is in it, how much it matters, which fact it changes; and which
events of a turn the party notices. Words are the language pack's: by kind the templates ``line-…``, ``seen-…`` and
``surprise-…``, where the row asks for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

from app.models.command import Event
from app.models.events import mind, play
from app.models.memory import Scope
from app.models.sheets.condition import DangerLevel

HERE = "here"  # stands, where a field's name would stand, for the place where the party is
SEEN = 2.0
CONCERNED = 4.0  # importance of what is handed to or by oneself, of an encounter's end, of a lasting change
MATTERS = 6.0  # importance of a secret found, of something made, and of great danger that begins or is over

FactKey = tuple[Scope, tuple[str, str]]  # whose memory holds a fact, and its (subject, attribute)
EventAtPlace = tuple[Event, str | None]  # an event, and where the party was then


class Attribute(StrEnum):
    DANGER = "danger"
    STATE = "state"
    HOLDER = "holder"
    ATTITUDE = "attitude"


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """What the engine knows of one kind of event. Fields of the event are named by their names."""

    has_line: Callable[[Any, str | None], bool] | bool = True  # whether the engine's line tells of it
    seen_at: tuple[str, ...] = ()  # where witnesses remember it
    surprise_at: str | None = None  # where it may change plans of those who are there
    done_by: Literal["party", "player", "nobody"] = "nobody"  # who is in it beside its ``subjects``
    subjects: tuple[str, ...] = ()
    importance: Callable[[Any], float] | float = SEEN
    concerned: str | None = None  # whom it concerns: somebody who notices it even asleep, and to whom it matters more
    fact: Callable[[Any], FactKey | None] | None = None
    is_inward: bool = False  # time, told in one sum, and what goes on in people: nothing that a table would see

    def places(self, event: Event, here: str | None) -> list[str]:
        """Where there is something of an event to see. Those who moved have moved by now: no one is at both."""
        found = (here if name == HERE else getattr(event, name) for name in self.seen_at)
        return [place for place in found if place is not None]

    def tells(self, event: Event, at: str | None) -> bool:
        """Whether the engine's line has a part for an event, with the party ``at`` a place."""
        return self.has_line if isinstance(self.has_line, bool) else self.has_line(event, at)

    def weight(self, event: Event, witness_id: str) -> float:
        if self.concerned is not None and getattr(event, self.concerned) == witness_id:
            return CONCERNED
        return self.importance if isinstance(self.importance, float) else self.importance(event)


def _of_danger(event: play.DangerChanged) -> float:
    return MATTERS if event.level in {DangerLevel.CLEARED, DangerLevel.HIGH, DangerLevel.EXTREME} else SEEN


def _of_the_world(subject: str, attribute: Attribute) -> Callable[[Any], FactKey]:
    return lambda event: (Scope.world(), (getattr(event, subject), attribute))


_HOLDER = _of_the_world("item_id", Attribute.HOLDER)
_STATE = _of_the_world("quest_id", Attribute.STATE)
_INWARD = EventRow(is_inward=True, has_line=False)
_AT_PLACE = partial(EventRow, seen_at=("location_id",))
_OF_PLAYER = partial(_AT_PLACE, done_by="player")
_OF_PLAYER_HERE = partial(EventRow, seen_at=(HERE,), done_by="player")
_AT_TABLE = EventRow(seen_at=(HERE,), subjects=("player_id",))
_OF_QUEST = partial(EventRow, surprise_at=HERE)
_UNTOLD = EventRow(has_line=False)
_BY_HAND = play.NoteAdded | play.MemoryEdited

EVENTS: Mapping[type[Event], EventRow] = MappingProxyType(
    {
        play.LocationChanged: EventRow(
            surprise_at="to_id", seen_at=("from_id", "to_id"), done_by="party", subjects=("from_id", "to_id")
        ),
        play.DangerChanged: _AT_PLACE(
            surprise_at="location_id",
            subjects=("location_id",),
            importance=_of_danger,
            fact=lambda event: (Scope.location(event.location_id), (event.location_id, Attribute.DANGER)),
        ),
        play.EncounterCompleted: _OF_PLAYER(
            surprise_at="location_id", subjects=("encounter_id",), importance=CONCERNED
        ),
        play.EffectAdded: _AT_PLACE(subjects=("location_id",), importance=CONCERNED),
        play.SecretDiscovered: _OF_PLAYER(subjects=("secret_id",), importance=MATTERS),
        play.NPCMoved: EventRow(seen_at=("from_id", "to_id"), subjects=("npc_id", "from_id", "to_id")),
        play.AttitudeChanged: EventRow(
            fact=lambda event: (Scope.npc(event.npc_id), (event.npc_id, Attribute.ATTITUDE))
        ),
        play.TopicTold: _UNTOLD,
        play.QuestStarted: _OF_QUEST(fact=_STATE),
        play.ObjectiveCompleted: _OF_QUEST(),
        play.QuestCompleted: _OF_QUEST(fact=_STATE),
        play.ActProgressed: EventRow(),
        play.ItemTaken: _OF_PLAYER(subjects=("item_id",), fact=_HOLDER),
        play.ItemDropped: _OF_PLAYER(subjects=("item_id",), fact=_HOLDER),
        play.ItemGiven: _OF_PLAYER_HERE(subjects=("npc_id", "item_id"), concerned="npc_id", fact=_HOLDER),
        play.ItemUsed: _OF_PLAYER_HERE(
            has_line=lambda event, _: event.consumed,
            subjects=("item_id", "target_id"),
            concerned="target_id",
            fact=lambda event: _HOLDER(event) if event.consumed else None,
        ),
        play.TimeAdvanced: _INWARD,
        play.HourPassed: _INWARD,
        play.DayStarted: _INWARD,
        play.NoteAdded: EventRow(),
        play.PlayerJoined: _AT_TABLE,
        play.PlayerLeft: _AT_TABLE,
        play.MemoryAdded: EventRow(),
        play.MemoryPinned: EventRow(),
        play.MemoryArchived: EventRow(),
        play.MemoryRestored: EventRow(),
        play.MemoryReplaced: EventRow(),
        play.MemoriesImported: EventRow(),
        mind.PlanSet: _INWARD,
        mind.PlanItemUpdated: _INWARD,
        mind.ActivityChanged: _INWARD,
        mind.MealEaten: _INWARD,
        mind.RelationshipChanged: _INWARD,
        mind.ArtifactCreated: _AT_PLACE(
            has_line=lambda event, at: event.location_id == at,
            surprise_at="location_id",
            subjects=("npc_id",),
            importance=MATTERS,
        ),
        mind.MemoriesSeeded: _UNTOLD,
        mind.MemoryFormed: _UNTOLD,
        mind.MemoryReinforced: _UNTOLD,
        mind.MemoriesAssociated: _UNTOLD,
        mind.GoalUpdated: _INWARD,
        play.BeingsSeen: _UNTOLD,
        play.PlaceReached: _UNTOLD,
        play.BeingMissed: _UNTOLD,
        play.GatheringHeld: _UNTOLD,
    }
)


def row_of(event: Event) -> EventRow:
    """The row of an event's kind; one that tells nothing for a kind that is none of ours, which no commit accepts."""
    return EVENTS.get(type(event), _UNTOLD)


def visible_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """The events that the party sees, each with where it was then. Of each person who comes and goes only the last move
    counts, and none if it is back where it was."""
    at, told = began_at, list[EventAtPlace]()
    moves: dict[str, list[play.NPCMoved]] = {}
    for event in events:
        if isinstance(event, play.LocationChanged):
            at = event.to_id
        if isinstance(event, play.NPCMoved):
            if at is None or at not in (event.from_id, event.to_id):
                continue
            moves.setdefault(event.npc_id, []).append(event)
        told.append((event, at))
    ends = [made[-1] for made in moves.values() if made[-1].to_id != made[0].from_id]
    return [pair for pair in told if not isinstance(pair[0], play.NPCMoved) or any(pair[0] is end for end in ends)]


def line_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """Those of them that the engine's line has a part for."""
    return [(event, at) for event, at in visible_events(events, began_at) if row_of(event).tells(event, at)]


def message_events(events: Sequence[Event], began_at: str | None) -> tuple[Event, ...]:
    """The events of the line and the topics told, in order, without notes and edits by hand."""
    told = (pair for pair in visible_events(events, began_at) if not isinstance(pair[0], _BY_HAND))
    return tuple(event for event, at in told if isinstance(event, play.TopicTold) or row_of(event).tells(event, at))
