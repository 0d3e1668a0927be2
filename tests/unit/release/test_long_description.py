"""README as a package index shows it: no link leads nowhere."""

import re
import runpy

import pytest

from app.settings import PROJECT

README = (PROJECT / "README.md").read_text(encoding="utf-8")
TARGET = re.compile(r"\]\(([^)]+)\)")
SITE = "https://docs.example/talekeeper"
long_description = runpy.run_path(str(PROJECT / "setup.py"))["long_description"]


@pytest.mark.parametrize("address", [SITE, f"{SITE}/"])
def test_links_lead_to_pages_of_the_site_where_it_has_an_address(address: str) -> None:
    text = "[Play](docs/tutorial/play.md#undo) on ![the\npage](docs/pictures/play.png)"
    shown = f"[Play]({SITE}/tutorial/play.html#undo) on ![the\npage]({SITE}/pictures/play.png)"
    assert long_description(text, address) == shown


def test_without_an_address_the_text_of_a_link_stays_and_a_picture_goes() -> None:
    assert long_description("See [play](docs/tutorial/play.md). ![A page](docs/a.png)", None) == "See play. "


@pytest.mark.parametrize(
    "text", ["[MCP](https://modelcontextprotocol.io)", "[below](#read-on)", "```sh\n[a](b)\n```\n"]
)
@pytest.mark.parametrize("address", [SITE, None])
def test_whole_addresses_places_on_the_page_and_code_stay(text: str, address: str | None) -> None:
    assert long_description(text, address) == text


def test_readme_links_only_to_what_the_site_holds() -> None:
    assert TARGET.findall(README)
    assert all((PROJECT / path.partition("#")[0]).is_file() for path in TARGET.findall(README))
    assert all(path.startswith("docs/") for path in TARGET.findall(README))


@pytest.mark.parametrize("address", [SITE, None])
def test_no_relative_link_of_readme_is_left(address: str | None) -> None:
    targets = TARGET.findall(long_description(README, address))
    assert [target for target in targets if not target.startswith(SITE)] == []
    assert len(targets) == (len(TARGET.findall(README)) if address else 0)
