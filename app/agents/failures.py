"""What can go wrong with a language model, in one line of our own: a provider's may hold keys, prompts or paths."""

from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.model_names import short_name
from app.log import logger

_UNREADABLE, _LATE = "sent an answer that cannot be read", "did not answer in time"
_CLIENTS = ("pydantic_ai.models.", "openai.")
_ERRORS = (exceptions.AgentRunError, exceptions.UserError, openai.OpenAIError, httpx2.HTTPError, TimeoutError)
_FAILURES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    ((exceptions.ModelRequestTimeout, exceptions.ModelTimeoutError, TimeoutError), _LATE),
    ((openai.APITimeoutError, httpx2.TimeoutException), _LATE),
    (exceptions.ModelAuthenticationError, "refuses the key"),
    (exceptions.ModelQuotaExceededError, "has no credit left"),
    (exceptions.ModelRateLimitError, "is asked too often right now"),
    (exceptions.ModelContextWindowExceededError, "says the prompt is too long for it"),
    (exceptions.ModelNotFoundError, "is not known to its server; check its name and the base URL"),
    ((exceptions.ModelHTTPError, openai.APIStatusError), "failed with HTTP status {status}"),
    ((exceptions.ModelConnectionError, openai.APIConnectionError, httpx2.TransportError), "cannot be reached"),
    (exceptions.UserError, "cannot be used this way"),
)
"""What a failure is called, by its type; the first that fits."""


@contextmanager
def model_errors(model_name: str) -> Iterator[None]:
    """Let failures of a model leave the block as ModelUnavailable or BudgetExhausted; anything else as it is. A content
    filter's refusal stays ContentFilterError: it is an empty answer."""
    name = short_name(model_name)
    try:
        yield
    except exceptions.ContentFilterError:
        raise
    except exceptions.UsageLimitExceeded:
        raise BudgetExhausted(f"The model {name} wanted more calls than one turn may take.") from None
    except _ERRORS as error:
        logger.debug("Model failure: {}", type(error).__name__)
        what = next((words for types, words in _FAILURES if isinstance(error, types)), _UNREADABLE)
        status = getattr(error, "status_code", None)
        raise ModelUnavailable(f"The model {name} {what.format(status=status)}.") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not _is_from_client(error):
            raise
        raise ModelUnavailable(f"The model {name} {_UNREADABLE}.") from None
    except exceptions.FallbackExceptionGroup:
        raise ModelUnavailable(f"None of the models of {name} answered.") from None


def _is_from_client(error: Exception) -> bool:
    """Whether a client library stumbled over what the server sent, rather than our own code over something else."""
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    last = next((name for name in reversed(frames) if name.startswith((*_CLIENTS, "app."))), "")
    return last.startswith(_CLIENTS)
