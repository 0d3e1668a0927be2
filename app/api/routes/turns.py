"""Turns: playing, reading, retrying, bringing back and editing them."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import StreamingResponse
from fastapi.sse import EventSourceResponse, format_sse_event

from app.api import problems
from app.api.access import TableRole, acting_player, require_access
from app.api.conditions import TAGGED, ConditionalRoute, IfMatchDep, tagged
from app.api.context import Game, GameAsMaster, GameAsPlayer, GameAsViewer, IdempotencyDep
from app.api.paging import PagingDep
from app.api.routes.games import token_of_branch
from app.api.schemas import turns as schemas
from app.api.schemas.base import Page
from app.api.schemas.memories import MessageDetail
from app.api.streaming import PieceQueue
from app.api.views import StreamEvent, message_view, messages_heard, turn_events, turn_view
from app.errors import NotFound
from app.models.memory_id import parse_message_id
from app.models.plain_reasons import Sought, Unknown
from app.models.records.record import Record, RecordKind
from app.models.refusals.turns import TurnUnknown
from app.services.game.games.concurrency import in_thread
from app.services.game.games.session import GameSession
from app.services.game.turns.turn_result import result_of
from app.services.game.turns.turn_service import OnText

router = APIRouter(tags=["turns"], route_class=ConditionalRoute)
TurnNumber = Annotated[int, Path(ge=1, le=10**9, description="the number of a turn, from 1", examples=[4])]
_Before = Annotated[int | None, Query(ge=1, le=10**9, description="a turn: list only those before it")]
_OfMessage = Annotated[
    str | None,
    Query(pattern=r"^m-[0-9]{1,9}$", description="the id of a message: list only turns up to its turn"),
]
_OfRecord = Annotated[int | None, Query(ge=1, le=10**9, description="the number of a record, as in the tree")]
_STREAM_EVENTS = ("text", "command", "event", "turn", "problem")
_STREAMED = schemas.stream_responses(*_STREAM_EVENTS)
Begin = Callable[[], None]
"""Called by a turn when it begins: errors from then on are sent in its stream."""
MessageId = Annotated[str, Path(pattern=r"^m-[0-9]{1,15}$", examples=["m-7"])]


@router.post("/games/{game_id}/turns", responses=_STREAMED, response_model=schemas.TurnOut)
async def take_turn(
    game: GameAsPlayer, body: schemas.TurnIn, request: Request, idempotency: IdempotencyDep
) -> schemas.TurnOut | Response:
    """Play a line of text and return the turn when it is saved. If the world refuses an action, the status is 200, and
    the refusal is a part of the turn.

    With `Accept: text/event-stream` the answer is a stream of events, whose data is JSON: `text` pieces (a
    `StreamedText`) while the turn is narrated, then `command` (a `CommandOut`; game master only), `event` (an
    `EventOut`) and `turn` (the `TurnOut`). If the turn fails after the stream has begun, the event `problem` (a
    `ProblemDetails`) comes instead of an error status.

    Problems: 400 the text is blank or holds control characters, or the party has no such player; 402 a cap on model
    calls or tokens is reached; 403 the token's role is below `player`, the token is that of another player, or the
    token's player has left; 404 no such game; 409 the host's moderation refuses the line or a text that was to be
    shown, the idempotency key was used for another request, another program has the game open, or the server shuts
    down; 503 the model does not answer, or the game's own model cannot be used here. Common: 401 no valid token; 413
    the body is too large; 415 the body is not JSON; 422 the request is malformed; 429 too many requests; 500 the save
    is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        player_id = acting_player(game.viewer, session.state, body.player_id)
        begin()
        turns = game.services.turns
        result = await turns.take_turn(game.id, body.text, speaker=player_id, on_text=on_text, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await _turn_response(game, request, play)


async def _turn_response(
    game: Game,
    request: Request,
    play: Callable[[GameSession, OnText, Begin], Awaitable[schemas.TurnOut]],
    *,
    number: int | None = None,
) -> schemas.TurnOut | Response:
    """Return what ``play`` returns, or a stream where the client asks for one.

    The stream has the pieces of text that ``play`` passes to its callback, then the turn or a problem. An error before
    ``play`` calls `Begin` is answered without a stream.

    Args:
        game: The game.
        request: The HTTP request.
        play: Plays the turn on the open session.
        number: The number of the turn that is played; by default the current one.
    """
    pieces = PieceQueue()

    def show(piece: str) -> None:
        turn = game.services.turns.state(game.id).turn if number is None else number
        pieces.put(_sent(StreamEvent("text", schemas.StreamedText.of(turn, piece))))

    async def work(session: GameSession) -> schemas.TurnOut:
        return await play(session, show, pieces.begin)

    async def produce() -> None:
        for each in turn_events(await game.within(work)):
            pieces.put(_sent(each))

    def problem(error: Exception) -> bytes:
        return _sent(StreamEvent("problem", problems.problem_of(error)))

    if EventSourceResponse.media_type not in request.headers.get("accept", ""):
        return await game.within(work)
    stream = await pieces.filled_by(game.services, produce(), problem)
    return StreamingResponse(stream, media_type=EventSourceResponse.media_type)


def _sent(event: StreamEvent) -> bytes:
    return format_sse_event(data_str=event.data.model_dump_json(), event=event.name)


@router.get("/games/{game_id}/turns")
async def list_turns(
    game: GameAsViewer, paging: PagingDep, before: _Before = None, message: _OfMessage = None
) -> Page[schemas.TurnOut]:
    """List the turns of the game, newest first, without turns that were undone or replaced. With `before` the list
    begins before the turn of that number, with `message` at the turn of that message (such as `m-7`), and with both at
    the earlier of the two. A number or message that the game does not have yet leaves no turn out. A page has at most
    `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor` of the page before, and is left out for
    the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `viewer`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.open() as session:
        number = None if message is None else int(message.removeprefix("m-"))
        turns = session.turns.up_to(session.head, before=before, message=number)
        found, following = paging.of(turns[::-1], lambda at: (-at.turn,))
        records = await in_thread(partial(session.records, [at.seq for at in found]))
        items = [turn_view(result_of(game.id, each), game.viewer, session.state) for each in records]
    return Page(items=items, next_cursor=following)


@router.get("/games/{game_id}/turns/{turn}")
async def get_turn(game: GameAsViewer, turn: TurnNumber, seq: _OfRecord = None) -> schemas.TurnOut:
    """Return a turn. A turn that was undone or replaced is returned only with `seq`, the number of its record, and only
    to the game master.

    Problems: 403 the token's role is below `viewer`, with `seq` below `master`; 404 no such game, turn or record; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    if seq is not None:
        require_access(game.viewer, game.id, TableRole.MASTER)
    async with game.open() as session:
        return turn_view(result_of(game.id, await past_turn(session, turn, seq)), game.viewer, session.state)


@router.get("/games/{game_id}/messages/{message_id}", responses=TAGGED)
async def get_message(game: GameAsViewer, message_id: MessageId, response: Response) -> MessageDetail:
    """Return a message by its id. Players and viewers may read only messages that the party witnessed.

    Problems: 403 the token's role is below `viewer`; 404 no such game or message, or the party did not witness it; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    return tagged(response, await _message(game, message_id))


async def _message(game: Game, message_id: str) -> MessageDetail:
    position = parse_message_id(message_id) or 0
    async with game.open() as session:
        state = session.state
        message = next(iter(state.conversation_history[position : position + 1]), None)
        if message is not None and not game.viewer.sees_all:
            result = result_of(game.id, await past_turn(session, message.turn))
            message = next((each for each in messages_heard(result, game.viewer) if each.index == position), None)
        if message is None:
            raise NotFound(Unknown(what=Sought.MESSAGE, name=message_id))
        return await in_thread(partial(message_view, state, message, game.viewer))


async def past_turn(session: GameSession, turn: int, seq: int | None = None) -> Record:
    """Return the record of a turn of an open game. Raise NotFound if it was never played."""
    if seq is None:
        newest = session.turns.up_to(session.head, before=turn + 1)[-1:]
        seq = next((at.seq for at in newest if at.turn == turn), 0)
    records = await in_thread(partial(session.records, [seq])) if seq else []
    if not records or (records[0].kind, records[0].turn) != (RecordKind.TURN, turn):
        raise NotFound(TurnUnknown(turn=turn))
    return records[0]


@router.post("/games/{game_id}/turns/current/stop", name="stop_turn")
async def stop(game: GameAsPlayer) -> schemas.StopOut:
    """Stop the turn in progress. The turn ends and stays, with everything that was narrated and carried out so far; it
    is marked as `interrupted` only if text was shown. The answer does not wait for the end of the turn; the request
    that plays the turn returns the turn when it has ended. `stopped` is false if no turn is in progress, or if the
    token is a player's and the turn is another player's, which continues.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 another program has the game open, or the
    server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.open():
        return schemas.StopOut(stopped=game.services.turns.stop(game.id, owner_id=game.viewer.player_id))


@router.post("/games/{game_id}/retry", name="retry_turn", responses=_STREAMED, response_model=schemas.TurnOut)
async def retry(
    game: GameAsPlayer, request: Request, idempotency: IdempotencyDep, body: schemas.RetryIn | None = None
) -> schemas.TurnOut | Response:
    """Play the line of the last turn again, from the state before that turn, and return the turn that replaces it.

    A model reads the `hint`, if there is one. The old turn stays among the [answers](#list-answers); if the new one
    fails, the old turn stays in force. A player may retry only their own turn. The answer can be streamed, as for `POST
    …/turns`.

    Problems: 400 the hint is blank or holds control characters; 402 a cap on model calls or tokens is reached; 403 the
    token's role is below `player`; 404 no such game; 409 there is no turn, the last one has no line or is not the
    player's, the host's moderation refuses the hint or a text that was to be shown, the idempotency key was used for
    another request, another program has the game open, or the server shuts down; 503 the model does not answer, or the
    game's own model cannot be used here. Common: 401 no valid token; 413 the body is too large; 415 the body is not
    JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507
    data could not be read or written.
    """

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        begin()
        owner_id = game.viewer.player_id
        hint = None if body is None else body.hint
        turns = game.services.turns
        result = await turns.retry(game.id, hint=hint, owner_id=owner_id, on_text=on_text, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await _turn_response(game, request, play)


@router.post("/games/{game_id}/continue", name="go_on", responses=_STREAMED, response_model=schemas.TurnOut)
async def go_on(game: GameAsPlayer, request: Request, idempotency: IdempotencyDep) -> schemas.TurnOut | Response:
    """Let the model continue the narration without a line of a player, and return the turn. The answer can be streamed,
    as for `POST …/turns`.

    Problems: 402 a cap on model calls or tokens is reached; 403 the token's role is below `player`, or the token's
    player has left; 404 no such game; 409 no model narrates the game, the host's moderation refuses a text that was to
    be shown, the idempotency key was used for another request, another program has the game open, or the server shuts
    down; 503 the model does not answer, or the game's own model cannot be used here. Common: 401 no valid token; 422
    the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could
    not be read or written.
    """

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        player_id = acting_player(game.viewer, session.state, None)
        begin()
        result = await game.services.turns.go_on(game.id, speaker=player_id, on_text=on_text, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await _turn_response(game, request, play)


@router.get("/games/{game_id}/answers")
async def list_answers(game: GameAsPlayer) -> schemas.AnswersOut:
    """List the answers to the line of the last turn, oldest first. There is one for each time that the line was played
    from the same state. If the last turn continued the narration without a line, its other continuations are listed,
    too; any other turn without a line, such as one of commands, is listed alone. Later turns that only set notes or
    narration styles do not count.

    A player may list only the answers to their own line.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 there is no turn, or it is not the player's,
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.open() as session:
        found = await game.services.answers.answers(game.id, owner_id=game.viewer.player_id)
        items = [turn_view(result, game.viewer, session.state) for result in found.turns]
        return schemas.AnswersOut(items=items, chosen=found.chosen)


@router.post("/games/{game_id}/answers/choose")
async def choose_answer(game: GameAsPlayer, body: schemas.AnswerIn, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Bring back another answer to the line of the last turn, with all its consequences, and return the turn, which has
    a new `seq`. A player may choose only for their own line.

    Problems: 403 the token's role is below `player`; 404 no such game or answer; 409 there is no turn, or it is not the
    player's, the idempotency key was used for another request, another program has the game open, or the server shuts
    down. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed;
    429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def choose(session: GameSession) -> schemas.TurnOut:
        owner_id = game.viewer.player_id
        result = await game.services.answers.choose(game.id, body.seq, owner_id=owner_id, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await game.within(choose)


@router.post("/games/{game_id}/redo", name="redo_turn")
async def redo(game: GameAsPlayer, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Bring back the turn that was undone last, with all its consequences, and return it. This is not possible after a
    new turn. A player may bring back only their own turn.

    Problems: 403 the token's role is below `player`; 404 no such game; 409 there is no undone turn to bring back, it is
    not the player's, the idempotency key was used for another request, another program has the game open, or the server
    shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def work(session: GameSession) -> schemas.TurnOut:
        result = await game.services.answers.redo(game.id, owner_id=game.viewer.player_id, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await game.within(work)


@router.put("/games/{game_id}/messages/{message_id}")
async def rewrite_message(
    game: GameAsMaster, message_id: MessageId, body: schemas.WordsIn, if_match: IfMatchDep, idempotency: IdempotencyDep
) -> schemas.TurnOut:
    """Replace the text that a language model wrote in a message (such as `m-7`), and return the message's turn. The
    text has at most 10,000 characters. All other consequences of the turn stay; later turns are undone, and summaries
    of this turn are removed.

    Problems: 400 the text is blank or holds control characters; 403 the token's role is below `master`; 404 no such
    game or message; 409 the text was written by a player, the author or the engine, the host's moderation refuses the
    text, the idempotency key was used for another request, another program has the game open, or the server shuts down;
    412 the message has changed since the version in `If-Match` (the `ETag` with which the message was read). Common:
    401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def rewrite(session: GameSession) -> schemas.TurnOut:
        position = parse_message_id(message_id)
        if position is None:
            raise NotFound(Unknown(what=Sought.MESSAGE, name=message_id))
        result = await game.services.answers.rewrite(game.id, position, body.text, **idempotency)
        return turn_view(result, game.viewer, session.state)

    with if_match.when_still(lambda: _message(game, message_id)):
        return await game.within(rewrite)


@router.post(
    "/games/{game_id}/turns/{turn}/edit",
    name="edit_turn",
    responses=schemas.stream_responses(*_STREAM_EVENTS, turn=schemas.BranchedTurn),
    response_model=schemas.BranchedTurn,
)
async def edit(
    game: GameAsPlayer, turn: TurnNumber, body: schemas.EditIn, request: Request, idempotency: IdempotencyDep
) -> schemas.TurnOut | Response:
    """Replace the line of a turn, play it again and return the new turn.

    All later turns and their memories are undone; if the request fails, everything stays as it was. With `as_branch`
    (game master only) the game stays as it is, and the line is played in a new game, which the `game_id` of the
    returned turn names; if the caller's token is one of the original game, the turn has a `token` for the new game. A
    player may edit only their own lines, and only if all later turns are their own, too; notes and changes of the sheet
    count as turns. The answer can be streamed, as for `POST …/turns`.

    Problems: 400 the text is blank or holds control characters; 402 a cap on model calls or tokens is reached; 403 the
    token's role is below `player`, with `as_branch` below `master`; 404 no such game or turn; 409 the turn has no line,
    it or a later turn is not the player's, the host's moderation refuses the line or a text that was to be shown, the
    idempotency key was used for another request, another program has the game open, or the server shuts down; 503 the
    model does not answer, or the game's own model cannot be used here. Common: 401 no valid token; 413 the body is too
    large; 415 the body is not JSON; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or
    the server has a defect; 507 data could not be read or written.
    """
    if body.as_branch:
        require_access(game.viewer, game.id, TableRole.MASTER)
    owner_id, as_branch = game.viewer.player_id, body.as_branch

    async def play(session: GameSession, on_text: OnText, begin: Begin) -> schemas.TurnOut:
        begin()
        turns = game.services.turns
        result = await turns.edit(
            game.id, turn, body.text, as_branch=as_branch, owner_id=owner_id, on_text=on_text, **idempotency
        )
        token = await token_of_branch(game.services, game.viewer, result.game_id) if as_branch else None
        return schemas.BranchedTurn(**vars(turn_view(result, game.viewer, session.state)), token=token)

    return await _turn_response(game, request, play, number=turn)
