"""The OpenAPI document: what FastAPI makes of the routes, with the roles of operations, the events of streams, plain
names of schemas, and schemas for the unions of commands, conditions and effects."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, get_args

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema

from app.api.context import needed_role
from app.api.samples import Examples, code_samples, sample_request
from app.api.schemas.base import REF
from app.api.schemas.turns import STREAM_EVENTS
from app.events.command_table import AnyCommand
from app.mcp.server import portable
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effect

Schema = dict[str, Any]
_OPENAPI = "3.1.1"
"""The version of OpenAPI that client generators read; a test validates the document against its schema."""
_UNIONS: dict[str, Any] = {"AnyCommand": AnyCommand, "Condition": Condition, "Effect": Effect}
"""Unions that get a schema of their own, so that clients have a type for each."""
_READ, _WRITTEN = "-Input", "-Output"
"""Ends of FastAPI's names for the two schemas of a model that is both in bodies and in answers."""
STREAM = "StreamEvents"
"""The schema whose properties are the events of streams, each with its data."""


def openapi_document(app: FastAPI, operations: Iterable[tuple[str, APIRoute]]) -> Schema:
    """Build the OpenAPI document of an application.

    Args:
        app: The application.
        operations: Its routes, each with the prefix of its path.
    """
    document = get_openapi(
        title=app.title, version=app.version, routes=app.routes, openapi_version=_OPENAPI, servers=[{"url": "/"}]
    )
    parts = document["components"]
    parts["schemas"] = _streamed(parts["schemas"]) | parts["schemas"]
    document = _renamed(document, {name: _plain_name(name) for name in document["components"]["schemas"]})
    parts = document["components"]
    parts["schemas"] = portable(parts["schemas"], names=True)
    _name_unions(document)
    _require_tags(parts["schemas"])
    parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    document["security"] = [{"token": []}, {}]
    examples = Examples(parts["schemas"])
    for prefix, route in operations:
        role = needed_role(route.dependant)
        for method in route.methods or ():
            operation = document["paths"][prefix + route.path][method.lower()]
            operation["x-codeSamples"] = code_samples(sample_request(method, prefix + route.path, operation, examples))
            operation["security"] = [{"token": [role.value]}, {}] if role else []
            for response in operation["responses"].values():
                for content in response.get("content", {}).values():
                    content.pop("itemSchema", None)  # of OpenAPI 3.2, in FastAPI's words; `stream_responses` says it
    return document


def _streamed(known: Collection[str]) -> Schema:
    """Return the schemas of the events of streams that are not ``known``, with one that holds the data of each."""
    models = [
        (model, "serialization")
        for model in STREAM_EVENTS.values()
        if {*known}.isdisjoint((model.__name__, f"{model.__name__}{_WRITTEN}"))
    ]
    _, found = models_json_schema(models, ref_template=REF)  # type: ignore[arg-type]  # it wants a union of literals
    events = {name: {"$ref": REF.format(model=model.__name__)} for name, model in STREAM_EVENTS.items()}
    about = "The data of each event of a stream, by the event's name. An event is one of these."
    models_of_events: Schema = found.get("$defs", {})
    return models_of_events | {STREAM: {"type": "object", "description": about, "properties": events}}


def _plain_name(name: str) -> str:
    """Return the name under which clients know a schema: a list of `GameOut` is a `GamePage`; a value that is written
    as it is read has one name."""
    if (item := name.removeprefix("Page_").removesuffix("_")) != name:
        return f"{item.removesuffix('Out').removesuffix('Info')}Page"
    return name.removesuffix(_READ).removesuffix(_WRITTEN)


def _renamed(document: Schema, names: Mapping[str, str]) -> Schema:
    """Return the document with other names of schemas. Of two that get one name, that of a body counts."""
    schemas = document["components"]["schemas"]
    chosen = {new: schemas[name] for name, new in sorted(names.items(), key=lambda each: each[0].endswith(_READ))}
    references = {REF.format(model=name): REF.format(model=new) for name, new in names.items()}

    def renamed(value: Any) -> Any:
        match value:
            case dict():
                return {key: renamed(part) for key, part in value.items()}
            case list():
                return [renamed(part) for part in value]
            case str():
                return references.get(value, value)
        return value

    found: Schema = renamed(document | {"components": {"schemas": dict(sorted(chosen.items()))}})
    return found


def _name_unions(document: Schema) -> None:
    """Move each of `_UNIONS` from all places where it is written into one schema that they refer to."""
    names = {
        frozenset(REF.format(model=member.__name__) for member in get_args(get_args(union)[0])): name
        for name, union in _UNIONS.items()
    }
    schemas = document["components"]["schemas"]
    for each in [*_unions_in(document)]:
        if (name := names.get(frozenset(_members(each)))) is not None:
            schemas.setdefault(name, {key: each[key] for key in ("oneOf", "discriminator")})
            del each["oneOf"], each["discriminator"]
            each["$ref"] = REF.format(model=name)


def _require_tags(schemas: Schema) -> None:
    """Require the property that tells the members of a union apart; it has a default only in Python."""
    for union in [*_unions_in(schemas)]:
        tag = union["discriminator"]["propertyName"]
        for reference in _members(union):
            member = schemas[reference.rpartition("/")[2]]
            member["required"] = [tag, *(name for name in member.get("required", ()) if name != tag)]
            member["properties"][tag].pop("default", None)


def _members(union: Schema) -> Iterable[str]:
    found: Iterable[str] = union["discriminator"]["mapping"].values()
    return found


def _unions_in(value: Any) -> Iterator[Schema]:
    """Yield the unions with a tag in a part of the document, the inner ones first."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in [*parts]:
        yield from _unions_in(part)
    if isinstance(value, dict) and isinstance(value.get("discriminator"), dict) and "oneOf" in value:
        yield value
