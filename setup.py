"""Describe the package for an index, where a relative link of README leads nowhere.

Links lead to the pages of the documentation if ``[project.urls]`` of pyproject.toml has its address as
``Documentation``. Without an address the text of a link stays, and pictures are left out.
"""

import re
import tomllib
from pathlib import Path
from urllib.parse import urljoin

from setuptools import setup

PROJECT = Path(__file__).parent
CODE = re.compile(r"(^```.*?^```$)", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"(?P<picture>!?)\[(?P<text>[^\]]*)\]\((?!\w+:|#)(?:docs/)?(?P<path>[^)\s]+)\)")
PAGE = re.compile(r"\.md(?=#|$)")


def long_description(readme: str, documentation: str | None) -> str:
    """Give the relative links of a text whole addresses, or take them out.

    Args:
        readme: The text, in Markdown, with paths from the root of the project.
        documentation: The address of the documentation's site, or none if it has no public one.
    """

    def linked(link: re.Match[str]) -> str:
        if documentation is not None:
            address = urljoin(documentation.rstrip("/") + "/", PAGE.sub(".html", link["path"]))
            return f"{link['picture']}[{link['text']}]({address})"
        return "" if link["picture"] else link["text"]

    parts = CODE.split(readme)
    parts[::2] = [LINK.sub(linked, part) for part in parts[::2]]
    return "".join(parts)


if __name__ == "__main__":
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    setup(
        long_description=long_description(
            (PROJECT / "README.md").read_text(encoding="utf-8"), project.get("urls", {}).get("Documentation")
        ),
        long_description_content_type="text/markdown",
    )
