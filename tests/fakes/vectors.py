"""An embedder that knows a few words."""

import asyncio
from collections.abc import Sequence

import numpy as np

from app.interfaces.embeddings import Vector


class FakeVectors:
    """IVectors: texts that hold words of one meaning lie together, all others elsewhere.

    None for everything while it is not ``there``. ``asked`` is every text in order.
    """

    def __init__(self, *meanings: Sequence[str], there: bool = True) -> None:
        self.meanings = meanings
        self.there = there
        self.asked: list[str] = []

    async def start(self) -> str:
        return "fake"

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.asked += texts
        return [self._vector(text) if self.there else None for text in texts]

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        return await self.vectors(texts)

    async def aclose(self) -> None: ...

    def _vector(self, text: str) -> Vector:
        held = [sum(word in text.casefold() for word in words) for words in self.meanings]
        row = np.array([*held, not any(held)], dtype=np.float32) + 0.01
        unit: Vector = (row / np.linalg.norm(row)).astype(np.float32)
        return unit


class GatedVectors(FakeVectors):
    """Embeds single texts at once, and several together when it ``may``; knows what it has embedded."""

    def __init__(self, *meanings: Sequence[str], there: bool = True) -> None:
        super().__init__(*meanings, there=there)
        self.may = asyncio.Event()
        self.done: set[str] = set()

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        if len(texts) > 1:
            await self.may.wait()
        if self.there:
            self.done |= set(texts)
        return await super().vectors(texts)

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        return [self._vector(text) if text in self.done else None for text in texts]
