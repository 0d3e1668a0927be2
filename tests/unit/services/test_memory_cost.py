"""What a capture costs: in proportion to the new messages of its scope, however long the game is.

Counted, not timed: every look into the conversation and into the lists of its index.
"""

from collections import defaultdict
from functools import partial
from typing import Any

import pytest

from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.services.game.captures.message_ranges import close_ranges, request_place, request_world, select, uncondensed
from tests.unit.services.remembering import GUARD, MARKET, WORLD
from tests.worlds import new_game, say


class CountingList(list[Any]):
    """A list that counts the items that are looked at."""

    looks = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        CountingList.looks += len(found) if isinstance(at, slice) else 1
        return CountingList(found) if isinstance(at, slice) else found

    def __iter__(self) -> Any:
        CountingList.looks += len(self)
        return super().__iter__()


def long_game(messages: int) -> GameState:
    """So many messages in the market, all condensed, in earshot of a guard who was never named."""
    state = new_game()
    state.conversation_history = CountingList()
    index = state.message_index
    index._all = CountingList()
    for lists in (index._at, index._concerning, index._witnessed):
        assert isinstance(lists, defaultdict)
        lists.default_factory = CountingList
    say(state, *["word"] * messages)
    assert state.message_index is index
    state.set_cursor(MARKET, messages - 1)
    state.scenario.last_world_message_index = messages - 1
    return state


def looks_of(work: Any) -> int:
    CountingList.looks = 0
    work()
    return CountingList.looks


def exit_with_ten_new(state: GameState) -> None:
    """A capture of place and people after ten new messages, as a turn would ask for it."""
    say(state, *["new"] * 10)
    request_place(state, "market")
    close_ranges(state, piece_size=30)
    for queue in state.pending.values():
        for request in queue:
            select(state, request, world_messages=60)


def bisection_steps(messages: int) -> int:
    return 40 * messages.bit_length()


def test_an_exit_costs_as_much_late_in_a_game_as_early() -> None:
    games = [long_game(messages) for messages in (100, 4000)]
    early, late = (looks_of(partial(exit_with_ten_new, game)) for game in games)
    assert early > 10
    assert late <= early + bisection_steps(4000)
    assert late < 1000


def test_a_person_who_is_never_named_costs_nothing_at_all() -> None:
    """It has no cursor, so its range is the whole game; still nothing is searched."""
    state = long_game(4000)
    say(state, "word")
    assert state.message_index.of(GUARD, 0, 10**9) == []
    assert looks_of(lambda: state.message_index.of(GUARD, 0, 10**9)) == 0
    for n in range(50):
        state.npcs[f"silent-{n}"] = state.npc("guard-1").model_copy(update={"instance_id": f"silent-{n}"})
    with_fifty = looks_of(lambda: exit_with_ten_new(state))
    assert with_fifty < 1000
    assert set(state.pending) == {MARKET.key}


def test_a_person_who_is_named_once_in_a_long_game_costs_its_own_messages_only() -> None:
    state = long_game(4000)
    say(state, "Guard!", npc_ids=("guard-1",))
    request_place(state, "market")
    close_ranges(state, piece_size=30)
    (request,) = state.queue(GUARD)
    looks = looks_of(lambda: select(state, request, world_messages=60))
    assert looks <= bisection_steps(4000)
    assert [m.index for m in select(state, request, 60).shown] == [3999, 4000]


@pytest.mark.parametrize("scope", [WORLD, MARKET], ids=["world", "place"])
def test_other_scopes_cost_their_new_messages_too(scope: Scope) -> None:
    state = long_game(4000)
    say(state, *["new"] * 10)
    if scope == WORLD:
        request_world(state, "quest_completed", (), {})
    else:
        request_place(state, "market")

    def capture() -> None:
        close_ranges(state, piece_size=30)
        select(state, state.queue(scope)[0], world_messages=60)

    assert looks_of(capture) <= bisection_steps(4000)


def test_asking_whether_a_capture_is_due_costs_nothing_that_grows() -> None:
    state = long_game(4000)
    say(state, *["new"] * 10)
    assert uncondensed(state, "market") == 10
    assert looks_of(lambda: uncondensed(state, "market")) <= bisection_steps(4000)
    assert uncondensed(state, "inn") == 0
