"""What listeners of a game are told: in order, with what a slow one missed, and who is present."""

import asyncio
import threading
from collections.abc import Sequence

import pytest

from app.models.records.record import Record
from app.models.state.game_state import GameState
from app.services.game.games.feed import MOST_WAITING, Committed, GameFeed, Missed, Presence, Subscription, TextPiece
from tests.unit.stores.journals import opening, turn

STATE: GameState = opening().state


def commit(seq: int, game_id: str = "game-1") -> Committed:
    record: Record = turn(seq)
    return Committed(game_id, record, STATE)


async def told(subscription: Subscription) -> Sequence[object]:
    """Everything that waits; commits by their number."""
    subscription.close()
    return [one.record.seq if isinstance(one, Committed) else one async for one in subscription]


async def test_a_listener_is_told_of_its_game_alone_and_from_now_on_in_order() -> None:
    feed = GameFeed()
    feed.tell(commit(1))
    subscription = feed.subscribe("game-1")
    feed.tell(TextPiece("game-1", 2, "You see"))
    feed.tell(commit(2))
    feed.tell(commit(7, "game-2"))
    feed.tell(commit(3))
    assert await told(subscription) == [TextPiece("game-1", 2, "You see"), 2, 3]


async def test_one_that_waits_wakes_up_and_one_that_was_closed_ends() -> None:
    feed = GameFeed()
    subscription = feed.subscribe("game-1")
    waiting = asyncio.create_task(anext(subscription))
    await asyncio.sleep(0)
    feed.tell(commit(1))
    assert await waiting == commit(1)
    ending = asyncio.create_task(anext(subscription, None))
    await asyncio.sleep(0)
    feed.end("game-1")
    assert await ending is None
    feed.tell(commit(2))
    assert await told(subscription) == []


@pytest.mark.parametrize("game_id", ["game-2", None])
async def test_the_subscriptions_of_one_game_end_or_all(game_id: str | None) -> None:
    feed = GameFeed()
    first, second = feed.subscribe("game-1"), feed.subscribe("game-2")
    feed.end(game_id)
    assert (first.closed, second.closed) == (game_id is None, True)


async def test_a_slow_listener_is_told_which_records_it_missed_before_what_comes_next() -> None:
    feed = GameFeed()
    slow, quick = feed.subscribe("game-1"), feed.subscribe("game-1")
    for seq in range(1, MOST_WAITING + 2):
        feed.tell(commit(seq))
        assert await anext(quick) == commit(seq)
    assert slow.missed == Missed(1, MOST_WAITING + 1)
    feed.tell(commit(MOST_WAITING + 2))
    assert await told(slow) == [Missed(1, MOST_WAITING + 1), MOST_WAITING + 2]
    assert await told(quick) == [MOST_WAITING + 2]


async def test_one_that_reads_nothing_for_long_misses_one_range() -> None:
    feed = GameFeed()
    slow = feed.subscribe("game-1")
    for seq in range(1, 3 * MOST_WAITING + 4):
        feed.tell(commit(seq))
    assert await told(slow) == [Missed(1, 3 * MOST_WAITING + 3)]


async def test_where_only_text_was_missed_no_record_is_named() -> None:
    feed = GameFeed()
    slow = feed.subscribe("game-1")
    for _ in range(MOST_WAITING + 1):
        feed.tell(TextPiece("game-1", 1, "and on "))
    assert await told(slow) == [Missed()]


async def test_a_player_is_present_as_long_as_one_of_its_subscriptions_is_open() -> None:
    feed = GameFeed()
    watching = feed.subscribe("game-1")
    first, second = feed.subscribe("game-1", "player"), feed.subscribe("game-1", "player")
    feed.subscribe("game-2", "player-2")
    assert feed.present("game-1") == {"player"}
    first.close()
    first.close()
    assert feed.present("game-1") == {"player"}
    second.close()
    assert feed.present("game-1") == frozenset()
    assert await told(watching) == [
        Presence("game-1", "player", is_here=True),
        Presence("game-1", "player", is_here=False),
    ]


async def test_what_is_told_in_another_thread_arrives_in_the_listeners_loop() -> None:
    feed = GameFeed()
    subscription = feed.subscribe("game-1")
    thread = threading.Thread(target=feed.tell, args=(commit(1),))
    thread.start()
    assert await anext(subscription) == commit(1)
    thread.join()


def test_a_listener_whose_loop_is_closed_harms_nobody() -> None:
    feed = GameFeed()

    async def listen() -> Subscription:
        return feed.subscribe("game-1", "player")

    left = asyncio.run(listen())
    feed.tell(commit(1))
    left.close()
    assert feed.present("game-1") == frozenset()
