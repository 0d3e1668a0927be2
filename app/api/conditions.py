"""Conditional requests (RFC 9110, 13): the `ETag` of an editable resource, `If-Match` of the request that edits it, and
`If-None-Match` of one that reads it again."""

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Header, Request, Response
from pydantic import BaseModel
from typing_extensions import override

from app.api.bodies import BodyRoute
from app.errors import TalekeeperError
from app.models.plain_reasons import Clash, Clashes
from app.services.game.games.preconditions import requiring

Shown = TypeVar("Shown", bound=BaseModel)
ANY_STATE = "*"
_OF_304 = ("ETag", "Cache-Control")
"""Headers that an answer without content has as the one with it (RFC 9110, 15.4.5)."""
TAGGED: dict[int | str, dict[str, Any]] = {
    200: {"headers": {"ETag": {"schema": {"type": "string"}, "description": "the state that is shown, for `If-Match`"}}}
}
"""The ``responses`` of an operation whose answer has an `ETag`, for the OpenAPI document."""


class PreconditionFailed(TalekeeperError):
    """What is to be edited has changed since it was read; read it again."""


def tag_of_bytes(content: bytes) -> str:
    """Return the entity tag of the content of an answer."""
    return f'"{sha256(content).hexdigest()[:32]}"'


def tag_of(shown: BaseModel) -> str:
    """Return the entity tag of a model that a client is shown."""
    return tag_of_bytes(shown.model_dump_json().encode("utf-8", "surrogatepass"))


def tagged(response: Response, shown: Shown) -> Shown:
    """Give the response the `ETag` of its content, and return the content."""
    response.headers["ETag"] = tag_of(shown)
    return shown


@dataclass(frozen=True)
class IfMatch:
    """The states in which a request may edit something: the tags of its `If-Match`, None without one."""

    tags: tuple[str, ...] | None

    def check(self, shown: BaseModel) -> None:
        """Raise PreconditionFailed unless the request was made for what is shown now."""
        if self.tags is not None and ANY_STATE not in self.tags and tag_of(shown) not in self.tags:
            raise PreconditionFailed(Clashes(clash=Clash.READ_BEFORE))

    def when_still(self, shown: Callable[[], Awaitable[BaseModel]]) -> AbstractContextManager[None]:
        """Let the request that is made within edit a game only in the state that it was made for.

        Args:
            shown: Returns what the client would be shown now.
        """

        async def check() -> None:
            self.check(await shown())

        return nullcontext() if self.tags is None else requiring(check)


async def _if_match(
    sent: Annotated[
        str | None,
        Header(
            alias="If-Match",
            max_length=2_000,
            description="the `ETag` of what you have read: the request is refused with 412 if it has changed since",
        ),
    ] = None,
) -> IfMatch:
    return IfMatch(None if sent is None else _tags(sent))


IfMatchDep = Annotated[IfMatch, Depends(_if_match)]


def _tags(sent: str) -> tuple[str, ...]:
    return tuple(tag.strip() for tag in sent.split(","))


class ConditionalRoute(BodyRoute):
    """A route that answers 304 without content where the client has what it asks for, as its `If-None-Match` says."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        answer = super().get_route_handler()

        async def answered(request: Request) -> Response:
            response = await answer(request)
            tag, known = response.headers.get("ETag"), request.headers.get("If-None-Match")
            if request.method != "GET" or tag is None or known is None:
                return response
            if {ANY_STATE, tag}.isdisjoint(each.removeprefix("W/") for each in _tags(known)):
                return response
            kept = {name: response.headers[name] for name in _OF_304 if name in response.headers}
            return Response(status_code=304, headers=kept)

        return answered
