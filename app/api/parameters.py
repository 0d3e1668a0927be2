"""Query parameters: those that an operation does not know are refused, so that a misspelt filter is no silent
success."""

from collections.abc import Iterator

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute


async def refuse_unknown_parameters(request: Request) -> None:
    """Refuse a request with query parameters that its operation does not have; a dependency of every route.

    Raises:
        RequestValidationError: It names each of them.
    """
    route = request.scope.get("route")
    if request.query_params and isinstance(route, APIRoute):
        known = {*_parameters(route.dependant)}
        if unknown := [name for name in request.query_params if name not in known]:
            has = f"it has {', '.join(sorted(known))}" if known else "it has none"
            faults = [{"loc": ("query", name), "msg": f"no parameter of this operation; {has}"} for name in unknown]
            raise RequestValidationError(faults)


def _parameters(dependant: Dependant) -> Iterator[str]:
    yield from (field.alias for field in dependant.query_params)
    for each in dependant.dependencies:
        yield from _parameters(each)
