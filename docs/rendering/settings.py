"""Render the reference of the settings from the class that reads them."""

import json
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from app.settings import Settings

_BEGINNING = """\
# Settings

Each setting is an environment variable, and a keyword argument of `Settings` in Python: `TALEKEEPER_NARRATOR_MODE` is
`narrator_mode`. Settings of a group are arguments of the group's class. The commands also read variables from the file
`.env`: that of the checkout, else that of the user's data folder. A variable of the environment wins over a line of the
file. `talekeeper doctor` shows which model and embedder are in use, and whether they answer.

*None* as a default is `None` in Python. Where a meaning says nothing else, seconds are above 0 and counts are at least
1.
"""


def settings_page() -> str:
    """Render the page: one table of the settings, and one of each group of settings."""
    groups = {name: field for name, field in Settings.model_fields.items() if _is_group(field)}
    prefix = str(Settings.model_config["env_prefix"])
    single = [(name, field) for name, field in Settings.model_fields.items() if name not in groups]
    parts = [_BEGINNING, _table(prefix, single)]
    for name, field in groups.items():
        group: type[BaseModel] = field.annotation  # type: ignore[assignment]  # a group is a model
        summary = (getdoc(group) or "").partition("\n\nArgs:")[0].replace("``", "`")
        parts += [f"## {group.__name__}", f"The setting `{name}`. {summary}"]
        parts.append(_table(f"{prefix}{name.upper()}__", list(group.model_fields.items())))
    return "\n\n".join(parts) + "\n"


def _is_group(field: FieldInfo) -> bool:
    return isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)


def _table(prefix: str, fields: list[tuple[str, FieldInfo]]) -> str:
    return "\n".join(["| variable | default | meaning |", "| --- | --- | --- |", *_rows(prefix, fields)])


def _rows(prefix: str, fields: list[tuple[str, FieldInfo]]) -> Iterator[str]:
    for name, field in fields:
        meaning = (field.description or "").replace("|", "\\|")
        yield f"| `{prefix}{name.upper()}` | {_default(field)} | {meaning} |"


def _default(field: FieldInfo) -> str:
    """Return the default in words: a factory's is described by its docstring, since it depends on the machine."""
    if field.default_factory is not None:
        return (
            " ".join((getdoc(field.default_factory) or "").split())
            .partition(": ")[2]
            .partition(".")[0]
            .replace("``", "`")
        )
    return _value(field.default)


def _value(value: Any) -> str:
    if value is None:
        return "*none*"
    if isinstance(value, tuple | Path):
        return f"`{value}`" if value else "*empty*"
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"
