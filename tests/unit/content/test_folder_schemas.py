"""The schemas of a folder's files: editors find no fault in what is read, and mark what is not."""

import json
from collections.abc import Mapping
from typing import Any

import jsonschema_rs
import pytest

from app.scenarios.folders.layout import WALKTHROUGH_FILE
from app.scenarios.folders.markdown import read_markdown
from app.scenarios.folders.source_values import flattened
from app.scenarios.folders.starter_files import starter_files
from app.scenarios.folders.writing import folder_files
from app.scenarios.folders.yaml_reading import read_yaml
from app.scenarios.scenario_check import SCHEMA_FILE, inspect_scenario
from app.services.game.games.scenario_library import ScenarioLibrary
from tests.unit.content.conftest import CONTENT, LARGE, SMALL
from tests.unit.content.schema import FOLDER
from tests.worlds import WORLDS


def folders() -> Mapping[str, dict[str, str]]:
    """All scenarios of the tests as folders."""
    library = ScenarioLibrary([CONTENT])
    sheets = {name: library.load(name) for name in (SMALL, LARGE)}
    for path in WORLDS:
        sheet = inspect_scenario(path.read_bytes()).sheet
        assert sheet is not None
        sheets[path.stem] = sheet
    return {"starter": starter_files("New"), **{name: folder_files(sheet) for name, sheet in sheets.items()}}


def faults(path: str, text: str) -> list[str]:
    """What the schema of a file finds in its front matter, or in the whole file."""
    kind = path.partition("/")[0].partition(".")[0]
    is_list = path.endswith(".yaml")
    front = text if is_list else read_markdown(text).front_matter
    written = read_yaml(front, path, 1, [])
    schema = json.loads((CONTENT / FOLDER / f"{kind}{'-list' if is_list else ''}.schema.json").read_text("utf-8"))
    whole = json.loads((CONTENT / SCHEMA_FILE).read_text("utf-8"))
    checks = jsonschema_rs.Draft202012Validator(
        {**schema, "$id": "file:///content/folder-schemas/x.json"}, retriever=lambda _: whole
    )
    raw: Any = {} if written is None else flattened(written).raw
    return [error.message for error in checks.iter_errors(raw)]


@pytest.mark.parametrize("name", folders())
def test_no_file_of_a_scenario_is_marked(name: str) -> None:
    texts = {path: text for path, text in folders()[name].items() if path != WALKTHROUGH_FILE}
    assert {path: faults(path, text) for path, text in texts.items() if faults(path, text)} == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("places/quay.md", "---\nexit: []\n---\n# Quay"),
        ("places/quay.md", "---\nexits:\n  - {to: shed}\n---\n# Quay"),
        ("people/tove.md", "---\nattitude: fond\n---\n# Tove"),
        ("scenario.md", "---\nlocations: []\n---\n# Quay"),
        ("scenario.md", "---\nplaces: quay\nstart_location: quay\n---\n# Quay"),
        ("things.yaml", "rope: {name: rope}"),
        ("rules.yaml", "out: {when: {kind: item_hold, item_id: x}}"),
        ("states.yaml", "lit: {first: true}"),
    ],
)
def test_what_a_reader_would_refuse_is_marked(path: str, text: str) -> None:
    assert faults(path, text)
