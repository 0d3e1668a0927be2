"""The reference of the HTTP API: what is made of the OpenAPI document."""

import re
from typing import Any

import pytest

from docs.rendering.http import document, http_page, render

pytestmark = pytest.mark.long

TEXT = http_page()


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    return document()


def test_the_page_has_every_operation_once_with_its_role(made: dict[str, Any]) -> None:
    for path, methods in made["paths"].items():
        for method, operation in methods.items():
            roles = [role for way in operation["security"] for role in way.get("token", ())] or ["anybody"]
            assert TEXT.count(f"\n`{method.upper()} {path}` · {roles[0]}") == 1, (method, path)


def test_links_lead_to_a_heading_of_the_page() -> None:
    headings = {re.sub(r"[^\w -]", "", name).strip().lower().replace(" ", "-") for name in HEADING.findall(TEXT)}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) - headings == set()


HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)

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
