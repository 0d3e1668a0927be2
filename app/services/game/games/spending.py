"""What models have cost in a game: by turn and by what was done. What was undone is paid all the same."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.models.records.record import Journal, Record, RecordKind
from app.models.records.spend import Spend
from app.models.state.minds import MindsState

TURN, CAPTURE, OTHER = "turn", "capture", "other"
"""What was done, beside the kinds of jobs: telling a turn, condensing, and what no commit came of."""


@dataclass(frozen=True)
class Spending:
    """``by_turn``: what was spent in a turn of this number and between it and the next, in order."""

    total: Spend
    by_turn: Mapping[int, Spend]
    by_work: Mapping[str, Spend]


def spending(journal: Journal) -> Spending:
    by_turn, by_work = defaultdict[int, Spend](Spend), defaultdict[str, Spend](Spend)
    minds: dict[int, Any] = {0: journal.opening.state.minds}
    for record in journal.records:
        before = minds.get(record.parent)
        minds[record.seq] = record.parts.get("minds", before)
        if record.spend:
            by_turn[record.turn] += record.spend
            by_work[_work(record, _counts(before), _counts(minds[record.seq]))] += record.spend
    return Spending(sum(by_work.values(), Spend()), dict(sorted(by_turn.items())), dict(by_work))


def _counts(minds: Any) -> Mapping[str, int]:
    """How often a job of each kind was done or given up."""
    read = MindsState.model_validate(minds)
    return Counter(read.done) + Counter(read.dropped)


def _work(record: Record, before: Mapping[str, int], now: Mapping[str, int]) -> str:
    """What the record is of: a settle that counts no job is a capture's."""
    if record.kind is RecordKind.TURN:
        return TURN
    job = next((kind for kind in now if now[kind] > before.get(kind, 0)), None)
    return job or (CAPTURE if record.kind is RecordKind.SETTLE else OTHER)
