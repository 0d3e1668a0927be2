"""A client and a scenario of 1.0.0rc1 go on working. See tests/data/frozen.

What fails here is mended in the program, and not in the kept files. Kept saves: tests/integration/stores.
"""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from app.api.document import STREAM
from app.cli.main import run
from app.scenarios.scenario_check import SCHEMA_FILE
from clients.build import document
from tests.unit.frozen.compatibility import Comparison
from tests.unit.frozen.documents import CONTENT, KEPT_SCENARIOS, OPENAPI, RELEASE, read, without_texts

TURNS = "/v1/games/{game_id}/turns"

EVENTS = {"$ref": f"#/components/schemas/{STREAM}"}


@pytest.fixture(scope="module")
def today() -> Any:
    return without_texts(document())


def test_a_client_of_the_kept_http_api_misses_nothing(today: Any) -> None:
    comparison = Comparison(read(RELEASE / OPENAPI), today)
    assert [*comparison.of_operations()] == []
    assert comparison.of_schemas("events", EVENTS, EVENTS, sent=False) == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("paths", TURNS, "post"), f"POST {TURNS}: the operation is gone"),
        (("components", "schemas", "TurnOut", "properties", "parts"), "TurnOut: the field parts is gone"),
        (("components", "schemas", "TurnIn", "properties", "text"), "TurnIn: the field text is gone"),
    ],
)
def test_what_the_api_would_lose_is_named(today: Any, path: tuple[str, ...], line: str) -> None:
    changed = deepcopy(today)
    part = changed
    for name in path[:-1]:
        part = part[name]
    del part[path[-1]]
    assert line in [*Comparison(today, changed).of_operations()]


def test_a_scenario_of_the_kept_schema_is_one_of_today() -> None:
    old, new = read(RELEASE / SCHEMA_FILE), read(CONTENT / SCHEMA_FILE)
    assert Comparison(old, new).of_schemas("scenario", old, new, sent=True) == []


@pytest.mark.long
@pytest.mark.parametrize("name", KEPT_SCENARIOS)
def test_a_kept_scenario_has_no_problem_and_its_walkthroughs_reach_their_endings(
    name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TALEKEEPER_SAVES", str(tmp_path))
    monkeypatch.setenv("TALEKEEPER_EMBEDDER", "words")
    assert run(["check-scenario", str(RELEASE / "scenarios" / name)]) == 0
    assert "No problems found." in capsys.readouterr().out
