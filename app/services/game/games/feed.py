"""What happens in games, told while it happens: commits in order, a narrator's text as it comes, who is present."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from app.models.records.record import Record
from app.models.state.game_state import GameState, Note

MOST_WAITING = 256
"""What a subscription holds for a reader that is slow."""
MOST_NOTES = 100
"""The newest notes, which a narrator may repeat."""


class Committed(NamedTuple):
    """A record that is durable, and the game as it stands after it. The state goes on changing: read it at once."""

    game_id: str
    record: Record
    state: GameState


class TextPiece(NamedTuple):
    """Text of a turn in progress, which may yet fail or be told anew. ``private``: notes of players as they stood when
    it was told, which the text may repeat."""

    game_id: str
    turn: int
    piece: str
    private: tuple[Note, ...] = ()


class Settled(NamedTuple):
    """Nothing of the game up to this record waits to be condensed or thought about."""

    game_id: str
    seq: int


class Unsettled(NamedTuple):
    """A pass over the game has ended, and of what waited up to this record something failed: it waits for the next."""

    game_id: str
    seq: int


class Presence(NamedTuple):
    """A player's first subscription began, or its last one ended."""

    game_id: str
    player_id: str
    is_here: bool


class Missed(NamedTuple):
    """What a slow reader was not told: these records and all between, by number; None where none was among it."""

    first: int | None = None
    last: int | None = None


Happened = Committed | TextPiece | Settled | Unsettled | Presence
Told = Happened | Missed


class Subscription:
    """An endless iterator over what is told of one game, in order. Where more waits than `MOST_WAITING` all of it is
    dropped: ``missed`` is set, and told next."""

    def __init__(self, game_id: str, player_id: str | None, on_close: Callable[["Subscription"], None]) -> None:
        self.game_id = game_id
        self.player_id = player_id
        self.missed: Missed | None = None
        self.closed = False
        self._on_close = on_close
        self._waiting: deque[Happened] = deque()
        self._loop = asyncio.get_running_loop()
        self._awake = asyncio.Event()

    def put(self, told: Happened) -> None:
        """May be called from any thread."""
        self._in_own_loop(lambda: self._take(told))

    def close(self) -> None:
        """The iterator ends after what waits. May be called from any thread, and again."""
        if not self.closed:
            self.closed = True
            self._on_close(self)
            self._in_own_loop(self._awake.set)

    def __aiter__(self) -> "Subscription":
        return self

    async def __anext__(self) -> Told:
        while self.missed is None and not self._waiting:
            if self.closed:
                raise StopAsyncIteration
            self._awake.clear()
            await self._awake.wait()
        if self.missed is not None:
            missed, self.missed = self.missed, None
            return missed
        return self._waiting.popleft()

    def _in_own_loop(self, act: Callable[[], None]) -> None:
        if _running_loop() is self._loop:
            act()
        else:
            with suppress(RuntimeError):  # of a loop that is closed: nobody reads any more
                self._loop.call_soon_threadsafe(act)

    def _take(self, told: Happened) -> None:
        self._waiting.append(told)
        if len(self._waiting) > MOST_WAITING:
            dropped = [one.record.seq for one in self._waiting if isinstance(one, Committed)]
            dropped += [seq for seq in self.missed or () if seq is not None]
            self.missed = Missed(min(dropped, default=None), max(dropped, default=None))
            self._waiting.clear()
        self._awake.set()


class GameFeed:
    """Who listens to which game."""

    def __init__(self) -> None:
        self._listening: dict[str, dict[Subscription, None]] = {}

    def subscribe(self, game_id: str, player_id: str | None = None) -> Subscription:
        """To what happens from now on, in the running event loop; to be closed. ``player_id`` is present meanwhile."""
        made = Subscription(game_id, player_id, self._leave)
        if player_id is not None and player_id not in self.present(game_id):
            self.tell(Presence(game_id, player_id, is_here=True))
        self._listening.setdefault(game_id, {})[made] = None
        return made

    def present(self, game_id: str) -> frozenset[str]:
        """The players that listen now."""
        return frozenset(one.player_id for one in self._listeners(game_id) if one.player_id is not None)

    def tell(self, told: Happened) -> None:
        for subscription in self._listeners(told.game_id):
            subscription.put(told)

    def texts(self, game_id: str, state: GameState, also: Callable[[str], None] | None) -> Callable[[str], None]:
        """Takes the text of the turn that begins as it comes, for all that listen and for one more."""
        turn = state.turn + 1

        def told(piece: str) -> None:
            private = tuple(note for note in state.notes[-MOST_NOTES:] if note.owner_id)
            self.tell(TextPiece(game_id, turn, piece, private))
            if also is not None:
                also(piece)

        return told

    def end(self, game_id: str | None = None) -> None:
        """Close the subscriptions of a game, or all."""
        for each in [game_id] if game_id is not None else list(self._listening):
            for subscription in self._listeners(each):
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
