"""Checking a client's arguments; errors are one line that names the field."""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, TypeVar

from pydantic import ValidationError

from app.errors import InvalidInput, NotFound
from app.language.rendering.refusing import printable
from app.models.base import Frozen
from app.models.command import Command
from app.services.game.games.session import Request

Arguments = TypeVar("Arguments", bound=Frozen)
Order = TypeVar("Order", bound=Command)


def parse_arguments(tool: str, model: type[Arguments], given: object) -> Arguments:
    """The arguments of a tool. Raises InvalidInput for invalid ones."""
    if not isinstance(given, Mapping):
        raise InvalidInput(f"Bad arguments of {tool}: they are an object of names and values.")
    try:
        return model.model_validate({str(key): value for key, value in given.items()})
    except ValidationError as error:
        raise _bad_arguments(tool, error, {}) from None


def command_from(tool: str, kind: type[Order], asked: Frozen, names: Mapping[str, str], **fields: Any) -> Order:
    """A command of these fields and the arguments that ``names`` maps to others. Errors use the tool's names."""
    try:
        return kind(**{field: getattr(asked, name) for field, name in names.items()} | fields)
    except ValidationError as error:
        raise _bad_arguments(tool, error, names) from None


def request_of(tool: str, asked: Frozen, request_id: str | None, whose: str = "") -> Request:
    """What a turn keeps of a client's request; its id is one among those of ``whose``."""
    if request_id is None:
        return {}
    meaning = sha256(f"{tool} {asked.model_dump_json()}".encode()).hexdigest()
    return {"request_id": f"{whose}{request_id}", "request_hash": meaning}


def not_found_error(what: str, given: object, there: Iterable[str]) -> NotFound:
    return NotFound(f"There is no {what} '{printable(given)}' here; there are {', '.join(there)}.")


def _bad_arguments(tool: str, error: ValidationError, names: Mapping[str, str]) -> InvalidInput:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    where = ".".join(names.get(str(part), printable(part)) for part in first["loc"])
    reason = " ".join(first["msg"].split()).rstrip(".")
    return InvalidInput(f"Bad arguments of {tool}{where and f', {where}'}: {reason}.")
