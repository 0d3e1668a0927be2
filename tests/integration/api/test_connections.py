"""Whose requests come over a connection, and how they are framed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings
from tests.integration.api.asking import ADMIN, Served, new_api, served
from tests.integration.mcp.serving import SECONDS

LIMIT = 3


async def statuses(server: Served, *headers: dict[str, str]) -> list[int]:
    """What requests with these headers beside the admin's are answered, one after the other."""
    async with server.client(ADMIN) as client:
        return [(await client.get("/v1/games", headers=each)).status_code for each in headers]


def forwarded(*addresses: str) -> list[dict[str, str]]:
    return [{"X-Forwarded-For": address} for address in addresses]


ADDRESSES = [f"203.0.113.{number}" for number in range(1, LIMIT + 2)]


async def test_whom_a_proxy_asks_for_is_believed_only_of_proxies_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "*")  # which the library of the server reads
    async with served(new_api(tmp_path, api_requests_per_minute=LIMIT)) as server:
        assert await statuses(server, *forwarded(*ADDRESSES)) == [200] * LIMIT + [429]
    for proxies in ("127.0.0.1", "10.0.0.0/8, 127.0.0.0/8", "*"):
        async with served(new_api(tmp_path, api_requests_per_minute=LIMIT, trusted_proxies=proxies)) as server:
            assert await statuses(server, *forwarded(*ADDRESSES)) == [200] * (LIMIT + 1), proxies
            assert await statuses(server, *forwarded(*ADDRESSES[:1] * LIMIT)) == [200] * (LIMIT - 1) + [429], proxies
    async with served(new_api(tmp_path, api_requests_per_minute=LIMIT, trusted_proxies="10.0.0.1")) as server:
        assert await statuses(server, *forwarded(*ADDRESSES)) == [200] * LIMIT + [429]


@pytest.mark.parametrize(
    ("given", "read"),
    [("", ()), ("10.0.0.1", ("10.0.0.1",)), (" 10.0.0.0/8,::1 ", ("10.0.0.0/8", "::1")), ("*", ("*",))],
)
def test_proxies_are_addresses_and_networks(given: str, read: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_TRUSTED_PROXIES", given)
    assert Settings().trusted_proxies == read


@pytest.mark.parametrize("given", ["caddy", "10.0.0.1/8", "10.0.0.300", "10.0.0.1,*x"])
def test_what_is_no_address_of_a_proxy_is_said(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TALEKEEPER_TRUSTED_PROXIES", given)
    with pytest.raises(ValidationError, match="trusted_proxies"):
        Settings()


async def test_a_request_of_two_lengths_is_refused_and_ends_its_connection(tmp_path: Path) -> None:
    """What comes behind it may be a request for one program on the way, and part of the body for another."""
    behind = "GET /v1/health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    body = f"{len(behind):x}\r\n{behind}\r\n0\r\n\r\n"
    head = "POST /v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    async with served(new_api(tmp_path)) as server:
        for lengths in (
            f"Content-Length: {len(body)}\r\nTransfer-Encoding: chunked\r\n\r\n",
            "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
        ):
            reading, writing = await asyncio.open_connection("127.0.0.1", int(server.url.rpartition(":")[2]))
            writing.write((head + lengths + body + behind).encode())
            async with asyncio.timeout(SECONDS):
                answered = await reading.read()
            writing.close()
            assert answered.startswith(b"HTTP/1.1 400 ")
            assert answered.count(b"HTTP/1.1 ") == 1
            assert b"connection: close" in answered.lower()
