"""Writing a scenario as a folder of Markdown and YAML that is read as the same scenario."""

from collections.abc import Sequence
from typing import Any

from app.models.sheets.described import SENSES
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.folders.layout import KINDS, MARKDOWN, SCENARIO, WALKTHROUGH, WALKTHROUGH_FILE, WHOLE, YAML, Kind
from app.scenarios.folders.markdown import lines_of
from app.scenarios.folders.yaml_writing import yaml_of
from app.scenarios.scenario_writing import written_fields

_LAST = ("variants", *SENSES, "states", "actions")


def folder_files(sheet: ScenarioSheet) -> dict[str, str]:
    """Return the files of a scenario's folder.

    Args:
        sheet: The scenario.

    Returns:
        The text of each file by its path from the folder. Places, people, quests and acts have a file each, other
        parts one of their kind.
    """
    raw = written_fields(sheet)
    files: dict[str, str] = {}
    orders: dict[str, list[str]] = {}
    for kind in KINDS:
        parts = raw.pop(kind.field, None)
        if parts is not None:
            _add_parts(kind, parts, files, orders)
            if not parts:
                orders[kind.name] = []
    typed = raw.get(WALKTHROUGH)
    if typed and all(_is_plain_line(line) for line in typed):
        files[WALKTHROUGH_FILE] = "".join(f"{line}\n" for line in raw.pop(WALKTHROUGH))
    first = f"{SCENARIO}{MARKDOWN[0]}"
    return {first: _markdown(WHOLE, {**raw, **orders}), **files}


def _add_parts(kind: Kind, parts: Sequence[Any], files: dict[str, str], orders: dict[str, list[str]]) -> None:
    ids = [part["id"] for part in parts] if kind.has_id else []
    distinct = len(set(ids)) == len(ids)
    if kind.as_files and distinct:
        for part in parts:
            files[f"{kind.name}/{part['id']}{MARKDOWN[0]}"] = _markdown(kind, _without_id(part))
        if len(ids) > 1:
            orders[kind.name] = ids
    elif parts:
        by_id = {part["id"]: _arranged(_without_id(part)) for part in parts} if kind.has_id and distinct else None
        listed = [_arranged(part) for part in parts]
        files[f"{kind.name}{YAML[0]}"] = yaml_of(listed if by_id is None else by_id)


def _markdown(kind: Kind, part: dict[str, Any]) -> str:
    """Return a file with the fields of a part: its texts below its name, all others as front matter."""
    left, body = dict(part), list[str]()
    title = left.get(kind.title)
    if isinstance(title, str) and _is_plain_line(title):
        body += [f"# {left.pop(kind.title)}", ""]
    main = lines_of(left.get(kind.main, ""))
    if main is not None:
        del left[kind.main]
        body += [*main, ""]
    for heading, name in sorted(kind.headings.items(), key=lambda pair: pair[1] in SENSES):
        lines = lines_of(left.get(name, "")) if name != kind.main else None
        if lines is not None:
            del left[name]
            body += [f"## {heading.capitalize()}", "", *lines, ""]
    front = yaml_of(_arranged(left)) if left else ""
    text = "\n".join(body)
    return f"---\n{front}---\n\n{text}" if front else text


def _without_id(part: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if name != "id"}


def _arranged(value: Any) -> Any:
    """Return a value with texts by sense, states and actions after all other fields."""
    if isinstance(value, list):
        return [_arranged(one) for one in value]
    if not isinstance(value, dict):
        return value
    names = [*(name for name in value if name not in _LAST), *(name for name in _LAST if name in value)]
    return {name: _arranged(value[name]) for name in names}


def _is_plain_line(text: str) -> bool:
    """Return whether a text is read as it is where it is a line of its own; a byte order mark would be left out."""
    return bool(text) and text == text.strip() and not text.startswith(("#", "\ufeff")) and "\n" not in text
