"""docs/api.md: what is made of the OpenAPI document, and what its beginning says by hand."""

import re
from typing import Any

import pytest

from app.api.problems import STATUSES, problem_of
from app.api.schemas import game_models, table, turns
from app.api.schemas.base import ApiModel
from docs.render_api import PAGE, TEMPLATE, document, render

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return document()


def test_the_page_is_what_is_rendered(made: dict[str, Any]) -> None:
    assert render(TEMPLATE.read_text(encoding="utf-8"), made) == TEXT, "python -m docs.render_api writes it anew"


def test_the_page_has_every_operation_once_with_its_role(made: dict[str, Any]) -> None:
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            roles = [role for way in operation["security"] for role in way.get("token", ())] or ["anybody"]
            assert TEXT.count(f"\n`{method.upper()} {path}` · {roles[0]}") == 1, (method, path)


def test_links_lead_to_a_heading_of_the_page() -> None:
    headings = {re.sub(r"[^\w -]", "", name).strip().lower().replace(" ", "-") for name in HEADING.findall(TEXT)}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) - headings == set()


HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ROW = re.compile(r"^\| (\d+) \| `([a-z-]+)` \|", re.MULTILINE)


def test_the_page_names_every_error_and_its_status() -> None:
    known = {(str(status), problem_of(error("?")).type.rpartition(":")[2]) for error, status in _errors()}
    assert known <= set(ROW.findall(TEXT))


def _errors() -> list[tuple[type[Exception], int]]:
    return [(error, status) for error, status in STATUSES.items() if error.__name__ != "TooManyRequests"]


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
def test_the_page_names_what_an_event_holds(event: str, model: type[ApiModel]) -> None:
    rows = re.findall(rf"^\| `{event}` \| ([^|]+) \|", TEXT, re.MULTILINE)
    assert rows
    assert all(set(re.findall(r"`(\w+)`", row)) == set(model.model_fields) for row in rows)


def test_the_page_names_every_event() -> None:
    rows = (name for row in re.findall(r"^\| (`[^|]+) \|", TEXT, re.MULTILINE) for name in re.findall(r"`(\w+)`", row))
    assert turns.STREAM_EVENTS.keys() <= set(rows)


SMALL: dict[str, Any] = {
    "paths": {
        "/v1/things/{thing_id}": {
            "get": {
                "tags": ["things"],
                "operationId": "get_thing",
                "summary": "Get Thing",
                "description": "One\nthing.",
                "security": [{"token": ["viewer"]}, {}],
                "parameters": [
                    {
                        "name": "thing_id",
                        "in": "path",
                        "required": True,
                        "schema": {"type": "string", "examples": ["a"]},
                    },
                    {"name": "q", "in": "query", "required": True, "schema": {"type": "string", "examples": ["b c"]}},
                ],
                "responses": {
                    "200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}
                },
            }
        }
    },
    "components": {
        "schemas": {
            "Thing": {
                "description": "A thing in ``words``.",
                "properties": {
                    "id": {"type": "string", "maxLength": 64, "description": "its id", "examples": ["a"]},
                    "size": {"type": "integer"},
                    "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Thing"}},
                },
            }
        }
    },
}


def test_an_operation_is_told_with_its_role_an_example_and_what_is_to_be_said_of_its_model() -> None:
    assert render("# Things\n\n{{ things }}\n", SMALL) == (
        "# Things\n\n### Get thing\n\n`GET /v1/things/{thing_id}` · viewer · answers [Thing](#thing)\n\nOne thing.\n\n"
        "- `q` (string)\n\n"
        '```http\nGET /v1/things/a?q=b+c\n\n200 OK\n{"id": "a", "size": 0, "parts": [{…}]}\n```\n\n'
        "#### Thing\n\nA thing in `words`.\n\n- `id` (string up to 64 characters): its id\n"
    )


def test_a_place_in_the_template_that_no_operation_fills_is_told() -> None:
    with pytest.raises(KeyError):
        render("{{ thngs }}\n", SMALL)
