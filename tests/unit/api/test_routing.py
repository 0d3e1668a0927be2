"""Requests about a game, where several servers share the games."""

import httpx2
import pytest
from anyio import BrokenResourceError
from pytest_mock import MockerFixture
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from app.api.access import Tokens
from app.api.forwarding import ForwardedRequest, Forwarder
from app.api.routing import Routing
from app.errors import Conflict, Moved, StorageFailed, TalekeeperError
from app.interfaces.servers import IServers, Server
from app.services.game.hosting import GameHost

GAME = "http://localhost/v1/games/tide-bell-1"


class Failing:
    """An application that raises what is queued, as a stream does, before its answer or in the midst of it."""

    def __init__(self, *errors: Exception, begins: bool = False) -> None:
        self.errors, self.begins = [*errors], begins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.begins or not self.errors:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            event = b"id: %d.0\n\n" % (2 - len(self.errors))
            await send({"type": "http.response.body", "body": event, "more_body": bool(self.errors)})
        if self.errors:
            stream = ExceptionGroup("of the stream", [BrokenResourceError(), self.errors.pop(0)])
            raise ExceptionGroup("of the response", [stream])


@pytest.fixture
def asking(mocker: MockerFixture) -> "Asking":
    return Asking(mocker)


class Asking:
    def __init__(self, mocker: MockerFixture) -> None:
        self.servers = mocker.Mock(spec=IServers)
        self.servers.is_own.return_value = False
        self.host = mocker.Mock(spec=GameHost, is_draining=False)
        self.tokens = mocker.Mock(spec=Tokens)

    async def answer(self, app: Failing, method: str, path: str) -> httpx2.Response:
        routing = Routing(app, self.servers, self.host, self.tokens)

        async def viewed(scope: Scope, receive: Receive, send: Send) -> None:
            await routing({**scope, "viewer": None}, receive, send)

        async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=viewed)) as client:
            return await client.request(method, f"{GAME}/{path}")


@pytest.mark.parametrize("error", [StorageFailed("The database is away."), Conflict("The game was closed.")])
async def test_an_error_of_a_stream_that_has_not_begun_is_answered(asking: Asking, error: TalekeeperError) -> None:
    answer = await asking.answer(Failing(error), "POST", "turns")
    assert answer.json()["detail"] == str(error)


async def test_a_stream_whose_game_has_moved_is_asked_for_again(asking: Asking) -> None:
    assert (await asking.answer(Failing(Moved("It is another's.")), "POST", "turns")).status_code == 200


async def test_events_go_on_after_an_error_that_passes(asking: Asking) -> None:
    asking.tokens.is_valid.side_effect = [True, False]
    answer = await asking.answer(Failing(StorageFailed("The database is away."), begins=True), "GET", "events")
    assert answer.text.replace(": ping\n\n", "") == "id: 1.0\n\nid: 2.0\n\n"


async def test_a_fault_of_a_stream_is_raised_as_what_it_is(asking: Asking) -> None:
    with pytest.raises(ZeroDivisionError):
        await asking.answer(Failing(ZeroDivisionError()), "POST", "turns")


async def test_what_is_passed_on_is_not_judged_again_by_the_page_that_asks(asking: Asking) -> None:
    asked: list[ForwardedRequest] = []

    class Noting(Forwarder):
        async def forward(self, address: str, request: ForwardedRequest, send: Send, *, unless_status: int) -> bool:
            asked.append(request)
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return True

    other = Server("two", "http://two", "its-key")
    asking.servers.owner.return_value, asking.servers.holds.return_value = other, False
    routing = Routing(Failing(), asking.servers, asking.host, asking.tokens, forwarder=Noting())

    async def viewed(scope: Scope, receive: Receive, send: Send) -> None:
        await routing({**scope, "viewer": None, "client_key": "address"}, receive, send)

    page = {"Origin": "https://tales.example", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors", "X-Own": "1"}
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=viewed)) as client:
        assert (await client.get(f"{GAME}/turns", headers=page)).status_code == 204
    names = {name for name, _ in asked[0].headers}
    assert b"x-own" in names
    assert not names & {b"origin", b"sec-fetch-site", b"sec-fetch-mode"}


@pytest.mark.parametrize("path", ["import", "memory"])
async def test_a_request_that_makes_a_game_is_of_no_game(asking: Asking, path: str) -> None:
    routing = Routing(Failing(), asking.servers, asking.host, asking.tokens)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=routing)) as client:
        assert (await client.post(f"http://localhost/v1/games/{path}")).status_code == 200
    asking.servers.owner.assert_not_called()
    asking.servers.holds.assert_not_called()


async def test_what_a_client_has_not_sent_whole_is_asked_of_nobody(asking: Asking) -> None:
    messages: list[Message] = [{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}]

    async def receive() -> Message:
        return messages.pop(0)

    async def send(message: Message) -> None:
        raise AssertionError(message)

    asked = Failing()
    routing = Routing(asked, asking.servers, asking.host, asking.tokens)
    scope = {"type": "http", "method": "POST", "path": "/v1/games/tide-bell-1/turns", "headers": []}
    with pytest.raises(ClientDisconnect):
        await routing(scope, receive, send)
