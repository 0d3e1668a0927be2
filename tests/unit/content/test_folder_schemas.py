"""The schemas of a folder's files: editors find no fault in what is read, and mark what is not."""

import json
from functools import cache
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

STARTER = "starter"


def written(name: str) -> dict[str, str]:
    """A scenario of the tests as a folder."""
    if name == STARTER:
        return starter_files("New")
    if name in (SMALL, LARGE):
        return folder_files(ScenarioLibrary([CONTENT]).load(name))
    sheet = inspect_scenario(next(path for path in WORLDS if path.stem == name).read_bytes()).sheet
    assert sheet is not None
    return folder_files(sheet)


@cache
def schema_of(kind: str) -> jsonschema_rs.Draft202012Validator:
    """The schema of a kind of file."""
    schema = json.loads((CONTENT / FOLDER / f"{kind}.schema.json").read_text("utf-8"))
    whole = json.loads((CONTENT / SCHEMA_FILE).read_text("utf-8"))
    return jsonschema_rs.Draft202012Validator(
        {**schema, "$id": "file:///content/folder-schemas/x.json"}, retriever=lambda _: whole
    )


def faults(path: str, text: str) -> list[str]:
    """What the schema of a file finds in its front matter, or in the whole file."""
    kind = path.partition("/")[0].partition(".")[0]
    is_list = path.endswith(".yaml")
    front = text if is_list else read_markdown(text).front_matter
    read = read_yaml(front, path, 1, [])
    raw: Any = {} if read is None else flattened(read).raw
    return [error.message for error in schema_of(f"{kind}{'-list' if is_list else ''}").iter_errors(raw)]


@pytest.mark.parametrize("name", [STARTER, SMALL, LARGE, *(path.stem for path in WORLDS)])
def test_no_file_of_a_scenario_is_marked(name: str) -> None:
    found = {path: faults(path, text) for path, text in written(name).items() if path != WALKTHROUGH_FILE}
    assert {path: messages for path, messages in found.items() if messages} == {}


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
