"""Failures of language models, each described in one line of our own: a provider's message may contain keys, prompts or
paths."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_tb

import httpx2
import openai
from pydantic_ai import exceptions

from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.model_names import short_model_name
from app.log import logger

_UNREADABLE, _LATE = "sent an answer that cannot be read", "did not answer in time"
_CLIENTS = ("pydantic_ai.models.", "openai.")
_ERRORS = (exceptions.AgentRunError, exceptions.UserError, openai.OpenAIError, httpx2.HTTPError, TimeoutError)
UNREADABLE, BROKEN_OFF, NO_TOOLS, CUT = "tk_unreadable", "tk_broken_off", "tk_no_tools", "tk_cut"
"""Codes of the errors that `servers` makes of a server's answer."""
_CODES = {
    UNREADABLE: _UNREADABLE,
    BROKEN_OFF: "broke its answer off",
    NO_TOOLS: "cannot call tools; use guided (TALEKEEPER_NARRATOR_MODE)",
    CUT: "was cut within its answer, which was too long (TALEKEEPER_MAX_TOKENS_PER_ANSWER)",
}
_FAILURES: tuple[tuple[type[Exception] | tuple[type[Exception], ...], str], ...] = (
    ((exceptions.ModelRequestTimeout, exceptions.ModelTimeoutError, TimeoutError), _LATE),
    ((openai.APITimeoutError, httpx2.TimeoutException), _LATE),
    (exceptions.ModelAuthenticationError, "refuses the key"),
    (exceptions.ModelQuotaExceededError, "has no credit left"),
    (exceptions.ModelRateLimitError, "is asked too often right now"),
    (exceptions.ModelContextWindowExceededError, "says the prompt is too long for it (TALEKEEPER_PROMPT_BUDGET)"),
    (exceptions.ModelNotFoundError, "is not known to its server; check its name and the base URL"),
    ((exceptions.ModelHTTPError, openai.APIStatusError), "failed with HTTP status {status}"),
    ((exceptions.ModelConnectionError, openai.APIConnectionError, httpx2.TransportError), "cannot be reached"),
    (exceptions.UserError, "cannot be used this way"),
)
"""The description of a failure by its type; the first match holds."""


class Overdue(TimeoutError):
    """A time limit was exceeded: a description, and the setting of the limit without its prefix."""

    def __init__(self, what: str, setting: str) -> None:
        super().__init__(f"{what} (TALEKEEPER_{setting})")


class PromptTooLong(ModelUnavailable):
    """The prompt, with the room for an answer, exceeds the context window of the model."""


class CutAnswer(exceptions.ModelAPIError):
    """The limit on tokens cut an answer of which a part is useless."""

    def __init__(self, model_name: str) -> None:
        super().__init__(model_name=model_name, message="The answer was cut.", provider_error_code=CUT)


@contextmanager
def model_errors(model_name: str) -> Iterator[None]:
    """Convert failures of a model in the block to ModelUnavailable or BudgetExhausted; let other errors pass. A content
    filter's refusal stays ContentFilterError, because it counts as an empty answer."""
    name = short_model_name(model_name)
    try:
        yield
    except exceptions.ContentFilterError:
        raise
    except exceptions.UsageLimitExceeded:
        raise BudgetExhausted(f"The model {name} needed more calls than one turn may make.") from None
    except _ERRORS as error:
        logger.debug("Model failure: {}", type(error).__name__)
        kind = PromptTooLong if isinstance(error, exceptions.ModelContextWindowExceededError) else ModelUnavailable
        raise kind(f"The model {name} {_in_words(error)}.") from None
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        if not _is_from_client(error):
            raise
        raise ModelUnavailable(f"The model {name} {_UNREADABLE}.") from None
    except exceptions.FallbackExceptionGroup:
        raise ModelUnavailable(f"None of the models of {name} answered.") from None


def _in_words(error: Exception) -> str:
    if isinstance(error, exceptions.ModelAPIError) and error.provider_error_code in _CODES:
        return _CODES[error.provider_error_code]
    if _is_bad_header(error):
        return "cannot be sent its key, which contains invalid characters (TALEKEEPER_API_KEY)"
    what = next((words for types, words in _FAILURES if isinstance(error, types)), _UNREADABLE)
    what = what.format(status=getattr(error, "status_code", None))
    if isinstance(error, Overdue):
        return f"{what}: {error}"
    seconds = error.retry_after if isinstance(error, exceptions.ModelAPIError) else None
    return f"{what}; try again in {math.ceil(seconds)} seconds" if seconds and seconds >= 1 else what


def _is_bad_header(error: BaseException | None) -> bool:
    """Return whether the client could not write the request, because a key of the environment has blanks or line
    breaks."""
    while error is not None:
        if isinstance(error, (httpx2.LocalProtocolError, UnicodeEncodeError)):
            return True
        error = error.__cause__
    return False


def _is_from_client(error: Exception) -> bool:
    """Return whether a client library failed on what the server sent, not our own code."""
    frames = [frame.f_globals.get("__name__", "") for frame, _ in walk_tb(error.__traceback__)]
    last = next((name for name in reversed(frames) if name.startswith((*_CLIENTS, "app."))), "")
    return last.startswith(_CLIENTS)
