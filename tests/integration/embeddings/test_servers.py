"""Embedding servers at an address: which API they speak is found out, and what they do wrong is told in one line."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import numpy as np
import pytest
from pydantic_ai import models
from pydantic_ai.embeddings import TestEmbeddingModel

from app.embeddings.by_name import build_embedder, endpoints
from app.embeddings.model_embedder import ModelEmbedder
from app.embeddings.vectors import open_vectors
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable
from app.interfaces.metering import Meter, metered
from app.settings import Settings
from tests.integration.embeddings.server import (
    Api,
    EmbeddingServer,
    hangs,
    ollama_api,
    openai_api,
    says,
    unknown_model,
    vector_of,
)

Serve = Callable[[dict[str, Api]], EmbeddingServer]
Connect = Callable[..., ModelEmbedder]


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[EmbeddingServer] = []

    def start(apis: dict[str, Api]) -> EmbeddingServer:
        servers.append(EmbeddingServer(apis))
        return servers[-1]

    with models.override_allow_model_requests(True):
        yield start
    for server in servers:
        server.stop()


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    async with AsyncExitStack() as stack:

        def build(base_url: str, **options: float | str) -> ModelEmbedder:
            embedder = build_embedder("nomic", base_url=base_url, **options)  # type: ignore[arg-type]  # the tests' own
            stack.push_async_callback(embedder.aclose)
            return embedder

        yield build


def _unit(text: str) -> list[float]:
    vector = np.array(vector_of(text))
    unit: list[float] = (vector / np.linalg.norm(vector)).tolist()
    return unit


@pytest.mark.parametrize("address", ["", "/", "/v1", "/v1/", "/v1/embeddings"])
async def test_an_openai_server_is_asked_for_all_texts_at_once(serve: Serve, connect: Connect, address: str) -> None:
    server = serve({"/v1/embeddings": openai_api})
    rows = await connect(server.url + address).embed(["a", "b"])
    assert np.allclose(rows, [_unit("a"), _unit("b")])
    assert rows.dtype == np.float32
    assert server.paths == ["/v1/embeddings"]
    assert server.asked[0][1]["input"] == ["a", "b"]
    assert server.asked[0][1]["encoding_format"] == "float"


@pytest.mark.parametrize("address", ["", "/v1", "/api", "/api/embeddings"])
async def test_an_ollama_server_is_found_and_asked_for_one_text_after_the_other(
    serve: Serve, connect: Connect, address: str
) -> None:
    server = serve({"/api/embeddings": ollama_api})
    embedder = connect(server.url + address)
    assert np.allclose(await embedder.embed(["a", "b"]), [_unit("a"), _unit("b")])
    await embedder.embed(["c"])
    asked = [body for path, body, _ in server.asked if path == "/api/embeddings"]
    assert [body["prompt"] for body in asked] == ["a", "b", "c"]
    assert asked[0] == {"model": "nomic", "prompt": "a"}
    assert server.paths.count("/v1/embeddings") <= 1, "what it speaks is found out once"


async def test_a_server_with_its_api_under_a_path_is_found(serve: Serve, connect: Connect) -> None:
    server = serve({"/engines/embeddings": openai_api})
    assert (await connect(f"{server.url}/engines").embed(["a"])).shape == (1, 4)


def test_the_address_tells_the_api_where_it_can() -> None:
    assert endpoints("http://h/api/embeddings") == [("ollama", "http://h")]
    assert endpoints("http://h/v1/embeddings") == [("openai", "http://h/v1")]
    assert endpoints("http://h/v1/")[0] == ("openai", "http://h/v1")
    assert endpoints("http://h") == [("openai", "http://h/v1"), ("ollama", "http://h")]


async def test_a_key_is_sent_to_either_api_and_never_part_of_the_name(serve: Serve, connect: Connect) -> None:
    for path, api in {"/v1/embeddings": openai_api, "/api/embeddings": ollama_api}.items():
        server = serve({path: api})
        embedder = connect(server.url, api_key="sesame")
        await embedder.embed(["a"])
        assert server.asked[-1][2] == "Bearer sesame"
        assert "sesame" not in embedder.name
    assert build_embedder("m", base_url="http://me:sesame@h:1/v1").name == "m@h:1/v1"


async def test_long_texts_are_cut_and_averaged(serve: Serve, connect: Connect) -> None:
    server = serve({"/v1/embeddings": openai_api})
    text = "The tide went out at dawn, and the bell rang. " * 60
    rows = await connect(server.url).embed(["a", text])
    sent = server.asked[0][1]["input"]
    assert len(sent) == 4
    assert np.allclose(rows[1] @ np.mean([_unit(piece) for piece in sent[1:]], axis=0), 1, atol=0.1)


@pytest.mark.parametrize(
    ("apis", "told"),
    [
        ({}, "is not known at that address: install the model there"),
        ({"/v1/embeddings": unknown_model, "/api/embeddings": unknown_model}, "ollama pull"),
        ({"/v1/embeddings": says(401, {"error": "secret words"})}, "refuses the key"),
        ({"/v1/embeddings": says(429, {"error": "slow down"})}, "asked too often"),
        ({"/v1/embeddings": says(500, {"error": "/home/me/model.bin"})}, "HTTP status 500"),
        ({"/v1/embeddings": says(302, {})}, "HTTP status 302|cannot be read"),
        ({"/v1/embeddings": says(200, b"<html>")}, "cannot be read"),
        ({"/v1/embeddings": says(200, [])}, "cannot be read"),
        ({"/v1/embeddings": says(200, {"data": [], "model": "x", "object": "list"})}, "cannot be read"),
        ({"/v1/embeddings": says(200, {"choices": []})}, "cannot be read"),
        ({"/api/embeddings": says(200, {"embedding": []})}, "cannot be read"),
        ({"/api/embeddings": says(200, {"embedding": [0, 0]})}, "cannot be read"),
        ({"/api/embeddings": says(200, {"embedding": ["x"]})}, "cannot be read"),
        ({"/api/embeddings": says(200, {"embedding": None})}, "cannot be read"),
        ({"/api/embeddings": says(200, b'{"embedding": [1e999, 1]}')}, "cannot be read"),
        ({"/api/embeddings": says(200, {"embedding": [1.0] * 20_000})}, "cannot be read"),
        ({"/api/embeddings": says(200, {"message": "hello"})}, "cannot be read"),
        ({"/api/embeddings": says(503, b"busy")}, "HTTP status 503"),
    ],
)
async def test_what_a_server_does_wrong_is_told_in_one_line_of_ours(
    serve: Serve, connect: Connect, apis: dict[str, Api], told: str
) -> None:
    with pytest.raises(ModelUnavailable, match=told) as refused:
        await connect(serve(apis).url).embed(["a"])
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "/home" not in str(refused.value)


async def test_texts_with_vectors_of_different_lengths_are_refused(serve: Serve, connect: Connect) -> None:
    server = serve({"/api/embeddings": lambda body: (200, {"embedding": [1.0] * len(body["prompt"])})})
    with pytest.raises(ModelUnavailable, match="cannot be read"):
        await connect(server.url).embed(["a", "bb"])


@pytest.mark.parametrize("address", ["/v1", "/api"])
async def test_a_server_that_is_not_there_cannot_be_reached(serve: Serve, connect: Connect, address: str) -> None:
    server = serve({})
    server.stop()
    with pytest.raises(ModelUnavailable, match="cannot be reached: start its server"):
        await connect(server.url + address).embed(["a"])


@pytest.mark.parametrize("path", ["/v1/embeddings", "/api/embeddings"])
async def test_a_server_that_does_not_answer_is_waited_for_only_so_long(
    serve: Serve, connect: Connect, path: str
) -> None:
    with pytest.raises(ModelUnavailable, match="in time"):
        await connect(serve({path: hangs}).url + path, timeout=0.1).embed(["a"])


async def test_the_start_check_refuses_a_server_with_another_dimension(serve: Serve) -> None:
    server = serve({"/v1/embeddings": openai_api})
    vectors = open_vectors(Settings(embedder="nomic", embedder_base_url=server.url, embedder_dimension=768))
    with pytest.raises(InvalidInput, match="4 dimensions, not 768"):
        await vectors.start()
    await vectors.aclose()


async def test_a_server_that_goes_away_in_mid_game_leaves_words_and_what_is_cached(
    serve: Serve, tmp_path: Path, log_lines: list[str]
) -> None:
    server = serve({"/v1/embeddings": openai_api})
    vectors = open_vectors(Settings(saves=tmp_path, embedder="nomic", embedder_base_url=server.url))
    assert "4 dimensions" in await vectors.start()
    await vectors.vectors(["a"])
    server.apis = {}
    known, unknown = await vectors.vectors(["a", "b"])
    assert known is not None
    assert unknown is None
    assert len(log_lines) == 1
    await vectors.aclose()


async def test_what_is_asked_is_metered_and_stops_at_the_cap(serve: Serve, connect: Connect) -> None:
    embedder = connect(serve({"/v1/embeddings": openai_api}).url)
    meter = Meter(calls_left=1)
    with metered(meter):
        await embedder.embed(["a", "b"])
        with pytest.raises(BudgetExhausted):
            await embedder.embed(["c"])
    assert (meter.spend.calls, meter.spend.input_tokens) == (1, 14)


@pytest.mark.parametrize(
    "url", ["localhost:11434", "ftp://h", "http://", "http://h:99999", "http://h:0", "http://h\nx"]
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput, match="a URL like"):
        build_embedder("nomic", base_url=url)


async def test_any_model_of_pydantic_ai_can_be_used() -> None:
    rows = await ModelEmbedder([TestEmbeddingModel(dimensions=16)], "test").embed(["a", "b"])
    assert np.allclose(rows, np.full((2, 16), 0.25))
