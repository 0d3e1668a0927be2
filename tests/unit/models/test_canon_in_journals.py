"""Canon in commits: folding them, undoing them, and what a record of a game without canon holds."""

import asyncio

from hypothesis import given, settings
from hypothesis import strategies as st

from app.events.commands import CreatePersonCommand, EstablishFactCommand
from app.models.command import Command
from app.models.memory import Scope
from app.models.records.baseline import reverted
from app.models.records.folding import check, fold_journal
from app.models.records.record import Record
from app.models.state.game_state import GameState
from tests.examples import examples
from tests.unit.events.canonical import game_of, open_stories
from tests.unit.events.playing import play, whole_bus
from tests.unit.models.test_history import Keeper, entry
from tests.worlds import is_unchanged, say

PERSON = CreatePersonCommand(name="Odo Finn", description="Small.")


def dumped(state: GameState) -> str:
    return state.model_dump_json()


@given(st.lists(open_stories, max_size=5))
@settings(max_examples=examples(40))
def test_commits_with_canon_fold_to_any_state(turns: list[list[Command]]) -> None:
    async def scenario() -> None:
        state, bus = game_of(), whole_bus()
        keeper, states = Keeper(state), [dumped(state)]
        for orders in turns:
            state.turn += 1
            await play(bus, state, *orders)
            say(state, "It was so.")
            for npc_id in state.npcs:
                if npc_id.startswith("made-"):
                    state.remember(Scope.npc(npc_id), entry(Scope.npc(npc_id), "I was made."))
            keeper.commit()
            states.append(dumped(state))
            assert is_unchanged(keeper.baseline, state)
        for at, expected in enumerate(states):
            folded = fold_journal(keeper.journal, at)
            assert dumped(folded) == expected
        assert fold_journal(keeper.journal).sheet == state.sheet
        check(keeper.journal)

    asyncio.run(scenario())


@given(open_stories, open_stories)
@settings(max_examples=examples(40))
def test_reverting_a_turn_with_canon_gives_the_state_before(first: list[Command], second: list[Command]) -> None:
    async def scenario() -> None:
        state, bus = game_of(), whole_bus()
        keeper = Keeper(state)
        state.turn += 1
        await play(bus, state, *first)
        keeper.commit()
        before, sheet = dumped(state), state.sheet
        state.turn += 1
        await play(bus, state, *second)
        cancelled = reverted(state, keeper.baseline.replaced(state))
        assert dumped(cancelled) == before
        assert cancelled.sheet == sheet

    asyncio.run(scenario())


async def test_a_committed_person_is_gone_after_the_undo_of_its_turn() -> None:
    state, bus = game_of(), whole_bus()
    keeper, before = Keeper(state), dumped(state)
    state.turn += 1
    await bus.execute(PERSON, state)
    state.remember(Scope.npc("made-odo-finn"), entry(Scope.npc("made-odo-finn"), "I was made."))
    record = keeper.commit()
    assert [each.change.kind for each in record.canon] == ["person"]
    undone = reverted(state, keeper.baseline.step)
    assert dumped(undone) == before
    assert "made-odo-finn" not in undone.sheets


async def test_a_record_without_canon_does_not_name_it() -> None:
    state = game_of()
    keeper = Keeper(state)
    say(state, "Nothing new.")
    written = keeper.commit().model_dump_json(exclude_defaults=True)
    assert "canon" not in written
    assert Record.model_validate_json(written).canon == ()


async def test_many_games_keep_each_the_sheet_of_their_own_canon() -> None:
    games, bus = [game_of() for _ in range(9)], whole_bus()
    for number, state in enumerate(games):
        await bus.execute(CreatePersonCommand(name=f"Person {number}", description="One."), state)
        await bus.execute(EstablishFactCommand(subject="mara", attribute="number", value=str(number)), state)
    sheets = [state.sheet for state in games]
    assert all(state.sheet is sheet for state, sheet in zip(games, sheets, strict=True))
    assert [f"made-person-{number}" in state.sheets for number, state in enumerate(games)] == [True] * 9
