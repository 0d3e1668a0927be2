"""What import-linter cannot see: names that mean two things, and words asked for while a module is imported."""

import ast
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

APP = Path(__file__).parents[2] / "app"

MOST_MODULES = 25


def test_no_two_public_classes_have_one_name() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for path in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(path.relative_to(APP).as_posix())
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_no_package_has_more_modules_than_one_can_look_through() -> None:
    counts = {package.parent: len([*package.parent.glob("*.py")]) - 1 for package in APP.rglob("__init__.py")}
    assert {package.as_posix(): count for package, count in counts.items() if count > MOST_MODULES} == {}


def test_no_module_asks_for_words_while_it_is_imported() -> None:
    """A module constant made of a pack's words would be English in games of every language."""
    code = "import app.language.language as one; one.default_language = None; import app.agents.factory, app.cli.main"
    subprocess.run([sys.executable, "-c", code], cwd=APP.parent, check=True)
