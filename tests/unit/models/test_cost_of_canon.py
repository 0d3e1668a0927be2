"""What canon costs, by counting: what is made once for a change, and what is not made again by a turn or an undo."""

from collections.abc import Callable
from typing import Any

import pytest

from app.events.canon import making
from app.events.command_table import parse_command
from app.language.analysis.mentions import MentionService, mentions_for
from app.models.records import folding
from app.models.records.baseline import reverted
from app.models.records.folding import fold_journal
from app.models.sheets import amending
from app.models.state.canon_index import CanonIndex
from app.models.state.facts import fact_of, facts
from app.models.state.game_state import GameState
from tests.unit.events.canonical import game_of
from tests.unit.events.playing import whole_bus
from tests.unit.models.test_history import Keeper
from tests.worlds import say

Counted = Callable[[Any, str], list[object]]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """Returns a list that gets an item at each call of a function."""

    def count(owner: Any, name: str) -> list[object]:
        calls: list[object] = []
        real = getattr(owner, name)

        def wrapped(*args: Any, **kwargs: Any) -> Any:
            calls.append(args)
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, wrapped)
        return calls

    return count


async def make_person(state: GameState, number: int) -> None:
    state.turn += 1
    order = {"kind": "create_person", "name": f"Wren {number}", "description": "Small."}
    await whole_bus().execute(parse_command(order), state)


async def establish(state: GameState, number: int) -> None:
    state.turn += 1
    order = {"kind": "establish_fact", "subject": "mara", "attribute": f"a{number}", "value": "so"}
    await whole_bus().execute(parse_command(order), state)


async def test_mentions_are_made_once_for_a_change_in_each_of_nine_games(counted: Counted) -> None:
    games = [game_of() for _ in range(9)]
    for number, state in enumerate(games):
        await make_person(state, number)
    made = counted(MentionService, "__init__")
    for _ in range(5):
        for number, state in enumerate(games):
            state.turn += 1
            assert mentions_for(state.sheet).people(f"Where is Wren {number}?", ()) == (f"made-wren-{number}",)
    assert len(made) == 9
    await make_person(games[0], 99)
    for state in games:
        mentions_for(state.sheet)
    assert len(made) == 10


async def test_a_fact_makes_no_new_sheet_and_no_new_mentions(counted: Counted) -> None:
    state = game_of()
    await make_person(state, 1)
    sheet = state.sheet
    mentions_for(sheet)
    made = counted(MentionService, "__init__")
    await establish(state, 1)
    assert state.sheet is sheet
    mentions_for(state.sheet)
    assert made == []


async def test_facts_are_read_once_however_often_they_are_asked_for(counted: Counted) -> None:
    state = game_of()
    for number in range(20):
        await establish(state, number)
    list(facts(state))
    read = counted(CanonIndex, "add")
    for number in range(20):
        assert fact_of(state, "mara", f"A{number}") == "so"
        assert len(list(facts(state))) == 20
    assert read == []


async def test_a_change_is_made_and_checked_once(counted: Counted) -> None:
    state = game_of()
    await make_person(state, 1)
    changed, checked = counted(amending, "_changed"), counted(making, "check_parts")
    await make_person(state, 2)
    await make_person(state, 3)
    assert (len(changed), len(checked)) == (2, 2)


async def test_undo_and_a_cancelled_turn_make_no_earlier_change_again(counted: Counted) -> None:
    state = game_of()
    keeper = Keeper(state)
    for number in range(20):
        await make_person(state, number)
    say(state, "It was so.")
    keeper.commit()
    sheet = state.sheet
    mentions_for(sheet)
    await make_person(state, 21)
    await establish(state, 21)
    changed = counted(amending, "_changed")
    state = reverted(state, keeper.baseline.replaced(state))
    assert state.sheet is sheet
    await make_person(state, 22)
    keeper = Keeper(state)
    await make_person(state, 23)
    keeper.commit()
    before = len(changed)
    undone = reverted(state, keeper.baseline.step)
    assert "made-wren-23" not in undone.sheets
    assert "made-wren-22" in undone.sheets
    assert len(changed) == before


async def test_folding_facts_looks_for_no_newcomers(counted: Counted) -> None:
    state = game_of()
    keeper = Keeper(state)
    await make_person(state, 1)
    for number in range(10):
        await establish(state, number)
    keeper.commit()
    admitted = counted(folding, "admit")
    folded = fold_journal(keeper.journal)
    assert folded.sheet == state.sheet
    assert len(admitted) == 1
