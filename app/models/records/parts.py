"""The bounded parts of a state: their names, and how they are written as JSON, read, and applied to a state."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import chain, repeat
from typing import Any

from pydantic import TypeAdapter

from app.errors import CorruptSave, InvalidInput
from app.models.base import Id
from app.models.clock import GameClock
from app.models.imported import ImportedAgent
from app.models.instances.location_state import LocationState
from app.models.instances.npc_instance import NPCInstance
from app.models.instances.scenario_instance import ScenarioInstance
from app.models.instances.world_state import WorldState
from app.models.memory import CaptureRequest
from app.models.minds.mind_state import Job, MindsState, MindState, PlannedCommand, whose
from app.models.minds.plan import Goal, PlanItem, PlanStatus
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.quest import QuestProgress
from app.models.sheets.values import StateValue
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState, Party

_NPC_ELSEWHERE = {"npc_memories", "goals", "plan", "mind", "relationships", "importance_accumulator", "agent"}
"""The fields of a person that are parts of their own: small ones that change often, and large ones that seldom do."""
People = Collection[str] | None
"""Ids of the people whose parts are included; None for all parts."""
_QUEUES = {"pending", "jobs", "intents"}
_BY_OWNER = {"states", "contents", "tried", "dialogues"}
"""Fields of the game by owner: a part for each owner that has any."""
_SELDOM_THERE = _QUEUES | {"agent"} | _BY_OWNER
"""Lists that are no part of a state while they are empty."""
_SCENARIO_ELSEWHERE = {"sheet", "location_states", "quests", "world_memories"}
_MINDS_ELSEWHERE = {"jobs", "intents"}
ELSEWHERE: dict[str, Any] = {
    "minds": _MINDS_ELSEWHERE,
    "npc": _NPC_ELSEWHERE,
    "scenario": _SCENARIO_ELSEWHERE,
    "location": {"location_memories"},
    "plan": {"__all__": {"status"}},
    "mind": {"reason"},
}
_PARTS: dict[str, TypeAdapter[Any]] = {  # by the first word of a part's name; ``scenario`` lacks its sheet
    "scenario": TypeAdapter(ScenarioInstance),
    "location": TypeAdapter(LocationState),
    "npc": TypeAdapter(NPCInstance),
    "goals": TypeAdapter(list[Goal]),
    "plan": TypeAdapter(list[PlanItem]),
    "mind": TypeAdapter(MindState),
    "agent": TypeAdapter(list[ImportedAgent]),
    "relationships": TypeAdapter(list[tuple[str, float]]),
    "reason": TypeAdapter(list[str]),
    "accumulator": TypeAdapter(list[float]),
    "progress": TypeAdapter(list[PlanStatus]),
    "quest": TypeAdapter(QuestProgress),
    "party": TypeAdapter(Party),
    "clock": TypeAdapter(GameClock),
    "minds": TypeAdapter(MindsState),
    "jobs": TypeAdapter(list[Job]),
    "intents": TypeAdapter(list[PlannedCommand]),
    "pending": TypeAdapter(list[CaptureRequest]),
    "world": TypeAdapter(WorldState),
    "narration": TypeAdapter(NarrationStyle),
    "states": TypeAdapter(list[tuple[str, StateValue]]),
    "contents": TypeAdapter(list[Id]),
    "tried": TypeAdapter(list[Id]),
    "dialogues": TypeAdapter(list[Dialogue]),
}


_WITHOUT_DEFAULTS = {"world", "narration", "npc", "agent", "mind", "plan", "minds", "jobs", "intents", "dialogues"}
"""Parts that are written at nearly every tick: their fields with default values are left out."""


def state_parts(state: GameState, people: People = None) -> Iterator[tuple[str, str, Any]]:
    """Yield the name, family and value of each bounded part.

    Args:
        state: The game.
        people: The people whose parts are included, in addition to those of the whole game; None for all parts.
    """
    scenario = state.scenario
    for family in ("scenario", "party", "clock", "minds", "world", "narration"):
        yield family, family, getattr(state, family)
    for family in sorted(_MINDS_ELSEWHERE):
        for key, waiting in _by_person(getattr(state.minds, family)).items():
            if people is None or key in people:
                yield f"{family}/{key}", family, waiting
    if people is None:
        for key, queue in state.pending.items():
            yield "pending/" + key, "pending", queue
        for key, place in scenario.location_states.items():
            yield "location/" + key, "location", place
        for key, quest in scenario.quests.items():
            yield "quest/" + key, "quest", quest
        for key, values in state.states.items():
            yield "states/" + key, "states", [*values.items()]
        for key, items in state.contents.items():
            yield "contents/" + key, "contents", items
        for key, actions in state.tried.items():
            yield "tried/" + key, "tried", actions
        for key, dialogue in state.dialogues.items():
            yield "dialogues/" + key, "dialogues", [dialogue]
    for key, npc in state.npcs.items() if people is None else ((key, state.npc(key)) for key in people):
        yield "npc/" + key, "npc", npc
        yield "goals/" + key, "goals", npc.goals
        yield "plan/" + key, "plan", npc.plan
        yield "progress/" + key, "progress", [item.status for item in npc.plan]
        yield "accumulator/" + key, "accumulator", [npc.importance_accumulator]
        yield "mind/" + key, "mind", npc.mind
        yield "relationships/" + key, "relationships", [*npc.relationships.items()]
        yield "reason/" + key, "reason", [npc.mind.reason]
        if npc.agent is not None:
            yield "agent/" + key, "agent", [npc.agent]


def _by_person(waiting: list[Any]) -> dict[str, list[Any]]:
    """Group jobs or planned commands by the person they belong to; see `whose`."""
    grouped: dict[str, list[Any]] = defaultdict(list)
    for job in waiting:
        grouped[whose(job)].append(job)
    return grouped


def part_json(family: str, part: Any) -> bytes:
    """Serialize a part.

    Raises:
        InvalidInput: It holds a value that JSON does not know, or text that is not Unicode.
    """
    try:
        data: bytes = _PARTS[family].serializer.to_json(
            part, exclude=ELSEWHERE.get(family), exclude_defaults=family in _WITHOUT_DEFAULTS, warnings=False
        )
    except ValueError:
        raise InvalidInput("The game holds a value that JSON does not know, or text that is no Unicode.") from None
    return data


def read_part(state: GameState, name: str, data: Any) -> Any:
    """Validate a part.

    Args:
        state: The game, for the scenario's sheet.
        name: The part's name, such as ``npc/mara``.
        data: Its JSON value.

    Raises:
        ValidationError: The value does not fit the part.
        CorruptSave: There is no part of this name.
    """
    family = name.partition("/")[0]
    if family not in _PARTS:
        raise CorruptSave(f"The save holds a part {name!r} that this version does not know.")
    if family == "scenario" and isinstance(data, dict):
        data = {**data, "sheet": state.sheet}
    return _PARTS[family].validate_python(data)


def apply_parts(state: GameState, parts: dict[str, Any]) -> None:
    """Set the parts of a state from their JSON values by name; see `read_part` for what it raises."""
    # How far plans have come goes last: it says so of the items that there are then.
    for name, data in sorted(parts.items(), key=lambda part: part[0].startswith("progress/")):
        family, _, key = name.partition("/")
        part = read_part(state, name, data or [] if family in _SELDOM_THERE else data)
        if family == "location":
            part.location_memories = state.place(key).location_memories
            state.scenario.location_states[key] = part
        elif family == "npc":
            for field in _NPC_ELSEWHERE:
                setattr(part, field, getattr(state.npc(key), field))
            state.npcs[key] = part
        elif family == "quest":
            state.scenario.quests[key] = part
        elif family == "scenario":
            for field in ScenarioInstance.model_fields.keys() - _SCENARIO_ELSEWHERE:
                setattr(state.scenario, field, getattr(part, field))
        elif family == "pending":
            _apply_queue(state, key, part)
        elif family in _MINDS_ELSEWHERE:
            others = [job for job in getattr(state.minds, family) if whose(job) != key]
            setattr(state.minds, family, others + part)
        elif family == "minds":
            for field in _MINDS_ELSEWHERE:
                setattr(part, field, getattr(state.minds, field))
            state.minds = part
        elif family == "accumulator":
            state.npc(key).importance_accumulator = sum(part)
        elif family == "agent":
            state.npc(key).agent = part[0] if part else None
        elif family == "plan":
            state.npc(key).plan = _with_statuses(part, [item.status for item in state.npc(key).plan])
        elif family == "progress":
            items = zip(state.npc(key).plan, part, strict=False)
            state.npc(key).plan = [item.model_copy(update={"status": status}) for item, status in items]
        elif family == "reason":
            state.npc(key).mind.reason = "".join(part)
        elif family == "states":
            _set_or_drop(state.states, key, dict(part))
        elif family == "dialogues":
            _set_or_drop(state.dialogues, key, part[0] if part else None)
        elif family in _BY_OWNER:
            _set_or_drop(getattr(state, family), key, part)
        elif family == "relationships":
            state.npc(key).relationships = dict(part)
        elif family == "mind":
            part.reason = state.npc(key).mind.reason
            state.npc(key).mind = part
        else:  # a field of the same name
            setattr(state.npc(key) if family in _NPC_ELSEWHERE else state, family, part)


def _set_or_drop(parts: dict[str, Any], key: str, part: Any) -> None:
    if part:
        parts[key] = part
    else:
        parts.pop(key, None)


def _with_statuses(items: list[PlanItem], before: list[PlanStatus]) -> list[PlanItem]:
    """Return the items of a plan with the statuses that the items before had at these positions: statuses are a part of
    their own, which is written only where one has changed."""
    pending = repeat(PlanStatus.PENDING, max(0, len(items) - len(before)))
    statuses = zip(items, chain(before, pending), strict=False)
    return [item.model_copy(update={"status": status}) for item, status in statuses]


def _apply_queue(state: GameState, key: str, queue: list[CaptureRequest]) -> None:
    if key not in {scope.key for scope in state.scopes()} or any(request.scope.key != key for request in queue):
        raise CorruptSave(f"The save holds a queue {key!r} that belongs to nobody.")
    if queue:
        state.pending[key] = queue
    else:
        state.pending.pop(key, None)
