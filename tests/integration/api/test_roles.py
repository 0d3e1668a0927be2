"""Who may do what: every route, asked by every role of its own game and of another."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import httpx2
import pytest

from app.api.access import TableRole
from app.interfaces.tokens import GameRole
from tests.integration.api.asking import ADMIN, Api, new_api

pytestmark = pytest.mark.long

ONLY_ADMIN = (403, 403, 403)
ONLY_MASTER = (403, 403)
ROLES: tuple[GameRole, ...] = get_args(GameRole)
IDS = {
    "of": "mara",
    "number": "1",
    "turn": "1",
    "token_id": "token-1",
    "player_id": "player",
    "memory_id": "mara-001",
    "message_id": "m-0",
    "npc_id": "mara",
    "other_id": "player",
    "scenario_id": "tide-bell",
    "model": "scenario:tide-bell",
}
"""What stands in each path beside the game."""


@dataclass(frozen=True)
class Row:
    """A route, and what it answers to a viewer's, a player's, a master's token of the game and to the admin.
    ``anyone``: also to those without a token. A character's token gets nothing but that."""

    method: str
    path: str
    answers: tuple[int, int, int, int]
    body: Any = None
    anyone: bool = False
    params: dict[str, str] = field(default_factory=dict)


def allowed(viewer: int, player: int, master: int, admin: int | None = None) -> tuple[int, int, int, int]:
    return viewer, player, master, master if admin is None else admin


LINE = {"text": "look around"}
OWN_LINE = {**LINE, "player_id": "player"}
ROWS = [
    Row("GET", "/v1/health", allowed(200, 200, 200), anyone=True),
    Row("GET", "/v1/ready", allowed(200, 200, 200), anyone=True),
    Row("GET", "/metrics", (*ONLY_ADMIN, 200)),
    Row("GET", "/v1/commands", allowed(200, 200, 200)),
    Row("GET", "/v1/games", allowed(200, 200, 200)),
    Row("POST", "/v1/games", (*ONLY_ADMIN, 201), {"scenario": "tide-bell", "players": ["Mara"], "title": "One"}),
    Row("POST", "/v1/games/import", (*ONLY_ADMIN, 400), {}),
    Row("POST", "/v1/games/memory", (*ONLY_ADMIN, 201), {}),
    Row("POST", "/v1/imports", (*ONLY_ADMIN, 400), {"text": "{}"}),
    Row("POST", "/v1/imports/inspect", (*ONLY_MASTER, 400, 400), {}),
    Row("POST", "/v1/imports/files", (*ONLY_ADMIN, 400), {}),
    Row("POST", "/v1/games/{game_id}/imports", (*ONLY_MASTER, 400, 400), {}),
    Row("GET", "/v1/games/{game_id}/pictures", allowed(200, 200, 200)),
    Row("GET", "/v1/games/{game_id}/pictures/{of}", allowed(404, 404, 404)),
    Row("PUT", "/v1/games/{game_id}/pictures/{of}", (*ONLY_MASTER, 400, 400), {}),
    Row("DELETE", "/v1/games/{game_id}/pictures/{of}", (*ONLY_MASTER, 404, 404)),
    Row("GET", "/v1/trash", (*ONLY_ADMIN, 200)),
    Row("POST", "/v1/trash/{game_id}/restore", (*ONLY_ADMIN, 404)),
    Row("DELETE", "/v1/trash/{game_id}", (*ONLY_ADMIN, 404)),
    Row("GET", "/v1/games/{game_id}", allowed(200, 200, 200)),
    Row("PATCH", "/v1/games/{game_id}", (*ONLY_MASTER, 200, 200), {"title": "Another"}),
    Row("POST", "/v1/games/{game_id}/release", (*ONLY_ADMIN, 200)),
    Row("DELETE", "/v1/games/{game_id}", (*ONLY_MASTER, 204, 404)),
    Row("GET", "/v1/games/{game_id}/export", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/tree", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/scenes", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/server/model", (*ONLY_ADMIN, 200)),
    Row("PUT", "/v1/server/model", (*ONLY_ADMIN, 200), {"model": "offline"}),
    Row("POST", "/v1/server/model/try", (*ONLY_ADMIN, 200), {}),
    Row("POST", "/v1/server/model/names", (*ONLY_ADMIN, 400), {}),
    Row("POST", "/v1/server/model/trial", (*ONLY_ADMIN, 400), {}),
    Row("GET", "/v1/games/{game_id}/model", (*ONLY_MASTER, 200, 200)),
    Row("PUT", "/v1/games/{game_id}/model", (*ONLY_MASTER, 200, 200), {"teller": "offline"}),
    Row("POST", "/v1/games/{game_id}/model/try", (*ONLY_MASTER, 200, 200), {"teller": "offline"}),
    Row("POST", "/v1/games/{game_id}/model/names", (*ONLY_MASTER, 400, 400), {}),
    Row("POST", "/v1/games/{game_id}/model/trial", (*ONLY_MASTER, 400, 400), {}),
    Row("GET", "/v1/games/{game_id}/narration", (*ONLY_MASTER, 200, 200)),
    Row("PUT", "/v1/games/{game_id}/narration", (*ONLY_MASTER, 200, 200), {"tense": "past"}),
    Row("POST", "/v1/games/{game_id}/undo", allowed(403, 200, 200), {}),
    Row("POST", "/v1/games/{game_id}/redo", allowed(403, 409, 409)),
    Row("POST", "/v1/games/{game_id}/narrate", (*ONLY_MASTER, 200, 200), {"text": "Rain sets in."}),
    Row("POST", "/v1/games/{game_id}/branches", (*ONLY_MASTER, 201, 201), {}),
    Row("POST", "/v1/games/{game_id}/labels", (*ONLY_MASTER, 204, 204), {"name": "here"}),
    Row("GET", "/v1/games/{game_id}/turns", allowed(200, 200, 200)),
    Row("POST", "/v1/games/{game_id}/turns", allowed(403, 200, 200), OWN_LINE),
    Row("GET", "/v1/games/{game_id}/turns/{turn}", allowed(200, 200, 200)),
    Row("POST", "/v1/games/{game_id}/turns/{turn}/edit", allowed(403, 200, 200), LINE),
    Row("POST", "/v1/games/{game_id}/turns/current/stop", allowed(403, 200, 200)),
    Row("POST", "/v1/games/{game_id}/retry", allowed(403, 200, 200)),
    Row("POST", "/v1/games/{game_id}/continue", allowed(403, 409, 409)),
    Row("GET", "/v1/games/{game_id}/answers", allowed(403, 200, 200)),
    Row("POST", "/v1/games/{game_id}/answers/choose", allowed(403, 404, 404), {"seq": 10_000}),
    Row("PUT", "/v1/games/{game_id}/messages/{message_id}", (*ONLY_MASTER, 409, 409), {"text": "It rains."}),
    Row(
        "POST",
        "/v1/games/{game_id}/commands",
        (*ONLY_MASTER, 200, 200),
        {"commands": [{"kind": "advance_time", "minutes": 1}]},
    ),
    Row("GET", "/v1/games/{game_id}/messages/{message_id}", allowed(200, 200, 200)),
    Row("GET", "/v1/games/{game_id}/scopes", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/memories", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/memories/timeline", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/memories/{memory_id}/recalls", (*ONLY_MASTER, 200, 200)),
    Row("POST", "/v1/games/{game_id}/memories", (*ONLY_MASTER, 201, 201), {"of": "mara", "text": "It rains."}),
    Row("GET", "/v1/games/{game_id}/memories/search", (*ONLY_MASTER, 200, 200), params={"of": "mara", "q": "owl"}),
    Row("GET", "/v1/games/{game_id}/memories/{memory_id}", (*ONLY_MASTER, 200, 200)),
    Row("PATCH", "/v1/games/{game_id}/memories/{memory_id}", (*ONLY_MASTER, 200, 200), {"pinned": True}),
    Row("POST", "/v1/games/{game_id}/memories/{memory_id}/archive", (*ONLY_MASTER, 200, 409)),
    Row("POST", "/v1/games/{game_id}/memories/{memory_id}/restore", (*ONLY_MASTER, 409, 409)),
    Row("GET", "/v1/games/{game_id}/knowledge", (*ONLY_MASTER, 200, 200), params={"claim": "the owl is loud"}),
    Row("POST", "/v1/games/{game_id}/remember", (*ONLY_MASTER, 409, 409), {"who": ["Ana"], "text": "It rains."}),
    Row("GET", "/v1/games/{game_id}/recall", (*ONLY_MASTER, 409, 409), params={"who": "Ana", "query": "rain"}),
    Row("GET", "/v1/games/{game_id}/who-knows", (*ONLY_MASTER, 409, 409), params={"claim": "it rains"}),
    Row("GET", "/v1/games/{game_id}/people", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/people/{npc_id}", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/people/{npc_id}/acquaintances", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/people/{npc_id}/acquaintances/{other_id}", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/people/{npc_id}/stays", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/canon", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/jobs", (*ONLY_MASTER, 200, 200)),
    Row("POST", "/v1/games/{game_id}/settle", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/turns/{turn}/prompt", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/prompts", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/v1/games/{game_id}/usage", (*ONLY_MASTER, 200, 200)),
    Row("GET", "/openai/v1/models", allowed(200, 200, 200)),
    Row("GET", "/openai/v1/models/{model}", (404, 404, 404, 200)),
    Row(
        "POST",
        "/openai/v1/chat/completions",
        allowed(403, 404, 404),
        {"model": "no-such-game", "messages": [{"role": "user", "content": "wait"}]},
    ),
    Row("GET", "/v1/scenarios", allowed(200, 200, 200)),
    Row("GET", "/v1/scenarios/{scenario_id}", allowed(200, 200, 200)),
    Row("POST", "/v1/scenarios/check", (*ONLY_ADMIN, 200), {}),
    Row("POST", "/v1/scenarios", (*ONLY_ADMIN, 400), {"id": "small"}),
    Row("GET", "/v1/games/{game_id}/scenario", (*ONLY_MASTER, 200, 200)),
    Row("PUT", "/v1/games/{game_id}/scenario", (*ONLY_MASTER, 400, 400), {"id": "small"}),
    Row("GET", "/v1/games/{game_id}/scene", allowed(200, 200, 200)),
    Row("GET", "/v1/games/{game_id}/hints", allowed(200, 200, 200)),
    Row("GET", "/v1/games/{game_id}/players", allowed(200, 200, 200)),
    Row("POST", "/v1/games/{game_id}/players", (*ONLY_MASTER, 201, 409), {"name": "Zoe"}),
    Row("GET", "/v1/games/{game_id}/players/{player_id}/sheet", allowed(200, 200, 200)),
    Row("PUT", "/v1/games/{game_id}/players/{player_id}/sheet", allowed(403, 200, 200), {"home": "Sedge"}),
    Row("DELETE", "/v1/games/{game_id}/players/{player_id}", (403, 204, 404, 404)),
    Row("GET", "/v1/games/{game_id}/notes", allowed(403, 200, 200)),
    Row("GET", "/v1/games/{game_id}/remarks", allowed(403, 200, 200)),
    Row("POST", "/v1/games/{game_id}/remarks", allowed(403, 201, 201), {"text": "Ten minutes?"}),
    Row("DELETE", "/v1/games/{game_id}/remarks/{number}", allowed(403, 404, 404)),
    Row(
        "POST", "/v1/games/{game_id}/notes", allowed(403, 201, 201), {"text": "The tide is out", "player_id": "player"}
    ),
    Row("GET", "/v1/games/{game_id}/tokens", (*ONLY_MASTER, 200, 200)),
    Row("POST", "/v1/games/{game_id}/tokens", (*ONLY_MASTER, 201, 201), {"role": "viewer", "label": "a screen"}),
    Row("DELETE", "/v1/games/{game_id}/tokens/{token_id}", (*ONLY_MASTER, 204, 204)),
]
STREAMS = {("GET", "/v1/games/{game_id}/events")}
"""Asked over a real connection in test_events: they do not end by themselves."""


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Api:
    return new_api(tmp_path_factory.mktemp("saves"), api_requests_per_minute=100_000)


def test_the_table_names_every_route(api: Api) -> None:
    offered = {(method.upper(), path) for path, methods in api.app.openapi()["paths"].items() for method in methods}
    assert {(row.method, row.path) for row in ROWS} | STREAMS == offered


def test_the_document_tells_the_least_role_that_is_answered(api: Api) -> None:
    """Of those that are answered at all: a character is not."""
    paths = api.app.openapi()["paths"]
    for row in ROWS:
        roles = [role for role, answer in zip((*TableRole,)[1:], row.answers, strict=True) if answer != 403]
        needed = [] if row.anyone else [{"token": [roles[0].value]}, {}]
        assert paths[row.path][row.method.lower()]["security"] == needed, row


async def asked(api: Api, row: Row, game_id: str, token: str | None) -> httpx2.Response:
    path = row.path.format(game_id=game_id, **IDS)
    async with api.client(token) as client:
        return await client.request(row.method, path, json=row.body, params=row.params)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.method} {row.path}")
async def test_each_role_is_answered_as_the_table_says(api: Api, row: Row) -> None:
    game_id, other_id = api.begin("Élan", "Odo"), api.begin()
    for line in ("wait", "look", "wait", "look"):
        await api.container.turns().take_turn(game_id, line)
    await api.container.turns().settle(game_id)
    tokens = [api.token(game_id, "viewer"), api.token(game_id, "player"), api.token(game_id, "master"), ADMIN]
    foreign = [api.token(other_id, role) for role in ROLES]
    before = api.container.library().read(game_id)

    nobody = await asked(api, row, game_id, None)
    unknown = await asked(api, row, game_id, f"{game_id}.not-the-secret")
    if row.anyone:
        assert nobody.status_code == 200
    else:
        assert (nobody.status_code, unknown.status_code) == (401, 401)
        assert nobody.headers["www-authenticate"] == "Bearer"
    if "{game_id}" in row.path and row.answers[:3] != ONLY_ADMIN:
        answers = [await asked(api, row, game_id, token) for token in foreign]
        assert [answer.status_code for answer in answers] == [404] * len(foreign)
        elsewhere = await asked(api, row, "no-such-game", foreign[-1])
        assert elsewhere.json()["detail"] == answers[-1].json()["detail"].replace(game_id, "no-such-game")
    of_character = await asked(api, row, game_id, api.token(game_id, "character"))
    assert of_character.status_code == (200 if row.anyone else 403)
    assert api.container.library().read(game_id) == before

    found = [(await asked(api, row, game_id, token)).status_code for token in tokens]
    assert tuple(found) == row.answers


async def test_a_master_of_one_game_sees_no_other_in_any_list(api: Api, tmp_path: Path) -> None:
    game_id, other_id = api.begin(), api.begin()
    async with api.client(api.token(game_id, "master")) as client:
        listed = await client.get("/v1/games")
        tree = await client.get(f"/v1/games/{game_id}/tree")
        scenes = await client.get(f"/v1/games/{game_id}/scenes")
    assert [game["id"] for game in listed.json()["items"]] == [game_id]
    assert other_id not in listed.text + tree.text + scenes.text


async def test_without_tokens_whoever_asks_may_do_everything(tmp_path: Path) -> None:
    api = new_api(tmp_path / "saves", tokens_required=False)
    async with api.client() as client:
        made = await client.post("/v1/games", json={"scenario": "tide-bell"})
        assert made.status_code == 201
        played = await client.post(f"/v1/games/{made.json()['id']}/turns", json=LINE)
        assert played.json()["player_id"] == "player"
        assert (await client.get("/metrics")).status_code == 200
    async with api.client("a-token-that-nobody-made") as client:
        assert (await client.get("/v1/games")).status_code == 401


async def test_a_revoked_token_is_worth_nothing(api: Api) -> None:
    game_id = api.begin()
    token = api.token(game_id, "player")
    async with api.client(token) as player, api.client(ADMIN) as admin:
        assert (await player.get(f"/v1/games/{game_id}")).status_code == 200
        listed = (await admin.get(f"/v1/games/{game_id}/tokens")).json()["items"]
        await admin.delete(f"/v1/games/{game_id}/tokens/{listed[0]['id']}")
        assert (await player.get(f"/v1/games/{game_id}")).status_code == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"role": "character", "npc_id": "mara"}, 201),
        ({"role": "character"}, 400),
        ({"role": "character", "npc_id": "nobody"}, 404),
        ({"role": "character", "npc_id": "mara", "player_id": "player"}, 400),
        ({"role": "player", "player_id": "player"}, 201),
        ({"role": "player"}, 400),
        ({"role": "player", "player_id": "nobody"}, 400),
        ({"role": "viewer", "npc_id": "mara"}, 400),
        ({"role": "master", "player_id": "player"}, 400),
        ({"role": "admin"}, 422),
    ],
)
async def test_a_token_names_whom_its_role_is_for(api: Api, body: dict[str, str], status: int) -> None:
    game_id = api.begin()
    async with api.client(ADMIN) as admin:
        made = await admin.post(f"/v1/games/{game_id}/tokens", json=body)
        listed = (await admin.get(f"/v1/games/{game_id}/tokens")).json()["items"]
    assert made.status_code == status
    assert len(listed) == (status == 201)
    assert all(one[name] == value for one in listed for name, value in body.items())


async def test_tokens_go_to_the_trash_with_their_game_and_come_back_with_it(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as master, api.client(ADMIN) as admin:
        assert (await master.delete(f"/v1/games/{game_id}")).status_code == 204
        assert (await master.get(f"/v1/games/{game_id}")).status_code == 401
        assert game_id in [game["id"] for game in (await admin.get("/v1/trash")).json()["items"]]
        assert (await admin.post(f"/v1/trash/{game_id}/restore")).json()["id"] == game_id
        assert (await master.get(f"/v1/games/{game_id}")).status_code == 200


async def test_a_branch_comes_with_a_token_of_its_own(api: Api) -> None:
    game_id = api.begin()
    async with api.client(api.token(game_id, "master")) as master:
        made = (await master.post(f"/v1/games/{game_id}/branches", json={"turn": 0})).json()
        assert (await master.get(f"/v1/games/{made['id']}")).status_code == 404
    async with api.client(made["token"]) as client:
        assert (await client.get(f"/v1/games/{made['id']}/export")).status_code == 200
