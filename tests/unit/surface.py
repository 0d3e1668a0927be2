"""The public surface: what ``app.__all__``, commands, ports, errors and ``app.testing`` export, with its members."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from importlib import import_module
from inspect import isclass, isfunction, ismodule
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import app

ROOTS = ("app.events.commands", "app.interfaces", "app.errors", "app.testing")


def is_ours(exported: object) -> bool:
    return (getattr(exported, "__module__", None) or "").partition(".")[0] == "app"


def public_surface() -> Mapping[str, Any]:
    """Return by dotted name every public class and function, and the public functions of the classes."""
    exported = (getattr(app, name) for name in app.__all__)
    values = [one for value in exported for one in (_of_module(value) if ismodule(value) else [value])]
    values += [one for root in ROOTS for module in _modules(root) for one in _of_module(module)]
    named = {f"{one.__module__}.{one.__qualname__}": one for one in values if is_ours(one) and callable(one)}
    members = {name: member for one in named.values() if isclass(one) for name, member in _members(one)}
    return {**members, **named}


def _modules(name: str) -> Iterator[ModuleType]:
    module = import_module(name)
    yield module
    for below in iter_modules(getattr(module, "__path__", ())):
        yield from _modules(f"{name}.{below.name}")


def _of_module(module: ModuleType) -> Iterator[Any]:
    """Yield what a module exports: the names of its ``__all__``, else those that it defines."""
    listed = getattr(module, "__all__", None)
    for name in listed or vars(module):
        value = getattr(module, name)
        is_own = bool(listed) or module.__name__ == "app.ports" or getattr(value, "__module__", "") == module.__name__
        if not name.startswith("_") and hasattr(value, "__qualname__") and is_own:
            yield value


def _members(owner: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    for base in filter(is_ours, owner.__mro__):
        for name, member in vars(base).items():
            function = _function_of(member)
            if not name.startswith("_") and isfunction(function) and is_ours(function):
                yield f"{base.__module__}.{base.__qualname__}.{name}", function


def _function_of(member: object) -> object:
    if isinstance(member, classmethod | staticmethod):
        return member.__func__
    if isinstance(member, property):
        return member.fget
    return member.func if isinstance(member, cached_property) else member


def has_arguments(documented: object) -> bool:
    """Return whether a caller gives arguments: to a function, or to make a value; not for a port or an enumeration."""
    if not isclass(documented):
        return True
    return not (getattr(documented, "_is_protocol", False) or issubclass(documented, Enum | BaseException))
