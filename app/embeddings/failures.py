"""What can go wrong with an embedding model elsewhere, told in one line that says what to do.

A provider's own words may hold keys, texts or paths: none of them get through.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import ModelUnavailable
from app.interfaces.model_names import short_name
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
_UNKNOWN = "is not known at that address: install the model there (with Ollama: `ollama pull`), or check the name"
_BY_STATUS = {
    401: "refuses the key: check it",
    402: "has no credit left",
    403: "refuses the key: check it",
    404: _UNKNOWN,
    405: _UNKNOWN,
    429: "is asked too often right now",
    501: _UNKNOWN,
}


@contextmanager
def embedder_errors(name: str) -> Iterator[None]:
    """Let failures of an embedding model leave the block as ModelUnavailable."""
    try:
        yield
    except _CAUGHT as error:
        logger.debug("Embedder failure: {}", type(error).__name__)
        raise ModelUnavailable(f"The embedder {short_name(name)} {_in_our_words(error)}.") from None


def _in_our_words(error: Exception) -> str:
    match error:
        case TimeoutError() | exceptions.ModelTimeoutError() | openai.APITimeoutError() | httpx2.TimeoutException():
            return "did not answer in time"
        case exceptions.ModelHTTPError(status_code=status) | openai.APIStatusError(status_code=status):
            return _BY_STATUS.get(status, f"failed with HTTP status {status}")
        case exceptions.ModelConnectionError() | openai.APIConnectionError() | httpx2.TransportError():
            return "cannot be reached: start its server, or check the address"
        case exceptions.UserError():
            return "cannot be used this way"
        case _:
            return "sent an answer that cannot be read: check that it is an embedding model"
