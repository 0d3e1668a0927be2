"""docs/how-to/use-the-api.md: its tables name every error and every event of the API."""

import re

import pytest

from app.api.problems import STATUSES, problem_of
from app.api.schemas import game_models, table, turns
from app.api.schemas.base import ApiModel
from app.settings import PROJECT

TEXT = (PROJECT / "docs" / "how-to" / "use-the-api.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+) \| `([a-z-]+)` \|", re.MULTILINE)


def test_the_guide_names_every_error_and_its_status() -> None:
    errors = [(error, status) for error, status in STATUSES.items() if error.__name__ != "TooManyRequests"]
    known = {(str(status), problem_of(error("?")).type.rpartition(":")[2]) for error, status in errors}
    assert known <= set(ROW.findall(TEXT))


@pytest.mark.parametrize(
    ("event", "model"),
    [
        ("text", turns.StreamedText),
        ("stands", turns.GamePosition),
        ("memory", turns.StreamedMemory),
        ("settled", turns.GamePosition),
        ("unsettled", turns.GamePosition),
        ("undone", turns.GamePosition),
        ("title", turns.TitleOut),
        ("presence", turns.PresenceOut),
        ("remark", table.RemarkOut),
        ("remark_removed", table.RemarkRemoved),
        ("begun", game_models.SituationBegun),
        ("tried", game_models.SituationOut),
        ("missed", turns.MissedOut),
    ],
)
def test_the_guide_names_the_fields_of_an_event(event: str, model: type[ApiModel]) -> None:
    rows = re.findall(rf"^\| `{event}` \| ([^|]+) \|", TEXT, re.MULTILINE)
    assert rows
    assert all(set(re.findall(r"`(\w+)`", row)) == set(model.model_fields) for row in rows)


def test_the_guide_names_every_event() -> None:
    rows = (name for row in re.findall(r"^\| (`[^|]+) \|", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", row))
    assert turns.STREAM_EVENTS.keys() <= set(rows)
