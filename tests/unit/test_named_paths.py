"""The documents name files and folders of the project by their paths: each of them exists."""

import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PAGES = sorted(
    page.relative_to(PROJECT).as_posix()
    for page in (PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *(PROJECT / "docs").rglob("*.md"))
)
PATH = re.compile(r"(?<![\w/.:-])(?:app|tests|benchmarks|docs)/[\w./-]*\w(?![\w*])")
"""A path from the root of the project, in code, in a diagram or in a sentence."""
MADE = re.compile(r"^docs/reference/|^docs/site/")
"""Pages that are made when the site is built."""
EXPLAINED = ("docs/explanation/house.md", "docs/explanation/turn.md")


def paths_in(page: str) -> set[str]:
    return {path for path in PATH.findall((PROJECT / page).read_text(encoding="utf-8")) if not MADE.match(path)}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_names_only_paths_that_exist(page: str) -> None:
    assert [path for path in sorted(paths_in(page)) if not (PROJECT / path).exists()] == []


def test_the_pages_of_the_architecture_name_the_modules_that_a_newcomer_looks_for() -> None:
    named = {path for page in EXPLAINED for path in paths_in(page)}
    assert {
        "app/memory/stream/remembering.py",
        "app/services/game/captures/message_ranges.py",
        "app/services/game/turns/turn_transaction.py",
        "app/services/ai/context_builders",
        "app/memory/recall/hybrid.py",
    } <= named


def test_the_pages_of_the_architecture_name_every_room() -> None:
    named = " ".join(path for page in EXPLAINED for path in paths_in(page))
    rooms = {package.parent.name for package in (PROJECT / "app").glob("*/__init__.py")} - {"content"}
    assert {room for room in rooms if f"app/{room}" not in named} == set()
