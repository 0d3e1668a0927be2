"""Embedders by name or address; importing this module loads pydantic-ai."""

import re
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlsplit

import httpx2
import openai
from pydantic_ai.embeddings import EmbeddingModel, EmbeddingResult, EmbeddingSettings, infer_embedding_model
from pydantic_ai.embeddings.openai import OpenAIEmbeddingModel
from pydantic_ai.embeddings.result import EmbedInputType
from pydantic_ai.exceptions import ModelHTTPError, UserError
from pydantic_ai.models import check_allow_model_requests
from pydantic_ai.providers import Provider, infer_provider, infer_provider_class
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from app.embeddings.model_embedder import DEFAULT_TIMEOUT, ModelEmbedder
from app.errors import InvalidInput
from app.interfaces.model_names import is_web_address, short_model_name

MAX_NAME = 200
_NO_KEY = "none"


def build_embedder(
    name: str,
    *,
    base_url: str | None = None,
    api_key: str | None = None,
    dimension: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
) -> ModelEmbedder:
    """Build the embedder of a name, without sending a request.

    Args:
        name: A name of pydantic-ai; with a ``base_url`` that of a model there.
        base_url: Address of a server with an OpenAI-compatible or Ollama API.
        api_key: Key of the provider or server.
        dimension: Dimension to request from a provider; ignored with a ``base_url``.
        timeout: Seconds for one request.

    Returns:
        The embedder.

    Raises:
        InvalidInput: The name is unknown, or a key or package is missing.
    """
    name = name.strip()
    if not name or len(name) > MAX_NAME or not name.isprintable():
        raise InvalidInput("This is not a name of an embedder; use for example openai:text-embedding-3-small or local.")
    if base_url is not None and base_url.strip():
        return _at_address(name, base_url.strip(), api_key, timeout)
    try:
        model = infer_embedding_model(name, provider_factory=_provider_factory(name, api_key))
    except ImportError as error:
        extra = re.search(r"pydantic-ai-slim\[[\w-]+\]", str(error))
        package = f"`pip install '{extra.group()}'`" if extra else "install the package of its provider"
        raise InvalidInput(f"The embedder {name} needs a package that is not installed: {package}.") from None
    except (UserError, openai.OpenAIError, ValueError) as error:
        variable = re.search(r"`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`", str(error))
        if variable:
            raise InvalidInput(f"The embedder {name} cannot be used without {variable.group(1)}; set it.") from None
        raise InvalidInput(
            f"The embedder {name} is unknown; a name looks like openai:text-embedding-3-small. Or give the address of"
            " a server, or use local or words."
        ) from None
    full_name = f"{model.system}:{model.model_name}{_host_and_path(model.base_url)}"
    return ModelEmbedder([model], full_name, dimension=dimension, timeout=timeout)


def _at_address(name: str, base_url: str, api_key: str | None, timeout: float) -> ModelEmbedder:
    """Build the embedder of a server whose API is known by its address, else detected at the first request."""
    for prefix in ("openai:", "ollama:"):
        name = name.removeprefix(prefix)
    if not name or not is_web_address(base_url):
        raise InvalidInput("An embedder at an address needs a model's name and a URL like http://localhost:11434.")
    http = httpx2.AsyncClient(timeout=timeout, headers={"Authorization": f"Bearer {api_key}"} if api_key else {})

    def openai_model(url: str) -> EmbeddingModel:
        provider = OpenAICompatibleProvider("local", base_url=url, api_key=api_key or _NO_KEY, http_client=http)
        provider.client.max_retries = 1
        settings = EmbeddingSettings(extra_body={"encoding_format": "float"})
        return OpenAIEmbeddingModel(name, provider=provider, settings=settings)

    models = [
        openai_model(url) if api == "openai" else OllamaEmbeddingModel(name, url, http)
        for api, url in endpoints(base_url)
    ]
    return ModelEmbedder(models, f"{name}{_host_and_path(base_url)}", timeout=timeout, close=http.aclose)


def endpoints(base_url: str) -> list[tuple[str, str]]:
    """Return the (API, base URL) pairs that an address may mean, the likeliest first; the API is ``openai`` or
    ``ollama``."""
    url = base_url.rstrip("/")
    if url.endswith(("/api", "/api/embeddings", "/api/embed")):
        return [("ollama", url[: url.rindex("/api")])]
    if url.endswith("/embeddings"):
        return [("openai", url.removesuffix("/embeddings"))]
    if url.endswith("/v1"):
        return [("openai", url), ("ollama", url.removesuffix("/v1"))]
    return [("openai", f"{url}/v1"), ("ollama", url), *([("openai", url)] if urlsplit(url).path else [])]


def _host_and_path(base_url: str | None) -> str:
    parts = urlsplit(base_url or "")
    return f"@{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}" if parts.netloc else ""


def _provider_factory(name: str, api_key: str | None) -> Callable[[str], Provider[Any]]:
    def build(provider: str) -> Provider[Any]:
        if api_key is None:
            return infer_provider(provider)
        kind: Any = infer_provider_class(provider)
        try:
            return kind(api_key=api_key)  # type: ignore[no-any-return]  # providers share no constructor
        except TypeError:
            raise InvalidInput(f"The provider of {short_model_name(name)} takes no key; leave it out.") from None

    return build


class OllamaEmbeddingModel(EmbeddingModel):
    """A client of Ollama's ``/api/embeddings``, which takes one ``prompt`` per request."""

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
        """Embed texts, one request each.

        Raises:
            ModelHTTPError: The server answered with another status than 200.
            httpx2.HTTPError: The request failed.
            ValueError: The answer is no JSON.
        """
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
        response = await self._http.post(self._url, json={"model": self.model_name, "prompt": text})
        if response.status_code != 200:
            raise ModelHTTPError(status_code=response.status_code, model_name=self.model_name)
        vector: list[float] = response.json()["embedding"]
        return vector
