"""A game that is deleted for good leaves nothing: no file, no row, no vector, no token, no key of a model."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import numpy as np
import psycopg
import pytest
from dependency_injector import providers
from psycopg import sql
from pydantic import SecretStr

from app import Container, Settings
from app.api.access import Tokens
from app.errors import NotFound, StorageFailed
from app.interfaces.game_models import GameModel
from app.stores.postgres.database import Database, migrate
from app.testing import small_sheet

SECRET = "the wombat is under the stairs"
KEY = "key-of-a-model-0123456789"


class Kept:
    """What a store holds, as bytes: every file of the folder, every row of the database."""

    def __init__(self, folder: Path, url: str | None) -> None:
        self.folder = folder
        self.url = url

    def files(self) -> list[Path]:
        return [path for path in self.folder.rglob("*") if path.is_file()]

    def rows(self) -> Sequence[tuple[str, Any]]:
        if self.url is None:
            return []
        with psycopg.connect(self.url, autocommit=True) as connection:
            tables = connection.execute(
                "SELECT table_name FROM information_schema.tables"
                " WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
            ).fetchall()
            return [
                (table, row)
                for (table,) in tables
                for row in connection.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table))).fetchall()
            ]

    def holds(self, *wanted: str) -> list[str]:
        """Where one of some texts is to be found."""
        found = [str(path) for path in self.files() if any(each.encode() in path.read_bytes() for each in wanted)]
        found += [str(path) for path in self.folder.rglob("*") if any(each in path.name for each in wanted)]
        rows = ((table, "".join(_text(value) for value in row)) for table, row in self.rows())
        return found + [table for table, text in rows if any(each in text for each in wanted)]


def _text(value: object) -> str:
    return bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)


@pytest.fixture(params=["files", "postgres"])
def container(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Container, Kept]]:
    with ExitStack() as ending:
        url = None if request.param == "files" else request.getfixturevalue("database_url")
        if url is not None:
            with closing(Database(url)) as database:
                migrate(database)
        made = Container()
        given = Settings(saves=tmp_path / "saves", embedder="words", minds=False, database=url)
        made.settings.override(providers.Object(given))
        ending.callback(lambda: made.stores().close())
        (tmp_path / "saves").mkdir()
        yield made, Kept(tmp_path / "saves", url)


async def played(container: Container) -> str:
    """A game with a line, a memory, a token, a model with a key, and a vector."""
    game_id = container.library().begin(small_sheet(), "Élan", title="A secret of Élan's")
    await container.turns().take_turn(game_id, f"say {SECRET}")
    await container.turns().settle(game_id)
    tokens = Tokens(container.tokens(), container.now())
    tokens.create(game_id, "player", "player", label="Élan's own")
    own = GameModel(teller="own", model="openai:x", base_url="http://localhost/v1", api_key=SecretStr(KEY))
    container.model_choices().change(game_id, lambda _: own)
    container.vector_cache().put({SECRET: np.array([1, 0, 0, 0], dtype=np.float32)}, "model")
    return game_id


async def test_a_game_that_is_erased_leaves_nothing(container: tuple[Container, Kept]) -> None:
    made, kept = container
    game_id = await played(made)
    assert kept.holds(SECRET)
    assert kept.holds(KEY)
    assert made.vector_cache().get([SECRET], "model", 4)
    await made.host().delete(game_id)
    assert kept.holds(game_id), "it is in the trash"
    await made.erasing().erase(game_id)
    assert kept.holds(game_id, SECRET, KEY, "secret of Élan's", "Élan's own") == []
    assert made.vector_cache().get([SECRET], "model", 4) == {}
    assert [row for row in kept.rows() if row[0] in ("games", "records", "older_lines", "private", "vectors")] == []
    with pytest.raises(NotFound):
        await made.erasing().erase(game_id)


async def test_the_game_of_others_stays_whole(container: tuple[Container, Kept]) -> None:
    made, kept = container
    game_id = await played(made)
    other = made.library().begin(small_sheet(), "Odo")
    await made.turns().take_turn(other, "say good evening")
    assert await made.erasing().erase(game_id) == 1
    assert made.library().read(other).last_seq >= 1
    assert [game.game_id for game in made.library().list()] == [other]
    assert kept.holds(SECRET) == []
    await made.turns().close(other)


async def test_a_game_whose_vectors_could_not_be_deleted_can_be_erased_again(
    container: tuple[Container, Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    made, kept = container
    game_id = await played(made)

    def refuse() -> None:
        raise StorageFailed("the file is in use")

    with monkeypatch.context() as failing:
        failing.setattr(made.vector_cache(), "clear", refuse)
        with pytest.raises(StorageFailed):
            await made.erasing().erase(game_id)
    assert await made.erasing().erase(game_id) == 1
    assert made.vector_cache().get([SECRET], "model", 4) == {}
    assert kept.holds(game_id, SECRET) == []


async def test_where_no_game_is_erased_vectors_stay(container: tuple[Container, Kept]) -> None:
    made, _ = container
    game_id = await played(made)
    with pytest.raises(NotFound):
        await made.erasing().erase_deleted(game_id)
    assert made.vector_cache().get([SECRET], "model", 4)
    await made.turns().close(game_id)


async def test_an_erased_token_is_in_no_list_and_another_gets_no_id_of_one_there_is(
    container: tuple[Container, Kept],
) -> None:
    made, kept = container
    game_id = await played(made)
    tokens = Tokens(made.tokens(), made.now())
    second, text = tokens.create(game_id, "viewer", label="a guest")
    tokens.create(game_id, "viewer", label="another")
    tokens.erase(game_id, second.id)
    assert await tokens.viewer(text) is None
    assert kept.holds("a guest", second.sha256) == []
    ids = [one.id for one in made.tokens().read(game_id) or ()]
    assert tokens.create(game_id, "viewer")[0].id not in ids
    with pytest.raises(NotFound):
        tokens.erase(game_id, second.id)
    await made.turns().close(game_id)
