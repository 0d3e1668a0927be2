"""Samples of requests for the OpenAPI document: examples of its schemas, and how one asks for each operation with curl,
and with the clients for Python and TypeScript (docs/how-to/use-the-api.md)."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

Schema = Mapping[str, Any]
SERVER = "http://127.0.0.1:8000"
_BINARY = "application/octet-stream"
_FILES = {"ScenarioSheet": "scenario.json"}
"""Models whose values are files, with the name of one."""
SOME_TIME = "2026-03-01T18:30:00Z"


@dataclass
class Examples:
    """Makes values of schemas, of their own examples where they have some.

    Attributes:
        models: The named schemas of the document.
        unshown: Names of those that are shown as an empty object.
    """

    models: Schema
    unshown: frozenset[str] = frozenset()

    def of(self, schema: Schema, seen: set[str] | None = None, *, is_asked: bool = False) -> Any:
        """Return a value of a schema. Of what is asked, it has what is needed or has an example; of a model that was
        ``seen`` in it before, nothing."""
        seen = set() if seen is None else seen
        if "examples" in schema:
            return schema["examples"][0]
        if "$ref" in schema:
            name = schema_name_of(schema)
            if name in seen | self.unshown:
                return {}
            seen.add(name)
            return self.of(self.models[name], seen, is_asked=is_asked)
        if "anyOf" in schema:
            kinds = [each for each in schema["anyOf"] if each.keys() & {"$ref", "examples", "format"}]
            return self.of(kinds[0], seen) if kinds else None
        if "properties" in schema:
            return {
                name: self.of(value, seen, is_asked=is_asked)
                for name, value in schema["properties"].items()
                if not is_asked or name in schema.get("required", ()) or "examples" in value
            }
        if schema.get("type") == "array":
            return [self.of(schema["items"], seen)] if "$ref" in schema["items"] else []
        found = schema.get("const", schema.get("default", schema.get("enum", [None])[0]))
        if found is not None:
            return found
        if schema.get("format") == "date-time":
            return SOME_TIME
        return {"object": {}, "integer": 0, "number": 0.0, "boolean": False}.get(schema.get("type", ""), "…")


@dataclass(frozen=True)
class SampleRequest:
    """A request for an operation.

    Attributes:
        method: The HTTP method.
        template: Its path, with the names of parameters.
        name: The name of the operation.
        tag: Its first tag.
        places: The values of the parameters in the path.
        query: Those of the query that it needs.
        body: The example of the body; None without one.
        model: The name of the body's schema; None for any object, or without a body.
        file: The name of a file that is the body; None for none.
        is_binary: Whether that file is sent as it is, and not as JSON.
        media_type: The type of the answer's content; None without content.
    """

    method: str
    template: str
    name: str
    tag: str
    places: dict[str, Any] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    model: str | None = None
    file: str | None = None
    is_binary: bool = False
    media_type: str | None = None

    @property
    def path(self) -> str:
        """The path with its values."""
        return re.sub(r"\{(\w+)\}", lambda found: str(self.places[found[1]]), self.template)

    @property
    def is_stream(self) -> bool:
        """Whether all that it answers is a stream of events."""
        return self.media_type == "text/event-stream"


def sample_request(method: str, path: str, operation: Schema, examples: Examples) -> SampleRequest:
    """Return an example of a request for an operation of the document."""
    given = operation.get("parameters", ())
    places = {each["name"]: each["schema"].get("examples", [each["name"]])[0] for each in given if each["in"] == "path"}
    query = {each["name"]: examples.of(each["schema"]) for each in given if each["in"] == "query" and each["required"]}
    body = model = file = None
    content = operation.get("requestBody", {}).get("content", {})
    if asked := content.get("application/json", {}).get("schema"):
        body = examples.of(asked, is_asked=True)
        reference = next((each for each in (asked, *asked.get("anyOf", ())) if "$ref" in each), None)
        model = None if reference is None else schema_name_of(reference)
        file = _FILES.get(model) if model else "scenario.json" if "scenario" in path else "game.json"
    if is_binary := _BINARY in content:
        file = "picture.png" if "picture" in path else "card.png"
    status = next(iter(operation["responses"]))
    answer = next(iter(operation["responses"][status].get("content", {})), None)
    name, tag = operation["operationId"], operation["tags"][0]
    return SampleRequest(method.upper(), path, name, tag, places, query, body, model, file, is_binary, answer)


def code_samples(request: SampleRequest) -> list[dict[str, str]]:
    """Return the value of ``x-codeSamples`` for an operation."""
    sources = {"curl": _curl(request), "Python": _python(request), "TypeScript": _typescript(request)}
    languages = {"curl": "Shell"}
    return [{"lang": languages.get(label, label), "label": label, "source": text} for label, text in sources.items()]


def schema_name_of(schema: Schema) -> str:
    """Return the name of the schema that a reference is to."""
    return str(schema["$ref"]).rpartition("/")[2]


def _curl(request: SampleRequest) -> str:
    parts = ["curl"]
    if request.is_stream:
        parts.append("-N")
    if request.method != ("GET" if request.body is None and not request.is_binary else "POST"):
        parts.append(f"-X {request.method}")
    if request.is_binary:
        parts.append(f"--data-binary @{request.file} -H 'Content-Type: {_BINARY}'")
    elif request.file is not None:
        parts.append(f"--json @{request.file}")
    elif request.body is not None:
        parts.append(f"--json {_quoted(json.dumps(request.body, ensure_ascii=False))}")
    query = f"?{urlencode(request.query)}" if request.query else ""
    return " ".join([*parts, _quoted(f"{SERVER}{request.path}{query}") if query else f"{SERVER}{request.path}"])


def _quoted(text: str) -> str:
    return "'{}'".format(text.replace("'", "'\\''"))


def _python(request: SampleRequest) -> str:
    where = ", ".join(f"{name}={_literal(value)}" for name, value in request.places.items())
    if request.is_stream:
        lines = ["import asyncio", "", "from talekeeper_client import connect, follow", "", ""]
        lines += ["async def main() -> None:", f'    async for event in follow(connect("{SERVER}"), {where}):']
        return "\n".join([*lines, "        print(event.name, event.data)", "", "", "asyncio.run(main())"])
    return "\n".join([*_imports(request), "", f'client = connect("{SERVER}")', _call(request, where)])


def _imports(request: SampleRequest) -> Iterator[str]:
    if request.file is not None:
        yield from (
            ("from pathlib import Path", "") if request.is_binary else ("import json", "from pathlib import Path", "")
        )
    yield "from talekeeper_client import connect, done"
    yield f"from talekeeper_client.api.{request.tag.replace(' ', '_')} import {request.name}"
    if request.is_binary:
        yield "from talekeeper_client.types import File"
    elif (body := _body_class(request)) is not None:
        yield f"from talekeeper_client.models import {body}"


def _body_class(request: SampleRequest) -> str | None:
    if request.file is not None and request.model is None:
        return f"{request.name.title().replace('_', '')}Body"
    return request.model


def _call(request: SampleRequest, where: str) -> str:
    given = [where] if where else []
    given.append("client=client")
    if request.is_binary:
        given.append(f'body=File(payload=Path("{request.file}").open("rb"))')
    elif request.file is not None:
        given.append(f'body={_body_class(request)}.from_dict(json.loads(Path("{request.file}").read_text()))')
    elif request.body is not None:
        given.append(f"body={request.model}.from_dict({_literal(request.body)})")
    given += [f"{name}={_literal(value)}" for name, value in request.query.items()]
    return f"answer = done({request.name}.sync({', '.join(given)}))"


def _literal(value: Any) -> str:
    """Return a JSON value as Python writes it, with double quotation marks."""
    names = {None: "None", True: "True", False: "False"}
    match value:
        case dict():
            return "{{{}}}".format(", ".join(f"{_literal(key)}: {_literal(part)}" for key, part in value.items()))
        case list():
            return "[{}]".format(", ".join(map(_literal, value)))
        case None | bool():
            return names[value]
    return json.dumps(value, ensure_ascii=False)


def _typescript(request: SampleRequest) -> str:
    lines = ['import { createTalekeeper } from "talekeeper-client";', ""]
    if request.file is not None:
        lines.insert(0, 'import { readFile } from "node:fs/promises";')
    lines.append(f'const talekeeper = createTalekeeper("{SERVER}");')
    if request.is_stream:
        where = ", ".join(json.dumps(value) for value in request.places.values())
        lines.append(f"for await (const {{ event, data }} of talekeeper.follow({where})) console.log(event, data);")
        return "\n".join(lines)
    if request.is_binary:
        lines.append(f'const file = await readFile("{request.file}");')
    places = {kind: values for kind, values in (("path", request.places), ("query", request.query)) if values}
    options = [f"  params: {json.dumps(places, ensure_ascii=False)},"] if places else []
    if request.is_binary:
        options.append(f'  body: "{request.file}",\n  bodySerializer: () => file,')
        options.append(f'  headers: {{ "Content-Type": "{_BINARY}" }},')
    elif request.file is not None:
        options.append(f'  body: JSON.parse(await readFile("{request.file}", "utf8")),')
    elif request.body is not None:
        options.append(f"  body: {json.dumps(request.body, ensure_ascii=False)},")
    if request.media_type == "text/plain":
        options.append('  parseAs: "text",')
    given = f", {{\n{chr(10).join(options)}\n}}" if options else ""
    lines.append(f'const {{ data, error }} = await talekeeper.{request.method}("{request.template}"{given});')
    return "\n".join(lines)
