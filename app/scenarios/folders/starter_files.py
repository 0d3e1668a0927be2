"""The folder that a new scenario begins as: small, complete, and played to its end by its own walkthrough."""

from importlib.resources import files
from importlib.resources.abc import Traversable

_TITLE = "# A New Story"


def starter_files(title: str) -> dict[str, str]:
    """Return the files of a new scenario.

    Args:
        title: Its title, on one line. Its id is the name of its folder.

    Returns:
        The text of each file by its path from the folder.
    """
    found = dict(_texts(files("app.scenarios.folders").joinpath("starter"), ""))
    found["scenario.md"] = found["scenario.md"].replace(_TITLE, f"# {title}", 1)
    return found


def _texts(folder: Traversable, before: str) -> list[tuple[str, str]]:
    texts = list[tuple[str, str]]()
    for one in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if one.is_dir():
            texts += _texts(one, f"{before}{one.name}/")
        else:
            texts.append((f"{before}{one.name}", one.read_text("utf-8")))
    return texts
