"""Chat completions in the form of OpenAI's API: games and scenarios as models, played by any chat client."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from secrets import token_hex
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import APIRouter, Depends, Path, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.sse import EventSourceResponse
from pydantic import ValidationError
from starlette.types import Scope

from app.api.access import TableRole, TableViewer, ViewerDep, require_access, viewer_of
from app.api.bodies import BodyRoute
from app.api.chat_errors import Unsupported, chat_problem
from app.api.context import IdempotencyDep, Services, ServicesDep
from app.api.problems import problem_of
from app.api.schemas import chat as schemas
from app.api.streaming import PieceQueue
from app.api.views import turn_heard
from app.errors import TalekeeperError
from app.models.plain_reasons import Sought, Unknown
from app.models.records.record import GameSummary
from app.models.sheets.scenario import MEMORY_ALONE
from app.services.chat.conversation import ChatRole, ClientMessage, read_conversation
from app.services.chat.requests import (
    SCENARIO,
    ChatAnswer,
    ChatClient,
    ChatListener,
    ChatModelUnknown,
    ChatRequest,
    client_key,
)
from app.services.game.games.concurrency import in_thread

_USER_OF_OPEN_WEBUI, _NAME_OF_OPEN_WEBUI = "x-openwebui-user-id", "x-openwebui-user-name"
_COUNT_OF_RETRIES = "x-stainless-retry-count"  # of OpenAI's own libraries
_ROLES = {
    "system": ChatRole.SYSTEM,
    "developer": ChatRole.SYSTEM,
    "user": ChatRole.USER,
    "assistant": ChatRole.ASSISTANT,
}
_DONE = b"data: [DONE]\n\n"
_PROBLEM = {"description": "An error in the form of OpenAI's.", "model": schemas.ChatProblemOut}
_STREAMED: dict[int | str, dict[str, Any]] = {200: {"content": {EventSourceResponse.media_type: {}}}}


class _ChatRoute(BodyRoute):
    most_values = 50_000  # a conversation of some ten thousand messages


router = APIRouter(tags=["chat"], route_class=_ChatRoute, responses={"default": _PROBLEM})


@dataclass(frozen=True)
class _ForRole:
    role: TableRole

    async def __call__(self, viewer: ViewerDep) -> TableViewer:
        require_access(viewer, None, self.role)
        return viewer


_PlayerDep = Annotated[TableViewer, Depends(_ForRole(TableRole.PLAYER))]


@router.get("/models", name="list_chat_models")
async def list_models(viewer: ViewerDep, services: ServicesDep) -> schemas.ChatModelsOut:
    """List the games that the token may play as models, the last played first. For the admin also list the scenarios,
    after the games and sorted by id; playing one begins a game. Games and scenarios that cannot be played are left out,
    and so are memories alone, in which nobody plays. The list of a viewer is empty.

    Problems: 403 the token's role is below `viewer`. Common: 401 no valid token; 429 too many requests; 500 the save is
    damaged, or the server has a defect; 507 data could not be read or written.
    """
    return schemas.ChatModelsOut(data=await _models(viewer, services))


@router.get("/models/{model}", name="get_chat_model")
async def get_model(
    model: Annotated[str, Path(max_length=200, examples=["scenario:tide-bell"])],
    viewer: ViewerDep,
    services: ServicesDep,
) -> schemas.ChatModelOut:
    """Return a game or scenario by its name as a model (a game's id, or `scenario:` and a scenario's id), in the form
    in which `GET …/models` lists it.

    Problems: 403 the token's role is below `viewer`; 404 no such game or scenario, or the token may not access it.
    Common: 401 no valid token; 422 the request is malformed; 429 too many requests; 500 the save is damaged, or the
    server has a defect; 507 data could not be read or written.
    """
    found = next((each for each in await _models(viewer, services) if each.id == model), None)
    if found is None:
        raise ChatModelUnknown(Unknown(what=Sought.CHAT_MODEL, name=model[:80]))
    return found


async def _models(viewer: TableViewer, services: Services) -> list[schemas.ChatModelOut]:
    if not viewer.is_at_least(TableRole.PLAYER):
        return []
    listed = await in_thread(services.library.list)
    games = [game for game in listed if game.problem is None and game.scenario_id != MEMORY_ALONE]
    if viewer.game_id is not None:
        return [_game_model(game) for game in games if game.game_id == viewer.game_id]
    scenarios = [info for info in await in_thread(services.container.scenarios().list) if info.problem is None]
    begun = [schemas.ChatModelOut(id=f"{SCENARIO}{info.id}", created=0, name=info.title) for info in scenarios]
    return [*map(_game_model, games), *sorted(begun, key=lambda model: model.id)]


def _game_model(game: GameSummary) -> schemas.ChatModelOut:
    created = 0 if game.last_played is None else int(game.last_played.timestamp())
    origin = game.branched_from
    name = game.title if origin is None else f"{game.title} ({origin.how} at turn {origin.turn})"
    return schemas.ChatModelOut(id=game.game_id, created=created, name=name)


@router.post("/chat/completions", response_model=schemas.ChatCompletionOut, responses=_STREAMED)
async def create_chat_completion(
    body: schemas.ChatCompletionIn,
    request: Request,
    viewer: _PlayerDep,
    services: ServicesDep,
    idempotency: IdempotencyDep,
) -> Response:
    """Play the last message of a user in the game whose id is the `model`, and return the answer. With `scenario:` and
    a scenario's id as the `model`, the first line begins a game. A line that begins with `/` is a command; `/help`
    lists them.

    The earlier messages determine at which turn of the story the line is played. If the client has sent other lines
    after that turn, the line is played in a new branch of the game; with a token of a single game it replaces the later
    turns. The last line, sent again without its answer, gets another answer.

    With `stream` the answer is sent in chunks, as OpenAI's servers do. An error after the first chunk is sent as the
    last one, in the form of the error's body.

    Problems: 400 a field has a value that no game supports, the messages have no line to play, the line is too long or
    holds control characters, there is no such command, or the game refuses it; 402 a cap on model calls or tokens is
    reached; 403 the token's role is below `player`, or for a scenario below `admin`; 404 no such game or scenario, or a
    command names something unknown; 409 the idempotency key was used for another request, another program has the game
    open, or the server shuts down; 503 the model does not answer, or the game's own model cannot be used here. Common:
    401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed, which is
    answered with 400; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be
    read or written.
    """
    _check_supported(body)
    asked = await in_thread(partial(_chat_request, body, request.scope, viewer))
    asked = asked.sent(idempotency.get("request_id"))
    frame = _Frame(body)
    if body.stream:
        return await _stream(asked, services, frame)
    answer = await asyncio.shield(services.start(services.chat.answer(asked, _unheard())))
    if not await request.is_disconnected():
        services.chat.delivered(asked)
    return JSONResponse(frame.completion(answer).model_dump(mode="json"))


async def game_of(services: Services, scope: Scope, body: bytes) -> str | None:
    """Return the game that a request is about, by which it is routed; None where it begins one or will be refused."""
    try:
        viewer = viewer_of(scope)
        require_access(viewer, None, TableRole.PLAYER)
        given = await in_thread(partial(schemas.ChatCompletionIn.model_validate_json, body))
        return await services.chat.game_of(await in_thread(partial(_chat_request, given, scope, viewer)))
    except (TalekeeperError, ValidationError):
        return None


def _check_supported(body: schemas.ChatCompletionIn) -> None:
    """Raise Unsupported for a field that asks for what no game does."""
    if body.n not in (None, 1):
        raise Unsupported("n", "A line has one answer: n can only be 1. Send the line again for another one.")
    for param in ("tools", "functions"):
        if getattr(body, param) and body.tool_choice != "none":
            raise Unsupported(param, "The game master of a game calls no tools of a client.")
    if (body.response_format or {}).get("type", "text") != "text":
        raise Unsupported("response_format", "Answers are text: response_format can only be of the type text.")
    if body.logprobs:
        raise Unsupported("logprobs", "Answers have no probabilities.")


def _chat_request(body: schemas.ChatCompletionIn, scope: Scope, viewer: TableViewer) -> ChatRequest:
    """Return what a request asks for.

    Raises:
        NotAllowed: It names a scenario, and the token may not begin games.
        ChatModelUnknown: The token may not access the game.
        InvalidInput: It has no line to play.
    """
    if body.model.startswith(SCENARIO):
        require_access(viewer, None, TableRole.ADMIN)
    elif viewer.game_id not in (None, body.model):
        raise ChatModelUnknown(Unknown(what=Sought.GAME, name=body.model[:80]))
    headers = Request(scope).headers
    user = body.user or headers.get(_USER_OF_OPEN_WEBUI)
    client = ChatClient(
        key=client_key(viewer.game_id, viewer.token_id, viewer.player_id, user),
        game_id=viewer.game_id,
        player_id=viewer.player_id,
        is_master=viewer.sees_all,
        shown=partial(turn_heard, viewer),
    )
    messages = [
        ClientMessage(role=_ROLES[each.role], text=each.text, name=each.name or "")
        for each in body.messages
        if each.role in _ROLES
    ]
    content = json.dumps([body.model, [message.model_dump() for message in messages]])
    name = unquote(headers.get(_NAME_OF_OPEN_WEBUI, ""))
    return ChatRequest(
        client=client,
        model=body.model,
        conversation=read_conversation(messages, name),
        digest=sha256(content.encode()).hexdigest(),
        is_sent_again=headers.get(_COUNT_OF_RETRIES, "0") != "0",
    )


def _unheard() -> ChatListener:
    return ChatListener(on_text=lambda _: None, on_begin=lambda: None)


class _Frame:
    """The form of the answer to one request, around its text."""

    def __init__(self, body: schemas.ChatCompletionIn) -> None:
        self._model, self._created = body.model, int(time.time())
        self._is_usage_wanted = body.stream_options is not None and bool(body.stream_options.include_usage)
        self._id = f"chatcmpl-{token_hex(12)}"

    def completion(self, answer: ChatAnswer) -> schemas.ChatCompletionOut:
        return schemas.ChatCompletionOut(
            id=self._id,
            created=self._created,
            model=self._model,
            choices=[schemas.ChatChoiceOut(message=schemas.ChatAnswerOut(content=answer.text))],
            usage=_usage(answer),
            talekeeper=_turn(answer),
        )

    def begin(self) -> bytes:
        return self._chunk(schemas.ChatDeltaOut(role="assistant", content=""))

    def text(self, piece: str) -> bytes:
        return self._chunk(schemas.ChatDeltaOut(content=piece))

    def end(self, answer: ChatAnswer) -> bytes:
        last = self._chunk(schemas.ChatDeltaOut(), finish_reason=schemas.FINISHED, talekeeper=_turn(answer))
        usage = self._data(choices=[], usage=_usage(answer)) if self._is_usage_wanted else b""
        return last + usage + _DONE

    def _chunk(self, delta: schemas.ChatDeltaOut, *, finish_reason: str | None = None, **fields: Any) -> bytes:
        return self._data(choices=[schemas.ChatChunkChoiceOut(delta=delta, finish_reason=finish_reason)], **fields)

    def _data(self, **fields: Any) -> bytes:
        chunk = schemas.ChatChunkOut(id=self._id, created=self._created, model=self._model, **fields)
        without = None if self._is_usage_wanted else {"usage"}
        return b"data: " + chunk.model_dump_json(exclude=without).encode() + b"\n\n"


def _usage(answer: ChatAnswer) -> schemas.ChatUsageOut:
    sent, written = answer.spend.input_tokens, answer.spend.output_tokens
    return schemas.ChatUsageOut(prompt_tokens=sent, completion_tokens=written, total_tokens=sent + written)


def _turn(answer: ChatAnswer) -> schemas.ChatTurnOut:
    return schemas.ChatTurnOut(game_id=answer.game_id, turn=answer.turn)


async def _stream(asked: ChatRequest, services: Services, frame: _Frame) -> Response:
    """Return the answer as a stream. An error before it begins is answered without one."""
    pieces = PieceQueue()

    def begin() -> None:
        if not pieces.has_begun:
            pieces.begin()
            pieces.put(frame.begin())

    async def produce() -> None:
        listener = ChatListener(on_text=lambda text: pieces.put(frame.text(text)), on_begin=begin)
        pieces.put(frame.end(await services.chat.answer(asked, listener)))

    stream = _noting_the_end(
        await pieces.filled_by(services, produce(), _problem), partial(services.chat.delivered, asked)
    )
    return StreamingResponse(stream, media_type=EventSourceResponse.media_type)


def _problem(error: Exception) -> bytes:
    problem, _ = chat_problem(error, problem_of(error))
    return b"data: " + problem.model_dump_json().encode() + b"\n\n"


async def _noting_the_end(pieces: AsyncIterator[bytes], on_end: Callable[[], None]) -> AsyncIterator[bytes]:
    """Yield the pieces, and call ``on_end`` once all before the last one were sent."""
    async for piece in pieces:
        if piece.endswith(_DONE):
            on_end()  # before it is sent: a client may close the connection as soon as it has it
        yield piece
