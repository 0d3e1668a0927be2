"""The events of a game as they happen, and again from the journal."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from app.api.access.viewer import Viewer, ViewerDep, require
from app.api.context import Services, ServicesDep
from app.api.routes.games import GameId
from app.api.schemas import events as schemas
from app.api.views.turns import Told, told_of
from app.models.records.record import Journal, Record, RecordKind
from app.services.game.games import feed
from app.services.game.games.off_loop import off_loop
from app.services.game.games.session import GameSession

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


class _Stream:
    """One client's stream of one game. The id of an event is the number of its record and its place in it."""

    def __init__(self, services: Services, viewer: Viewer, listening: feed.Subscription, session: GameSession) -> None:
        self._services = services
        self._viewer = viewer
        self._listening = listening
        self._game_id = listening.game_id
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
        seq, _, part = last_id.partition(".")
        journal = await self._journal()
        records = [record for record in journal.records if record.seq >= int(seq)]
        self._at = max(self._at, journal.last_seq)
        if left_out := records[:-MOST_REPLAYED]:
            yield _event(self._missed(left_out[0].seq, left_out[-1].seq))
        for record in records[-MOST_REPLAYED:]:
            for number, told in enumerate(self._told(record, journal), 1):
                if (record.seq, number) > (int(seq), int(part)):
                    yield _event(told, f"{record.seq}.{number}")

    async def _journal(self) -> Journal:
        return await off_loop(partial(self._services.library.read, self._game_id))

    async def _of_record(self, record: Record) -> list[ServerSentEvent]:
        journal = await self._journal() if _takes_back(record) else None
        return [_event(told, f"{record.seq}.{number}") for number, told in enumerate(self._told(record, journal), 1)]

    def _told(self, record: Record, journal: Journal | None) -> list[Told]:
        if record.kind is not RecordKind.MARK:
            return list(told_of(self._game_id, record, self._viewer))
        found = []
        if journal is not None and _takes_back(record):
            turn = next((one.turn for one in journal.records if one.seq == record.head), 0)
            found.append(Told("undone", schemas.StandsAt(turn=turn)))
        return found

    def _live(self, told: feed.Told) -> Told | None:
        match told:
            case feed.TextPiece():
                return Told("text", schemas.TextTold(turn=told.turn, piece=told.piece))
            case feed.Presence():
                return Told("presence", schemas.PresenceOut(player_id=told.player_id, is_here=told.is_here))
            case feed.Missed():
                return self._missed(told.first, told.last)
        return None

    def _missed(self, first: int | None, last: int | None) -> Told:
        return Told("missed", schemas.MissedOut(first=first, last=last, turns=f"/v1/games/{self._game_id}/turns"))


async def _subscribed(
    game_id: GameId, request: Request, viewer: ViewerDep, services: ServicesDep
) -> AsyncIterator[_Stream]:
    """Everything that can refuse a stream comes before its first byte."""
    require(viewer, game_id)
    with services.limits.stream(request.scope["client_key"]), services.metrics.streams.track_inprogress():
        listening = services.feed.subscribe(game_id, viewer.player_id)
        try:
            async with services.host.using(game_id) as session:
                stream = _Stream(services, viewer, listening, session)
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


def _takes_back(record: Record) -> bool:
    return record.kind is RecordKind.MARK and record.head != record.parent


def _event(told: Told, event_id: str | None = None) -> ServerSentEvent:
    return ServerSentEvent(event=told.name, data=told.data, id=event_id)
