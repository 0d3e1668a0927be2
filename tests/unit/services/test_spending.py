"""What models have cost, by turn and by what was done."""

from typing import Any

from app.models.records.record import Header, Journal, Opening, Record, RecordKind
from app.models.spend import Spend
from app.services.game.reports import Spending, spending
from tests.worlds import NOW, new_game

HEADER = Header(
    game_id="game-1", title="t", scenario_id="small", scenario_title="s", scenario_digest="0", created_at=NOW
)


def told(*records: dict[str, Any]) -> Spending:
    given = [
        {"seq": n, "parent": n - 1, "turn": n, "at": NOW, "kind": RecordKind.SETTLE, **record}
        for n, record in enumerate(records, start=1)
    ]
    return spending(
        Journal(
            header=HEADER,
            opening=Opening(state=new_game()),
            records=tuple(Record.model_validate(record) for record in given),
        )
    )


def cost(calls: int) -> Spend:
    return Spend(calls=calls, input_tokens=10 * calls, output_tokens=calls, cost=calls / 2)


def test_nothing_spent_is_nothing() -> None:
    assert told({}, {}) == Spending(Spend(), {}, {})


def test_turns_captures_jobs_and_what_came_to_nothing_are_told_apart() -> None:
    done = {"done": {"plan": 1}}
    found = told(
        {"kind": RecordKind.TURN, "spend": cost(1)},
        {"parts": {"minds": done}, "spend": cost(2)},
        {"spend": cost(4)},
        {"parts": {"minds": done | {"dropped": {"decide": 1}}}, "spend": cost(8)},
        {"kind": RecordKind.MARK, "head": 4, "spend": cost(16)},
        {"parent": 4, "parts": {"minds": {"done": {"plan": 2}, "dropped": {"decide": 1}}}, "spend": cost(32)},
    )
    assert found.by_work == {
        "turn": cost(1), "plan": cost(34), "capture": cost(4), "decide": cost(8), "other": cost(16)
    }  # fmt: skip
    assert found.total == cost(63)


def test_what_was_spent_on_an_undone_turn_stays_with_the_turns_of_its_number() -> None:
    found = told(
        {"kind": RecordKind.TURN, "turn": 1, "spend": cost(1)},
        {"kind": RecordKind.MARK, "turn": 0, "head": 0},
        {"kind": RecordKind.TURN, "turn": 1, "parent": 0, "spend": cost(2)},
        {"turn": 1, "spend": cost(4)},
        {"kind": RecordKind.TURN, "turn": 2, "spend": cost(8)},
    )
    assert found.by_turn == {1: cost(7), 2: cost(8)}
    assert found.total == cost(15)


def test_a_job_counts_against_what_was_done_before_its_own_parent() -> None:
    plans = [{"minds": {"done": {"plan": count}}} for count in (1, 2)]
    found = told(
        {"parts": plans[0], "spend": cost(1)},
        {"parts": plans[1], "spend": cost(2)},
        {"kind": RecordKind.MARK, "head": 1},
        {"parent": 1, "parts": plans[1], "spend": cost(4)},
    )
    assert found.by_work == {"plan": cost(7)}
