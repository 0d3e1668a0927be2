"""A stream as JSON: its entries and their statuses, to the last field."""

import json

from pydantic import TypeAdapter

from app.errors import Conflict, InvalidInput
from app.memory.stream.remembering import remember
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryStatus, Scope
from app.models.memory_id import make_memory_id
from app.models.state.game_state import GameState

_ENTRIES = TypeAdapter(list[MemoryEntry])
_STATUSES = TypeAdapter(dict[str, MemoryStatus])


def to_json(stream: MemoryStream) -> str:
    """Scope, entries and statuses, as `from_json` reads them."""
    entries, known = stream.all(), stream.state.memory_status
    statuses = {key: known[key] for entry in entries if (key := entry.id or "") in known}
    data = {
        "scope": stream.scope.key,
        "entries": _ENTRIES.dump_python(entries, mode="json"),
        "statuses": _STATUSES.dump_python(statuses, mode="json"),
    }
    return json.dumps(data, ensure_ascii=False)


def from_json(state: GameState, scope: Scope, text: str) -> MemoryStream:
    """A stream as it was written, into the scope of the same key, which must have no memories yet.

    InvalidInput for text that is no such stream, Conflict if the scope remembers something already.
    """
    stream = MemoryStream(state, scope)
    if len(stream):
        raise Conflict(f"{scope.key} has memories of its own.")
    try:
        data = json.loads(text)
        entries = _ENTRIES.validate_python(data["entries"])
        statuses = _STATUSES.validate_python(data["statuses"])
        key = data["scope"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise InvalidInput(f"That is no memory stream: {type(error).__name__}.") from None
    ids = [make_memory_id(scope.owner_id, number) for number in range(1, len(entries) + 1)]
    if key != scope.key or [entry.id for entry in entries] != ids or not statuses.keys() <= set(ids):
        raise InvalidInput(f"That stream is not one of {scope.key}.")
    for memory_id, status in statuses.items():
        state.set_status(memory_id, status)
    for entry in entries:
        remember(state, scope, entry)
    return stream
