"""The game page that ``serve`` shows under ``/``, and the documentation of the API under ``/docs``: the static files of
`app/page`, which may load only each other and call only ``/v1``, and one generated script with the rows of
`app/models/memory_kinds.py`. Text is compressed here only, because event streams must be sent piece by piece."""

import mimetypes
from hashlib import sha256
from json import dumps
from pathlib import Path

from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from typing_extensions import override

from app.models.memory_kinds import HAND_MADE_KINDS, KIND_ROWS

FOLDER = Path(__file__).parents[1] / "page"
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-cache",  # cached, and revalidated by its ETag each time
}
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


class _Files(StaticFiles):
    @override
    async def get_response(self, path: str, scope: dict[str, object]) -> Response:  # type: ignore[override]
        answer = await super().get_response(path, scope)
        answer.headers.update(_HEADERS)
        return answer


def _memory_kinds() -> bytes:
    """Return the rows of the memory kinds as a JavaScript module."""
    rows = {
        kind: {"label": row.label, "title": row.title, "came": row.came, "group": row.group, "byHand": row.by_hand}
        for kind, row in KIND_ROWS.items()
    }
    kinds, by_hand = dumps(rows, ensure_ascii=False), dumps(HAND_MADE_KINDS)
    return f"export const KINDS = {kinds};\nexport const BY_HAND = {by_hand};\n".encode()


_MEMORY_KINDS = _memory_kinds()
_MEMORY_KINDS_TAG = f'"{sha256(_MEMORY_KINDS).hexdigest()[:32]}"'


def _send_memory_kinds(request: Request) -> Response:
    headers = {**_HEADERS, "ETag": _MEMORY_KINDS_TAG}
    if _MEMORY_KINDS_TAG in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(_MEMORY_KINDS, headers=headers, media_type="text/javascript")


_PAGES = _Files(directory=FOLDER)
DOCS = "/docs"
"""The path of the API's documentation, a page that reads the OpenAPI document."""


async def _send_docs(request: Request) -> Response:
    return await _PAGES.get_response("docs.html", dict(request.scope))


_TEXT = [Middleware(GZipMiddleware)]
_FOLDERS = ("data", "icons", "script", "style", "vendor")
_TOP = ("/manifest.webmanifest", "/worker.js")
"""Files beside the page itself; the worker may look after all of the page only from there."""
_READING = frozenset({"GET", "HEAD"})
ROUTES: tuple[BaseRoute, ...] = (
    Route("/", _Files(directory=FOLDER, html=True)),
    Route(DOCS, _send_docs),
    *(Route(path, _Files(directory=FOLDER)) for path in _TOP),
    Mount("/vendor/fonts", _Files(directory=FOLDER / "vendor" / "fonts")),
    Route("/script/memory-kinds.js", _send_memory_kinds, middleware=_TEXT),
    *(Mount(f"/{name}", _Files(directory=FOLDER / name), middleware=_TEXT) for name in _FOLDERS),
)


def is_file(method: str, path: str) -> bool:
    """Return whether a request is for a file of the page, which needs no authentication: the files hold nothing of a
    game."""
    folder, inside, _ = path.removeprefix("/").partition("/")
    return method in _READING and (path in ("/", DOCS, *_TOP) or (bool(inside) and folder in _FOLDERS))
