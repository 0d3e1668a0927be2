"""What docs/how-to/scenario-folders.md shows is true: its tables name what there is."""

import re

from app.models.sheets.person import VoiceSheet
from app.scenarios.folders.layout import KINDS
from app.scenarios.scenario_references import RESERVED_IDS
from app.settings import PROJECT

PAGE = (PROJECT / "docs" / "how-to" / "scenario-folders.md").read_text(encoding="utf-8")


def test_the_table_of_a_folder_names_each_kind_of_parts() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \| `([a-z]+)` \| (?:`([a-z]+)` )?\|$", PAGE, flags=re.MULTILINE)
    assert rows == [(kind.name, kind.field, kind.main) for kind in KINDS]


def test_the_table_of_voices_names_each_list() -> None:
    assert all(f"| `{occasion}` |" in PAGE for occasion in VoiceSheet.model_fields)


def test_the_reserved_ids_are_listed() -> None:
    assert all(f"`{reserved}`" in PAGE for reserved in RESERVED_IDS)
