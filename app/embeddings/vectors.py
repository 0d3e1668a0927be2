"""Vectors for the game: from a cache or a model as configured, or none."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence

from app.embeddings.cache import VectorCache
from app.embeddings.minilm import INSTALL, LocalEmbedder, is_installed
from app.errors import BudgetExhausted, EmbedderUnavailable, InvalidInput, ModelUnavailable
from app.interfaces.embeddings import IEmbedder, IVectorCache, IVectors, Matrix, Vector, is_embeddable, is_local
from app.log import logger
from app.settings import Settings

AUTO, LOCAL, WORDS = "auto", "local", "words"
VECTOR_CACHE = ".vectors.sqlite3"
RETRY_AFTER = 60.0  # seconds for which a model that failed is not called again
_BATCH = 64
_SAME = 0.999  # cosine from which on two vectors of one text are from the same model, on whatever hardware
_PROBE = ("A door opens.", "It begins to rain.")


class NoVectors:
    """The absence of an embedder: no text has a vector."""

    def __init__(self, reason: str = "no embedder is configured") -> None:
        self._reason = reason

    async def start(self) -> str:
        return f"words alone: {self._reason}"

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        return [None] * len(texts)

    known = vectors

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""


class Vectors:
    """Vectors of an embedder, behind a cache.

    Args:
        embedder: The embedder.
        cache: The cache; None for none.
        dimension: The required dimension; None for any.
        optional: Whether the game starts without vectors if the start check fails.
        clock: Returns seconds of a monotonic clock.
    """

    def __init__(
        self,
        embedder: IEmbedder,
        cache: IVectorCache | None = None,
        *,
        dimension: int | None = None,
        optional: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._embedder = embedder
        self.is_local = is_local(embedder)
        self._cache = cache
        self._expected = dimension
        self._dimension = embedder.dimension
        self._model = embedder.name  # key of its vectors in the cache
        self._optional = optional
        self._clock = clock
        self._paused_until: float | None = None
        self._has_warned = False

    async def start(self) -> str:
        """Check that the embedder is available, knows its model and returns vectors of the required dimension.

        Returns:
            What is used, in words.

        Raises:
            InvalidInput: The dimension is wrong.
            ModelUnavailable: The embedder failed. Neither is raised for an optional one.
        """
        try:
            await self._check()
        except (InvalidInput, ModelUnavailable) as error:
            if not self._optional:
                raise
            self._fail(error)
            return f"words alone: {error}"
        return f"{self._embedder.name}, {self._dimension} dimensions"

    async def _check(self) -> None:
        rows = await self._embedder.embed(_PROBE)
        if self._expected is not None and rows.shape[1] != self._expected:
            raise InvalidInput(
                f"The embedder {self._embedder.name} gives vectors of {rows.shape[1]} dimensions, not "
                f"{self._expected}; correct the configured dimension or the model."
            )
        self._dimension = rows.shape[1]
        if self._cache is not None and self._embedder.dimension is None:
            self._model = await asyncio.to_thread(_key_of, self._cache, self._embedder.name, rows[0])

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text, None where unavailable. Missing ones are computed in batches, each cached at
        once."""
        wanted = _embeddable(texts)
        if wanted and self._dimension is None and not await self._attempt(self._check):
            return [None] * len(texts)
        known = await self._stored(wanted)
        missing = [text for text in wanted if text not in known]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            if (rows := await self._computed(batch)) is None:
                break
            fresh = dict(zip(batch, rows, strict=True))
            known.update(fresh)
            if self._cache is not None:
                await asyncio.to_thread(self._cache.put, fresh, self._model)
        return [known.get(text) for text in texts]

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return the cached vector of each text; None where there is none."""
        cached = await self._stored(_embeddable(texts))
        return [cached.get(text) for text in texts]

    async def _stored(self, texts: Sequence[str]) -> dict[str, Vector]:
        if self._cache is None or self._dimension is None or not texts:
            return {}
        return await asyncio.to_thread(self._cache.get, texts, self._model, self._dimension)

    async def _computed(self, texts: Sequence[str]) -> Matrix | None:
        rows: list[Matrix] = []

        async def compute() -> None:
            rows.append(await self._embedder.embed(texts))
            if rows[0].shape != (len(texts), self._dimension):
                raise EmbedderUnavailable(f"The embedder {self._embedder.name} sent vectors of another shape.")

        return rows[0] if await self._attempt(compute) else None

    async def _attempt(self, work: Callable[[], Awaitable[None]]) -> bool:
        """Call the embedder unless it failed recently; return whether the call succeeded."""
        if self._paused_until is not None and self._clock() < self._paused_until:
            return False
        try:
            await work()
        except BudgetExhausted as error:
            self._warn_once(error)
            return False
        except (InvalidInput, ModelUnavailable) as error:
            self._fail(error)
            return False
        self._paused_until = None
        return True

    def _fail(self, error: Exception) -> None:
        self._paused_until = self._clock() + RETRY_AFTER
        self._warn_once(error)

    def _warn_once(self, error: Exception) -> None:
        if not self._has_warned:
            self._has_warned = True
            logger.warning("Recall uses words alone for now: {}", error)

    async def aclose(self) -> None:
        await self._embedder.aclose()
        if self._cache is not None:
            await asyncio.to_thread(self._cache.close)


def _key_of(cache: IVectorCache, name: str, probe: Vector) -> str:
    """Return the cache key of the model that gave this vector for the probe text. A server may give another model the
    same name: its vector for the probe differs from the cached one, and it gets a new key."""
    key, number = name, 1
    while (cached := cache.get(_PROBE[:1], key, len(probe)).get(_PROBE[0])) is not None and float(
        cached @ probe
    ) < _SAME:
        number += 1
        key = f"{name} ({number})"
    if cached is None:
        cache.put({_PROBE[0]: probe}, key)
    return key


def _embeddable(texts: Sequence[str]) -> list[str]:
    """Return each text once, without blank texts and those with surrogates."""
    return [text for text in dict.fromkeys(texts) if is_embeddable(text)]


def open_cache(settings: Settings, shared: IVectorCache | None = None) -> IVectorCache:
    """Return the cache of vectors: the shared one of a database, else the one next to the games."""
    return shared or VectorCache(settings.saves / VECTOR_CACHE)


def open_vectors(settings: Settings, cache: IVectorCache | None = None) -> IVectors:
    """Open the vectors of the configured embedder. Nothing is loaded or sent before ``start`` or the first text.

    Args:
        settings: The settings. Its embedder is ``auto`` (the embedded model if installed, else no vectors), ``local``
            (the embedded model), ``words`` (no vectors), or a name of pydantic-ai or, with a base URL, of a model
            there.
        cache: The cache; None for the one next to the games.

    Raises:
        InvalidInput: The settings are inconsistent, or the embedder is unknown or not installed.
    """
    name, base_url, dimension = settings.embedder.strip(), settings.embedder_base_url, settings.embedder_dimension
    if base_url is not None and base_url.strip() and name in {AUTO, LOCAL, WORDS}:
        raise InvalidInput("The address of an embedding server is set, but not the name of its model.")
    if name == WORDS:
        return NoVectors()
    if name == AUTO and not is_installed():
        return NoVectors(f"the embedded model is not installed; {INSTALL}")
    cache = cache or open_cache(settings)
    if name in {AUTO, LOCAL}:
        return Vectors(LocalEmbedder(), cache, dimension=dimension, optional=name == AUTO)
    from app.embeddings.by_name import build_embedder  # noqa: PLC0415  # importing a model library takes a second

    key, timeout = settings.embedder_api_key, settings.embedder_timeout
    api_key = key.get_secret_value() if key else None
    embedder = build_embedder(name, base_url=base_url, api_key=api_key, dimension=dimension, timeout=timeout)
    return Vectors(embedder, cache, dimension=dimension)
