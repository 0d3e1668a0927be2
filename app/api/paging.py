"""Pagination: an opaque cursor holds the sort key of the last item of the page before."""

import base64
import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query

from app.api.schemas.base import Page
from app.errors import InvalidInput
from app.models.plain_reasons import ValueFault, ValueUnfit

Item = TypeVar("Item")
Shown = TypeVar("Shown")
MAX_LIMIT = 100


class Paging:
    """The page that a request asks for. Raises InvalidInput for a malformed cursor."""

    def __init__(self, limit: int, cursor: str | None) -> None:
        self.limit = limit
        self._after = None if cursor is None else _decoded(cursor)

    def page(
        self, items: Iterable[Item], view: Callable[[Item], Shown], key: Callable[[Item], Sequence[Any]] | None = None
    ) -> Page[Shown]:
        """Return the page, each item converted by ``view``. Without a ``key`` the cursor is an item's position, which
        suits lists that only grow at their end."""
        rows = [((at,) if key is None else key(item), item) for at, item in enumerate(items)]
        page, following = self.of(rows, itemgetter(0))
        return Page(items=[view(item) for _, item in page], next_cursor=following)

    def of(self, items: Sequence[Item], key: Callable[[Item], Sequence[Any]]) -> tuple[list[Item], str | None]:
        """Return the items of the page and the cursor of the next one, None at the end.

        Args:
            items: Items in ascending order of their keys.
            key: Returns the sort key of an item: a short sequence of JSON values that does not change while items come
                and go.

        Raises:
            InvalidInput: The cursor belongs to another list.
        """
        try:
            start = 0 if self._after is None else bisect_right(items, self._after, key=lambda item: list(key(item)))
        except TypeError:
            raise _not_a_cursor() from None
        page = list(items[start : start + self.limit])
        is_last = start + self.limit >= len(items)
        return page, None if is_last else base64.urlsafe_b64encode(json.dumps(list(key(page[-1]))).encode()).decode()


async def _paging(
    limit: Annotated[int, Query(ge=1, le=MAX_LIMIT, description="items on a page")] = 50,
    cursor: Annotated[str | None, Query(max_length=400, description="`next_cursor` of the page before")] = None,
) -> Paging:
    return Paging(limit, cursor)


PagingDep = Annotated[Paging, Depends(_paging)]


def _decoded(cursor: str) -> list[Any]:
    try:
        key = json.loads(base64.b64decode(cursor.encode("ascii", "replace"), b"-_", validate=True))
    except ValueError:
        raise _not_a_cursor() from None
    if not isinstance(key, list) or not key:
        raise _not_a_cursor()
    return key


def _not_a_cursor() -> InvalidInput:
    return InvalidInput(ValueUnfit(fault=ValueFault.CURSOR))
