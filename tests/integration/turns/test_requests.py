"""Requests that are made again, and what everybody who listens is told of turns."""

from typing import Any

import pytest
from pytest_mock import MockerFixture

from app.errors import Conflict
from app.events.commands import AddNoteCommand
from app.interfaces.stores import IGameStore
from app.models.records.record import RecordKind
from app.services.game.games.feed import Committed, Subscription, TextPiece
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import begin, new_table

pytestmark = pytest.mark.of_stores


NOTE = AddNoteCommand(text="The owl.")


async def ask(table: TurnService, game_id: str, how: str, **request: Any) -> int:
    """The number of the turn that was played, or had been."""
    match how:
        case "turn":
            result = await table.take_turn(game_id, "take the lantern", **request)
        case "commands":
            result = await table.execute(game_id, NOTE, **request)
        case _:
            result = await table.speak(game_id, "mara", "Good evening.", **request)
    return result.turn


@pytest.mark.parametrize("how", ["turn", "commands", "speech"])
async def test_a_request_is_played_once_and_its_id_refused_with_another_meaning_also_after_a_restart(
    store: IGameStore, table: TurnService, game_id: str, how: str
) -> None:
    assert await ask(table, game_id, how, request_id="r-1", request_hash="a") == 1
    assert await ask(table, game_id, how, request_id="r-2", request_hash="a") == 2
    await table.close(game_id)
    for at in (new_table(store), table):
        assert await ask(at, game_id, how, request_id="r-1", request_hash="a") == 1
        assert await ask(at, game_id, how, request_id="r-1") == 1, "one who states no meaning gets the answer"
        with pytest.raises(Conflict, match="another request"):
            await ask(at, game_id, how, request_id="r-1", request_hash="b")
        assert at.state(game_id).turn == 2
        await at.close(game_id)


async def test_a_request_without_a_recorded_meaning_answers_any(table: TurnService, game_id: str) -> None:
    played = await table.take_turn(game_id, "wait", request_id="r-1")
    assert await table.take_turn(game_id, "wait", request_id="r-1", request_hash="a") == played


@pytest.mark.parametrize("how", ["turn", "commands", "speech"])
async def test_the_empty_text_is_a_request_id_like_any_other_and_not_that_of_requests_without_one(
    store: IGameStore, table: TurnService, game_id: str, how: str
) -> None:
    assert await ask(table, game_id, how, request_id="", request_hash="a") == 1
    await table.close(game_id)
    for at, turn in ((new_table(store), 2), (table, 3)):
        assert await ask(at, game_id, how) == turn
        assert await at.answered(game_id) is None
        assert await ask(at, game_id, how, request_id="") == 1
        await at.close(game_id)


async def test_a_mark_of_the_empty_request_id_is_made_once(store: IGameStore, table: TurnService, game_id: str) -> None:
    await table.label(game_id, "the owl", request_id="")
    await table.close(game_id)
    for at in (new_table(store), table):
        await at.label(game_id, "the fox", request_id="")
        assert (await at.tree(game_id)).labels == ("the owl",)
        await at.close(game_id)


async def test_a_retry_keeps_the_request_of_its_turn(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "wait", request_id="r-1", request_hash="a")
    again = await table.retry(game_id)
    assert await table.take_turn(game_id, "wait", request_id="r-1", request_hash="a") == again
    with pytest.raises(Conflict):
        await table.take_turn(game_id, "go", request_id="r-1", request_hash="b")


# -- what listeners are told --------------------------------------------------------------------------------------


async def told(subscription: Subscription) -> list[tuple[Any, ...]]:
    """Records by number and kind; text by its turn."""
    subscription.close()
    return [
        (one.record.seq, one.record.kind) if isinstance(one, Committed) else (one.turn, one.piece)
        async for one in subscription
        if isinstance(one, Committed | TextPiece)
    ]


async def play_a_little(table: TurnService, game_id: str, **how: Any) -> None:
    await table.take_turn(game_id, "to the inn", **how)
    await table.settle(game_id)
    await table.label(game_id, "the inn")
    await table.execute(game_id, NOTE)
    await table.undo(game_id)


async def test_a_record_is_told_when_the_game_stands_after_it(table: TurnService, mocker: MockerFixture) -> None:
    stood: list[int] = []

    def listen(told: object) -> None:
        if isinstance(told, Committed):
            stood.append(told.state.turn)

    mocker.patch.object(table.library.feed, "tell", listen)
    other = begin(table)
    await play_a_little(table, other)
    assert stood == [1, 1, 1, 2, 1]


async def test_every_listener_hears_the_text_as_it_comes_and_then_every_record(
    table: TurnService, game_id: str
) -> None:
    shown: list[str] = []
    subscription = table.library.feed.subscribe(game_id)
    await play_a_little(table, game_id, on_text=shown.append)
    assert await told(subscription) == [
        (1, shown[0]),
        (1, RecordKind.TURN),
        (2, RecordKind.SETTLE),
        (3, RecordKind.MARK),
        (4, RecordKind.TURN),
        (5, RecordKind.MARK),
    ]


async def test_a_listeners_error_costs_nobody_a_turn(
    table: TurnService, mocker: MockerFixture, log_lines: list[str]
) -> None:
    def listen(told: object) -> None:
        if isinstance(told, Committed):
            raise RuntimeError("the listener is broken")

    mocker.patch.object(table.library.feed, "tell", listen)
    other = begin(table)
    result = await table.take_turn(other, "take the lantern")
    assert (result.turn, table.state(other).turn) == (1, 1)
    assert ["the listener is broken" in line for line in log_lines] == [True]
    await table.undo(other)
    assert table.state(other).turn == 0
