"""One row for each kind of event: its places, its subjects, its importance and the fact that it changes; and which
events of a turn the party notices. The words are in the language pack: by kind the templates ``line-…``, ``seen-…`` and
``surprise-…``, where the row needs them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

from app.models.command import Event
from app.models.events import actions, canon, mind, play
from app.models.memory import Scope
from app.models.sheets.condition import DangerLevel
from app.models.sheets.values import PARTY

HERE = "here"  # in place of a field's name: the party's place
SEEN = 2.0
CONCERNED = 4.0  # importance of a thing given or received, an encounter's end, a lasting change
MATTERS = 6.0  # importance of a secret found, a thing made, and great danger that begins or ends

FactKey = tuple[Scope, tuple[str, str]]  # the scope that holds a fact, and its (subject, attribute)
EventAtPlace = tuple[Event, str | None]  # an event, and where the party was then


class Attribute(StrEnum):
    DANGER = "danger"
    STATE = "state"
    HOLDER = "holder"
    ATTITUDE = "attitude"


@dataclass(frozen=True, kw_only=True)
class EventRow:
    """The rules for one kind of event. Strings are names of the event's fields.

    Attributes:
        has_line: Whether the engine's line of changes reports it, given the event and the party's place.
        seen_at: The places where witnesses remember it.
        surprise_at: The place where it may change people's plans.
        done_by: Who takes part in it in addition to its ``subjects``.
        subjects: The fields that hold its subjects.
        importance: The importance of a memory of it, from 1 to 10.
        concerned: The person that notices it even asleep, and finds it more important.
        fact: Returns the key of the fact that it changes.
        is_inward: Whether it is a passing of time or goes on inside people, where players see nothing.
    """

    has_line: Callable[[Any, str | None], bool] | bool = True
    seen_at: tuple[str, ...] = ()
    surprise_at: str | None = None
    done_by: Literal["party", "player", "nobody"] = "nobody"
    subjects: tuple[str, ...] = ()
    importance: Callable[[Any], float] | float = SEEN
    concerned: str | None = None
    fact: Callable[[Any], FactKey | None] | None = None
    is_inward: bool = False

    def places(self, event: Event, here: str | None) -> list[str]:
        """Return the places where an event could be seen, with the party at ``here``. People that moved have done so
        already, so that none of them is at both."""
        places = (here if name == HERE else getattr(event, name) for name in self.seen_at)
        return [place for place in places if place is not None]

    def tells(self, event: Event, at: str | None) -> bool:
        """Return whether the engine's line reports an event, with the party ``at`` a place."""
        return self.has_line if isinstance(self.has_line, bool) else self.has_line(event, at)

    def weight(self, event: Event, witness_id: str) -> float:
        """Return the importance, 1 to 10, of a witness's memory of an event."""
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
        play.ItemShown: _OF_PLAYER_HERE(has_line=False, subjects=("npc_id", "item_id"), concerned="npc_id"),
        play.ItemUsed: _OF_PLAYER_HERE(
            has_line=lambda event, _: event.consumed,
            subjects=("item_id", "target_id"),
            concerned="target_id",
            fact=lambda event: _HOLDER(event) if event.consumed else None,
        ),
        actions.ActionPerformed: EventRow(
            has_line=False, seen_at=("at",), subjects=("actor_id", "target_id", "with_id")
        ),
        actions.CheckRolled: EventRow(has_line=lambda event, at: event.at in (None, at)),
        actions.StateChanged: EventRow(
            has_line=lambda event, at: bool(event.text or event.is_mark) and event.at in (None, at)
        ),
        actions.ItemMoved: EventRow(has_line=lambda event, at: event.at == at, subjects=("item_id",), fact=_HOLDER),
        actions.WayChanged: EventRow(has_line=lambda event, at: event.location_id == at),
        actions.EffectEnded: EventRow(has_line=lambda event, at: event.location_id == at),
        actions.CompanionJoined: EventRow(seen_at=(HERE,), subjects=("npc_id",)),
        actions.CompanionLeft: EventRow(seen_at=(HERE,), subjects=("npc_id",)),
        actions.MessageEntrusted: _UNTOLD,
        actions.MessageDelivered: EventRow(has_line=lambda event, at: event.at == at),
        actions.PersonSaid: _UNTOLD,
        actions.QuestFailed: _OF_QUEST(fact=_STATE),
        actions.TimerStarted: _UNTOLD,
        actions.TimerStopped: _UNTOLD,
        actions.TimerDue: _UNTOLD,
        actions.RuleApplied: _UNTOLD,
        actions.Harmed: EventRow(seen_at=(HERE,), subjects=("victim_id",), importance=CONCERNED, concerned="victim_id"),
        actions.Beaten: EventRow(seen_at=(HERE,), subjects=("npc_id",), importance=MATTERS),
        actions.Died: EventRow(seen_at=("at",), subjects=("victim_id",), importance=MATTERS, surprise_at="at"),
        actions.StoryEnded: EventRow(),
        canon.PersonCreated: EventRow(has_line=lambda event, at: event.at in (None, at)),
        canon.ItemCreated: EventRow(has_line=lambda event, at: event.holder_id in (PARTY, at)),  # a person may hide it
        canon.PlaceCreated: _UNTOLD,
        canon.ActionCreated: _UNTOLD,
        canon.StateCreated: _UNTOLD,
        canon.TimerCreated: _UNTOLD,
        canon.PartChanged: _UNTOLD,
        canon.PartDescribed: _UNTOLD,
        canon.PartRenamed: _UNTOLD,
        canon.FactEstablished: EventRow(
            has_line=False,
            fact=lambda event: (
                None if event.claimed_by is not None else (event.scope, (event.subject, event.attribute.casefold()))
            ),
        ),
        canon.NoteForgotten: EventRow(has_line=lambda event, _: not event.for_master),
        canon.ScenarioUpdated: EventRow(),
        play.TimeAdvanced: _INWARD,
        play.HourPassed: _INWARD,
        play.DayStarted: _INWARD,
        play.NoteAdded: EventRow(has_line=lambda event, _: not event.for_master),
        play.PlayerJoined: _AT_TABLE,
        play.PlayerLeft: _AT_TABLE,
        play.PlayerSheetUpdated: _UNTOLD,
        play.NarrationStyleSet: _UNTOLD,
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
    """Return the row of an event's kind; for an unknown kind, which no commit accepts, a row without a line."""
    return EVENTS.get(type(event), _UNTOLD)


def visible_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """Return the events that the party sees, each with the party's place then.

    Args:
        events: The events of a turn, in order.
        began_at: The party's place when the turn began.

    Returns:
        The events in order. Of a person that comes and goes only the last move is among them, and none if it is back at
        its first place.
    """
    at, visible = began_at, list[EventAtPlace]()
    moves: dict[str, list[play.NPCMoved]] = {}
    for event in events:
        if isinstance(event, play.LocationChanged):
            at = event.to_id
        if isinstance(event, play.NPCMoved):
            if at is None or at not in (event.from_id, event.to_id):
                continue
            moves.setdefault(event.npc_id, []).append(event)
        visible.append((event, at))
    ends = [steps[-1] for steps in moves.values() if steps[-1].to_id != steps[0].from_id]
    return [pair for pair in visible if not isinstance(pair[0], play.NPCMoved) or any(pair[0] is end for end in ends)]


def line_events(events: Sequence[Event], began_at: str | None) -> list[EventAtPlace]:
    """Return the `visible_events` that the engine's line reports."""
    return [(event, at) for event, at in visible_events(events, began_at) if row_of(event).tells(event, at)]


def message_events(events: Sequence[Event], began_at: str | None) -> tuple[Event, ...]:
    """Return the events of the line and of topics, in order, without notes and edits by hand."""
    visible = (pair for pair in visible_events(events, began_at) if not isinstance(pair[0], _BY_HAND))
    return tuple(event for event, at in visible if isinstance(event, play.TopicTold) or row_of(event).tells(event, at))
