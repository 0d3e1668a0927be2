"""Small folders of a scenario, as texts by path."""

from textwrap import dedent

from app.scenarios.folders.reading import FolderContent, inspect_folder
from app.scenarios.scenario_check import Inspection

SCENARIO = """\
---
start_location: quay
acts:
  - id: morning
    name: The Morning
    opening: It is early.
    condition: {kind: item_held, item_id: rope}
---

# The Last Boat

You have missed it.

## Summary

A quay and a shed.

## Premise

Quiet and small.
"""
QUAY = """\
---
exits:
  - {to: shed, name: the shed door, direction: east}
---

# The Quay

Stones, and a ring in one of them.
"""
SHED = """\
---
exits:
  - {to: quay, name: the door, direction: west}
items: [rope]
---

# The Shed

It smells of tar.
"""
THINGS = """\
rope:
  name: rope
  description: Forty feet of it.
"""
FILES = {"scenario.md": SCENARIO, "places/quay.md": QUAY, "places/shed.md": SHED, "things.yaml": THINGS}


def content(files: dict[str, str], name: str = "last-boat") -> FolderContent:
    """The folder as it is read from the disk."""
    return FolderContent(name, tuple((path, text.encode()) for path, text in sorted(files.items())))


def inspected(name: str = "last-boat", **changes: str | None) -> Inspection:
    """Read the small folder with some files changed, added or (None) left out; ``__`` is a slash in their names, and
    the ending is ``.md``, or ``.yaml`` for a file of the folder itself but the scenario's."""
    files: dict[str, str | None] = dict(FILES)
    for key, text in changes.items():
        path = key.replace("__", "/")
        files[f"{path}.md" if "/" in path or path == "scenario" else f"{path}.yaml"] = text
    return inspect_folder(content({path: dedent(text) for path, text in files.items() if text is not None}, name))


def problems(name: str = "last-boat", **changes: str | None) -> list[str]:
    """The problems of the small folder with some files changed, as they are shown."""
    return [str(problem) for problem in inspected(name, **changes).problems]
