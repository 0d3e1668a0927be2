"""Tokens: what is kept of them, who holds them, and what is none."""

import asyncio
import json
from pathlib import Path
from threading import Event

import pytest
from pydantic import Secret, ValidationError

from app.api import access
from app.api.access import (
    MOST_TOKENS,
    NotAllowed,
    TableRole,
    TableViewer,
    Tokens,
    acting_player,
    new_token,
    require_access,
)
from app.errors import Conflict, CorruptSave, InvalidInput, NotFound
from app.interfaces.tokens import GameTokens
from app.settings import Settings
from app.stores.sidecar import TOKENS, SidecarStore
from app.stores.sidecar_files import SidecarFiles
from tests.waiting import HANG
from tests.worlds import NOW, new_game

GAME = "game-1"


class CountingStore(SidecarStore[GameTokens]):
    """Counts how often it is asked, waits in the middle of that where it is told to, and counts seconds."""

    asked = 0
    seconds = 100.0

    def __init__(self, root: Path) -> None:
        super().__init__(SidecarFiles(root), TOKENS)
        self.was_read, self.go_on = Event(), Event()
        self.go_on.set()

    def read(self, game_id: str) -> GameTokens | None:
        self.asked += 1
        found, go_on = super().read(game_id), self.go_on
        self.was_read.set()
        assert go_on.wait(HANG)
        return found


@pytest.fixture
def store(tmp_path: Path) -> CountingStore:
    (tmp_path / GAME).mkdir()
    return CountingStore(tmp_path)


@pytest.fixture
def tokens(store: CountingStore) -> Tokens:
    return Tokens(store, lambda: NOW, admin_token="the-admin", clock=lambda: store.seconds)


async def test_a_token_is_found_again_and_its_text_is_kept_nowhere(tokens: Tokens, tmp_path: Path) -> None:
    token, text = tokens.create(GAME, "player", "player", label="Mara's phone")
    assert await tokens.viewer(text) == TableViewer(TableRole.PLAYER, GAME, "player", token.id)
    secret = text.removeprefix(f"{GAME}.")
    assert secret not in (tmp_path / GAME / "tokens.json").read_text()
    assert (tmp_path / GAME / "tokens.json").stat().st_mode & 0o077 == 0
    assert await Tokens(SidecarStore(SidecarFiles(tmp_path), TOKENS), lambda: NOW).viewer(text) is not None


async def test_a_characters_token_names_its_person(tokens: Tokens) -> None:
    token, text = tokens.create(GAME, "character", npc_id="mara")
    assert await tokens.viewer(text) == TableViewer(TableRole.CHARACTER, GAME, token_id=token.id, npc_id="mara")


async def test_tokens_that_were_kept_before_there_were_characters_are_still_good(
    tokens: Tokens, tmp_path: Path
) -> None:
    _, text = tokens.create(GAME, "viewer")
    kept = tmp_path / GAME / "tokens.json"
    older = [{name: value for name, value in one.items() if name != "npc_id"} for one in json.loads(kept.read_text())]
    kept.write_text(json.dumps(older))
    assert await tokens.viewer(text) is not None


@pytest.mark.parametrize("wrong", ["", "the-admi", "the-admiN", "the-admin ", "\ud800", "ä" * 9])
async def test_only_the_token_itself_opens(tokens: Tokens, wrong: str) -> None:
    assert await tokens.viewer(wrong) is None


async def test_a_revoked_token_and_a_wrong_one_are_nobodys(tokens: Tokens) -> None:
    token, text = tokens.create(GAME, "master")
    _, other = tokens.create(GAME, "viewer")
    viewer = await tokens.viewer(text)
    assert viewer is not None
    assert await tokens.is_valid(viewer)
    tokens.revoke(GAME, token.id)
    assert await tokens.viewer(text) is None
    assert not await tokens.is_valid(viewer)
    assert await tokens.viewer(other) is not None
    assert await tokens.viewer(other[:-1]) is None
    assert await tokens.viewer(other.replace(GAME, "game-2")) is None
    with pytest.raises(NotFound):
        tokens.revoke(GAME, "token-9")


async def test_all_tokens_of_a_player_are_revoked_and_no_others(tokens: Tokens) -> None:
    texts = [tokens.create(GAME, "player", player_id)[1] for player_id in ("player", "player-2", "player")]
    texts.append(tokens.create(GAME, "master")[1])
    tokens.revoke_players(GAME, {"player"})
    assert [await tokens.viewer(text) is not None for text in texts] == [False, True, False, True]


async def test_the_admins_token_opens_every_game(tokens: Tokens) -> None:
    assert await tokens.viewer("the-admin") == TableViewer(TableRole.ADMIN)
    assert await tokens.viewer("the-admins") is None
    assert await tokens.viewer(None) is None


def test_a_game_has_only_so_many_tokens(tokens: Tokens) -> None:
    made, _ = tokens.create(GAME, "viewer")
    tokens.store.change(GAME, lambda _: (made,) * MOST_TOKENS)
    with pytest.raises(Conflict):
        tokens.create(GAME, "viewer")


async def test_damage_and_bad_ids_are_said(tokens: Tokens, tmp_path: Path) -> None:
    (tmp_path / GAME / "tokens.json").write_text("[{}]")
    with pytest.raises(CorruptSave):
        tokens.store.read(GAME)
    assert await tokens.viewer(f"{GAME}.x") is None
    with pytest.raises(InvalidInput):
        tokens.store.read("../game-1")
    with pytest.raises(NotFound):
        tokens.store.read("game-2")


async def test_what_another_process_has_written_is_seen_within_a_second(
    tokens: Tokens, store: CountingStore, tmp_path: Path
) -> None:
    _, text = tokens.create(GAME, "viewer")
    viewer = await tokens.viewer(text)
    assert viewer is not None
    Tokens(SidecarStore(SidecarFiles(tmp_path), TOKENS), lambda: NOW).revoke(GAME, "token-1")
    store.seconds += 0.99
    assert await tokens.is_valid(viewer)
    store.seconds += 0.01
    assert not await tokens.is_valid(viewer)
    assert await tokens.viewer(text) is None


async def test_a_busy_client_is_found_without_asking_the_store_each_time(tokens: Tokens, store: CountingStore) -> None:
    _, text = tokens.create(GAME, "viewer")
    store.asked = 0
    for _ in range(3):
        viewer = await tokens.viewer(text)
        assert viewer is not None
        assert await tokens.is_valid(viewer)
    assert store.asked == 1
    store.seconds += 1
    await tokens.viewer(text)
    assert store.asked == 2


async def test_the_store_is_not_asked_for_the_admin_nor_for_who_has_no_token(
    tokens: Tokens, store: CountingStore
) -> None:
    admin = await tokens.viewer("the-admin")
    assert admin is not None
    assert await tokens.is_valid(admin)
    await tokens.viewer(None)
    assert store.asked == 0


async def test_of_games_without_good_tokens_nothing_is_kept(tokens: Tokens) -> None:
    for game_id in (GAME, "game-2", "../game-1", "x" * 1_000):
        assert await tokens.viewer(f"{game_id}.x") is None
    assert tokens._cache == {}


async def test_of_very_many_games_only_some_are_kept(
    tokens: Tokens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "_MAX_CACHED", 3)
    for number in range(10):
        (tmp_path / f"many-{number}").mkdir()
        assert await tokens.viewer(tokens.create(f"many-{number}", "viewer")[1]) is not None
        assert 0 < len(tokens._cache) <= 3


async def test_a_token_that_is_revoked_while_the_store_is_asked_is_not_kept(
    tokens: Tokens, store: CountingStore, tmp_path: Path
) -> None:
    """Nor does a store that answers late keep the event loop waiting."""
    _, text = tokens.create(GAME, "viewer")
    store.was_read.clear()
    store.go_on.clear()
    asking = asyncio.create_task(tokens.viewer(text))
    while not store.was_read.is_set():  # noqa: ASYNC110  # of another thread
        await asyncio.sleep(0)
    late, store.go_on = store.go_on, Event()
    store.go_on.set()
    await asyncio.to_thread(tokens.revoke, GAME, "token-1")
    assert not asking.done()
    late.set()
    await asking
    assert await tokens.viewer(text) is None


@pytest.mark.parametrize("role", TableRole)
def test_each_role_may_do_what_lesser_ones_may(role: TableRole) -> None:
    viewer = TableViewer(role, GAME)
    for needed in TableRole:
        if list(TableRole).index(needed) <= list(TableRole).index(role):
            require_access(viewer, GAME, needed)
        else:
            with pytest.raises(NotAllowed):
                require_access(viewer, GAME, needed)
    with pytest.raises(NotFound):
        require_access(viewer, "game-2", TableRole.ADMIN)


def test_a_player_acts_as_itself_and_a_master_as_whom_it_names() -> None:
    state = new_game()
    master, player = TableViewer(TableRole.MASTER, GAME), TableViewer(TableRole.PLAYER, GAME, "player")
    assert acting_player(master, state, None) == "player"
    assert acting_player(player, state, "player") == "player"
    for viewer, asked, error in [
        (player, "other", NotAllowed),
        (TableViewer(TableRole.PLAYER, GAME, "gone"), None, NotAllowed),
        (TableViewer(TableRole.VIEWER, GAME), None, NotAllowed),
        (master, "nobody", InvalidInput),
    ]:
        with pytest.raises(error):
            acting_player(viewer, state, asked)


def test_every_token_is_another_and_is_one_that_could_be_chosen() -> None:
    tokens = {new_token() for _ in range(50)}
    assert len(tokens) == 50
    assert all(Settings(admin_token=Secret(token)).admin_token for token in tokens)


@pytest.mark.parametrize("bad", ["", "short", "x" * 201, "with a blank in it", "tökentökentökentöken", "x" * 20 + "\n"])
def test_a_token_that_is_easily_guessed_or_cannot_be_sent_is_refused(bad: str) -> None:
    with pytest.raises(ValidationError, match="admin_token"):
        Settings(admin_token=Secret(bad))
