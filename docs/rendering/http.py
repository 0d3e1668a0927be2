"""Render the reference of the HTTP API: the template, with the operations of the OpenAPI document in their places."""

import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from app.api.application import create_app
from app.api.samples import Examples, sample_request, schema_name_of
from app.api.schemas.turns import ITEM_SCHEMA
from app.container import Container

TEMPLATE = Path(__file__).parent / "http.template.md"
PLACE = re.compile(r"^\{\{ (?P<tag>[a-z ]+) \}\}$", re.MULTILINE)
"""A line of the template in whose stead the operations with this tag stand."""
TABLES = {"the commands": "AnyCommand", "the kinds of events": "EventOut"}
"""What the template calls the places of the tables of commands and of events, and the union that each lists."""
ELSEWHERE = {"AnyCommand": ("command", "#the-commands"), "ScenarioSheet": ("scenario", "scenario.md")}
"""Models that this page does not describe: in which words they are named, and where they are described."""
OVERVIEW = "the operations"
"""And that of the table of all operations."""
WIDTH = 80
FEW = 4
"""Fields that a model has at least, of which another is told to be more."""
EXPLAINED = ("limit", "cursor", "Idempotency-Key", "Last-Event-ID")
"""Parameters that the template explains."""

Schema = dict[str, Any]


def document() -> Schema:
    return create_app(Container()).openapi()


def http_page() -> str:
    """Render the page of this version of the API."""
    return render(TEMPLATE.read_text(encoding="utf-8"), document())


def render(template: str, document: Schema) -> str:
    """The page. KeyError for a tag of the template that no operation has."""
    page = _Page(document)
    return PLACE.sub(lambda place: page.part(place["tag"]), template)


@dataclass
class _Page:
    """What was told by now: each model is described and shown once, with the first operation that uses it."""

    document: Schema
    described: list[str] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.models: Schema = self.document["components"]["schemas"]
        self.examples = Examples(self.models, frozenset(ELSEWHERE))
        self.operations = [
            (method.upper(), path, operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        ]
        self.asked = set(self._used([_body(operation) for _, _, operation in self.operations]))

    def part(self, tag: str) -> str:
        if tag in TABLES:
            return self._table(TABLES[tag])
        if tag == OVERVIEW:
            return self._overview()
        found = [each for each in self.operations if each[2]["tags"][-1] == tag]
        if not found:
            raise KeyError(tag)
        return "\n\n".join(told for each in found for told in self._told(*each))

    def _overview(self) -> str:
        rows = ["| | | role |", "| --- | --- | --- |"]
        for method, path, operation in self.operations:
            anchor = _title(operation).lower().replace(" ", "-")
            rows.append(f"| [{_title(operation)}](#{anchor}) | `{method} {path}` | {_who(operation)} |")
        return "\n".join(rows)

    def _told(self, method: str, path: str, operation: Schema) -> Iterator[str]:
        """The operation, and the models of which it is the first to speak."""
        yield self._operation(method, path, operation)
        for name in self._used([_body(operation), _answer(operation)[1], *_streamed(operation).values()]):
            if self._is_described(name) and name not in self.described:
                yield self._model(name)
                self.described.append(name)

    def _operation(self, method: str, path: str, operation: Schema) -> str:
        facts = [f"`{method} {path}`", _who(operation)]
        if body := _body(operation):
            facts.append(f"takes {self._type(body)}")
        if answer := _answer(operation)[1]:
            facts.append(f"answers {self._type(answer)}")
        if streamed := _streamed(operation):
            facts.append(f"streams {', '.join(f'`{event}` ({self._type(data)})' for event, data in streamed.items())}")
        told = [f"### {_title(operation)}", " · ".join(facts), _wrapped(operation["description"])]
        told += [rows for rows in [self._parameters(operation)] if rows]
        return "\n\n".join([*told, self._exchange(method, path, operation)])

    def _parameters(self, operation: Schema) -> str:
        given = [each for each in operation.get("parameters", ()) if each["in"] != "path"]
        rows = [
            f"- `{each['name']}` ({self._type(each['schema'])}{'' if each['required'] else ', optional'})"
            + (f": {_plain(each['description'])}" if "description" in each else "")
            for each in given
            if each["name"] not in EXPLAINED
        ]
        named = [f"`{each['name']}`" for each in given if each["name"] in EXPLAINED]
        return "\n".join([*rows, *(["- " + ", ".join(named)] if named else [])])

    def _exchange(self, method: str, path: str, operation: Schema) -> str:
        """A request and its answer, as they go over the wire but for the headers."""
        request = sample_request(method, path, operation, self.examples)
        query = f"?{urlencode(request.query)}" if request.query else ""
        lines = [f"{method} {request.path}{query}"]
        if _body(operation):
            lines.append(_json(request.body))
        status, answer = _answer(operation)
        kinds = set() if answer is None else {self._type(answer).removeprefix("a page of ")}
        if not kinds or kinds - self.shown:
            lines += ["", f"{status} {HTTPStatus(status).phrase}"]
            lines += [] if answer is None else [_json(self.examples.of(answer))]
        self.shown |= kinds
        return "\n".join(["```http", *lines, "```"])

    def _named(self, schema: Schema) -> Schema:
        found: Schema = self.models[schema_name_of(schema)]
        return found

    def _used(self, schemas: list[Any]) -> Iterator[str]:
        """The names of the models in schemas, in the order of their use, but for those described elsewhere."""
        seen = set[str]()
        while schemas:
            each = schemas.pop(0)
            if isinstance(each, list):
                schemas[:0] = each
            elif isinstance(each, dict) and "discriminator" not in each:
                if "$ref" in each and schema_name_of(each) not in {*seen, *ELSEWHERE}:
                    seen.add(schema_name_of(each))
                    schemas.insert(0, self._named(each))
                    yield schema_name_of(each)
                schemas += [value for key, value in each.items() if key not in ("examples", "required")]

    def _is_described(self, name: str) -> bool:
        """Whether there is more to say of a model than an example shows."""
        model, fields = self.models[name], self.models[name].get("properties", {})
        tells = name in self.asked or "description" in model or any("description" in each for each in fields.values())
        return bool(fields) and not self._is_page(name) and tells

    def _is_page(self, name: str) -> bool:
        return set(self.models[name].get("properties", ())) == {"items", "next_cursor"}

    def _model(self, name: str) -> str:
        """Of what is asked every field, of an answer those of which there is something to say."""
        model, fields = self.models[name], self.models[name]["properties"]
        told = [f"#### {name}", *([_wrapped(model["description"])] if "description" in model else [])]
        larger = [each for each in self.described if len(self.models[each]["properties"]) >= FEW]
        known = next((each for each in larger if self.models[each]["properties"].keys() < fields.keys()), None)
        if known is not None:
            told.append(f"It has the fields of [{known}](#{known.lower()}) and more.")
        rows = [
            f"- `{key}` ({self._type(value)})" + self._about(value, is_asked=name in self.asked)
            for key, value in fields.items()
            if name in self.asked or value.keys() & {"description", "enum"}
            if known is None or key not in self.models[known]["properties"]
        ]
        return "\n\n".join([*told, *(["\n".join(rows)] if rows else [])])

    def _about(self, schema: Schema, *, is_asked: bool) -> str:
        told = [_plain(schema["description"])] if "description" in schema else []
        if is_asked and schema.get("default") not in (None, "", [], {}):
            told.append(f"by default `{json.dumps(schema['default'])}`")
        return f": {'; '.join(told)}" if told else ""

    def _type(self, schema: Schema) -> str:
        """The type in words, with its limits."""
        if "anyOf" in schema:
            return " or ".join(self._type(each) for each in schema["anyOf"])
        if "$ref" in schema:
            return self._type_named(schema_name_of(schema))
        if "enum" in schema or "const" in schema:
            return ", ".join(f"`{each}`" for each in schema.get("enum", [schema.get("const")]))
        kind = str(schema.get("type", "any value"))
        if kind == "array":
            return f"list of {self._type(schema['items'])}"
        if kind == "string":
            return ("time" if "format" in schema else kind) + _limits(schema, "minLength", "maxLength", " characters")
        return kind + _limits(schema, "minimum", "maximum")

    def _type_named(self, name: str) -> str:
        if name in ELSEWHERE:
            return "[{}]({})".format(*ELSEWHERE[name])
        named = self.models[name]
        if name in TABLES.values():
            return f"[{name}](#{name.lower()})"
        if self._is_page(name):
            return f"a page of {self._type(named['properties']['items']['items'])}"
        if "properties" not in named:
            return self._type(named)
        return f"[{name}](#{name.lower()})" if self._is_described(name) else name

    def _table(self, union: str) -> str:
        """The members of a union of tagged models, each with its fields."""
        rows = ["| kind | fields | |", "| --- | --- | --- |"]
        for kind, reference in sorted(self.models[union]["discriminator"]["mapping"].items()):
            member = self._named({"$ref": reference})
            fields = [
                f"`{name}`" + ("" if name in member.get("required", ()) else "?")
                for name in member["properties"]
                if name != "kind"
            ]
            rows.append(f"| `{kind}` | {', '.join(fields)} | {_plain(member.get('description', ''))} |")
        return "\n".join(rows)


def _limits(schema: Schema, low: str, high: str, unit: str = "") -> str:
    least, most = schema.get(low), schema.get(high)
    if most is None:
        return "" if least is None else f" from {least:,.10g}{unit}"
    return f" up to {most:,.10g}{unit}" if least is None else f", {least:,.10g} to {most:,.10g}{unit}"


def _body(operation: Schema) -> Schema | None:
    content = operation.get("requestBody", {}).get("content", {})
    found: Schema | None = content.get("application/json", {}).get("schema")
    return found


def _answer(operation: Schema) -> tuple[int, Schema | None]:
    """The status and JSON of what an operation answers when all is well."""
    status = next(iter(operation["responses"]))
    content = operation["responses"][status].get("content", {})
    return int(status), content.get("application/json", {}).get("schema")


def _streamed(operation: Schema) -> dict[str, Schema]:
    """The events that an operation streams, each with its data."""
    content = operation["responses"][next(iter(operation["responses"]))].get("content", {})
    kinds = content.get("text/event-stream", {}).get(ITEM_SCHEMA, {}).get("oneOf", ())
    found = (kind["properties"] for kind in kinds)
    return {each["event"]["const"]: each["data"]["contentSchema"] for each in found}


def _title(operation: Schema) -> str:
    return str(operation["summary"]).capitalize()


def _who(operation: Schema) -> str:
    """The least role that may ask."""
    roles = [role for way in operation["security"] for role in way.get("token", ())]
    return roles[0] if roles else "anybody"


def _plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split()).replace("|", "\\|")


def _wrapped(text: str) -> str:
    paragraphs = (_plain(each) for each in text.split("\n\n"))
    return "\n\n".join(textwrap.fill(each, 120, break_long_words=False, break_on_hyphens=False) for each in paragraphs)


def _json(value: Any) -> str:
    """JSON in lines of the page's width; an object of which nothing is told is `{…}`."""
    flat = json.dumps(value, ensure_ascii=False).replace("{}", "{…}")
    lines = [""]
    for piece in re.split(r'(?<=,)(?= ["{])', flat):
        if lines[-1] and len(lines[-1] + piece) > WIDTH:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)
