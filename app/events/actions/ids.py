"""Replacing the ids ``target``, ``with``, ``actor``, ``player`` and ``here`` in conditions and effects."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from app.models.sheets.values import BoundId

T = TypeVar("T", bound=BaseModel)
_FREE_TEXTS = frozenset({"kind", "text", "value", "name"})


def with_ids(part: T, ids: Mapping[str, str]) -> T:
    """Return a condition or effect with some ids replaced, in its parts too.

    Args:
        part: The condition or effect.
        ids: By id in the part the id that replaces it.
    """
    changed: dict[str, Any] = {}
    for name in type(part).model_fields:
        value = getattr(part, name)
        if name not in _FREE_TEXTS and (new := _replaced(value, ids)) is not value:
            changed[name] = new
    return part.model_copy(update=changed) if changed else part


def _replaced(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return BoundId(ids[value]) if value in ids and not isinstance(value, BoundId) else value
    if isinstance(value, BaseModel):
        return with_ids(value, ids)
    if isinstance(value, tuple):
        parts = tuple(_replaced(part, ids) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    return value
