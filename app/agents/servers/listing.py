"""Listing the models of an OpenAI-compatible server."""

import asyncio
from collections.abc import Sequence
from functools import partial

import httpx2
from pydantic import BaseModel, ValidationError

from app.errors import ModelUnavailable

MAX_NAMES = 500
_SECONDS = 10.0
_MOST_BYTES = 2_000_000


class _Named(BaseModel):
    id: str


class _Listed(BaseModel):
    data: list[_Named]


async def list_models(base_url: str, key: str | None, *, connect: float) -> Sequence[str]:
    """Ask a server which models it offers.

    Args:
        base_url: Its address.
        key: Its key, if it needs one. No error holds it.
        connect: Seconds until the server is reached.

    Returns:
        The names, sorted, at most `MAX_NAMES`.

    Raises:
        ModelUnavailable: It does not answer, refuses, or answers with something else.
    """
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    body = b""
    try:
        new_client = partial(httpx2.AsyncClient, timeout=httpx2.Timeout(_SECONDS, connect=connect))
        async with (
            await asyncio.to_thread(new_client) as client,  # reads certificates, which takes a while
            client.stream("GET", f"{base_url.rstrip('/')}/models", headers=headers) as answer,
        ):
            if answer.status_code != httpx2.codes.OK:
                raise ModelUnavailable(f"The server answers {answer.status_code} when it is asked for its models.")
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > _MOST_BYTES:
                    raise ModelUnavailable("The server lists too many models.")
        names = {each.id for each in _Listed.model_validate_json(body).data}
    except (httpx2.HTTPError, httpx2.InvalidURL):
        raise ModelUnavailable("The server does not answer when it is asked for its models.") from None
    except ValidationError:
        raise ModelUnavailable("The server does not list its models in the form of OpenAI.") from None
    return sorted(name for name in names if name.isprintable())[:MAX_NAMES]
