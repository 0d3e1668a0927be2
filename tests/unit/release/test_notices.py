"""One file holds the licences of all that ships, and of all that is installed with it."""

from app.settings import PROJECT
from tests.unit.release.notices import NOTICES, VENDORED, direct_dependencies, listed, runtime_packages, shipped

WRITTEN = NOTICES.read_text(encoding="utf-8")
LISTED = listed()


def test_it_holds_the_licence_of_each_part_that_others_wrote() -> None:
    assert {path.parent for path in VENDORED.glob("*/LICENSE*")} == {
        path for path in VENDORED.iterdir() if path.is_dir()
    }
    assert [name for name, text in shipped().items() if f"{name}\n" not in WRITTEN or text not in WRITTEN] == []


def test_each_notice_in_the_package_is_one_of_it() -> None:
    found = {path for name in ("NOTICE*", "LICEN[CS]E*", "COPYING*") for path in (PROJECT / "app").rglob(name)}
    assert {path.relative_to(PROJECT / "app").as_posix() for path in found} == {*shipped()}


def test_it_lists_every_package_that_is_installed_with_this_one_and_its_licence() -> None:
    assert direct_dependencies() <= LISTED.keys()
    assert {name: licence for name, licence in runtime_packages().items() if LISTED.get(name) != licence} == {}


def test_every_licence_is_stated_and_asks_nothing_of_who_plays() -> None:
    """A package under a licence that would bind Talekeeper's own code needs a decision, and not a new line."""
    assert {name for name, licence in LISTED.items() if licence == "not stated" or "AGPL" in licence} == set()
    assert {
        name
        for name, licence in LISTED.items()
        if "GPL" in licence and "LGPL" not in licence and "Lesser" not in licence
    } == set()
