"""The commit of a thought compares what is its people's alone: nothing else may have changed."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from app.models.records.baseline import Baseline
from app.models.state.game_state import GameState
from tests.integration.minds.table import begin, container_in, on_disk, run, simulate
from tests.integration.turns.table import comparable

pytestmark = pytest.mark.long


def test_a_thought_changes_nothing_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partial, of_some = Baseline.changes, list[tuple[str, ...]]()

    def changes(self: Baseline, state: GameState, people: Collection[str] | None = None) -> dict[str, Any]:
        found = partial(self, state, people)
        if people is not None:
            of_some.append(tuple(people))
            rest = partial(self, state)
            assert not any(rest[name] for name in ("messages", "notes", "memories", "statuses", "commitments", "parts"))
        return found

    monkeypatch.setattr(Baseline, "changes", changes)
    container = container_in(tmp_path)
    game_id = begin(container)
    state = run(simulate(container, game_id, hours=20))
    assert {len(people) for people in of_some} == {1, 2}
    assert comparable(on_disk(tmp_path, game_id)) == comparable(state)
