"""What counts as a change that a line has brought about."""

import pytest

from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from benchmarks.orders import is_named, play

NETS = (("wet", "nets"), ("rail",))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("cut the wet nets", True),
        ("cut a net", True),
        ("lean on the rails", True),
        ("cut the network", False),
        ("wet the planks", False),
    ],
)
def test_a_line_names_a_thing_by_a_name_or_by_the_last_word_of_one(line: str, found: bool) -> None:
    assert is_named(line, NETS) is found


async def test_only_what_is_done_to_a_thing_that_is_named_counts_as_a_change() -> None:
    library = ScenarioLibrary([PROJECT / "app" / "content"])
    row = {"story": "tide-bell", "place": "The Boiling House"}
    place = next(each.name for each in library.load("tide-bell").locations if each.id == "boiling-house")
    of_named = await play({**row, "place": place, "line": "sweep the floor"}, library)
    of_another = await play({**row, "place": place, "line": "sweep it"}, library)
    assert (of_named.result, of_named.differs) == ("changed", True)
    assert of_another.result != "changed"
