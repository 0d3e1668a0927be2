"""Tokens: what is kept of them, who holds them, and what is none."""

import json
from pathlib import Path

import pytest
from pydantic import Secret, ValidationError

from app.api.access import MOST_TOKENS, NotAllowed, Role, Tokens, Viewer, acting_player, new_token, require
from app.errors import Conflict, CorruptSave, InvalidInput, NotFound
from app.settings import Settings
from app.stores.token_store import JsonTokenStore
from tests.worlds import NOW, new_game

GAME = "game-1"


@pytest.fixture
def tokens(tmp_path: Path) -> Tokens:
    (tmp_path / GAME).mkdir()
    return Tokens(JsonTokenStore(tmp_path), lambda: NOW, admin_token="the-admin")


def test_a_token_is_found_again_and_its_text_is_kept_nowhere(tokens: Tokens, tmp_path: Path) -> None:
    token, text = tokens.create(GAME, "player", "player", label="Mara's phone")
    assert tokens.viewer(text) == Viewer(Role.PLAYER, GAME, "player", token.id)
    secret = text.removeprefix(f"{GAME}.")
    assert secret not in (tmp_path / GAME / "tokens.json").read_text()
    assert (tmp_path / GAME / "tokens.json").stat().st_mode & 0o077 == 0
    assert Tokens(JsonTokenStore(tmp_path), lambda: NOW).viewer(text) is not None


def test_a_characters_token_names_its_person(tokens: Tokens) -> None:
    token, text = tokens.create(GAME, "character", npc_id="mara")
    assert tokens.viewer(text) == Viewer(Role.CHARACTER, GAME, token_id=token.id, npc_id="mara")


def test_tokens_that_were_kept_before_there_were_characters_are_still_good(tokens: Tokens, tmp_path: Path) -> None:
    _, text = tokens.create(GAME, "viewer")
    kept = tmp_path / GAME / "tokens.json"
    older = [{name: value for name, value in one.items() if name != "npc_id"} for one in json.loads(kept.read_text())]
    kept.write_text(json.dumps(older))
    assert tokens.viewer(text) is not None


@pytest.mark.parametrize("wrong", ["", "the-admi", "the-admiN", "the-admin ", "\ud800", "ä" * 9])
def test_only_the_token_itself_opens(tokens: Tokens, wrong: str) -> None:
    assert tokens.viewer(wrong) is None


def test_a_revoked_token_and_a_wrong_one_are_nobodys(tokens: Tokens) -> None:
    token, text = tokens.create(GAME, "master")
    _, other = tokens.create(GAME, "viewer")
    viewer = tokens.viewer(text)
    assert viewer is not None
    assert tokens.holds(viewer)
    tokens.revoke(GAME, token.id)
    assert tokens.viewer(text) is None
    assert not tokens.holds(viewer)
    assert tokens.viewer(other) is not None
    assert tokens.viewer(other[:-1]) is None
    assert tokens.viewer(other.replace(GAME, "game-2")) is None
    with pytest.raises(NotFound):
        tokens.revoke(GAME, "token-9")


def test_all_tokens_of_a_player_are_revoked_and_no_others(tokens: Tokens) -> None:
    texts = [tokens.create(GAME, "player", player_id)[1] for player_id in ("player", "player-2", "player")]
    texts.append(tokens.create(GAME, "master")[1])
    tokens.revoke_players(GAME, {"player"})
    assert [tokens.viewer(text) is not None for text in texts] == [False, True, False, True]


def test_the_admins_token_opens_every_game(tokens: Tokens) -> None:
    assert tokens.viewer("the-admin") == Viewer(Role.ADMIN)
    assert tokens.viewer("the-admins") is None
    assert tokens.viewer(None) is None


def test_a_game_has_only_so_many_tokens(tokens: Tokens) -> None:
    made, _ = tokens.create(GAME, "viewer")
    tokens.store.write(GAME, [made] * MOST_TOKENS)
    with pytest.raises(Conflict):
        tokens.create(GAME, "viewer")


def test_damage_and_bad_ids_are_said(tokens: Tokens, tmp_path: Path) -> None:
    (tmp_path / GAME / "tokens.json").write_text("[{}]")
    with pytest.raises(CorruptSave):
        tokens.store.tokens(GAME)
    assert tokens.viewer(f"{GAME}.x") is None
    with pytest.raises(InvalidInput):
        tokens.store.tokens("../game-1")
    with pytest.raises(NotFound):
        tokens.store.tokens("game-2")


def test_what_another_process_has_written_is_seen(tokens: Tokens, tmp_path: Path) -> None:
    _, text = tokens.create(GAME, "viewer")
    Tokens(JsonTokenStore(tmp_path), lambda: NOW).revoke(GAME, "token-1")
    assert tokens.viewer(text) is None


@pytest.mark.parametrize("role", Role)
def test_each_role_may_do_what_lesser_ones_may(role: Role) -> None:
    viewer = Viewer(role, GAME)
    for needed in Role:
        if list(Role).index(needed) <= list(Role).index(role):
            require(viewer, GAME, needed)
        else:
            with pytest.raises(NotAllowed):
                require(viewer, GAME, needed)
    with pytest.raises(NotFound):
        require(viewer, "game-2", Role.ADMIN)


def test_a_player_acts_as_itself_and_a_master_as_whom_it_names() -> None:
    state = new_game()
    master, player = Viewer(Role.MASTER, GAME), Viewer(Role.PLAYER, GAME, "player")
    assert acting_player(master, state, None) == "player"
    assert acting_player(player, state, "player") == "player"
    for viewer, asked, error in [
        (player, "other", NotAllowed),
        (Viewer(Role.PLAYER, GAME, "gone"), None, NotAllowed),
        (Viewer(Role.VIEWER, GAME), None, NotAllowed),
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
