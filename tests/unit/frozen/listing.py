"""The public names, with their signatures, as lines that are kept in `tests/data/frozen/public.txt`.

``python -m tests.unit.frozen.listing`` adds the names that are new. What was removed or changed it names, and writes
nothing.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from inspect import Parameter, isclass, isfunction, ismodule, signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from typer.main import get_command

import app
from app.cli.commands.app import app as command_line
from app.settings import Settings
from tests.unit.frozen.documents import FROZEN

LISTING = FROZEN / "public.txt"
_OPTIONAL = " (optional)"
_PORT = " (port)"
_SHORT: Mapping[Any, str] = {None: "None", NoneType: "None", Ellipsis: "...", Parameter.empty: "Any"}
_NOT_OURS = {"self", "cls"}


def kept() -> set[str]:
    """Return the lines that are kept."""
    return {*LISTING.read_text(encoding="utf-8").splitlines()}


def today() -> set[str]:
    """Return the lines of the program as it is: of the library, the command line and the environment."""
    library = (line for name, value in _exported() for line in _of_value(name, value))
    variables = (
        f"TALEKEEPER_{name.upper()}: {type_name(field.annotation)}" for name, field in Settings.model_fields.items()
    )
    return {*library, *_of_command("talekeeper", get_command(command_line)), *variables}


def breaks(before: set[str], after: set[str]) -> list[str]:
    """Return a line for each difference that breaks a program.

    Args:
        before: The lines that are kept.
        after: The lines of today.
    """
    owners = {line.partition("(")[0].partition(":")[0].strip() for line in before}
    ports = {line.removesuffix(_PORT) for line in before if line.endswith(_PORT)}
    gone = [f"removed or changed: {line}" for line in before - after]
    added = after - before
    required = [
        f"required now: {line}"
        for line in added
        if "(" in line and line.endswith(")") and not line.endswith(_OPTIONAL) and line.partition("(")[0] in owners
    ]
    asked = [
        f"asked of programs' own now: {line}" for line in added if line.partition("(")[0].rpartition(".")[0] in ports
    ]
    return sorted({*gone, *required, *asked})


def type_name(annotation: Any) -> str:
    """Return an annotation in short: names without their modules, and without limits."""
    if isinstance(annotation, list):
        return f"[{', '.join(map(type_name, annotation))}]"
    if annotation in _SHORT:
        return _SHORT[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return type_name(arguments[0])
    if origin is Literal:
        return f"Literal[{', '.join(sorted(map(repr, arguments)))}]"
    if origin in (Union, UnionType):
        return " | ".join(sorted(map(type_name, arguments)))
    name = getattr(origin or annotation, "__name__", None) or str(annotation)
    return f"{name}[{', '.join(map(type_name, arguments))}]" if arguments else name


def _exported() -> Iterator[tuple[str, Any]]:
    for name in app.__all__:
        value = getattr(app, name)
        if not ismodule(value):
            yield f"app.{name}", value
            continue
        listed = getattr(value, "__all__", None) or [one for one in vars(value) if _is_own(value, one)]
        yield from ((f"app.{name}.{one}", getattr(value, one)) for one in listed)


def _is_own(module: Any, name: str) -> bool:
    """Ports are imported there, errors are defined there."""
    home = getattr(vars(module)[name], "__module__", None) or "app"
    return not name.startswith("_") and home.startswith("app.interfaces" if module is app.ports else "app")


def _of_value(name: str, value: Any) -> Iterator[str]:
    if isfunction(value):
        yield from _of_function(name, value)
    elif not isclass(value):
        yield name
    elif issubclass(value, Enum):
        yield name
        yield from (f"{name}.{member}" for member in value.__members__)
    else:
        yield f"{name}{_PORT}" if getattr(value, "_is_protocol", False) else name
        yield from _of_class(name, value)


def _of_class(name: str, value: type) -> Iterator[str]:
    if issubclass(value, BaseModel):
        for field, info in value.model_fields.items():
            optional = "" if info.is_required() else _OPTIONAL
            yield f"{name}({field}: {type_name(info.annotation)}){optional}"
    elif not getattr(value, "_is_protocol", False) and not issubclass(value, BaseException):
        yield from _parameters(name, value)
    members: Mapping[str, Any] = {
        member: found
        for base in reversed(value.__mro__)
        if base.__module__.partition(".")[0] == "app"
        for member, found in vars(base).items()
    }
    for member, found in members.items():
        if member.startswith("_"):
            continue
        function = found.__func__ if isinstance(found, classmethod | staticmethod) else found
        if isfunction(function):
            yield from _of_function(f"{name}.{member}", function)
        elif isinstance(found, property):
            yield f"{name}.{member}"


def _of_function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    yield f"{name}: {type_name(signature(function).return_annotation)}"
    yield from _parameters(name, function)


def _parameters(name: str, function: Callable[..., Any]) -> Iterator[str]:
    for parameter in signature(function).parameters.values():
        if parameter.name in _NOT_OURS:
            continue
        optional = parameter.default is not Parameter.empty or parameter.kind in (
            Parameter.VAR_POSITIONAL,
            Parameter.VAR_KEYWORD,
        )
        yield f"{name}({parameter.name}: {type_name(parameter.annotation)}){_OPTIONAL if optional else ''}"


def _of_command(name: str, command: Any) -> Iterator[str]:
    for inner, found in getattr(command, "commands", {}).items():
        yield from _of_command(f"{name} {inner}", found)
    if not hasattr(command, "commands"):
        yield name
    for parameter in command.params:
        for option in (*parameter.opts, *parameter.secondary_opts):
            optional = "" if parameter.required else _OPTIONAL
            yield f"{name}({option}){optional}"


def main() -> None:
    """Add what is new, unless something was removed or changed."""
    before = kept() if LISTING.exists() else set()
    if found := breaks(before, today()):
        sys.exit("\n".join(found))
    LISTING.write_text("\n".join(sorted(today())) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
