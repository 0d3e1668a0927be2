"""An embedder that counts what it is asked, and fails when told to."""

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from app.embeddings.pieces import unit
from app.interfaces.embeddings import Matrix


class FakeEmbedder:
    """Vectors made of the text's hash; ``fails`` holds errors to raise at the next calls."""

    def __init__(self, name: str = "fake/1", dimension: int = 8, *, tells_dimension: bool = True) -> None:
        self.name = name
        self.size = dimension
        self.dimension = dimension if tells_dimension else None
        self.weights = name
        self.calls: list[list[str]] = []
        self.fails: list[Exception] = []
        self.closed = 0

    async def embed(self, texts: Sequence[str]) -> Matrix:
        self.calls.append(list(texts))
        if self.fails:
            raise self.fails.pop(0)
        return unit(np.array([self._row(text) for text in texts], dtype=np.float32))

    def _row(self, text: str) -> list[float]:
        return [byte - 127.5 for byte in sha256(f"{self.weights}{text}".encode()).digest()[: self.size]]

    async def aclose(self) -> None:
        self.closed += 1
