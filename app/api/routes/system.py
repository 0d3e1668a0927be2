"""Health, readiness and metrics of the server."""

from contextlib import suppress
from typing import Literal

from fastapi import APIRouter, Response

from app import __version__
from app.api.context import AdminServices, ServicesDep
from app.api.schemas.base import ApiModel
from app.errors import StorageFailed
from app.services.game.games.concurrency import in_thread

router = APIRouter(tags=["system"])
metrics_router = APIRouter(tags=["system"])


class Health(ApiModel):
    status: Literal["ok", "stopping"]
    version: str


@router.get("/health", name="get_health")
async def health() -> Health:
    """Return that the server is running, and its version. It needs no token."""
    return Health(status="ok", version=__version__)


@router.get("/ready", name="get_readiness", responses={503: {"model": Health}})
async def ready(services: ServicesDep, response: Response) -> Health:
    """Return whether the server accepts requests. While it shuts down, the status is 503. It needs no token."""
    if services.host.is_draining:
        response.status_code = 503
    return Health(status="stopping" if services.host.is_draining else "ok", version=__version__)


@metrics_router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(services: AdminServices) -> Response:
    """Return counters and timings in the text format of Prometheus.

    Problems: 403 the token's role is below `admin`. Common: 401 no valid token; 429 too many requests; 500 the server
    has a defect.
    """
    servers, figures = services.container.stores().servers, None
    with suppress(StorageFailed):  # the figures of this server are shown all the same
        figures = None if servers is None else await in_thread(servers.figures)
    return Response(services.metrics.text(figures), media_type="text/plain; version=0.0.4")
