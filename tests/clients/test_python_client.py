"""The Python client: operations, problems, and streams that break."""

from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

import attrs
import httpx
import pytest
from talekeeper_client import ProblemError, StreamEvent, connect, done, follow, play
from talekeeper_client.api.chat import create_chat_completion
from talekeeper_client.api.games import create_game, get_game, get_scene
from talekeeper_client.api.scenarios import get_game_scenario, update_game_scenario
from talekeeper_client.api.turns import get_turn, list_turns, take_turn
from talekeeper_client.models import (
    ChatCompletionIn,
    ChatErrorOut,
    ChatMessageIn,
    ChatMessageInRole,
    NewGame,
    ProblemDetails,
    StreamedText,
    StreamEvents,
    TopicTold,
    TurnIn,
    TurnOut,
    UnknownEventOut,
)
from talekeeper_client.streams import ATTEMPTS

from app.api.schemas.turns import STREAM_EVENTS

LINE = "ask Tove about the bell"


class Breaking(httpx.AsyncHTTPTransport):
    """A connection whose first streams break, each after some bytes."""

    def __init__(self, breaks: int, size: int) -> None:
        super().__init__()
        self.sent: list[httpx.Request] = []
        self.breaks, self.size = breaks, size

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.sent.append(request)
        response = await super().handle_async_request(request)
        if request.headers["Accept"] != "text/event-stream" or len(self.sent) > self.breaks:
            return response
        return httpx.Response(response.status_code, headers=response.headers, stream=_Cut(response, self.size))


class _Cut(httpx.AsyncByteStream):
    def __init__(self, response: httpx.Response, size: int) -> None:
        self.response, self.size = response, size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = self.size
        async for chunk in self.response.aiter_raw():
            yield chunk[:left]
            left -= len(chunk)
            if left <= 0:
                raise httpx.ReadError("the line is dead")

    async def aclose(self) -> None:
        await self.response.aclose()


@pytest.fixture
def client(url: str) -> Iterator[Any]:
    """One for operations."""
    with connect(url) as opened:
        yield opened


@pytest.fixture
async def streaming(url: str) -> AsyncIterator[Any]:
    """One for streams, which do not break."""
    async with connect(url) as opened:
        yield opened


@pytest.fixture
def game_id(client: Any) -> str:
    body = NewGame(scenario="tide-bell", players=["Mara"], model="offline")
    found: str = done(create_game.sync(client=client, body=body)).id
    return found


def over(url: str, transport: httpx.AsyncBaseTransport) -> Any:
    """A client, to be entered, over a connection of its own."""
    return connect(url).set_async_httpx_client(httpx.AsyncClient(base_url=url, transport=transport))


def test_an_operation_answers_with_the_models_of_the_document(client: Any, game_id: str) -> None:
    played = done(take_turn.sync(game_id, client=client, body=TurnIn(text=LINE), idempotency_key="one"))
    assert played == done(take_turn.sync(game_id, client=client, body=TurnIn(text=LINE), idempotency_key="one"))
    assert played == done(get_turn.sync(game_id, 1, client=client))
    assert done(list_turns.sync(game_id, client=client)).items == [played]
    assert any(isinstance(event, TopicTold) and event.npc_id == "tove" for event in played.events)
    assert any(choice.line for choice in done(get_scene.sync(game_id, client=client)).choices)


def test_a_problem_is_a_value_or_an_error(client: Any) -> None:
    answer = get_game.sync("nowhere", client=client)
    assert isinstance(answer, ProblemDetails)
    with pytest.raises(ProblemError, match="There is no game 'nowhere'") as raised:
        done(answer)
    assert (raised.value.type, raised.value.problem.status) == ("not-found", 404)


async def test_a_turn_is_told_in_pieces(streaming: Any, game_id: str) -> None:
    events: list[StreamEvent] = []
    turn = await play(streaming, game_id, LINE, on_event=events.append)
    told = [event.data.words for event in events if isinstance(event.data, StreamedText)]
    assert "Three nights it has not rung." in "".join(told)
    assert events[-1] == StreamEvent("turn", turn)


async def test_a_turn_whose_stream_breaks_is_played_once(url: str, client: Any, game_id: str) -> None:
    transport = Breaking(2, 40)
    async with over(url, transport) as breaking:
        turn = await play(breaking, game_id, LINE, pause=0)
    assert (turn.turn, len(transport.sent)) == (1, 3)
    assert len({request.headers["Idempotency-Key"] for request in transport.sent}) == 1
    assert done(get_game.sync(game_id, client=client)).turn == 1


async def test_a_line_that_breaks_too_often_is_given_up(url: str, game_id: str) -> None:
    async with over(url, Breaking(9, 40)) as breaking:
        with pytest.raises(httpx.TransportError):
            await play(breaking, game_id, LINE, pause=0)


async def test_what_the_server_refuses_is_not_asked_for_again(url: str) -> None:
    transport = Breaking(0, 0)
    async with over(url, transport) as counted:
        with pytest.raises(ProblemError):
            await play(counted, "nowhere", LINE, pause=0)
    assert len(transport.sent) == 1


async def test_a_game_is_followed_past_breaks_without_losing_or_repeating_an_event(
    url: str, streaming: Any, game_id: str
) -> None:
    for _ in range(3):
        await play(streaming, game_id, LINE)
    turns: list[int] = []
    ids: list[str | None] = []
    async with (
        over(url, Breaking(3, 3000)) as breaking,
        aclosing(follow(breaking, game_id, last_id="0.0", pause=0)) as events,
    ):
        async for event in events:
            ids.append(event.id)
            if isinstance(event.data, TurnOut):
                turns.append(event.data.turn)
            if len(turns) == 3:
                break
    assert turns == [1, 2, 3]
    assert len({*ids}) == len(ids)


async def test_a_stream_that_ends_at_once_each_time_is_given_up(url: str) -> None:
    asked: list[httpx.Request] = []

    def ending(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        assert len(asked) <= ATTEMPTS
        return httpx.Response(200, headers={"Content-Type": "text/event-stream"})

    async with over(url, httpx.MockTransport(ending)) as client:
        with pytest.raises(httpx.TransportError):
            await anext(follow(client, "tide-bell-1", pause=0))
    assert len(asked) == ATTEMPTS


def test_a_kind_of_event_that_the_client_does_not_know_is_an_object() -> None:
    told = StreamEvents.from_dict({"event": {"kind": "moon_risen", "phase": 3}})
    assert isinstance(told.event, UnknownEventOut)
    assert told.event.to_dict() == {"kind": "moon_risen", "phase": 3}
    assert not isinstance(
        StreamEvents.from_dict({"event": {"kind": "quest_started", "quest_id": "a"}}).event, UnknownEventOut
    )


def test_every_event_of_a_stream_has_its_type() -> None:
    assert {field.name for field in attrs.fields(StreamEvents)} - {"additional_properties"} == STREAM_EVENTS.keys()


def test_the_scenario_of_a_game_is_a_typed_value_that_can_be_edited_and_sent_back(client: Any) -> None:
    game = done(create_game.sync(client=client, body=NewGame(scenario="before-the-thaw")))
    authored = done(get_game_scenario.sync(game.id, client=client)).authored
    same = done(update_game_scenario.sync(game.id, client=client, body=authored))
    authored.title = "Before the frost"
    edited = done(update_game_scenario.sync(game.id, client=client, body=authored))
    assert same.turn is None
    assert edited.turn is not None
    assert done(get_game_scenario.sync(game.id, client=client)).played.title == "Before the frost"


def test_an_error_of_the_chat_completions_is_a_problem_too(client: Any) -> None:
    game = done(create_game.sync(client=client, body=NewGame(scenario="tide-bell")))
    line = [ChatMessageIn(role=ChatMessageInRole.USER, content="look around")]
    answer = done(create_chat_completion.sync(client=client, body=ChatCompletionIn(model=game.id, messages=line)))
    assert answer.talekeeper.turn == 1
    with pytest.raises(ProblemError, match="no game 'nowhere'") as refused:
        done(create_chat_completion.sync(client=client, body=ChatCompletionIn(model="nowhere", messages=line)))
    with pytest.raises(ProblemError) as many:
        done(create_chat_completion.sync(client=client, body=ChatCompletionIn(model=game.id, messages=line, n=2)))
    assert refused.value.type == "model-not-found"
    assert many.value.type == "unsupported-value"
    assert isinstance(many.value.problem, ChatErrorOut)
    assert many.value.problem.param == "n"
