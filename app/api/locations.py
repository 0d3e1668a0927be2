"""The `Location` of a made resource."""

from typing import Any, TypeVar

from fastapi import Response

Made = TypeVar("Made")
LOCATED: dict[int | str, dict[str, Any]] = {
    201: {"headers": {"Location": {"required": True, "schema": {"type": "string"}, "description": "its path"}}}
}
"""The ``responses`` of an operation that makes something, for the OpenAPI document."""


def located(response: Response, path: str, made: Made) -> Made:
    """Give the response the path of a made resource, below `/v1`, and return the resource."""
    response.headers["Location"] = f"/v1/{path}"
    return made
