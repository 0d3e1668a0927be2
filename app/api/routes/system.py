"""Whether the server runs, and what it counts."""

from typing import Literal

from fastapi import APIRouter, Response

from app import __version__
from app.api.context import AdminServices, ServicesDep
from app.api.schemas.base import Model

router = APIRouter(tags=["system"])
metrics_router = APIRouter(tags=["system"])


class Health(Model):
    status: Literal["ok", "stopping"]
    version: str


@router.get("/health", name="get_health")
async def health() -> Health:
    """The server runs."""
    return Health(status="ok", version=__version__)


@router.get("/ready", name="get_readiness", responses={503: {"model": Health}})
async def ready(services: ServicesDep, response: Response) -> Health:
    """The server takes requests; 503 while it stops."""
    if services.host.is_draining:
        response.status_code = 503
    return Health(status="stopping" if services.host.is_draining else "ok", version=__version__)


@metrics_router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(services: AdminServices) -> Response:
    """Counts and times, for Prometheus."""
    return Response(services.metrics.text(), media_type="text/plain; version=0.0.4")
