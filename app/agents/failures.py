"""What can go wrong with a language model, told in one line of our own.

A provider's own words may hold keys, prompts or paths: none of them get through, only what kind of failure it was.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import BudgetExhausted, ModelUnavailable, TalekeeperError
from app.log import logger

_UNREADABLE = "sent an answer that cannot be read"
_CLIENTS = ("pydantic_ai.models.", "openai.")


@contextmanager
def model_errors(model_name: str) -> Iterator[None]:
    """Let failures of a model leave the block as ModelUnavailable or BudgetExhausted; anything else as it is.

    A content filter's refusal stays ContentFilterError: it is an answer, if an empty one.
    """
    try:
        yield
    except exceptions.ContentFilterError:
        raise
    except (
        exceptions.AgentRunError,
        exceptions.UserError,
        openai.OpenAIError,
        httpx2.HTTPError,
        TimeoutError,
    ) as error:
        logger.debug("Model failure: {}", type(error).__name__)
        raise _told(error, short_name(model_name)) from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not _is_from_client(error):
            raise
        raise ModelUnavailable(f"The model {short_name(model_name)} {_UNREADABLE}.") from None
    except exceptions.FallbackExceptionGroup:
        raise ModelUnavailable(f"None of the models of {short_name(model_name)} answered.") from None


def _is_from_client(error: Exception) -> bool:
    """Whether a client library stumbled over what the server sent, rather than our own code over something else."""
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    last = next((name for name in reversed(frames) if name.startswith((*_CLIENTS, "app."))), "")
    return last.startswith(_CLIENTS)


def short_name(model_name: str) -> str:
    """A model's name as it may be shown: local servers name models by the path of their file."""
    last = re.split(r"[/\\]", model_name)[-1]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def _told(error: Exception, name: str) -> TalekeeperError:
    match error:
        case exceptions.UsageLimitExceeded():
            return BudgetExhausted(f"The model {name} wanted more calls than one turn may take.")
        case exceptions.ModelRequestTimeout() | exceptions.ModelTimeoutError() | exceptions.RunTimedOut():
            what = "did not answer in time"
        case TimeoutError() | openai.APITimeoutError() | httpx2.TimeoutException():
            what = "did not answer in time"
        case exceptions.ModelAuthenticationError():
            what = "refuses the key; check TALEKEEPER_API_KEY"
        case exceptions.ModelQuotaExceededError():
            what = "has no credit left"
        case exceptions.ModelRateLimitError():
            what = "is asked too often right now"
        case exceptions.ModelContextWindowExceededError():
            what = "says the prompt is too long for it"
        case exceptions.ModelNotFoundError():
            what = "is not known to its server; check its name and the base URL"
        case exceptions.ModelHTTPError(status_code=status) | openai.APIStatusError(status_code=status):
            what = f"failed with HTTP status {status}"
        case exceptions.ModelConnectionError() | openai.APIConnectionError() | httpx2.TransportError():
            what = "cannot be reached"
        case exceptions.UserError():
            what = "cannot be used this way"
        case _:
            what = _UNREADABLE
    return ModelUnavailable(f"The model {name} {what}.")
