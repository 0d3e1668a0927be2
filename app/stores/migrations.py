"""Migrations of journals of older formats: numbered steps, each from one version to the next, applied line by line."""

from collections.abc import Callable
from typing import Any, Literal

from app.models.records.record import SAVE_FORMAT_VERSION

LineKind = Literal["header", "opening", "record"]
Migration = Callable[[LineKind, dict[str, Any]], dict[str, Any]]
"""Takes the body of one line and returns it as the next version would have written it. A body that does not fit the
format stays as it is: its model reports the error later."""

FORMAT_KEY = "save_format"
"""The header key of the journal's format."""
_TRIAL_KEY = "format_version"
"""The header key before format 1 began: those saves were trials."""

MIGRATIONS: dict[int, Migration] = {}  # the step from each older version to the next


def version_problem(header: object) -> str | None:
    """Say why a journal of this header cannot be read.

    Args:
        header: The header as it was parsed; anything but a dictionary states no format.

    Returns:
        Words that follow the name of the file or game; None if the journal can be read.
    """
    stated = header if isinstance(header, dict) else {}
    version = stated.get(FORMAT_KEY)
    if FORMAT_KEY not in stated and _TRIAL_KEY in stated:
        return "is a trial save from before format 1, which this version of Talekeeper cannot read"
    if not isinstance(version, int) or isinstance(version, bool):
        return "states no save format"
    if version > SAVE_FORMAT_VERSION:
        return (
            f"was made by a newer version of Talekeeper (format {version}; this one reads up to {SAVE_FORMAT_VERSION})"
        )
    if any(step not in MIGRATIONS for step in range(version, SAVE_FORMAT_VERSION)):
        return f"has the old format {version}, which this version of Talekeeper cannot read"
    return None


def migrated(kind: LineKind, body: dict[str, Any], version: int) -> dict[str, Any]:
    """Bring a line's body from an older format to the current one, step by step."""
    for step in range(version, SAVE_FORMAT_VERSION):
        body = MIGRATIONS[step](kind, body)
    return {**body, FORMAT_KEY: SAVE_FORMAT_VERSION} if kind == "header" else body
