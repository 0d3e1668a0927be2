"""List the pages that are made from the program."""

from collections.abc import Callable
from pathlib import Path

from docs.rendering.commands import commands_page
from docs.rendering.http import http_page
from docs.rendering.python import python_pages
from docs.rendering.scenario import scenario_page
from docs.rendering.settings import settings_page

_PROJECT = Path(__file__).parents[2]


def made_pages() -> dict[str, str]:
    """Render every page that is made, by its path in the documentation."""
    made: dict[str, Callable[[], str]] = {
        "reference/http.md": http_page,
        "reference/scenario.md": scenario_page,
        "reference/settings.md": settings_page,
        "reference/cli.md": commands_page,
        "contributing.md": _contributing,
    }
    return {path: render() for path, render in made.items()} | python_pages()


def _contributing() -> str:
    """Return the page of the project's root, with its links as seen from the documentation."""
    return (_PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8").replace("](docs/", "](")
