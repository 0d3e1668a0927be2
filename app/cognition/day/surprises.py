"""What may change the rest of a day: a visit, a quest's turn, something made, danger. Only for who is there."""

from collections.abc import Iterable, Iterator

import numpy as np

from app.events.event_table import HERE, row_of
from app.interfaces.services.location import PARTY
from app.language.rendering.events import render_event
from app.language.rendering.naming import Naming, in_quotes, sentence_with_name
from app.memory.stream.stream import MemoryStream
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.events.play import DangerChanged, LocationChanged, ObjectiveCompleted, QuestCompleted, QuestStarted
from app.models.instances.npc_instance import Activity, NPCInstance
from app.models.memory import Scope
from app.models.sheets.condition import DangerLevel
from app.models.state.game_state import GameState
from app.models.state.minds import Job, JobKind

VISIT_AGAIN = 6 * 60  # game minutes without the party after which its coming is a surprise once more
MOST_TOLD = 3  # surprises of one turn that are told to a mind

VISIT, DANGER = "visit", "danger"  # facts of a job: whether the party has come, whether what has happened threatens


_QUEST_EVENTS = (QuestStarted, ObjectiveCompleted, QuestCompleted)  # what a quest is about only its giver knows


def surprise(state: GameState, npc: NPCInstance, why: str, events: Iterable[Event] = ()) -> None:
    """Ask a person's mind whether ``why``, a sentence in its own sight, changes its plan; nothing without a plan."""
    now, mind = state.clock.minutes, npc.mind
    if mind.plan_until is None or mind.plan_until <= now:
        return
    mind.surprised_at = now
    facts: dict[str, str | bool] = {"surprise": why}
    for event in events:
        match event:
            case LocationChanged():
                facts[VISIT] = True
            case DangerChanged(level=DangerLevel.HIGH | DangerLevel.EXTREME):
                facts[DANGER] = True
    state.minds.ask(Job(kind=JobKind.PLAN, npc_id=npc.instance_id, asked_at=now, facts=facts))


def surprises(state: GameState, events: Iterable[Event]) -> None:
    """Let those who were awake and there be surprised by what has happened in a turn, each once."""
    witnessed: dict[str, dict[str, Event]] = {}
    for event in events:
        for npc, why in _witnessed(state, event):
            witnessed.setdefault(npc.instance_id, {}).setdefault(why, event)
    for npc_id, seen in witnessed.items():
        surprise(state, state.npc(npc_id), " ".join(list(seen)[:MOST_TOLD]), seen.values())


def _witnessed(state: GameState, event: Event) -> Iterator[tuple[NPCInstance, str]]:
    row = row_of(event)
    if row.surprise_at is None:
        return
    place = state.scenario.current_location_id if row.surprise_at == HERE else getattr(event, row.surprise_at)
    for npc in state.present(place) if place is not None else ():
        if npc.activity is not Activity.SLEEPING and _is_surprised(state, event, npc):
            name = Naming(state, npc.instance_id)
            party = name.player(None)
            if isinstance(event, _QUEST_EVENTS) and state.sheets.quest(event.quest_id).giver_id != npc.instance_id:
                words = name.language.render("engine.surprise-quest-of-others")
            else:
                words = render_event(name.language, "surprise", event, name.thing, text=in_quotes, party=party)
            yield npc, sentence_with_name(words)


def _is_surprised(state: GameState, event: Event, npc: NPCInstance) -> bool:
    if isinstance(event, LocationChanged):
        return not _met_lately(state, npc)
    return not isinstance(event, ArtifactCreated) or event.npc_id != npc.instance_id


def _met_lately(state: GameState, npc: NPCInstance) -> bool:
    """Whether a person remembers the party from the last hours, this turn left out."""
    entries = MemoryStream(state, Scope.npc(npc.instance_id)).index.entries
    ids = (PARTY, *(player.id for player in state.party.players))
    about = np.concatenate([entries.subjects.of(each.casefold()) for each in ids])
    earlier = about[entries.columns["turn"][about] < state.turn]
    times = entries.columns["time"][earlier]
    return bool(len(times)) and int(times.max()) > state.clock.minutes - VISIT_AGAIN
