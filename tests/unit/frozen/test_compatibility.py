"""What breaks a client is found in a document, and what only adds is not."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from tests.unit.frozen.compatibility import Comparison

OLD: dict[str, Any] = {
    "paths": {
        "/lamps": {
            "post": {
                "operationId": "light",
                "parameters": [{"name": "room", "in": "query", "required": False, "schema": {"type": "string"}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/LampIn"}}}},
                "responses": {
                    "200": {
                        "headers": {"ETag": {}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Lamp"}}},
                    },
                    "404": {},
                },
            }
        }
    },
    "components": {
        "schemas": {
            "LampIn": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "maxLength": 60},
                    "colour": {"enum": ["red", "green"]},
                    "wick": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                },
                "required": ["name"],
            },
            "Lamp": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "colour": {"enum": ["red", "green"]},
                    "inside": {"$ref": "#/components/schemas/Lamp"},
                    "event": {
                        "oneOf": [{"$ref": "#/components/schemas/Lit"}, {"$ref": "#/components/schemas/Out"}],
                        "discriminator": {"propertyName": "kind"},
                    },
                },
                "required": ["name"],
            },
            "Lit": {"type": "object", "properties": {"kind": {"const": "lit"}, "at": {"type": "string"}}},
            "Out": {"type": "object", "properties": {"kind": {"const": "out"}}},
        }
    },
}
Change = Callable[[dict[str, Any], dict[str, Any], dict[str, Any]], object]
"""Changes the operation, the body's schema and the answer's."""


def lines(change: Change) -> list[str]:
    """What is found after a change."""
    new = deepcopy(OLD)
    schemas = new["components"]["schemas"]
    schemas["New"] = {"type": "object", "properties": {"kind": {"const": "new"}}}
    change(new["paths"]["/lamps"]["post"], schemas["LampIn"], schemas["Lamp"])
    return [*Comparison(OLD, new).of_operations()]


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (lambda post, body, lamp: post.update(operationId="lit"), "POST /lamps: the operation light has another name"),
        (lambda post, body, lamp: post["responses"].pop("404"), "POST /lamps: the status 404 is gone"),
        (lambda post, body, lamp: post["responses"]["200"].pop("headers"), "POST /lamps 200: the header ETag is gone"),
        (lambda post, body, lamp: post["parameters"].pop(), "POST /lamps: the parameter room is gone"),
        (
            lambda post, body, lamp: post["parameters"][0].update(required=True),
            "POST /lamps: the parameter room is required now",
        ),
        (lambda post, body, lamp: post["requestBody"].update(required=True), "POST /lamps: a body is required now"),
        (lambda post, body, lamp: body["properties"].pop("wick"), "LampIn: the field wick is gone"),
        (lambda post, body, lamp: body["required"].append("colour"), "LampIn: the field colour is required now"),
        (
            lambda post, body, lamp: body["properties"]["name"].update(type="integer"),
            "LampIn.name: the type is ['integer'], it was ['string']",
        ),
        (
            lambda post, body, lamp: body["properties"]["name"].update(maxLength=5),
            "LampIn.name: maxLength is 5, it was 60",
        ),
        (
            lambda post, body, lamp: body["properties"]["name"].update(pattern="^a"),
            "LampIn.name: the pattern is another one",
        ),
        (
            lambda post, body, lamp: body["properties"]["colour"]["enum"].pop(),
            "LampIn.colour: the values ['green'] are refused now",
        ),
        (
            lambda post, body, lamp: body["properties"]["wick"]["anyOf"].pop(),
            "LampIn.wick: the type is ['integer'], it was ['null']",
        ),
        (lambda post, body, lamp: body.update(additionalProperties=False), "LampIn: other fields are refused now"),
        (lambda post, body, lamp: lamp["properties"].pop("colour"), "Lamp: the field colour is gone"),
        (lambda post, body, lamp: lamp["required"].clear(), "Lamp: the field name may be left out now"),
        (
            lambda post, body, lamp: lamp["properties"]["name"].update(type=["string", "null"]),
            "Lamp.name: the type is ['null', 'string'], it was ['string']",
        ),
        (lambda post, body, lamp: lamp["properties"]["event"]["oneOf"].pop(), "Lamp.event: the kind Out is gone"),
    ],
)
def test_what_breaks_a_client_is_named_with_its_place(change: Change, line: str) -> None:
    assert line in lines(change)


@pytest.mark.parametrize(
    "change",
    [
        lambda post, body, lamp: None,
        lambda post, body, lamp: post["responses"].update({"410": {}}),
        lambda post, body, lamp: post["parameters"].append({"name": "x", "in": "query", "schema": {"type": "string"}}),
        lambda post, body, lamp: body["properties"].update(oil={"type": "string"}),
        lambda post, body, lamp: body["required"].clear(),
        lambda post, body, lamp: body["properties"]["name"].update(maxLength=90),
        lambda post, body, lamp: body["properties"]["colour"]["enum"].append("blue"),
        lambda post, body, lamp: body["properties"]["name"].update(type=["string", "null"]),
        lambda post, body, lamp: lamp["properties"].update(oil={"type": "string"}),
        lambda post, body, lamp: lamp["required"].append("colour"),
        lambda post, body, lamp: lamp["properties"]["colour"]["enum"].append("blue"),
        lambda post, body, lamp: lamp["properties"]["event"]["oneOf"].append({"$ref": "#/components/schemas/New"}),
    ],
)
def test_what_only_adds_breaks_no_client(change: Change) -> None:
    assert lines(change) == []
