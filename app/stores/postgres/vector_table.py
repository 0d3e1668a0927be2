"""Computed vectors that all servers share."""

from collections.abc import Iterable, Mapping

from psycopg import Connection

from app.interfaces.embeddings import Vector
from app.memory.index.vector_bytes import bytes_of, key_of, vector_of
from app.stores.postgres.database import Database, Row, tolerating


class VectorTable:
    """Implements `IVectorCache`. While the database is away vectors are computed again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        by_key = {key_of(text): text for text in texts}

        def look(connection: Connection[Row]) -> list[Row]:
            query = "SELECT text, vector FROM vectors WHERE model = %s AND dimension = %s AND text = ANY(%s)"
            return connection.execute(query, (model, dimension, [*by_key]), binary=True).fetchall()

        rows: list[Row] = []
        with tolerating("vectors could not be read"):
            rows = self._database.run("They could not be read", look, patience=0) if by_key else []
        found = {by_key[key]: vector_of(blob, dimension) for key, blob in rows}
        return {text: vector for text, vector in found.items() if vector is not None}

    def put(self, vectors: Mapping[str, Vector], model: str) -> None:
        rows = [(key_of(text), model, len(vector), bytes_of(vector)) for text, vector in vectors.items()]

        def write(connection: Connection[Row]) -> None:
            insert = "INSERT INTO vectors VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
            connection.cursor().executemany(insert, rows)

        with tolerating("vectors could not be kept"):
            self._database.run("They could not be kept", write, patience=0)

    def close(self) -> None:
        """The database is closed by whoever opened it."""
