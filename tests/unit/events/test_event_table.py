"""Each kind of event has its row, and each row its words in the language pack."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest

from app.events.event_table import EVENTS, HERE, EventRow
from app.language.language import default_language
from app.language.rendering.events import render_event
from app.models.command import Event
from app.models.events.actions import CheckResult
from app.models.events.play import RecordedEvent
from app.models.memory import MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.sheets.effect import WayStatus
from app.models.sheets.quest import QuestStatus


def kinds_in(union: Any) -> Iterator[type[Event]]:
    for part in get_args(get_args(union)[0]):
        if isinstance(part, type):
            yield part
        else:
            yield from kinds_in(part)


KINDS = [*kinds_in(RecordedEvent)]
VALUES: dict[str, list[Any]] = {
    "level": [*DangerLevel],
    "attitude": [*Attitude],
    "activity": [*Activity],
    "status": [*PlanStatus],
    "memory_kind": [*MemoryKind],
    "scope": [Scope.world()],
    "style_tags": [()],
    "being_ids": [("mara",)],
    "begun": ["act-2", None],
    "from_id": ["market"],
    "to_id": ["inn"],
    "target_id": ["mara", None],
    "companion_ids": [()],
    "rolls": [(7,)],
    "result": [*CheckResult],
    "way": [*WayStatus],
    **{name: [("mara",)] for name in ("added", "changed", "removed", "unfit")},
}
SAMPLES: dict[Any, list[Any]] = {str: ["text"], bool: [True, False], int: [7], float: [7.0]}


def _kind(event: type[Event]) -> str:
    return event.__name__


def samples(kind: type[Event]) -> list[Event]:
    """Events of a kind, with each value of each field in turn."""
    choices = {
        name: VALUES.get(name) or SAMPLES.get(field.annotation, ["mara"])
        for name, field in kind.model_fields.items()
        if name != "kind"
    }
    longest = max((len(values) for values in choices.values()), default=1)
    return [kind(**{name: values[at % len(values)] for name, values in choices.items()}) for at in range(longest)]


def test_each_kind_of_event_has_a_row_and_nothing_else_has() -> None:
    assert set(EVENTS) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=_kind)
def test_a_row_names_fields_of_its_event(kind: type[Event]) -> None:
    row = EVENTS[kind]
    named = {*row.seen_at, *row.subjects, row.concerned, row.surprise_at} - {None, HERE}
    assert named <= set(kind.model_fields)


def manners(row: EventRow) -> list[str]:
    asked = {"line": row.has_line, "seen": bool(row.seen_at), "surprise": row.surprise_at is not None}
    return [manner for manner, is_asked in asked.items() if is_asked]


@pytest.mark.parametrize("kind", KINDS, ids=_kind)
def test_each_template_of_a_row_is_in_the_pack_and_is_filled_by_the_events_fields(kind: type[Event]) -> None:
    language = default_language()
    for key in manners(EVENTS[kind]):
        for event in samples(kind):
            further: dict[str, Any] = {"who": "WHO", "party": "PARTY", "beings": "BEINGS", "deed": "DEED"}
            words = render_event(language, key, event, str.upper, at="inn", **further)
            assert words.strip(), key


def test_each_value_that_is_told_has_its_words() -> None:
    language = default_language()
    for field, values in {"level": DangerLevel, "attitude": Attitude, "activity": Activity}.items():
        assert all(language.has(f"engine.{field}-{value.value.lower()}") for value in values)


@pytest.mark.parametrize("attribute", ["danger", "state", "holder", "attitude"])
def test_each_attribute_of_a_standing_fact_has_its_template(attribute: str) -> None:
    assert default_language().has(f"engine.fact-{attribute}")


def test_no_status_of_a_quest_is_told_as_another() -> None:
    told_as = {default_language().render("engine.fact-state", quest="Q", status=status) for status in QuestStatus}
    assert len(told_as) == len(QuestStatus)
