"""The application: routes, what stands before them, and what they work with."""

from collections.abc import Collection
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic.json_schema import models_json_schema
from starlette.exceptions import HTTPException
from starlette.routing import Route, Router

from app import __version__
from app.api import problems
from app.api.access import Tokens
from app.api.context import Services, needed_role
from app.api.guard import Guard
from app.api.limits import Limits
from app.api.metrics import Metrics
from app.api.routes import events, games, memories, minds, scenarios, system, table, tokens, turns
from app.api.schemas.turns import TOLD
from app.api.seats import PATHS, Seats
from app.container import Container
from app.mcp.server import portable

ROUTES = (games, turns, events, table, memories, minds, scenarios, tokens, system)
ROUTERS = (*(("/v1", resource.router) for resource in ROUTES), ("", system.metrics_router))
OPERATIONS = [(prefix, route) for prefix, router in ROUTERS for route in router.routes if isinstance(route, APIRoute)]


def create_app(
    container: Container, *, admin_token: str | None = None, hosts: Collection[str] | None = None
) -> FastAPI:
    """The API on a container. Without an ``admin_token`` whoever asks may do everything; ``hosts`` as in `Guard`."""
    settings, library = container.settings(), container.library()
    services = Services(
        container=container,
        library=library,
        turns=container.turns(),
        host=container.host(),
        feed=library.feed,
        tokens=Tokens(container.tokens(), library.now, admin_token),
        limits=Limits(settings.api_requests_per_minute, settings.api_streams),
        metrics=Metrics(lambda: len(library.in_memory())),
    )
    app = FastAPI(
        title="Talekeeper",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/v1/openapi.json",
        redirect_slashes=False,
        generate_unique_id_function=lambda route: route.name,
        responses=problems.RESPONSES,
        exception_handlers=problems.HANDLERS | {405: _other_method},
        telemetry={"metrics": False, "logs": False, "auto_configure": True},
    )
    app.state.services = services
    for prefix, router in ROUTERS:
        app.include_router(router, prefix=prefix)
    seats = Seats(services)
    app.mount("/mcp", Router([Route(path, seats) for path in PATHS], redirect_slashes=False))
    app.add_middleware(Guard, tokens=services.tokens, limits=services.limits, metrics=services.metrics, hosts=hosts)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]  # as FastAPI's documentation extends it
    return app


async def _other_method(request: Request, error: HTTPException) -> JSONResponse:
    """405 with all methods that the path takes; FastAPI itself names those of one route."""
    path = request.url.path
    at_path = (
        route for prefix, route in OPERATIONS if path.startswith(prefix) and route.path_regex.match(path[len(prefix) :])
    )
    if methods := {method for route in at_path for method in route.methods or ()}:
        error.headers = {"Allow": ", ".join(sorted(methods))}
    return problems.answer(error)


def _document(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document, with how clients sign in, the least role that each operation asks for, and the forms of
    problems and of what streams tell."""
    if app.openapi_schema is None:
        document = get_openapi(title=app.title, version=app.version, routes=app.routes)
        parts = document["components"]
        _, more = models_json_schema(
            [(model, "serialization") for model in TOLD.values()], ref_template="#/components/schemas/{model}"
        )
        parts["schemas"] = portable(more["$defs"] | parts["schemas"], names=True)
        parts["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        document["security"] = [{"token": []}, {}]
        for prefix, route in OPERATIONS:
            role = needed_role(route.dependant)
            for method in route.methods or ():
                operation = document["paths"][prefix + route.path][method.lower()]
                operation["security"] = [{"token": [role.value]}, {}] if role else []
        app.openapi_schema = document
    return app.openapi_schema
