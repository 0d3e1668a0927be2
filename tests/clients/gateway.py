"""A Discord of one channel: as much of its HTTP API and gateway as discord.py needs to sign in, hear and answer."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import WSMsgType, web
from yarl import URL

BOT = {"id": "1", "username": "keeper", "discriminator": "0", "avatar": None, "bot": True}
GUILD, CHANNEL = "10", "20"
_DISPATCH, _IDENTIFY, _HELLO = 0, 2, 10


class FakeDiscord:
    """What the bot has sent, in order, and the people who write."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[str] = asyncio.Queue()
        self._socket: web.WebSocketResponse | None = None
        self._number = 100
        self.signed_in = asyncio.Event()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[URL]:
        """The address under which it answers."""
        app = web.Application()
        app.add_routes(
            [
                web.get("/api/users/@me", self._me),
                web.get("/api/oauth2/applications/@me", self._application),
                web.get("/gateway/", self._gateway),
                web.post(f"/api/channels/{CHANNEL}/messages", self._message),
            ]
        )
        runner = web.AppRunner(app, shutdown_timeout=1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            yield URL(f"http://127.0.0.1:{runner.addresses[0][1]}")
        finally:
            await runner.cleanup()

    async def write(self, author: str, name: str, text: str, message_id: str | None = None) -> None:
        """Deliver a message of a person to the bot."""
        user = {"id": author, "username": name, "discriminator": "0", "avatar": None}
        await self._dispatch("MESSAGE_CREATE", self._as_message(user, text, message_id) | {"guild_id": GUILD})

    async def said(self) -> str:
        """The next message of the bot."""
        async with asyncio.timeout(60):
            return await self.sent.get()

    def _as_message(self, user: dict[str, Any], text: str, message_id: str | None = None) -> dict[str, Any]:
        self._number += 1
        nothing = _lists("attachments", "embeds", "mentions", "mention_roles")
        flags = dict.fromkeys(("tts", "mention_everyone", "pinned"), False)
        about = {
            "id": message_id or str(self._number),
            "channel_id": CHANNEL,
            "author": user,
            "content": text,
            "type": 0,
        }
        return {**about, **nothing, **flags, "timestamp": "2026-03-01T18:30:00+00:00", "edited_timestamp": None}

    async def _dispatch(self, name: str, data: dict[str, Any]) -> None:
        assert self._socket is not None
        self._number += 1
        await self._socket.send_json({"op": _DISPATCH, "t": name, "s": self._number, "d": data})

    async def _me(self, _: web.Request) -> web.Response:
        return _answer(BOT)

    async def _application(self, _: web.Request) -> web.Response:
        about = {"id": "2", "name": "keeper", "icon": None, "description": "", "bot_public": True, "verify_key": ""}
        return _answer(about | {"bot_require_code_grant": False, "owner": BOT, "team": None, "flags": 0})

    async def _message(self, request: web.Request) -> web.Response:
        body = await request.json()
        await self.sent.put(body["content"])
        return _answer(self._as_message(BOT, body["content"]))

    async def _gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = self._socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": _HELLO, "d": {"heartbeat_interval": 60_000}})
        async for message in socket:
            if message.type is WSMsgType.TEXT and json.loads(message.data)["op"] == _IDENTIFY:
                ready = {"v": 10, "user": BOT, "session_id": "s", "resume_gateway_url": str(request.url.origin())}
                application = {"id": "2", "flags": 0}
                unavailable = [{"id": GUILD, "unavailable": True}]
                await self._dispatch("READY", {**ready, "guilds": unavailable, "application": application})
                await self._dispatch("GUILD_CREATE", _guild())
                self.signed_in.set()
        return socket


def _answer(data: Any) -> web.Response:
    """JSON as Discord says it: without a charset, which discord.py would not read."""
    return web.Response(body=json.dumps(data).encode(), content_type="application/json")


def _lists(*names: str) -> dict[str, list[Any]]:
    return {name: [] for name in names}


def _guild() -> dict[str, Any]:
    channel = {"id": CHANNEL, "type": 0, "name": "table", "position": 0, "permission_overwrites": [], "parent_id": None}
    empty = _lists("roles", "emojis", "stickers", "features", "members", "voice_states", "threads")
    more = _lists("presences", "stage_instances", "guild_scheduled_events", "soundboard_sounds")
    levels = dict.fromkeys(("verification_level", "mfa_level", "nsfw_level", "premium_tier"), 0)
    about = {"id": GUILD, "name": "guild", "owner_id": "9", "member_count": 3, "preferred_locale": "en-US"}
    return {**about, **empty, **more, **levels, "channels": [channel], "default_message_notifications": 0}
