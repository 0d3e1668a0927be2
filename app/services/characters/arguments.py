"""Validation of a client's arguments; errors are one line that names the field."""

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from inspect import isclass
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import PydanticSerializationError, from_json

from app.errors import InvalidInput, NotFound
from app.models.base import Frozen, plain_reason, short_input, with_line_breaks
from app.models.command import Command
from app.models.plain_reasons import Form, Malformed, Problem, Sought, Unknown
from app.services.game.games.session import Request

Arguments = TypeVar("Arguments", bound=Frozen)
Order = TypeVar("Order", bound=Command)


def parse_arguments(tool: str, model: type[Arguments], given: object) -> Arguments:
    """Read the arguments of a tool, in the forms that clients send.

    A list may come as a JSON text, as a single item, or for an optional one as null or ""; null, or "" where it has no
    meaning, leaves out any optional argument.

    Args:
        tool: The tool's name, for the error.
        model: The model of its arguments.
        given: What the client sent.

    Raises:
        InvalidInput: One line that names the first argument that is wrong or unknown.
    """
    if not isinstance(given, Mapping):
        raise InvalidInput(Malformed(form=Form.ARGUMENTS, problem=Problem.NO_OBJECT, of=tool))
    named = {str(key): with_line_breaks(value) for key, value in given.items()}
    fields = model.model_fields
    if unknown := [name for name in named if name not in fields]:
        raise InvalidInput(
            Malformed(
                form=Form.ARGUMENTS,
                problem=Problem.UNKNOWN_NAME,
                of=tool,
                where=short_input(unknown[0]),
                there=tuple(fields),
            )
        )
    try:
        return model.model_validate(dict(_read(fields, named)))
    except ValidationError as error:
        raise _bad_arguments(tool, error, {}) from None


def command_from(tool: str, kind: type[Order], args: Frozen, names: Mapping[str, str], **fields: Any) -> Order:
    """Make a command of ``fields`` and of the arguments that ``names`` maps to fields; errors use the tool's names."""
    try:
        return kind(**{field: getattr(args, name) for field, name in names.items()} | fields)
    except ValidationError as error:
        raise _bad_arguments(tool, error, names) from None


def request_of(tool: str, args: Frozen, request_id: str | None, prefix: str = "") -> Request:
    """Return the request id and hash that a turn keeps; ``prefix`` separates the ids of different seats.

    Raises:
        InvalidInput: The arguments hold lone surrogates, which no text may hold.
    """
    if request_id is None:
        return {}
    try:
        meaning = sha256(f"{tool} {args.model_dump_json()}".encode()).hexdigest()
    except PydanticSerializationError:
        raise InvalidInput(Malformed(form=Form.ARGUMENTS, problem=Problem.HALF_CHARACTER, of=tool)) from None
    return {"request_id": f"{prefix}{request_id}", "request_hash": meaning}


def not_found_error(what: Sought, given: object, there: Iterable[str]) -> NotFound:
    """Return a NotFound error that lists what there is instead."""
    return NotFound(Unknown(what=what, name=short_input(given), there=tuple(there)))


def _read(fields: Mapping[str, FieldInfo], given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in given.items():
        field = fields[name]
        of_lists = get_origin(field.annotation) is tuple
        if not field.is_required() and (value is None or (value == "" and (of_lists or field.default is None))):
            continue  # the model's own default
        yield name, _as_list(value, get_args(field.annotation)[0]) if of_lists else value


def _as_list(value: Any, item: Any) -> Any:
    """Turn a value into the list it means, of texts or objects; a value that means none stays as it is."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        return _as_json(value)
    of_objects = get_origin(item) is dict or (isclass(item) and issubclass(item, BaseModel))
    items = value if isinstance(value, list | tuple) else [value] if isinstance(value, str | Mapping) else None
    return value if items is None else [_as_json(one) for one in items] if of_objects else items


def _as_json(value: Any) -> Any:
    """Parse a text as JSON; a value that is none stays as it is."""
    try:
        return from_json(value, allow_inf_nan=False) if isinstance(value, str) else value
    except ValueError:
        return value


def _bad_arguments(tool: str, error: ValidationError, names: Mapping[str, str]) -> InvalidInput:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(names.get(str(part), short_input(part)) for part in first["loc"])
    return InvalidInput(Malformed(form=Form.ARGUMENTS, of=tool, where=where, detail=plain_reason(first)))
