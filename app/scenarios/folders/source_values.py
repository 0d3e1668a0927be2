"""Values as they are written in the files of a folder, each with its file and line."""

from collections.abc import Mapping, MutableMapping, MutableSequence
from dataclasses import dataclass, replace
from typing import Any

from app.scenarios.scenario_check import path_step
from app.scenarios.sources import Sources, Spot

MAX_VALUES = 200_000
"""How many values a folder may have, those counted each time that an alias repeats them."""


@dataclass(frozen=True)
class SourceValue:
    """A value of a file.

    Attributes:
        value: A scalar, a list of values, or values by name.
        file: The file, relative to the folder of the scenario.
        line: Its line in the file, from 1.
        plain: The text of a scalar that was written without quotation marks, as it was written.
        begins: The path that readers know it by in its file, if paths begin with it: of a part with a file of its own
            "".
    """

    value: Any
    file: str
    line: int
    plain: str | None = None
    begins: str | None = None

    @property
    def fields(self) -> dict[str, "SourceValue"] | None:
        """The values by name; None for a scalar or a list."""
        return self.value if isinstance(self.value, dict) else None

    def named(self, begins: str) -> "SourceValue":
        """Return the value as the begin of paths."""
        return replace(self, begins=begins)

    def text_of(self, name: str) -> str | None:
        """Return a field that is a scalar as it was written; None if there is none."""
        value = (self.fields or {}).get(name)
        if value is None or isinstance(value.value, dict | list):
            return None
        return value.plain if value.plain is not None else str(value.value)


class TooManyValues(Exception):
    """The values of a folder are more than `MAX_VALUES`."""


@dataclass(frozen=True)
class Flattened:
    """Values as plain objects.

    Attributes:
        raw: The objects.
        sources: Where each is written.
        plain: By path the scalars that may be a text: what holds them, their key there, and how they are written.
    """

    raw: Any
    sources: Sources
    plain: dict[str, tuple[MutableMapping[str, Any] | MutableSequence[Any], Any, str]]

    def as_text(self, path: str) -> bool:
        """Put the text of a scalar in its place, if it was written without quotation marks; return whether it was."""
        if path not in self.plain:
            return False
        holder, key, text = self.plain.pop(path)
        holder[key] = text
        return True


def flattened(root: SourceValue) -> Flattened:
    """Return values as plain objects with the places where they are written.

    Raises:
        TooManyValues: There are more than `MAX_VALUES`.
    """
    flat = Flattened(None, Sources(), {})
    return replace(flat, raw=_flatten(root, "", "", flat))


def _flatten(part: SourceValue, path: str, shown: str, into: Flattened) -> Any:
    if part.begins is not None:
        shown = part.begins
    if len(into.sources.spots) >= MAX_VALUES:
        raise TooManyValues
    into.sources.spots[path] = Spot(part.file, part.line, shown)
    holder: Any
    steps: list[tuple[Any, str, SourceValue]]
    if isinstance(part.value, list):
        holder, steps = [None] * len(part.value), [(at, f"[{at}]", item) for at, item in enumerate(part.value)]
    elif isinstance(part.value, Mapping):
        holder, steps = {}, [(key, path_step(key), item) for key, item in part.value.items()]
    else:
        return part.value
    for key, step, item in steps:
        inner, inner_shown = (_joined(before, step) for before in (path, shown))
        holder[key] = _flatten(item, inner, inner_shown, into)
        if item.plain is not None and not isinstance(item.value, str):
            into.plain[inner] = (holder, key, item.plain)
    return holder


def _joined(path: str, step: str) -> str:
    return f"{path}.{step}" if path and not step.startswith("[") else f"{path}{step}"
