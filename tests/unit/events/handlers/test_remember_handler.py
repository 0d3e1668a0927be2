"""Remembering by hand in a game with a story, in which nobody is made and no time passes by it."""

import pytest

from app.errors import NotPossible
from app.events.commands import RememberCommand
from app.events.handlers.remember_handler import RememberHandler
from app.models.memory import Scope
from app.models.sheets.scenario import CanonLevel
from app.models.state.game_state import GameState


async def test_who_is_there_remembers_what_has_happened_by_now(state: GameState) -> None:
    clock = state.clock.minutes
    await RememberHandler().remember(RememberCommand(owner="mara", text="It rained.", at=clock - 5, place="inn"), state)
    [*_, entry] = state.memories(Scope.npc("mara"))
    assert (entry.summary, entry.game_time, entry.location_id) == ("It rained.", clock - 5, "inn")
    assert state.clock.minutes == clock


@pytest.mark.parametrize(
    "more", [{"owner": "Nobody Known"}, {"owner": "mara", "place": "the moon"}, {"owner": "mara", "at": 10_000_000}]
)
@pytest.mark.parametrize("canon", [CanonLevel.OPEN, CanonLevel.CLOSED])
async def test_nobody_and_no_place_is_made_and_no_time_passes(
    state: GameState, canon: CanonLevel, more: dict[str, object]
) -> None:
    state.scenario.sheet = state.scenario.sheet.model_copy(update={"canon": canon})
    before = state.model_dump_json()
    with pytest.raises(NotPossible, match="memory_in_story"):
        await RememberHandler().remember(RememberCommand(text="It rains.", **more), state)  # type: ignore[arg-type]
    assert state.model_dump_json() == before
