"""Games of one scenario share its sheet in a process, unless a save holds another one than it says."""

from app.scenarios.shared_sheets import shared_sheet
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.worlds import small_sheet


def test_an_equal_sheet_is_the_one_that_others_have() -> None:
    assert shared_sheet(small_sheet()) is shared_sheet(small_sheet())


def test_a_sheet_that_differs_in_a_word_is_its_own() -> None:
    first = shared_sheet(small_sheet())
    other = small_sheet().model_copy(update={"premise": "Another one."})
    assert shared_sheet(other) is other
    assert shared_sheet(small_sheet()) is first


def test_two_readings_of_a_file_share_a_sheet() -> None:
    library = ScenarioLibrary([PROJECT / "app" / "content"])
    assert shared_sheet(library.load("tide-bell")) is shared_sheet(library.load("tide-bell"))
