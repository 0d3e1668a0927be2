"""A person's goals, as `mind` shows them."""

import asyncio
from pathlib import Path

from app.events.commands import UpdateGoalCommand
from tests.integration.cli.conftest import RunCommand
from tests.integration.cli.tables import begin_small_game, container_in
from tests.unit.events.sheets import changed_sheet
from tests.worlds import small_sheet


def test_goals_are_shown_with_how_far_they_have_come(command: RunCommand, saves: Path) -> None:
    people = [
        npc.model_copy(update={"goals": ("a light for the tower", "to sleep", "w\x1b[31made " * 40)})
        for npc in small_sheet().npcs
    ]
    container = container_in(saves)
    game_id = container.library().begin(changed_sheet(npcs=tuple(people)))

    def order(goal: int, progress: int, note: str) -> UpdateGoalCommand:
        return UpdateGoalCommand(npc_id="mara", goal_id=f"goal-{goal}", progress=progress, note=note)

    async def play() -> None:
        await container.turns().execute(game_id, order(1, 39, "A lantern came."), order(2, 100, "At last."))
        await container.turns().close(game_id)

    asyncio.run(play())
    ran = command("mind", game_id, "mara")
    assert (ran.code, ran.err) == (0, "")
    lines = [line.strip() for line in ran.out.splitlines()]
    first = lines.index("Goals")
    assert lines[first + 1 : first + 6] == [
        "[###.......]  39%  a light for the tower",
        "A lantern came.",
        "[##########] 100%  to sleep",
        "At last.",
        "[..........]   0%  " + lines[first + 5].partition("%  ")[2],
    ]
    assert "\x1b" not in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_who_wants_nothing_is_shown_to_want_nothing(command: RunCommand, saves: Path) -> None:
    assert "No goals" in command("mind", begin_small_game(container_in(saves)), "mara").out
