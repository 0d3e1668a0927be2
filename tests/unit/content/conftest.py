"""The scenarios that ship, read once."""

import pytest

from app.models.sheets.scenario import ScenarioSheet
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT

CONTENT = PROJECT / "app" / "content"
SMALL, LARGE, STARTER = "tide-bell", "before-the-thaw", "last-boat"


@pytest.fixture(scope="module", params=[SMALL, LARGE])
def sheet(request: pytest.FixtureRequest) -> ScenarioSheet:
    """Each of the scenarios in turn; loading it proves that it has no problem."""
    return ScenarioLibrary([CONTENT]).load(request.param)


@pytest.fixture(scope="module")
def small() -> ScenarioSheet:
    return ScenarioLibrary([CONTENT]).load(SMALL)


@pytest.fixture(scope="module")
def large() -> ScenarioSheet:
    return ScenarioLibrary([CONTENT]).load(LARGE)
