"""Compares an OpenAPI document, or a JSON Schema, with an older one: what a client of the older one could miss."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
_METHODS = ("get", "put", "post", "delete", "patch")
_PARAMETERS = ("name", "in")
_UPPER = ("maxLength", "maximum", "maxItems", "exclusiveMaximum")
_LOWER = ("minLength", "minimum", "minItems", "exclusiveMinimum")
_EXACT = ("pattern", "format")
"""Constraints of what is sent that may be left out later, but not changed."""
_UNIONS = ("anyOf", "oneOf")


class Comparison:
    """The comparison of two documents whose schemas refer to each other by name.

    Args:
        old: The kept document.
        new: The document of today.
    """

    def __init__(self, old: Schema, new: Schema) -> None:
        self.old, self.new = old, new
        self._compared: dict[tuple[str, str, bool], list[str]] = {}

    def of_operations(self) -> Iterator[str]:
        """Yield each difference that breaks a client: one line with the place and what is wrong there."""
        for path, methods in self.old["paths"].items():
            for method in filter(methods.get, _METHODS):
                where = f"{method.upper()} {path}"
                found = self.new["paths"].get(path, {}).get(method)
                if found is None:
                    yield f"{where}: the operation is gone"
                else:
                    yield from self._of_operation(where, methods[method], found)

    def _of_operation(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: the operation {old['operationId']} has another name"
        yield from self._of_parameters(where, old.get("parameters", ()), new.get("parameters", ()))
        yield from self._of_body(where, old.get("requestBody", {}), new.get("requestBody", {}))
        for status, response in old["responses"].items():
            found = new["responses"].get(status)
            if found is None:
                yield f"{where}: the status {status} is gone"
                continue
            yield from _gone(f"{where} {status}: the header", response.get("headers", {}), found.get("headers", {}))
            yield from self._of_content(f"{where} {status}", response, found, sent=False)

    def _of_parameters(self, where: str, old: Iterable[Schema], new: Iterable[Schema]) -> Iterator[str]:
        before, after = ({tuple(one[key] for key in _PARAMETERS): one for one in given} for given in (old, new))
        yield from _gone(f"{where}: the parameter", (name for name, _ in before), {name for name, _ in after})
        for key, parameter in after.items():
            was_required = before[key].get("required", False) if key in before else False
            if parameter.get("required", False) and not was_required:
                yield f"{where}: the parameter {key[0]} is required now"
            if key in before:
                yield from self.of_schemas(f"{where} {key[0]}", before[key]["schema"], parameter["schema"], sent=True)

    def _of_body(self, where: str, old: Schema, new: Schema) -> Iterator[str]:
        if new.get("required", False) and not old.get("required", False):
            yield f"{where}: a body is required now"
        yield from self._of_content(f"{where} body", old, new, sent=True)

    def _of_content(self, where: str, old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
        before, after = old.get("content", {}), new.get("content", {})
        yield from _gone(f"{where}: the content type", before, after)
        for kind in before.keys() & after.keys():
            yield from _gone(f"{where}: the event", _events(before[kind]), _events(after[kind]))
            if "schema" in before[kind]:
                yield from self.of_schemas(where, before[kind]["schema"], after[kind].get("schema", {}), sent=sent)

    def of_schemas(self, where: str, old: Schema, new: Schema, *, sent: bool) -> list[str]:
        """Return each difference of two schemas that breaks a client of the old one.

        Args:
            where: The place, for the lines.
            old: The kept schema; it may be a reference.
            new: The schema of today.
            sent: Whether a client sends the value; it reads it otherwise.
        """
        if "$ref" not in old or "$ref" not in new:
            return [*self._of_schemas(where, old, new, sent=sent)]
        key = (old["$ref"], new["$ref"], sent)
        if key not in self._compared:
            self._compared[key] = []  # a schema within itself is compared once
            self._compared[key] = [*self._of_schemas(_name(old), old, new, sent=sent)]
        return self._compared[key]

    def _of_schemas(self, where: str, old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
        old, new = self._found(self.old, old), self._found(self.new, new)
        if any(union in one for one in (old, new) for union in _UNIONS):
            yield from self._of_unions(where, old, new, sent=sent)
            return
        narrow, wide = (old, new) if sent else (new, old)
        if _types(narrow) - _types(wide):
            yield f"{where}: the type is {sorted(_types(new))}, it was {sorted(_types(old))}"
            return
        yield from _of_values(where, old, new, sent=sent)
        if sent:
            yield from _of_limits(where, old, new)
        yield from self._of_fields(where, old, new, sent=sent)
        for key in ("items", "additionalProperties", "contentSchema"):
            if isinstance(old.get(key), dict) and isinstance(new.get(key), dict):
                yield from self.of_schemas(f"{where}[]", old[key], new[key], sent=sent)
        if sent and old.get("additionalProperties", True) is not False and new.get("additionalProperties") is False:
            yield f"{where}: other fields are refused now"

    def _of_fields(self, where: str, old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        yield from _gone(f"{where}: the field", before, after)
        needed, given = {*new.get("required", ())}, {*old.get("required", ())}
        if sent:
            yield from (f"{where}: the field {name} is required now" for name in sorted(needed - given))
        else:
            left = (name for name in sorted(given - needed) if name in after)
            yield from (f"{where}: the field {name} may be left out now" for name in left)
        for name in before.keys() & after.keys():
            yield from self.of_schemas(f"{where}.{name}", before[name], after[name], sent=sent)

    def _of_unions(self, where: str, old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
        """What is sent may be of any kind that was allowed, what is read of no other kind. Where a field names the
        kind, further kinds may be read."""
        before, after = self._members(self.old, old), self._members(self.new, new)
        yield from _gone(f"{where}: the kind", filter(None, map(_name, before)), {*map(_name, after)})
        for member in before if sent else after:
            others = after if sent else before
            same = [one for one in others if _name(one) == _name(member) != ""]
            if not same and not sent and "discriminator" in old:
                continue
            found = [self._of_members(where, member, one, sent=sent) for one in same or others]
            if all(found):
                yield from min(found, key=len)

    def _of_members(self, where: str, member: Schema, other: Schema, *, sent: bool) -> list[str]:
        old, new = (member, other) if sent else (other, member)
        return self.of_schemas(where, old, new, sent=sent)

    def _members(self, document: Schema, schema: Schema) -> list[Schema]:
        found = self._found(document, schema)
        unions = [one for union in _UNIONS for one in found.get(union, ())]
        return [member for one in unions for member in self._members(document, one)] if unions else [schema]

    @staticmethod
    def _found(document: Schema, schema: Schema) -> Schema:
        while "$ref" in schema:
            found: Any = document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema


def _gone(what: str, old: Iterable[str], new: Iterable[str]) -> Iterator[str]:
    there = {*new}
    return (f"{what} {name} is gone" for name in old if name not in there)


def _types(schema: Schema) -> set[str]:
    """The types of JSON that a schema allows; an integer is a number, too."""
    stated = schema.get("type")
    if stated is None and "const" in schema:
        stated = "string" if isinstance(schema["const"], str) else None
    every = ["array", "boolean", "integer", "null", "number", "object", "string"]
    types = {*every} if stated is None else {stated} if isinstance(stated, str) else {*stated}
    return types | {"integer"} if "number" in types else types


def _events(content: Schema) -> list[str]:
    """The names of the events of a stream; their data is in the schema `StreamEvents`."""
    return [one["properties"]["event"]["const"] for one in content.get("x-item-schema", {}).get("oneOf", ())]


def _name(schema: Schema) -> str:
    reference: str = schema.get("$ref", "")
    return reference.rpartition("/")[2]


def _of_values(where: str, old: Schema, new: Schema, *, sent: bool) -> Iterator[str]:
    """Fixed values that may be sent stay; an answer may have further ones in a list of values."""
    before, after = _values(old), _values(new)
    if sent and after and (before is None or before - after):
        yield f"{where}: the values {sorted(map(str, (before or set()) - after)) or 'other than a few'} are refused now"
    if not sent and "const" in old and before != after:
        yield f"{where}: it was {old['const']!r}"


def _values(schema: Schema) -> set[Any] | None:
    return {schema["const"]} if "const" in schema else {*schema["enum"]} if "enum" in schema else None


def _of_limits(where: str, old: Schema, new: Schema) -> Iterator[str]:
    for key in _EXACT:
        if key in new and new[key] != old.get(key):
            yield f"{where}: the {key} is another one"
    for keys, sign in ((_UPPER, 1), (_LOWER, -1)):
        for key in keys:
            if key in new and (key not in old or sign * new[key] < sign * old[key]):
                yield f"{where}: {key} is {new[key]}, it was {old.get(key)}"
