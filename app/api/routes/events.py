"""The events of a game as they happen, and again from the journal."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.api.context import Game, GameAsViewer
from app.api.schemas import turns as schemas
from app.api.schemas.base import Model
from app.api.views import told_of
from app.models.records.record import Journal, Record
from app.models.state.game_state import GameState
from app.services.game.games import feed
from app.services.game.games.concurrency import from_journal

router = APIRouter(tags=["events"])
MOST_REPLAYED = 500
"""Records that a stream tells again; of more it says which it leaves out."""

LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        pattern=r"^[0-9]{1,15}\.[0-9]{1,6}$",
        description="the last id that was received: the stream goes on behind it",
    ),
]


@dataclass
class _Stream:
    """One client's stream of one game, which stands at a record. ``told`` is the newest record that was told, ``held``
    the end of a turn's text that may begin what the viewer may not read."""

    game: Game
    listening: feed.Subscription
    stands_at: int
    told: int
    held: tuple[int, str] = (0, "")

    async def events(self, last_id: str | None) -> AsyncIterator[ServerSentEvent]:
        if last_id is None:
            yield _event("stands", schemas.StandsAt(seq=self.stands_at), f"{self.told + 1}.0")
        else:
            async for event in self._again(*map(int, last_id.split("."))):
                yield event
        async for told in self.listening:
            if not await self.game.services.tokens.holds(self.game.viewer):
                return
            if not isinstance(told, feed.Committed):
                for event in self._live(told):
                    yield event
            elif told.record.seq > self.told:
                self.told = told.record.seq
                for event in self._of_record(told.record, told.state):
                    yield event
        # Of what is not told to this viewer there were no ids; who goes on behind this one has missed nothing.
        yield ServerSentEvent(id=f"{self.told + 1}.0")

    async def _again(self, seq: int, part: int) -> AsyncIterator[ServerSentEvent]:
        """What the journal holds behind an id. It was subscribed before, so that nothing falls between."""
        read = partial(self.game.services.library.read, self.game.id)
        left_out, records, self.told = await from_journal(read, partial(_from, seq=seq))
        if left_out:
            yield self._missed(*left_out)
        for record in records:
            async with self.game.open() as session:
                events = [*self._of_record(record, session.state, behind=part if record.seq == seq else 0)]
            for event in events:
                yield event

    def _of_record(self, record: Record, state: GameState, behind: int = 0) -> Iterator[ServerSentEvent]:
        """Events with ids: the number of the record, and that of the event in it."""
        for number, (name, data) in enumerate(told_of(self.game.id, record, self.game.viewer, state), 1):
            if number > behind:
                yield _event(name, data, f"{record.seq}.{number}")

    def _live(self, told: feed.Told) -> Iterator[ServerSentEvent]:
        match told:
            case feed.TextPiece() if piece := self._readable(told):
                yield _event("text", schemas.TextTold.of(told.turn, piece))
            case feed.Settled() if self.game.viewer.sees_all:
                yield _event("settled", schemas.StandsAt(seq=told.seq))
            case feed.Unsettled() if self.game.viewer.sees_all:
                yield _event("unsettled", schemas.StandsAt(seq=told.seq))
            case feed.Presence():
                yield _event("presence", schemas.PresenceOut(player_id=told.player_id, is_here=told.is_here))
            case feed.Missed():
                yield self._missed(told.first, told.last)

    def _readable(self, told: feed.TextPiece) -> str:
        """The piece, unless it tells a note that the viewer may not read. What may be the beginning of one is held back
        until the next piece decides."""
        turn, held = self.held
        text = f"{held if turn == told.turn else ''}{told.piece}"
        hidden = [note.text for note in told.private if not self.game.viewer.reads_notes_of(note.owner_id)]
        if any(note in text for note in hidden):
            text = ""
        end = len(text) - max((_begun(text, note) for note in hidden), default=0)
        self.held = told.turn, text[end:]
        return told.piece if text[:end] == told.piece else text[:end]

    def _missed(self, first: int | None, last: int | None) -> ServerSentEvent:
        turns = f"/v1/games/{self.game.id}/turns"
        return _event("missed", schemas.MissedOut(first=first, last=last, turns=turns))


def _begun(text: str, note: str) -> int:
    """How many of the last characters of a text are the first of a note."""
    starts = (at for at in range(max(0, len(text) - len(note) + 1), len(text)) if text[at] == note[0])
    return next((len(text) - at for at in starts if note.startswith(text[at:])), 0)


def _from(journal: Journal, seq: int) -> tuple[tuple[int, ...], list[Record], int]:
    """The first and last of the records from a number on that are too many, the others, and the number of the last."""
    found = [record for record in journal.records if record.seq >= seq]
    early, late = found[:-MOST_REPLAYED], found[-MOST_REPLAYED:]
    return (early[0].seq, early[-1].seq) if early else (), late, journal.last_seq


async def _subscribed(game: GameAsViewer, request: Request) -> AsyncIterator[_Stream]:
    """Everything that can refuse a stream comes before its first byte."""
    services = game.services
    with services.limits.stream(request.scope["client_key"]), services.metrics.streams.track_inprogress():
        listening = services.feed.subscribe(game.id, game.viewer.player_id)
        try:
            async with game.open() as session:
                stream = _Stream(game, listening, session.head, session.last_seq)
            yield stream
        finally:
            listening.close()


_STREAMED = schemas.streaming(*(name for name in schemas.TOLD if name != "problem"))


@router.get("/games/{game_id}/events", response_class=EventSourceResponse, responses=_STREAMED)
async def stream_events(
    stream: Annotated[_Stream, Depends(_subscribed)], last_id: LastEventId = None
) -> AsyncIterator[ServerSentEvent]:
    """What happens in the game, as server-sent events: `stands` when it begins; of each turn `command` (for the game
    master), `event` and `turn`; `memory` (for the game master), `undone`, `title`. Without an id, and not told again:
    `text`, `presence`, `missed`, `settled` and `unsettled` (for the game master)."""
    async for event in stream.events(last_id):
        yield event


def _event(name: str, data: Model, event_id: str | None = None) -> ServerSentEvent:
    return ServerSentEvent(event=name, data=data, id=event_id)
