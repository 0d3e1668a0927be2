"""The event stream of a game: events as they happen, and replayed from the journal."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.api.access import TableRole
from app.api.context import Game, GameAsViewer
from app.api.schemas import turns as schemas
from app.api.schemas.base import ApiModel
from app.api.schemas.table import RemarkOut, RemarkRemoved
from app.api.views import record_events
from app.models.records.record import Journal, Record
from app.models.state.game_state import GameState
from app.services.game.games import feed
from app.services.game.games.concurrency import from_journal

router = APIRouter(tags=["events"])
MOST_REPLAYED = 500
"""The most records that a stream replays; a ``missed`` event names the older ones."""

LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        pattern=r"^[0-9]{1,15}\.[0-9]{1,6}$",
        description="the last id received: the stream continues after it",
    ),
]


@dataclass
class _Stream:
    """One client's stream of one game.

    Attributes:
        head: The record that was the game's present when the stream began.
        last_seq: The newest record whose events were sent.
        held: A turn, and the end of its text, which is held back because it may begin a note that the viewer may not
            read.
    """

    game: Game
    subscription: feed.Subscription
    head: int
    last_seq: int
    held: tuple[int, str] = (0, "")

    async def events(self, last_id: str | None) -> AsyncIterator[ServerSentEvent]:
        if last_id is None:
            yield _event("stands", schemas.GamePosition(seq=self.head), f"{self.last_seq + 1}.0")
        else:
            async for event in self._replay(*map(int, last_id.split("."))):
                yield event
        async for update in self.subscription:
            if not await self.game.services.tokens.is_valid(self.game.viewer):
                return
            if not isinstance(update, feed.Committed):
                for event in self._live(update):
                    yield event
            elif update.record.seq > self.last_seq:
                self.last_seq = update.record.seq
                for event in self._record_events(update.record, update.state):
                    yield event
        # Events hidden from this viewer have no ids: a client that continues after this id has missed nothing.
        yield ServerSentEvent(id=f"{self.last_seq + 1}.0")

    async def _replay(self, seq: int, part: int) -> AsyncIterator[ServerSentEvent]:
        """Yield the events in the journal after an id. The subscription was opened before, so that no event is lost
        between."""
        read = partial(self.game.services.library.read, self.game.id)
        left_out, records, self.last_seq = await from_journal(read, partial(_records_from, seq=seq))
        if left_out:
            yield self._missed(*left_out)
        for record in records:
            async with self.game.open() as session:
                events = [*self._record_events(record, session.state, behind=part if record.seq == seq else 0)]
            for event in events:
                yield event

    def _record_events(self, record: Record, state: GameState, behind: int = 0) -> Iterator[ServerSentEvent]:
        """Yield events with ids: the number of the record, and the number of the event in it."""
        for number, (name, data) in enumerate(record_events(self.game.id, record, self.game.viewer, state), 1):
            if number > behind:
                yield _event(name, data, f"{record.seq}.{number}")

    def _live(self, update: feed.FeedEvent) -> Iterator[ServerSentEvent]:
        match update:
            case feed.TextPiece() if piece := self._visible_text(update):
                yield _event("text", schemas.StreamedText.of(update.turn, piece))
            case feed.Settled() if self.game.viewer.sees_all:
                yield _event("settled", schemas.GamePosition(seq=update.seq))
            case feed.Unsettled() if self.game.viewer.sees_all:
                yield _event("unsettled", schemas.GamePosition(seq=update.seq))
            case feed.Presence():
                yield _event("presence", schemas.PresenceOut(player_id=update.player_id, is_here=update.is_here))
            case feed.TableTalked() if self.game.viewer.is_at_least(TableRole.PLAYER):
                yield _remark(update)
            case feed.Missed():
                yield self._missed(update.first, update.last)

    def _visible_text(self, update: feed.TextPiece) -> str:
        """Return the piece without any note that the viewer may not read. Text that may begin one is held back until
        the next piece decides."""
        turn, held = self.held
        text = f"{held if turn == update.turn else ''}{update.piece}"
        hidden = [note.text for note in update.private if not self.game.viewer.reads_note(note)]
        if any(note in text for note in hidden):
            text = ""
        end = len(text) - max((_overlap(text, note) for note in hidden), default=0)
        self.held = update.turn, text[end:]
        return update.piece if text[:end] == update.piece else text[:end]

    def _missed(self, first: int | None, last: int | None) -> ServerSentEvent:
        turns = f"/v1/games/{self.game.id}/turns"
        return _event("missed", schemas.MissedOut(first=first, last=last, turns=turns))


def _remark(update: feed.TableTalked) -> ServerSentEvent:
    if update.is_removed:
        return _event("remark_removed", RemarkRemoved(number=update.remark.number))
    return _event("remark", RemarkOut.model_validate(update.remark))


def _overlap(text: str, note: str) -> int:
    """Return how many of the last characters of a text are the first characters of a note."""
    starts = (at for at in range(max(0, len(text) - len(note) + 1), len(text)) if text[at] == note[0])
    return next((len(text) - at for at in starts if note.startswith(text[at:])), 0)


def _records_from(journal: Journal, seq: int) -> tuple[tuple[int, ...], list[Record], int]:
    """Return the first and last of the records that are too many, the records to replay, and the number of the last
    record."""
    found = [record for record in journal.records if record.seq >= seq]
    early, late = found[:-MOST_REPLAYED], found[-MOST_REPLAYED:]
    return (early[0].seq, early[-1].seq) if early else (), late, journal.last_seq


async def _subscription(game: GameAsViewer, request: Request) -> AsyncIterator[_Stream]:
    """Open the stream; everything that can refuse it comes before its first byte."""
    services = game.services
    with services.limits.stream(request.scope["client_key"]), services.metrics.streams.track_inprogress():
        subscription = services.feed.subscribe(game.id, game.viewer.player_id)
        try:
            async with game.open() as session:
                stream = _Stream(game, subscription, session.head, session.last_seq)
            yield stream
        finally:
            subscription.close()


_NOT_SENT = ("problem", *schemas.TRIAL_EVENTS)
_STREAMED = schemas.stream_responses(*(name for name in schemas.STREAM_EVENTS if name not in _NOT_SENT))


@router.get("/games/{game_id}/events", response_class=EventSourceResponse, responses=_STREAMED)
async def stream_events(
    stream: Annotated[_Stream, Depends(_subscription)], last_id: LastEventId = None
) -> AsyncIterator[ServerSentEvent]:
    """Stream the events of the game as server-sent events. The stream stays open.

    The data of each event is a JSON object; the guide of the API lists its fields. It is a `GamePosition` for `stands`,
    `undone`, `settled` and `unsettled`, a `CommandOut` for `command`, an `EventOut` for `event`, a `TurnOut` for
    `turn`, a `StreamedMemory` for `memory`, a `TitleOut` for `title`, a `StreamedText` for `text`, a `PresenceOut` for
    `presence`, a `MissedOut` for `missed`, a `RemarkOut` for `remark`, and a `RemarkRemoved` for `remark_removed`.

    Without `Last-Event-ID` the first event is `stands`, with the number (`seq`) of the newest record (an entry of the
    game's journal, such as a turn) that was not undone and does not only give a name or title. Each turn sends
    `command` (game master only), `event` and `turn`; other records send `memory` (game master only), `undone` and
    `title`. These events and `stands` have ids. To continue a stream, send the last id received in `Last-Event-ID`: the
    stream then has no `stands`, and begins with the events after that id, from at most the newest 500 records. If older
    records are left out, the event `missed` comes first and names their range. An id after the newest one is allowed:
    only new events follow.

    All other events have no id and are not sent again: `text` (a piece of a turn in progress), `presence` (a player
    came or went), `missed` (the client reads too slowly, and records were left out), for players and the game master
    `remark` and `remark_removed` (the talk at the table, which `GET …/remarks` lists), and for the game master
    `settled` (all background work is done) and `unsettled` (a summary or a thought has failed and waits).

    Problems: 403 the token's role is below `viewer`; 404 no such game; 409 another program has the game open, or the
    server shuts down; 429 the client has too many streams open, or sends too many requests. Common: 401 no valid token;
    422 the request is malformed; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async for event in stream.events(last_id):
        yield event


def _event(name: str, data: ApiModel, event_id: str | None = None) -> ServerSentEvent:
    return ServerSentEvent(event=name, data=data, id=event_id)
