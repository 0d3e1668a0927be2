"""Embedding models of pydantic-ai as an `IEmbedder`."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

import httpx2
import numpy as np
import openai
from pydantic_ai import Embedder, exceptions
from pydantic_ai.embeddings import EmbeddingModel, EmbeddingResult, EmbeddingSettings
from pydantic_ai.exceptions import ModelHTTPError

from app.embeddings.pieces import cut, mean_pooled, unit
from app.errors import EmbedderUnavailable
from app.interfaces.embeddings import Matrix
from app.interfaces.metering import current_meter
from app.interfaces.model_names import short_model_name
from app.log import logger
from app.models.spend import Spend

DEFAULT_TIMEOUT = 10.0
DEFAULT_WINDOW = 512  # tokens, for models whose window is unknown; models of local servers often take no more
MAX_DIMENSION = 16_384
_BATCH = 64
_BYTES_PER_TOKEN = 2  # low on purpose: too long pieces are refused or silently cut, too short ones cost little
_NO_ENDPOINT = {404, 405, 501}
_STATUS_REASONS = {
    402: "has no credit left",
    429: "is asked too often right now",
    **dict.fromkeys((401, 403), "refuses the key: check it"),
    **dict.fromkeys(
        _NO_ENDPOINT,
        "is not known at that address: install the model there (with Ollama: `ollama pull`), or check the name",
    ),
}
_CAUGHT = (  # client libraries raise the last four for malformed answers
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


class ModelEmbedder:
    """The first of several models whose endpoint exists, with its calls metered.

    Args:
        models: The models, in the order in which they are tried.
        name: Name of the embedder.
        dimension: Dimension to request; None for the model's own.
        timeout: Seconds for one request.
        close: Closes the client.
    """

    dimension = None  # known only from an answer

    def __init__(
        self,
        models: Sequence[EmbeddingModel],
        name: str,
        *,
        dimension: int | None = None,
        timeout: float = DEFAULT_TIMEOUT,
        close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._models = list(models)
        self.name = name  # provider, model and, if there is one, the address without user or key
        self._settings: EmbeddingSettings = {} if dimension is None else {"dimensions": dimension}
        self._timeout = timeout
        self._close = close
        self._window: int | None = None

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts as the port requires; any failure of a model is raised as EmbedderUnavailable."""
        name = self._models[0].model_name
        try:
            if self._window is None:
                self._window = await self._models[0].max_input_tokens() or DEFAULT_WINDOW
            cuts = [cut(text, _size, self._window) for text in texts]
            pieces = [piece for parts in cuts for piece in parts]
            rows = [await self._ask(pieces[start : start + _BATCH]) for start in range(0, len(pieces), _BATCH)]
            return mean_pooled(np.concatenate(rows), [len(parts) for parts in cuts])
        except _CAUGHT as error:
            logger.debug("Embedder failure: {}", type(error).__name__)
            raise EmbedderUnavailable(f"The embedder {short_model_name(name)} {_reason(error)}.") from None

    async def _ask(self, texts: Sequence[str]) -> Matrix:
        while True:
            try:
                rows = _matrix(await self._result(self._models[0], texts), len(texts))
            except ModelHTTPError as error:
                if error.status_code not in _NO_ENDPOINT or len(self._models) == 1:
                    raise
                self._models.pop(0)
            else:
                del self._models[1:]
                return rows

    async def _result(self, model: EmbeddingModel, texts: Sequence[str]) -> EmbeddingResult:
        meter = current_meter()
        meter.check()
        meter.add(Spend(calls=1))
        async with asyncio.timeout(self._timeout):
            result = await Embedder(model).embed_documents(texts, settings=self._settings)
        meter.add(Spend(input_tokens=result.usage.input_tokens, cost=_cost(result)))
        return result

    async def aclose(self) -> None:
        if self._close is not None:
            await self._close()


def _size(text: str) -> int:
    return len(text.encode()) // _BYTES_PER_TOKEN + 1


def _cost(result: EmbeddingResult) -> float | None:
    if not result.usage.input_tokens:
        return None
    try:
        return float(result.cost().total_price)
    except (LookupError, ValueError):
        return None


def _matrix(result: EmbeddingResult, count: int) -> Matrix:
    """Return the vectors of a result as float32 unit rows.

    Raises:
        ValueError: The result is not one finite, non-zero vector per text.
    """
    rows = np.asarray(result.embeddings, dtype=np.float64)
    if rows.ndim != 2 or len(rows) != count or not 1 <= rows.shape[1] <= MAX_DIMENSION:
        raise ValueError("not one vector for each text")
    lengths = np.linalg.norm(rows, axis=1)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        raise ValueError("a vector without a direction")
    return unit((rows / lengths[:, None]).astype(np.float32))


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
