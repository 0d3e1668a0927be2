"""People who live their days do what the scenario's author has given to people; it is part of the game's record."""

from pathlib import Path

from app.events.commands import AdvanceTimeCommand
from app.models.events.actions import ActionPerformed
from app.models.memory import Scope
from app.models.state.values import is_set
from tests.integration.minds.table import container_in, on_disk, run
from tests.unit.cognition.test_deeds import BAR, in_yard


def test_a_person_bars_the_yard_by_itself_and_the_game_remembers(tmp_path: Path) -> None:
    async def lived() -> None:
        container = container_in(tmp_path)
        turns, sheet = container.turns(), in_yard(BAR).sheet
        game_id = container.library().begin(sheet, "Mara", seed=7)
        for _ in range(6):
            await turns.execute(game_id, AdvanceTimeCommand(minutes=60))
        state = turns.state(game_id)
        assert is_set(state, "yard", "barred")
        done = [
            recorded.command["action_id"]
            for record in container.library().read(game_id).records
            for recorded in record.commands
            if recorded.command["kind"] == "perform_action"
        ]
        assert done == ["bar-hatch"], "once its condition no longer holds it is not done again"
        assert on_disk(tmp_path, game_id).model_dump() == state.model_dump()
        await turns.undo(game_id, 6)
        assert not is_set(turns.state(game_id), "yard", "barred")
        container.library().close(game_id)

    run(lived())


def test_it_is_remembered_by_those_who_see_it(tmp_path: Path) -> None:
    async def lived() -> None:
        container = container_in(tmp_path)
        turns, sheet = container.turns(), in_yard(BAR).sheet
        watcher = sheet.npcs[0].model_copy(update={"id": "una", "name": "Una", "items": (), "sells": ()})
        game_id = container.library().begin(sheet.model_copy(update={"npcs": (*sheet.npcs, watcher)}), "Mara", seed=7)
        seen = False
        for _ in range(12):
            result = await turns.execute(game_id, AdvanceTimeCommand(minutes=30))
            seen = seen or any(isinstance(event, ActionPerformed) for event in result.events)
        state = turns.state(game_id)
        memories = [entry.summary for npc in ("una", "pim") for entry in state.memories(Scope.npc(npc))]
        assert seen
        assert any("did this: bar the Yard with the crown" in text for text in memories)
        container.library().close(game_id)

    run(lived())
