"""The small world as the project's own tests use it, and messages in it."""

from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from app.models.events.play import BeingsSeen
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.message import Message, Role
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.records.baseline import Baseline
from app.models.records.parts import part_json, state_parts
from app.models.state.game_state import GameState
from app.testing import new_game, small_sheet

__all__ = ["NOW", "WORLDS", "at_once", "is_unchanged", "message", "new_game", "say", "serialized_parts", "small_sheet"]

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)
T = TypeVar("T")
WORLDS = tuple(sorted((Path(__file__).parent / "data" / "worlds").glob("*.json")))
"""Worlds of strangers, written before the engine that plays them."""


def at_once(work: Coroutine[Any, Any, T]) -> T:
    """The result of work that waits for nothing and only lets other work of the event loop come in between."""
    while True:
        try:
            assert work.send(None) is None, "it waits for something"
        except StopIteration as end:
            made: T = end.value
            return made


def message(index: int, content: str, **fields: Any) -> Message:
    """A message with everything that a test does not care about filled in."""
    given = {"role": Role.PLAYER, "speaker_id": "player", "speaker_name": "Élan", "location_id": "market", "turn": 1}
    return Message(index=index, content=content, timestamp=NOW, **{**given, **fields})


def say(state: GameState, *lines: str, **fields: Any) -> list[Message]:
    """Append messages to the conversation, at the party's place and heard by those there."""
    for line in lines:
        here = state.scenario.current_location_id
        heard = tuple(npc.instance_id for npc in state.present())
        given = {"location_id": here, "witness_ids": heard, "turn": state.turn, "game_time": state.clock.minutes}
        given["scene"] = state.clock.scene_id
        state.conversation_history.append(message(len(state.conversation_history), line, **{**given, **fields}))
    return state.conversation_history


def has_seen(state: GameState, npc_id: str, *being_ids: str) -> None:
    """Let somebody have seen these beings at the party's place."""
    scope, here = Scope.npc(npc_id), state.scenario.current_location_id or ""
    sight = BeingsSeen(being_ids=being_ids, activity=Activity.IDLE, location_id=here, since=state.clock.minutes)
    entry = MemoryEntry(
        created_at=NOW,
        source=scope.source,
        summary="Saw somebody.",
        kind=MemoryKind.OBSERVATION,
        payload=EventPayload(kind="event", events=(sight,)),
    )
    state.remember(scope, entry)


def serialized_parts(state: GameState) -> dict[str, bytes]:
    """Each bounded part of the state by name, as JSON."""
    return {name: part_json(family, part) for name, family, part in state_parts(state)}


def is_unchanged(baseline: Baseline, state: GameState) -> bool:
    """Whether the last commit holds the whole state, but for the turn's number."""
    step = baseline.replaced(state)
    lengths = step.pop(("messages", "")), step.pop(("notes", ""))
    return [*step] == [("turn", "")] and lengths == (len(state.conversation_history), len(state.notes))
