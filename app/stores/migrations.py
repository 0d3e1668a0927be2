"""Reading journals of older formats: numbered steps, each from one version to the next."""

from collections.abc import Callable
from typing import Any, Literal

from app.models.records.record import SAVE_FORMAT_VERSION
from app.stores.format_1 import to_format_2

LineKind = Literal["header", "opening", "record"]

Migration = Callable[[LineKind, dict[str, Any]], dict[str, Any]]
"""Takes the body of one line as it was written and returns it as the next version would have written it."""

MIGRATIONS: dict[int, Migration] = {1: to_format_2}  # the step from each older version to the next


def version_problem(version: object) -> str | None:
    """Why a format version cannot be read, as words that follow the file's name; None if it can."""
    if not isinstance(version, int) or isinstance(version, bool):
        return "states no format version"
    if version > SAVE_FORMAT_VERSION:
        return (
            f"was made by a newer version of Talekeeper (format {version}; this one reads up to {SAVE_FORMAT_VERSION})"
        )
    if any(step not in MIGRATIONS for step in range(version, SAVE_FORMAT_VERSION)):
        return f"has the old format {version}, which this version of Talekeeper cannot read"
    return None


def migrated(kind: LineKind, body: dict[str, Any], version: int) -> dict[str, Any]:
    """A line's body brought from ``version`` to the current format, step by step."""
    for step in range(version, SAVE_FORMAT_VERSION):
        body = MIGRATIONS[step](kind, body)
    return {**body, "format_version": SAVE_FORMAT_VERSION} if kind == "header" else body
