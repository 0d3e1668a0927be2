"""No test here may reach a real model; those with a server may reach that one."""

from collections.abc import AsyncIterator, Callable, Iterator

import pytest
from pydantic_ai import models

from app.agents.metered_model import MeteredModel
from app.agents.models import build_model
from tests.integration.wire.server import FakeServer, Step

models.ALLOW_MODEL_REQUESTS = False

Serve = Callable[..., FakeServer]
Connect = Callable[..., MeteredModel]


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server with a script; requests are allowed while the test runs."""
    servers: list[FakeServer] = []

    def start(*steps: Step) -> FakeServer:
        servers.append(FakeServer(*steps))
        return servers[-1]

    with models.override_allow_model_requests(True):
        yield start
    for server in servers:
        server.stop()


@pytest.fixture
async def connect(serve: Serve) -> AsyncIterator[Connect]:
    """A model at a server (or URL), its connections closed after the test."""
    used: list[MeteredModel] = []

    def build(server: FakeServer | str, timeout: float = 5, retries: int = 0, key: str | None = None) -> MeteredModel:
        url = server if isinstance(server, str) else server.url
        used.append(build_model("openai-chat:fake", url, key, timeout, retries=retries))
        return used[-1]

    yield build
    for model in used:
        await model.aclose()
