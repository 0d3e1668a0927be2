"""What is written as a folder is read as the same scenario."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.folders.reading import FolderContent, inspect_folder
from app.scenarios.folders.writing import folder_files
from app.scenarios.scenario_check import digest, inspect_object, inspect_scenario
from app.scenarios.scenario_writing import written_fields
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.scenarios.folders import content
from tests.worlds import WORLDS, small_sheet

pytestmark = pytest.mark.long

SHIPPED = ("tide-bell", "before-the-thaw")
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"]) | st.sampled_from("\n\n\n # - .:'\"\\"), max_size=80
)


def read_back(sheet: ScenarioSheet) -> ScenarioSheet:
    found = inspect_folder(content(folder_files(sheet)))
    assert found.sheet is not None, found.problems
    return found.sheet


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_scenario_is_the_same_as_a_folder(name: str) -> None:
    sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load(name)
    assert read_back(sheet) == sheet
    assert digest(read_back(sheet)) == digest(sheet)


@pytest.mark.parametrize("path", [*WORLDS, PROJECT / "examples" / "night-bread.json"], ids=lambda path: path.stem)
def test_a_world_is_the_same_as_a_folder_and_as_a_file_again(path: Path) -> None:
    sheet = inspect_scenario(path.read_bytes()).sheet
    assert sheet is not None
    again = inspect_object(written_fields(read_back(sheet))).sheet
    assert again == sheet
    assert again.model_dump_json() == sheet.model_dump_json()


def test_a_whole_dump_with_all_defaults_is_the_same_as_a_folder() -> None:
    sheet = ScenarioSheet.model_validate_json(small_sheet().model_dump_json())
    assert read_back(sheet) == sheet


@given(st.data())
def test_any_texts_are_the_same_as_a_folder(data: st.DataObject) -> None:
    raw: Any = json.loads(small_sheet().model_dump_json(exclude_defaults=False))
    for part in [raw, *raw["locations"], *raw["npcs"], *raw["items"], *raw["quests"]]:
        for name in ("opening", "description", "revisit", "search", "background", "author", "premise", "done_text"):
            if name in part:
                part[name] = data.draw(TEXTS)
    raw["lore"] = [{"text": text} for text in data.draw(st.lists(TEXTS.filter(bool), max_size=3))]
    raw["walkthrough"] = data.draw(st.lists(TEXTS, max_size=4))
    sheet = ScenarioSheet.model_validate_json(json.dumps(raw))
    read = inspect_folder(content(folder_files(sheet)))
    assert read.sheet == sheet, read.problems


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_whatever_a_file_holds_there_is_an_answer(data: bytes) -> None:
    files = dict(content(folder_files(small_sheet())).files)
    for path in ("scenario.md", "things.yaml", "places/market.md", "walkthrough.txt"):
        changed = tuple(sorted({**files, path: data}.items()))
        for problem in inspect_folder(FolderContent("small", changed)).problems:
            assert str(problem)
