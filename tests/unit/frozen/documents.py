"""The documents of today, and those that were kept with a release.

``python -m tests.unit.frozen.documents`` keeps those of the current version that are not there yet. It writes over
none.
"""

import json
import shutil
from pathlib import Path
from typing import Any

from app import __version__
from app.scenarios.scenario_check import SCHEMA_FILE
from app.settings import PROJECT
from clients.build import document

FROZEN = PROJECT / "tests" / "data" / "frozen"
RELEASE = FROZEN / "1.0.0rc1"
OPENAPI = "openapi.json"
CONTENT = PROJECT / "app" / "content"
KEPT_SCENARIOS = ("before-the-thaw.json", "tide-bell")
"""A scenario in one file, and one in a folder."""
_FOR_READERS = {"description", "summary", "title", "examples", "example", "x-codeSamples"}


def without_texts(value: Any) -> Any:
    """Return an OpenAPI document without what is written for people alone."""
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if key not in _FOR_READERS or not isinstance(one, str | list)}
        return {key: without_texts(one) for key, one in kept.items()}
    return [without_texts(one) for one in value] if isinstance(value, list) else value


def read(path: Path) -> Any:
    """Return what a file of JSON holds."""
    return json.loads(path.read_text(encoding="utf-8"))


def keep(folder: Path) -> None:
    """Write the OpenAPI document, the schema of scenarios, and scenarios in both forms.

    Args:
        folder: The folder of the release.
    """
    (folder / "scenarios").mkdir(parents=True)
    text = json.dumps(without_texts(document()), ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    (folder / OPENAPI).write_text(text.replace('},"/', '},\n"/') + "\n", encoding="utf-8")
    shutil.copy(CONTENT / SCHEMA_FILE, folder)
    shutil.copy(CONTENT / KEPT_SCENARIOS[0], folder / "scenarios")
    shutil.copytree(CONTENT / KEPT_SCENARIOS[1], folder / "scenarios" / KEPT_SCENARIOS[1])


if __name__ == "__main__":
    if not (FROZEN / __version__ / OPENAPI).exists():
        keep(FROZEN / __version__)
