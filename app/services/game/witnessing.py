"""What people see happen: each command carried out in their sight becomes observations of theirs.

What was said is no part of it: recall finds that in the conversation. Nor is what only the players know. Whoever makes
something remembers it as a work of its own.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.events.commands.npc import AskTopicCommand
from app.language.rendering.naming import Naming, in_quotes, sentence
from app.memory.memory_context import MemoryContext
from app.memory.stream import MemoryStream
from app.models.command import Event, Outcome
from app.models.condition import DangerLevel
from app.models.events.mind import ArtifactCreated
from app.models.events.play import (
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NPCMoved,
    SecretDiscovered,
)
from app.models.game_state import GameState, PlayerCharacter
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.memory import MemoryKind, MemoryOrigin, Scope
from app.services.game.noticing import Noticed

SEEN = 2.0
CONCERNED = 4.0
"""Importance of what is handed to or by oneself, of an encounter's end, of a lasting change."""
MATTERS = 6.0
"""Importance of a secret found, of something made, and of great danger that begins or is over."""

OWN_WORK = "own-work"
"""Tags what somebody made itself, beside the styles of the work."""

_GRAVE = {DangerLevel.CLEARED, DangerLevel.HIGH, DangerLevel.EXTREME}


class Witnessing:
    """Notes, command by command, who sees what; at the turn's end it becomes theirs to remember."""

    def __init__(self, state: GameState) -> None:
        self._state = state
        self._seen: Noticed[tuple[str, MemoryKind, MemoryContext]] = Noticed()
        self._until = state.clock.minutes

    def note(self, outcome: Outcome, acting: PlayerCharacter | None, *, own_time: bool = False) -> None:
        """A command has just been carried out: on a player's words, or (None) on nobody's.

        ``own_time``: it is the time that a text turn takes by itself, so what was done in the turn is as recent.
        """
        for event in outcome.events:
            if isinstance(event, SecretDiscovered) and isinstance(outcome.command, AskTopicCommand):
                continue  # it was told, there was nothing to see
            for place in _places(event, self._state.scenario.current_location_id):
                self._watch(event, place, acting)
        if not own_time:
            self._until = self._state.clock.minutes

    def write(self) -> None:
        """The turn is over: everybody remembers what it saw, in that order."""
        for npc_id, kind, context in self._seen:
            is_now = context.game_time is None or context.game_time >= self._until
            stream = MemoryStream(self._state, Scope.npc(npc_id))
            stream.add(kind, replace(context, game_time=None) if is_now else context)
        self._seen = Noticed()

    def _watch(self, event: Event, place: str, acting: PlayerCharacter | None) -> None:
        state = self._state
        subjects = _subjects(event, state, acting)
        for witness in state.present(place):
            npc_id = witness.instance_id
            if isinstance(event, NPCMoved) and event.npc_id == npc_id:
                continue  # it goes itself
            if _sleeps_through(event, witness):
                continue
            context = MemoryContext(
                content=sentence(_words(event, place, Naming(state, npc_id), acting)),
                created_at=state.written_at,
                game_time=state.clock.minutes,
                location_id=place,
                subjects=subjects,
                origin=MemoryOrigin.PERCEPTION,
                importance=_importance(event, npc_id),
            )
            kind = MemoryKind.OBSERVATION
            if isinstance(event, ArtifactCreated) and event.npc_id == npc_id:
                kind, context = MemoryKind.ARTIFACT, _own_work(event, context)
            self._seen.add(npc_id, context.importance, (npc_id, kind, context))


def _sleeps_through(event: Event, witness: NPCInstance) -> bool:
    """Who sleeps sees nothing but what is handed to or by it, or used on it."""
    match event:
        case ItemGiven(npc_id=concerned) | ItemUsed(target_id=concerned) if concerned == witness.instance_id:
            return False
        case _:
            return witness.activity is Activity.SLEEPING


def _own_work(event: ArtifactCreated, context: MemoryContext) -> MemoryContext:
    """What others observe, as its maker remembers it."""
    where = {"path": event.path} if event.path else {}
    return replace(context, tags=tuple(dict.fromkeys((OWN_WORK, *event.style_tags))), metadata=where)


def _places(event: Event, here: str | None) -> Iterator[str]:
    """Where there is something of an event to see. Who moved has moved by now: nobody is at both places."""
    found: tuple[str | None, ...] = ()
    match event:
        case LocationChanged(from_id=left, to_id=to) | NPCMoved(from_id=left, to_id=to):
            found = (left, to)
        case ItemGiven() | ItemUsed():
            found = (here,)
        case ItemTaken(location_id=place) | ItemDropped(location_id=place) | EncounterCompleted(location_id=place):
            found = (place,)
        case EffectAdded(location_id=place) | DangerChanged(location_id=place) | ArtifactCreated(location_id=place):
            found = (place,)
        case SecretDiscovered(location_id=place) if place == here:
            found = (place,)
    return (place for place in found if place is not None)


def _words(event: Event, place: str, name: Naming, acting: PlayerCharacter | None) -> str:
    """An event as it is seen at a place: simple past, with names; `perspective` turns it round."""
    who = name.player(acting)
    match event:
        case LocationChanged(to_id=to):
            return _moved(name.player(None), to, place, name)
        case NPCMoved(npc_id=npc, to_id=to):
            return _moved(name.person(npc), to, place, name)
        case ItemTaken(item_id=item):
            return f"{who} took {name.thing(item)}"
        case ItemDropped(item_id=item):
            return f"{who} put down {name.thing(item)}"
        case ItemGiven(item_id=item, npc_id=npc, to_party=True):
            return f"{name.person(npc)} gave {who} {name.thing(item)}"
        case ItemGiven(item_id=item, npc_id=npc):
            return f"{who} gave {name.person(npc)} {name.thing(item)}"
        case ItemUsed(item_id=item, target_id=target, consumed=consumed):
            used = f"{who} used {'up ' if consumed else ''}{name.thing(item)}"
            return used if target is None else f"{used} on {name.thing(target)}"
        case EncounterCompleted(encounter_id=what):
            return f"{who} overcame {name.thing(what)}"
        case SecretDiscovered(secret_id=what):
            return f"{who} discovered {name.thing(what)}"
        case ArtifactCreated(npc_id=npc, description=made):
            return f"{name.person(npc)} made something: {in_quotes(' '.join(made.split()))}"
        case EffectAdded(effect=effect):
            return f"What changed at {name.place(place)}: {in_quotes(effect)}"
        case DangerChanged(level=DangerLevel.CLEARED):
            return f"Nothing threatened anybody at {name.place(place)} any more"
        case DangerChanged(level=DangerLevel.SAFE):
            return f"It became safe at {name.place(place)}"
        case DangerChanged(level=level):
            return f"The danger at {name.place(place)} became {level.value}"
    raise TypeError(f"Nothing of {type(event).__name__} is to be seen.")


def _moved(who: str, to: str | None, seen_at: str, name: Naming) -> str:
    if seen_at == to:
        return f"{who} came to {name.place(to)}"
    left_it = f"{who} left {name.place(seen_at)}"
    return left_it if to is None else f"{left_it} for {name.place(to)}"


def _subjects(event: Event, state: GameState, acting: PlayerCharacter | None) -> tuple[str, ...]:
    """The ids of who and what is in it."""
    party = tuple(player.id for player in state.party.players)
    who = party if acting is None or isinstance(event, LocationChanged) else (acting.id,)
    found: tuple[str | None, ...] = ()
    match event:
        case LocationChanged(from_id=left, to_id=to):
            found = (*who, left, to)
        case NPCMoved(npc_id=npc, from_id=left, to_id=to):
            found = (npc, left, to)
        case ArtifactCreated(npc_id=npc):
            found = (npc,)
        case ItemTaken(item_id=item) | ItemDropped(item_id=item):
            found = (*who, item)
        case ItemGiven(item_id=item, npc_id=npc):
            found = (*who, npc, item)
        case ItemUsed(item_id=item, target_id=target):
            found = (*who, item, target)
        case EncounterCompleted(encounter_id=what) | SecretDiscovered(secret_id=what):
            found = (*who, what)
        case EffectAdded(location_id=place) | DangerChanged(location_id=place):
            found = (place,)
    return tuple(dict.fromkeys(each for each in found if each is not None))


def _importance(event: Event, npc_id: str) -> float:
    """How much it matters to one who sees it."""
    match event:
        case SecretDiscovered() | ArtifactCreated():
            return MATTERS
        case DangerChanged(level=level) if level in _GRAVE:
            return MATTERS
        case EncounterCompleted() | EffectAdded():
            return CONCERNED
        case ItemGiven(npc_id=concerned) | ItemUsed(target_id=concerned) if concerned == npc_id:
            return CONCERNED
        case _:
            return SEEN
