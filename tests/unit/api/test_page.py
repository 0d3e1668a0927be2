"""The page: what may go into its files, what is sent with them, and that nothing of it stands before the API."""

import gzip
import hashlib
import json
import re
from graphlib import TopologicalSorter
from pathlib import Path

import httpx2
import pytest

from app.api.page import FOLDER
from app.models.memory_kinds import HAND_MADE_KINDS, MemoryKind
from app.settings import PROJECT
from tests.integration.api.asking import Api, new_api

VENDOR = FOLDER / "vendor"
OURS = [path for kind in ("html", "css", "js") for path in FOLDER.rglob(f"*.{kind}") if VENDOR not in path.parents]
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"))


@pytest.mark.parametrize("vendor", [VENDOR, PROJECT / "tests" / "browser" / "vendor"], ids=["page", "tests"])
def test_what_others_wrote_is_as_they_gave_it_out(vendor: Path) -> None:
    lines = (line.split("  ", 1) for line in (vendor / "CHECKSUMS").read_text().splitlines())
    told = {name: digest for digest, name in lines}
    found = {path.relative_to(vendor).as_posix(): path for path in vendor.rglob("*") if path.is_file()}
    del found["CHECKSUMS"]
    assert {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in found.items()} == told
    assert all(any(folder.glob("LICENSE*")) for folder in vendor.iterdir() if folder.is_dir())


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_no_file_makes_markup_of_text_or_needs_more_than_the_policy_gives(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"(inner|outer)HTML|insertAdjacentHTML|document\.write|dangerouslySet|DOMParser|eval\(", text)
    assert not re.search(r"\bstyle=|<style|<script(?![^>]*\ssrc=)|\son[a-z]+=\"|javascript:|https?://", text)


def test_modules_import_each_other_in_no_circle() -> None:
    modules = [path for path in OURS if path.suffix == ".js"]
    imported = re.compile(r"""(?:from|import|import\()\s*"(\.[^"]+)\"""")
    graph = {
        path: {(path.parent / name).resolve() for name in imported.findall(path.read_text("utf-8"))} for path in modules
    }
    assert sum(map(len, graph.values())) > len(modules)
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


async def test_the_page_may_load_only_its_own_files_and_the_api_nothing(api: Api) -> None:
    async with api.client() as client:
        page, script = await client.get("/"), await client.get("/script/main.js")
        listed, problem = await client.get("/v1/games"), await client.get("/script/none.js")
        docs = await client.get("/docs")
    assert docs.headers["content-type"].startswith("text/html")
    assert {answer.headers["content-security-policy"] for answer in (page, script, docs)} == {POLICY}
    assert page.headers["x-content-type-options"] == "nosniff"
    assert listed.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert problem.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert problem.json()["status"] == 404


async def test_what_a_browser_has_is_not_sent_again(api: Api) -> None:
    async with api.client() as client:
        first = await client.get("/script/game.js")
        again = await client.get("/script/game.js", headers={"If-None-Match": first.headers["etag"]})
    assert (first.headers["content-encoding"], first.headers["cache-control"]) == ("gzip", "no-cache")
    assert (again.status_code, again.content) == (304, b"")


async def test_what_the_page_says_of_memories_is_made_of_their_rows(api: Api) -> None:
    async with api.client() as client:
        sent = await client.get("/script/memory-kinds.js")
        again = await client.get("/script/memory-kinds.js", headers={"If-None-Match": sent.headers["etag"]})
    assert sent.headers["content-type"].startswith("text/javascript")
    assert (again.status_code, again.headers["content-security-policy"]) == (304, POLICY)
    kinds, by_hand = (json.loads(line.partition(" = ")[2].removesuffix(";")) for line in sent.text.splitlines())
    assert [*kinds] == [*MemoryKind]
    assert by_hand == [*HAND_MADE_KINDS]
    assert all(kinds[kind]["byHand"] for kind in by_hand)
    assert all(all(row[name] for name in ("label", "title", "came", "group")) for row in kinds.values())


async def test_fonts_are_not_compressed_once_more(api: Api) -> None:
    async with api.client() as client:
        answer = await client.get("/vendor/fonts/literata-latin-wght-normal.woff2")
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers


@pytest.mark.parametrize("path", ["/index.html", "/script/", "/style", "/vendor/../page.py", "/script/../index.html"])
async def test_only_files_of_the_page_are_sent(api: Api, path: str) -> None:
    async with api.client() as client:
        assert (await client.get(path)).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/v1/health", 200),
        ("GET", "/v1/nothing", 404),
        ("GET", "/v1/games/any/undo", 405),
        ("GET", "/metrics", 401),
        ("GET", "/mcp/any/narrator", 401),
        ("POST", "/", 405),
        ("POST", "/docs", 405),
        ("GET", "/docs/", 404),
    ],
)
async def test_the_page_stands_before_nothing_of_the_api(api: Api, method: str, path: str, status: int) -> None:
    async with api.client() as client:
        assert (await client.request(method, path)).status_code == status


VIEWS = sorted(path.stem for path in (FOLDER / "script" / "views").glob("*.js") if path.stem != "index")


@pytest.mark.parametrize("view", VIEWS)
async def test_a_first_view_weighs_at_most_80_kilobytes(api: Api, view: str) -> None:
    """Without fonts, compressed: the page, its styles, and the modules of one view; what it loads when something is
    opened comes later."""
    async with api.client() as client:
        page = (await client.get("/")).text
        waiting = [f"/{path}" for path in re.findall(r'(?:href|src)="((?:style|script|vendor/htm)[^"]+)"', page)]
        waiting.append(f"/script/views/{view}.js")
        weights = {"/": len(gzip.compress(page.encode()))}
        while waiting:
            path = waiting.pop()
            if path in weights:
                continue
            weights[path], text = await _weight(client, path)
            folder = httpx2.URL(f"http://localhost{path}")
            imported = (
                re.findall(r'^(?:import|export)\b[^"(]*"(\.[^"]+)"', text, re.MULTILINE)
                if path.startswith("/script/")
                else []
            )
            waiting += [folder.join(name).path for name in imported]
    assert "/script/game.js" in weights
    assert sum(weights.values()) <= 80_000


async def test_the_page_can_be_installed_as_an_app(api: Api) -> None:
    async with api.client() as client:
        manifest = await client.get("/manifest.webmanifest")
        icons = [await client.get(f"/{icon['src']}") for icon in manifest.json()["icons"]]
    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.headers["content-security-policy"] == POLICY
    assert {icon.headers["content-type"] for icon in icons} == {"image/svg+xml", "image/png"}
    assert all(icon.status_code == 200 for icon in icons)


async def _weight(client: httpx2.AsyncClient, path: str) -> tuple[int, str]:
    async with client.stream("GET", path) as answer:
        assert answer.status_code == 200, path
        raw = b"".join([piece async for piece in answer.aiter_raw()])
    return len(raw), (gzip.decompress(raw) if answer.headers.get("content-encoding") == "gzip" else raw).decode()
