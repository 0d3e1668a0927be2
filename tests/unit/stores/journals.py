"""Journals for tests of the store: a game of a few records that hold a bit of everything."""

import io
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from app.models.memory import MemoryEntry, MemorySource, MemoryStatus, Scope
from app.models.records.record import (
    Header,
    Journal,
    NewMemory,
    Opening,
    PromptRecipe,
    Record,
    RecordedCommand,
    RecordKind,
)
from app.models.spend import Spend
from app.stores.journal import encoded_journal, read_journal
from tests.worlds import NOW, message, new_game


def header(game_id: str = "game-1", **fields: Any) -> Header:
    """The header of a game in the small world."""
    given = {"title": "A Small World", "scenario_id": "small", "scenario_title": "A Small World", "players": ("Élan",)}
    return Header(game_id=game_id, scenario_digest="digest", created_at=NOW, **{**given, **fields})


def opening(game_id: str = "game-1") -> Opening:
    """Its opening."""
    return Opening(state=new_game(game_id=game_id).model_copy(deep=True))


def turn(seq: int, parent: int | None = None, *, first_message: int | None = None, **fields: Any) -> Record:
    """A turn of two messages, one minute long, a minute after the one before."""
    index = 2 * (seq - 1) if first_message is None else first_message
    given: dict[str, Any] = {
        "kind": RecordKind.TURN,
        "parent": seq - 1 if parent is None else parent,
        "turn": seq,
        "at": NOW + timedelta(minutes=seq),
        "player_input": f"look {seq}",
        "request_id": f"request-{seq}",
        "speaker_id": "player",
        "commands": (RecordedCommand(command={"kind": "advance_time", "minutes": 1}, derived=seq % 2 == 0),),
        "messages": (
            message(index, f"look {seq}", turn=seq),
            message(index + 1, "Rain — “quoted”\nand more.", turn=seq),
        ),
        "parts": {"clock": {"minutes": 480 + seq, "scene": 1}},
        "prompt": PromptRecipe(model="offline", mode="guided", budget=6000),
    }
    return Record(seq=seq, **{**given, **fields})


def capture(seq: int, parent: int | None = None) -> Record:
    """A finished capture of the market's memory."""
    entry = MemoryEntry(
        id=f"market-{seq:03d}",
        created_at=NOW,
        source=MemorySource.LOCATION,
        summary="It rained.",
        metadata={"a": [1, {}]},
    )
    return Record(
        seq=seq,
        kind=RecordKind.SETTLE,
        parent=seq - 1 if parent is None else parent,
        turn=seq - 1,
        at=NOW + timedelta(minutes=seq),
        memories=(NewMemory(scope=Scope.location("market"), entry=entry),),
        statuses={f"market-{seq:03d}": MemoryStatus(importance=5.0)},
        spend=Spend(calls=1, input_tokens=10, output_tokens=5, cost=0.25),
    )


def mark(seq: int, head: int | None = None, *, label: str | None = None, turn: int = 0) -> Record:
    """A record that names the head, or only the label of the turn before it."""
    return Record(
        seq=seq,
        kind=RecordKind.MARK,
        parent=seq - 1,
        head=head,
        label=label,
        turn=turn,
        at=NOW + timedelta(minutes=seq),
    )


def some_records() -> tuple[Record, ...]:
    """Two turns, a capture, an undo of all but the first turn, another second turn and its label."""
    return (
        turn(1),
        turn(2),
        capture(3),
        mark(4, head=1, turn=1),
        turn(5, parent=1, first_message=2, turn=2),
        mark(6, label="before the owl", turn=2),
    )


def file_of(game_id: str = "game-1", records: Sequence[Record] | None = None) -> bytes:
    """The bytes of a whole journal."""
    given = some_records() if records is None else records
    return b"".join(encoded_journal(header(game_id), opening(game_id), given))


def parsed(data: bytes, name: str = "game-1/journal.jsonl") -> Journal:
    """What the store makes of these bytes."""
    return read_journal(io.BytesIO(data), name)


def content(journal: Journal) -> str:
    """Everything a journal holds, to be compared (a state also holds an index that compares by identity)."""
    return journal.model_dump_json()
