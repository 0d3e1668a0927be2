"""Failures of embedding models in one line of our own: a provider's words may hold keys, texts or paths."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import ModelUnavailable
from app.log import logger

_UNKNOWN = "is not known at that address: install the model there (with Ollama: `ollama pull`), or check the name"
_STATUS_REASONS = {
    401: "refuses the key: check it",
    402: "has no credit left",
    403: "refuses the key: check it",
    404: _UNKNOWN,
    405: _UNKNOWN,
    429: "is asked too often right now",
    501: _UNKNOWN,
}
_CAUGHT = (
    exceptions.AgentRunError,
    exceptions.UserError,
    openai.OpenAIError,
    httpx2.HTTPError,
    TimeoutError,
    AttributeError,
    LookupError,
    TypeError,
    ValueError,
)
"""The last four are what client libraries stumble with over answers that are none."""


@contextmanager
def embedder_errors(name: str) -> Iterator[None]:
    """Let failures of an embedding model leave the block as ModelUnavailable."""
    try:
        yield
    except _CAUGHT as error:
        logger.debug("Embedder failure: {}", type(error).__name__)
        raise ModelUnavailable(f"The embedder {short_name(name)} {_reason(error)}.") from None


def short_name(name: str) -> str:
    """A model's name as it may be shown: local servers name models by the path of their file."""
    last = re.split(r"[/\\]", name)[-1]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def _reason(error: Exception) -> str:
    match error:
        case TimeoutError() | exceptions.ModelTimeoutError() | openai.APITimeoutError() | httpx2.TimeoutException():
            return "did not answer in time"
        case exceptions.ModelHTTPError(status_code=status) | openai.APIStatusError(status_code=status):
            return _STATUS_REASONS.get(status, f"failed with HTTP status {status}")
        case exceptions.ModelConnectionError() | openai.APIConnectionError() | httpx2.TransportError():
            return "cannot be reached: start its server, or check the address"
        case exceptions.UserError():
            return "cannot be used this way"
        case _:
            return "sent an answer that cannot be read: check that it is an embedding model"
