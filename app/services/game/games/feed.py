"""Live events of games for subscribers: commits in order, a narrator's text as it arrives, and which players are
present."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from app.models.records.record import Record
from app.models.state.game_state import GameState, Note
from app.models.table_talk import Remark

MOST_WAITING = 256
"""Events that a subscription holds for a slow reader."""
MOST_NOTES = 100
"""How many of the newest notes a narrator may repeat."""


class Committed(NamedTuple):
    """A durable record, and the game after it. The state goes on changing, so read it at once."""

    game_id: str
    record: Record
    state: GameState


class TextPiece(NamedTuple):
    """Text of a turn in progress, which may still fail or be narrated again.

    ``private`` holds the notes at that moment that not everybody may read, which the text may repeat."""

    game_id: str
    turn: int
    piece: str
    private: tuple[Note, ...] = ()


class Settled(NamedTuple):
    """Nothing of the game up to this record waits to be condensed or thought about."""

    game_id: str
    seq: int


class Unsettled(NamedTuple):
    """A settling pass has ended, and some of the work up to this record failed; it waits for the next pass."""

    game_id: str
    seq: int


class Presence(NamedTuple):
    """A player's first subscription began, or its last one ended."""

    game_id: str
    player_id: str
    is_here: bool


class Missed(NamedTuple):
    """Events that a slow reader did not get: the numbers of the first and last missed record; None if no record was
    among them."""

    first: int | None = None
    last: int | None = None


class TableTalked(NamedTuple):
    """A remark was written at the table, or removed."""

    game_id: str
    remark: Remark
    is_removed: bool = False


Happened = Committed | TextPiece | Settled | Unsettled | Presence | TableTalked
FeedEvent = Happened | Missed


class Subscription:
    """An endless iterator over the events of one game, in order.

    Where more than `MOST_WAITING` events wait, all of them are dropped: ``missed`` is set, and comes next."""

    def __init__(self, game_id: str, player_id: str | None, on_close: Callable[["Subscription"], None]) -> None:
        self.game_id = game_id
        self.player_id = player_id
        self.missed: Missed | None = None
        self.closed = False
        self._on_close = on_close
        self._waiting: deque[Happened] = deque()
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.Event()

    def put(self, event: Happened) -> None:
        """Add an event; callable from any thread."""
        self._in_own_loop(lambda: self._add(event))

    def close(self) -> None:
        """End the iterator after the events that wait; callable from any thread, and more than once."""
        if not self.closed:
            self.closed = True
            self._on_close(self)
            self._in_own_loop(self._awake.set)

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> FeedEvent:
        while self.missed is None and not self._waiting:
            if self.closed:
                raise StopAsyncIteration
            self._awake.clear()
            await self._awake.wait()
        if self.missed is not None:
            missed, self.missed = self.missed, None
            return missed
        return self._waiting.popleft()

    def _in_own_loop(self, action: Callable[[], None]) -> None:
        if _running_loop() is self._loop:
            action()
        else:
            with suppress(RuntimeError):  # the loop is closed, so there is no reader any more
                self._loop.call_soon_threadsafe(action)

    def _add(self, event: Happened) -> None:
        self._waiting.append(event)
        if len(self._waiting) > MOST_WAITING:
            dropped = [one.record.seq for one in self._waiting if isinstance(one, Committed)]
            dropped += [seq for seq in self.missed or () if seq is not None]
            self.missed = Missed(min(dropped, default=None), max(dropped, default=None))
            self._waiting.clear()
        self._awake.set()


class GameFeed:
    """The subscriptions of every game."""

    def __init__(self) -> None:
        self._listening: dict[str, dict[Subscription, None]] = {}

    def subscribe(self, game_id: str, player_id: str | None = None) -> Subscription:
        """Subscribe to the events from now on, in the running event loop.

        Args:
            game_id: The game.
            player_id: The player who counts as present until the subscription is closed; None for a spectator.

        Returns:
            The subscription, which the caller closes.
        """
        subscription = Subscription(game_id, player_id, self._leave)
        if player_id is not None and player_id not in self.present(game_id):
            self.tell(Presence(game_id, player_id, is_here=True))
        self._listening.setdefault(game_id, {})[subscription] = None
        return subscription

    def present(self, game_id: str) -> frozenset[str]:
        """Return the ids of the players who have a subscription now."""
        return frozenset(one.player_id for one in self._listeners(game_id) if one.player_id is not None)

    def tell(self, event: Happened) -> None:
        """Pass an event to every subscription of its game."""
        for subscription in self._listeners(event.game_id):
            subscription.put(event)

    def texts(self, game_id: str, state: GameState, also: Callable[[str], None] | None) -> Callable[[str], None]:
        """Return a callback that publishes the text of the turn about to begin, and passes it to ``also``."""
        turn = state.turn + 1

        def publish(piece: str) -> None:
            private = tuple(note for note in state.notes[-MOST_NOTES:] if note.owner_id or note.for_master)
            self.tell(TextPiece(game_id, turn, piece, private))
            if also is not None:
                also(piece)

        return publish

    def end(self, game_id: str | None = None) -> None:
        """Close the subscriptions of a game, or of all games."""
        for one in [game_id] if game_id is not None else list(self._listening):
            for subscription in self._listeners(one):
                subscription.close()

    def _listeners(self, game_id: str) -> list[Subscription]:
        return list(self._listening.get(game_id, ()))

    def _leave(self, subscription: Subscription) -> None:
        game_id, player_id = subscription.game_id, subscription.player_id
        self._listening.get(game_id, {}).pop(subscription, None)
        if not self._listening.get(game_id):
            self._listening.pop(game_id, None)
        if player_id is not None and player_id not in self.present(game_id):
            self.tell(Presence(game_id, player_id, is_here=False))


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
