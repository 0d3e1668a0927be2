"""The events of a game as they happen, and again from the journal."""

from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.api.access.viewer import Viewer
from app.api.context import Services, ViewedGame
from app.api.schemas import events as schemas
from app.api.views.turns import Told, told_of
from app.models.records.record import Journal, Record, RecordKind
from app.services.game.games import feed
from app.services.game.games.off_loop import from_journal
from app.services.game.games.session import GameSession

router = APIRouter(tags=["events"])
MOST_REPLAYED = 500
"""Records that a stream tells again; of more it says which it leaves out."""

MOST_NOTED = 10
"""The newest notes, among which those of a turn in progress are."""

LastEventId = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        pattern=r"^[0-9]{1,15}\.[0-9]{1,6}$",
        description="the last id that was received: the stream goes on behind it",
    ),
]


class _Stream:
    """One client's stream of one game. The id of an event is the number of its record and its place in it."""

    def __init__(self, services: Services, viewer: Viewer, listening: feed.Subscription, session: GameSession) -> None:
        self._services = services
        self._viewer = viewer
        self._listening = listening
        self._game_id = listening.game_id
        self._read = partial(services.library.read, self._game_id)
        self._at, self._turn = session.last_seq, session.state.turn

    async def events(self, last_id: str | None) -> AsyncIterator[ServerSentEvent]:
        if last_id is None:
            yield _event(Told("stands", schemas.StandsAt(turn=self._turn)), f"{self._at + 1}.0")
        else:
            async for event in self._again(last_id):
                yield event
        async for told in self._listening:
            if not self._services.tokens.holds(self._viewer):
                return
            if isinstance(told, feed.Committed):
                if told.record.seq > self._at:
                    self._at = told.record.seq
                    for event in await self._of_record(told.record):
                        yield event
            elif (live := self._live(told)) is not None:
                yield _event(live)

    async def _again(self, last_id: str) -> AsyncIterator[ServerSentEvent]:
        """What the journal holds behind an id. It was subscribed before, so that nothing falls between."""
        seq, part = (int(number) for number in last_id.split("."))
        again = await from_journal(self._read, partial(_behind, seq=seq))
        self._at = max(self._at, again.last)
        if again.left_out is not None:
            yield _event(self._missed(*again.left_out))
        for record, stands_at in again.records:
            for event in self._events_of(record, stands_at, behind=part if record.seq == seq else 0):
                yield event

    async def _of_record(self, record: Record) -> list[ServerSentEvent]:
        stands_at = 0
        if _takes_back(record):
            stands_at = await from_journal(self._read, lambda journal: _turns(journal)[record.stands_at])
        return list(self._events_of(record, stands_at))

    def _events_of(self, record: Record, stands_at: int, behind: int = 0) -> Iterator[ServerSentEvent]:
        told = told_of(self._game_id, record, self._viewer)
        if _takes_back(record):
            told = iter([Told("undone", schemas.StandsAt(turn=stands_at))])
        if record.title is not None:
            told = iter([Told("title", schemas.TitleOut(title=record.title))])
        for number, each in enumerate(told, 1):
            if number > behind:
                yield _event(each, f"{record.seq}.{number}")

    def _live(self, told: feed.Told) -> Told | None:
        match told:
            case feed.TextPiece() if not self._is_private(told.piece):
                return Told("text", schemas.TextTold(turn=told.turn, piece=told.piece))
            case feed.Presence():
                return Told("presence", schemas.PresenceOut(player_id=told.player_id, is_here=told.is_here))
            case feed.Missed():
                return self._missed(told.first, told.last)
        return None

    def _is_private(self, piece: str) -> bool:
        """Whether it repeats a note that the viewer may not read."""
        session = self._services.library.in_memory().get(self._game_id)
        notes = session.state.notes[-MOST_NOTED:] if session is not None else ()
        return any(note.text in piece and not self._viewer.reads_notes_of(note.owner_id) for note in notes)

    def _missed(self, first: int | None, last: int | None) -> Told:
        return Told("missed", schemas.MissedOut(first=first, last=last, turns=f"/v1/games/{self._game_id}/turns"))


async def _subscribed(game: ViewedGame, request: Request) -> AsyncIterator[_Stream]:
    """Everything that can refuse a stream comes before its first byte."""
    services = game.services
    with services.limits.stream(request.scope["client_key"]), services.metrics.streams.track_inprogress():
        listening = services.feed.subscribe(game.id, game.viewer.player_id)
        try:
            async with game.open() as session:
                stream = _Stream(services, game.viewer, listening, session)
            yield stream
        finally:
            listening.close()


@router.get("/games/{game_id}/events", response_class=EventSourceResponse)
async def stream_events(
    stream: Annotated[_Stream, Depends(_subscribed)], last_id: LastEventId = None
) -> AsyncIterator[ServerSentEvent]:
    """What happens in the game, as server-sent events: `stands` when it begins; of each turn `command` (for the game
    master), `event` and `turn`; `memory` (for the game master), `undone`, `title`. Without an id, and not told again:
    `text`, `presence`, `missed`."""
    async for event in stream.events(last_id):
        yield event


class _Again(NamedTuple):
    """Records of a journal, each of them with the turn at which the game stands where it takes turns back."""

    records: list[tuple[Record, int]]
    left_out: tuple[int, int] | None
    last: int


def _behind(journal: Journal, seq: int) -> _Again:
    turns = _turns(journal)
    found = [record for record in journal.records if record.seq >= seq]
    early = found[:-MOST_REPLAYED]
    left_out = (early[0].seq, early[-1].seq) if early else None
    return _Again([(each, turns[each.stands_at]) for each in found[-MOST_REPLAYED:]], left_out, journal.last_seq)


def _turns(journal: Journal) -> dict[int, int]:
    """The turn of each record; 0 is the opening."""
    return {0: 0} | {record.seq: record.turn for record in journal.records}


def _takes_back(record: Record) -> bool:
    return record.kind is RecordKind.MARK and record.head != record.parent


def _event(told: Told, event_id: str | None = None) -> ServerSentEvent:
    return ServerSentEvent(event=told.name, data=told.data, id=event_id)
