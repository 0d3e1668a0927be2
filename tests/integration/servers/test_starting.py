"""A server that starts."""

from contextlib import closing
from pathlib import Path

import psycopg
from pytest_mock import MockerFixture

from app.stores.postgres.database import Database, migrate
from tests.integration.api.asking import new_api, served


async def test_others_know_of_a_server_when_it_can_answer(
    database_url: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    with closing(Database(database_url)) as database:
        migrate(database)

    def servers_there() -> object:
        with psycopg.connect(database_url) as connection:
            return connection.execute("SELECT count(*) FROM workers").fetchone()

    there: list[object] = []
    mocker.patch("app.api.serving.preload_language", side_effect=lambda: there.append(servers_there()))
    async with served(new_api(tmp_path, database=database_url)) as server, server.client() as asking:
        assert (await asking.get("/v1/ready")).is_success
        there.append(servers_there())
    assert there == [(0,), (1,)]
    assert servers_there() == (0,)
