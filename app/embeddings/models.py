"""Embedding models as pydantic-ai wants them: the embedded one, and Ollama's endpoint. Importing takes a second."""

import asyncio
from collections.abc import Sequence

import httpx2
from pydantic_ai.embeddings import EmbeddingModel, EmbeddingResult, EmbeddingSettings
from pydantic_ai.embeddings.result import EmbedInputType
from pydantic_ai.exceptions import ModelHTTPError, UserError
from pydantic_ai.models import check_allow_model_requests
from pydantic_ai.usage import RequestUsage

from app.embeddings.minilm import DIMENSION, WINDOW, LocalEmbedder


class MiniLMEmbeddingModel(EmbeddingModel):
    """The embedded model through pydantic-ai: ``Embedder(MiniLMEmbeddingModel())``."""

    def __init__(self, *, settings: EmbeddingSettings | None = None) -> None:
        super().__init__(settings=settings)
        self._local = LocalEmbedder()

    @property
    def model_name(self) -> str:
        return self._local.name

    @property
    def system(self) -> str:
        return "talekeeper"

    async def embed(
        self, inputs: str | Sequence[str], *, input_type: EmbedInputType, settings: EmbeddingSettings | None = None
    ) -> EmbeddingResult:
        """Unit vectors; questions and documents are treated alike. UserError for another dimension than 384."""
        texts, merged = self.prepare_embed(inputs, settings)
        if merged.get("dimensions") not in (None, DIMENSION):
            raise UserError(f"{self.model_name} has {DIMENSION} dimensions and no others.")
        rows = await self._local.embed(texts)
        tokens = await asyncio.to_thread(lambda: sum(map(self._local.load().count, texts)))
        return EmbeddingResult(
            rows.tolist(),
            inputs=texts,
            input_type=input_type,
            model_name=self.model_name,
            provider_name=self.system,
            usage=RequestUsage(input_tokens=tokens),
        )

    async def max_input_tokens(self) -> int:
        return WINDOW

    async def count_tokens(self, text: str) -> int:
        """The pieces of a text, [CLS] and [SEP] among them."""
        return await asyncio.to_thread(lambda: self._local.load().count(text) + 2)


class OllamaEmbeddingModel(EmbeddingModel):
    """Ollama's own endpoint, ``/api/embeddings`` with a ``prompt``; one request for each text."""

    def __init__(self, model_name: str, root: str, http: httpx2.AsyncClient) -> None:
        super().__init__()
        self._model_name = model_name
        self._url = f"{root}/api/embeddings"
        self._http = http

    @property
    def model_name(self) -> str:
        return self._model_name

    @property
    def system(self) -> str:
        return "ollama"

    async def embed(
        self, inputs: str | Sequence[str], *, input_type: EmbedInputType, settings: EmbeddingSettings | None = None
    ) -> EmbeddingResult:
        """The vectors as the server gives them. ModelHTTPError; httpx2.HTTPError; ValueError for no JSON."""
        check_allow_model_requests()
        texts, _ = self.prepare_embed(inputs, settings)
        return EmbeddingResult(
            [await self._one(text) for text in texts],
            inputs=texts,
            input_type=input_type,
            model_name=self.model_name,
            provider_name=self.system,
        )

    async def _one(self, text: str) -> list[float]:
        response = await self._http.post(self._url, json={"model": self._model_name, "prompt": text})
        if response.status_code != 200:
            raise ModelHTTPError(status_code=response.status_code, model_name=self._model_name)
        vector: list[float] = response.json()["embedding"]
        return vector
