"""What identifies a request: the key that makes repeating it safe, and a hash of what it asks for."""

import hashlib
import json
from typing import Annotated

from fastapi import Header, Request

from app.services.game.turns.playing import Request as Identified

IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern=r"^[!-~]+$",
        description="made up by the client for each request: sent again, it answers the same and plays nothing twice",
    ),
]


async def identified(request: Request, key: str | None, player_id: str | None = None) -> Identified:
    """The key, and the SHA-256 of method, path, body and who acts: a key is good for one request alone."""
    if key is None:
        return {}
    meant = [request.method, request.url.path, json.loads(await request.body() or b"null"), player_id]
    digest = hashlib.sha256(json.dumps(meant, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    return {"request_id": key, "request_hash": digest}
