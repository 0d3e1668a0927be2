"""Who may know a language: what a text means is read in one room, in the words of a pack."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

APP = Path(__file__).parents[2] / "app"
ENGLISH = re.compile(r"app\.language\.en\b")

ROOMS = ("language/", "interchange/", "stores/", "embeddings/", "cli/", "mcp/", "api/", "__main__.py")
"""Rooms that read texts: languages, files of other programs, saves, vocabularies of models, what is typed at a door."""

NO_LANGUAGE = {
    "agents/models.py": "names of packages and variables in errors of the client library",
    "agents/servers/refusals.py": "what a server of models says that it refuses",
    "services/game/games/npc_generator.py": "ids made from names",
}
"""Formats that are of no language."""

OWED: dict[str, str] = {}
"""Modules that still read texts, and the room that is to stop it; nothing may be added."""


def _users() -> set[str]:
    """Modules of app/ that import `re` or `regex`, wherever in the module."""
    return {module for module, imported in _imports().items() if not imported.isdisjoint({"re", "regex"})}


def _users_of_english() -> set[str]:
    """Modules that import from the folder of English."""
    return {module for module, imported in _imports().items() if any(ENGLISH.match(name) for name in imported)}


@cache
def _imports() -> dict[str, set[str]]:
    return {path.relative_to(APP).as_posix(): _imported(path) for path in APP.rglob("*.py")}


def _imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module or "")
    return names


def test_expressions_are_used_only_where_texts_are_read() -> None:
    elsewhere = {user for user in _users() if not user.startswith(ROOMS)}
    assert elsewhere <= NO_LANGUAGE.keys() | OWED.keys()


@pytest.mark.parametrize("listed", [set(NO_LANGUAGE), set(OWED)], ids=["formats", "owed"])
def test_lists_of_users_name_no_module_that_needs_no_expressions_any_more(listed: set[str]) -> None:
    assert listed <= _users()


def test_no_module_stands_in_two_lists() -> None:
    assert not OWED.keys() & NO_LANGUAGE.keys()


def test_nobody_imports_english_words() -> None:
    """Whoever needs words asks a language for its own."""
    assert _users_of_english() == set()


def test_no_module_asks_for_words_while_it_is_imported() -> None:
    """A module constant made of a pack's words would be English in games of every language."""
    code = "import app.language.language as one; one.default_language = None; import app.agents.factory, app.cli.main"
    subprocess.run([sys.executable, "-c", code], cwd=APP.parent, check=True)
