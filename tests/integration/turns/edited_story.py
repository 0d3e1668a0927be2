"""A story whose author edits it while it is played: a folder on disk, and edits of its values."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.folders.writing import folder_files
from app.scenarios.scenario_writing import scenario_bytes

Raw = dict[str, Any]
Edit = Callable[[Raw], None]


class EditedStory:
    """A scenario in a folder; each edit is written as an author's program would write the files."""

    def __init__(self, folder: Path, sheet: ScenarioSheet) -> None:
        self.folder = folder / sheet.id
        self.sheet = sheet
        self._write()

    def edit(self, change: Edit) -> Path:
        raw = json.loads(scenario_bytes(self.sheet, "story.json"))
        change(raw)
        self.sheet = ScenarioSheet.model_validate(raw)
        self._write()
        return self.folder

    def _write(self) -> None:
        if self.folder.exists():
            shutil.rmtree(self.folder)
        for name, text in folder_files(self.sheet).items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def part(raw: Raw, kind: str, any_id: str) -> Raw:
    """The part of a scenario with an id."""
    found: Raw = next(each for each in raw[kind] if each["id"] == any_id)
    return found


def without(raw: Raw, kind: str, any_id: str) -> None:
    """Remove a part of a scenario."""
    raw[kind] = [each for each in raw[kind] if each["id"] != any_id]
