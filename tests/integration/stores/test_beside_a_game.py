"""What is kept beside a game: many who change it at once, from several servers, lose nothing of each other's."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from threading import Barrier, Thread

import pytest

from app.api.access import Tokens
from app.interfaces.game_models import GameModel, Teller
from app.services.game.games.game_library import GameLibrary
from app.stores.bundle import Stores
from app.stores.opening import in_files
from app.stores.postgres.database import Database, migrate
from app.stores.postgres.opening import open_stores
from tests.unit.stores.journals import header, opening
from tests.worlds import NOW

GAME = "game-1"
AT_ONCE = 16
SERVERS = 4


@pytest.fixture(params=["files", "postgres"])
def servers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[Stores]]:
    """The stores of several servers, which have one game."""
    with ExitStack() as ending:
        if request.param == "files":
            found = [in_files(tmp_path) for _ in range(SERVERS)]
        else:
            url = request.getfixturevalue("database_url")
            with closing(Database(url)) as database:
                migrate(database)
            found = [ending.enter_context(closing(open_stores(url))) for _ in range(SERVERS)]
        found[0].games.create(header(), opening())
        found[0].games.release(GAME)
        yield found


def _at_once(works: list[Callable[[], object]]) -> None:
    """Do all of them, each in a thread of its own that waits for the others to begin."""
    begin, failed = Barrier(len(works)), []

    def do(work: Callable[[], object]) -> None:
        begin.wait()
        try:
            work()
        except Exception as error:  # noqa: BLE001  # the test says which
            failed.append(error)

    threads = [Thread(target=do, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def _tokens(servers: list[Stores]) -> list[Tokens]:
    """The tokens as each of so many threads at once has them: the servers take turns."""
    of_servers = [Tokens(stores.tokens, lambda: NOW) for stores in servers]
    return [of_servers[number % len(servers)] for number in range(AT_ONCE)]


def _make(tokens: Tokens, made: list[str]) -> None:
    made.append(tokens.create(GAME, "viewer")[1])


def test_every_token_of_many_that_are_made_at_once_is_let_in(servers: list[Stores]) -> None:
    made: list[str] = []
    asked = _tokens(servers)
    _at_once([partial(_make, tokens, made) for tokens in asked])
    fresh = Tokens(servers[0].tokens, lambda: NOW)
    found = [asyncio.run(fresh.viewer(text)) for text in made]
    assert len(found) == AT_ONCE
    assert None not in found
    assert len({viewer.token_id for viewer in found if viewer}) == AT_ONCE


def test_no_token_that_is_revoked_beside_others_is_let_in(servers: list[Stores]) -> None:
    tokens = Tokens(servers[0].tokens, lambda: NOW)
    old = [tokens.create(GAME, "player", f"player-{number}") for number in range(AT_ONCE)]
    made: list[str] = []
    works: list[Callable[[], object]] = []
    for number, (asked, (token, _)) in enumerate(zip(_tokens(servers), old, strict=True)):
        if number % 2:
            works.append(partial(asked.revoke, GAME, token.id))
        else:
            works.append(partial(asked.revoke_players, GAME, {f"player-{number}"}))
        works.append(partial(_make, asked, made))
    _at_once(works)
    fresh = Tokens(servers[0].tokens, lambda: NOW)
    assert [asyncio.run(fresh.viewer(text)) for _, text in old] == [None] * AT_ONCE
    assert None not in [asyncio.run(fresh.viewer(text)) for text in made]
    assert len(made) == AT_ONCE


def test_every_change_of_many_to_who_tells_a_game_is_made(servers: list[Stores]) -> None:
    libraries = [GameLibrary(stores.games, lambda: NOW, models=stores.models) for stores in servers]

    def with_letter(letter: str, chosen: GameModel) -> GameModel:
        return chosen.model_copy(update={"model": (chosen.model or "") + letter})

    letters = "abcdefghijklmnop"
    assert len(letters) == AT_ONCE
    _at_once(
        [
            partial(libraries[number % SERVERS].choose_model, GAME, None, partial(with_letter, letter))
            for number, letter in enumerate(letters)
        ]
    )
    chosen = servers[0].models.read(GAME)
    assert chosen is not None
    assert sorted(chosen.model or "") == sorted(letters)


def _chosen(teller: Teller, _: GameModel | None) -> GameModel:
    return GameModel(teller=teller, model="x")


def test_a_choice_of_another_server_holds_from_the_next_turn_on(servers: list[Stores]) -> None:
    asked: list[GameModel] = []
    library = GameLibrary(servers[0].games, lambda: NOW, models=servers[0].models, works=asked.append)
    session = library.open(GAME)
    asked.clear()

    def teller() -> str:
        asyncio.run(library.work_for(session.header))
        return asked[-1].teller

    assert teller() == "server"
    tellers: tuple[Teller, ...] = "offline", "own", "server", "offline"
    for number, chosen in enumerate(tellers):
        servers[number % SERVERS].models.change(GAME, partial(_chosen, chosen))
        assert teller() == chosen
    library.close(GAME)


def test_a_choice_in_a_file_is_not_read_again_while_it_stands(tmp_path: Path) -> None:
    stores, asked = in_files(tmp_path), list[GameModel]()
    stores.games.create(header(), opening())
    library = GameLibrary(stores.games, lambda: NOW, models=stores.models, works=asked.append)
    session = library.open(GAME)
    stores.models.change(GAME, lambda _: GameModel(teller="offline"))
    for _ in range(3):
        asyncio.run(library.work_for(session.header))
    assert [each.teller for each in asked] == ["server", "offline"], "once when it is opened, once when it is chosen"
    library.close(GAME)
