"""What docs/scenario-format.md shows is true: its example can be played, its tables name what there is."""

import re
from typing import get_args

from app.models.sheets.condition import AllOf, AnyOf, Condition
from app.models.sheets.person import VoiceSheet
from app.scenarios.folders.layout import KINDS
from app.scenarios.folders.reading import FolderContent, inspect_folder
from app.scenarios.scenario_check import inspect_scenario
from app.scenarios.scenario_references import RESERVED_IDS
from app.settings import PROJECT

FOLDERS = (PROJECT / "docs" / "scenario-folders.md").read_text(encoding="utf-8")
PAGE = (PROJECT / "docs" / "scenario-format.md").read_text(encoding="utf-8")


def test_the_example_is_a_sound_scenario() -> None:
    (example,) = re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)

    found = inspect_scenario(example.encode())
    assert not found.problems
    assert found.sheet is not None
    assert found.sheet.id == "spare-key"


def test_the_files_of_the_page_about_folders_are_a_sound_scenario() -> None:
    files = re.findall(
        r"^`([\w./-]+)`[^\n]*:\n\n```(?:markdown|yaml)\n(.*?)```", FOLDERS, flags=re.DOTALL | re.MULTILINE
    )
    content = FolderContent("last-boat", tuple((path, text.encode()) for path, text in files))

    found = inspect_folder(content)
    assert not found.problems
    assert found.sheet is not None
    assert [place.id for place in found.sheet.locations] == ["quay", "shed"]
    assert found.sheet.locations[0].revisit == "The quay again, and the rain."


def test_the_table_of_a_folder_names_each_kind_of_parts() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| `([a-z]+)` \| (?:`([a-z]+)` )?\|$", FOLDERS, flags=re.MULTILINE)
    assert rows == [(kind.name, kind.field, kind.main) for kind in KINDS]


def test_the_table_of_conditions_names_each_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([a-z_]+)` \| (`[^|]*`) \|", PAGE, flags=re.MULTILINE))
    types = [kind for kind in get_args(get_args(Condition)[0]) if kind not in (AllOf, AnyOf)]

    documented = {kind: set(re.findall(r"`(\w+)`", fields)) for kind, fields in rows.items()}
    real = {kind.model_fields["kind"].default: set(kind.model_fields) - {"kind"} for kind in types}
    assert {kind: documented.get(kind) for kind in real} == real
    assert "| `all_of`, `any_of` | `conditions` |" in PAGE


def test_the_table_of_voices_names_each_list() -> None:
    assert all(f"| `{occasion}` |" in PAGE for occasion in VoiceSheet.model_fields)


def test_the_reserved_ids_are_told() -> None:
    assert all(f"`{reserved}`" in PAGE for reserved in RESERVED_IDS)
