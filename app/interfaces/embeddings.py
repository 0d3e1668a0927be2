"""Texts as vectors: what recall by meaning needs, and can do without."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # one unit vector
Matrix = NDArray[np.float32]  # unit vectors, one a row


class IEmbedder(Protocol):
    """A model that turns texts into vectors, the same for questions and for memories."""

    @property
    def name(self) -> str:
        """Tells vectors of one model from those of another: the cache never mixes them. Holds no key."""

    @property
    def dimension(self) -> int | None:
        """Numbers in a vector, None where only an answer can tell."""

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """A float32 unit row for each text, none of them blank; long ones are cut into pieces and averaged.
        InvalidInput (missing package, key or model), ModelUnavailable, BudgetExhausted."""

    async def aclose(self) -> None:
        """Close connections; may be called again."""


def is_local(embedder: object) -> bool:
    """Whether an embedder, or vectors, are computed in this process and say so: then turns wait for them, however long
    it takes."""
    return bool(getattr(embedder, "is_local", False))


class IVectorCache(Protocol):
    """Vectors that were computed before. Its methods block and never fail: what cannot be read is computed again."""

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        """Those that are known."""

    def put(self, vectors: Mapping[str, Vector], model: str) -> None: ...

    def close(self) -> None:
        """It is opened again when needed."""


class IVectors(Protocol):
    """The vectors of texts, as far as they can be had. Never the truth: a game is whole without them."""

    async def start(self) -> str:
        """The start check: what was found, on one line. InvalidInput, ModelUnavailable: what to install or start."""

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """A vector for each text, None if it is blank or cannot be embedded now. A failing model is only logged."""

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        """As `vectors`, but only what has been computed before: asks no model."""

    async def aclose(self) -> None:
        """Close connections and files; may be called again."""
