"""Vectors as the configuration wants them."""

from pathlib import Path

from app.embeddings.cache import VectorCache
from app.embeddings.minilm import INSTALL, LocalEmbedder, is_installed
from app.embeddings.vectors import NoVectors, Vectors
from app.errors import InvalidInput
from app.interfaces.embeddings import IVectors

AUTO, LOCAL, WORDS = "auto", "local", "words"
DEFAULT_TIMEOUT = 10.0


def open_vectors(
    name: str = AUTO,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    dimension: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cache: Path | None = None,
) -> IVectors:
    """The vectors of this embedder; nothing is loaded or sent before ``start`` or the first text. ``auto``: the
    embedded model if installed, else ``words``; ``local``: the embedded model; ``words``: no vectors; else a name of
    pydantic-ai or, with a ``base_url``, of a model there. ``timeout`` is in seconds. InvalidInput."""
    name = name.strip()
    kept = None if cache is None else VectorCache(cache)
    if base_url is not None and base_url.strip() and name in {AUTO, LOCAL, WORDS}:
        raise InvalidInput("An address of an embedding server is set, but not which model of it to use.")
    if name == WORDS:
        return NoVectors()
    if name == AUTO and not is_installed():
        return NoVectors(f"the embedded model is not installed; {INSTALL}")
    if name in {AUTO, LOCAL}:
        return Vectors(LocalEmbedder(), kept, dimension=dimension, optional=name == AUTO)
    from app.embeddings.by_name import build_embedder  # noqa: PLC0415  # importing a model library takes a second

    embedder = build_embedder(name, base_url=base_url, api_key=api_key, dimension=dimension, timeout=timeout)
    return Vectors(embedder, kept, dimension=dimension)
