"""Lists in pages: an opaque cursor holds the sort key of the last item that was given."""

import base64
import json
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Query

from app.errors import InvalidInput

Item = TypeVar("Item")
MOST = 100


class Paging:
    """Which page is asked for. InvalidInput for a cursor that is none."""

    def __init__(self, limit: int, cursor: str | None) -> None:
        self.limit = limit
        self._after = None if cursor is None else _decoded(cursor)

    def of(self, items: Sequence[Item], key: Callable[[Item], Sequence[Any]]) -> tuple[list[Item], str | None]:
        """The items of the page, and the cursor of the next. ``items`` are in ascending order of their keys: short
        sequences of JSON values, which stay the same while items come and go. InvalidInput for a cursor of another
        list."""
        try:
            start = 0 if self._after is None else bisect_right(items, self._after, key=lambda item: list(key(item)))
        except TypeError:
            raise _not_a_cursor() from None
        found = list(items[start : start + self.limit])
        is_last = start + self.limit >= len(items)
        return found, None if is_last else _encoded(list(key(found[-1])))


async def _paging(
    limit: Annotated[int, Query(ge=1, le=MOST, description="items on a page")] = 50,
    cursor: Annotated[str | None, Query(max_length=400, description="`next_cursor` of the page before")] = None,
) -> Paging:
    return Paging(limit, cursor)


PagingDep = Annotated[Paging, Depends(_paging)]


def _encoded(key: list[Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(key).encode()).decode()


def _decoded(cursor: str) -> list[Any]:
    try:
        key = json.loads(base64.b64decode(cursor.encode("ascii", "replace"), b"-_", validate=True))
    except ValueError:
        raise _not_a_cursor() from None
    if not isinstance(key, list) or not key:
        raise _not_a_cursor()
    return key


def _not_a_cursor() -> InvalidInput:
    return InvalidInput("The cursor is none of this list: use next_cursor of the page before.")
