"""What can go wrong with an embedding model elsewhere, told in one line that says what to do.

A provider's own words may hold keys, texts or paths: none of them get through.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import ModelUnavailable
from app.log import logger

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
        raise ModelUnavailable(f"The embedder {short_name(name)} {_told(error)}.") from None


def short_name(name: str) -> str:
    """A model's name as it may be shown: local servers name models by the path of their file."""
    last = re.split(r"[/\\]", name)[-1]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def _told(error: Exception) -> str:
    match error:
        case TimeoutError() | exceptions.ModelTimeoutError() | openai.APITimeoutError() | httpx2.TimeoutException():
            return "did not answer in time"
        case exceptions.ModelHTTPError(status_code=status) | openai.APIStatusError(status_code=status):
            return _status_told(status)
        case exceptions.ModelConnectionError() | openai.APIConnectionError() | httpx2.TransportError():
            return "cannot be reached: start its server, or check the address"
        case exceptions.UserError():
            return "cannot be used this way"
        case _:
            return "sent an answer that cannot be read: check that it is an embedding model"


def _status_told(status: int) -> str:
    match status:
        case 401 | 403:
            return "refuses the key: check it"
        case 402:
            return "has no credit left"
        case 404 | 405 | 501:
            return (
                "is not known at that address: install the model there (with Ollama: `ollama pull`), or check the name"
            )
        case 429:
            return "is asked too often right now"
        case _:
            return f"failed with HTTP status {status}"
