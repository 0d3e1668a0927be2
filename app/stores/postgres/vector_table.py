"""Computed vectors that all servers share."""

from collections.abc import Iterable, Mapping

from app.interfaces.embeddings import Vector
from app.memory.index.vector_bytes import bytes_of, text_digest, vector_of
from app.stores.postgres.database import Database, Row, tolerating

_GET = "SELECT text, vector FROM vectors WHERE model = %s AND dimension = %s AND text = ANY(%s)"
_PUT = "INSERT INTO vectors VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"


class VectorTable:
    """Implements `IVectorCache`. While the database is unreachable, vectors are computed again."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        by_key, rows = {text_digest(text): text for text in texts}, list[Row]()
        with tolerating("vectors could not be read"):
            rows = self._database.rows("They are left out", _GET, (model, dimension, [*by_key]), patience=0)
        by_text = {by_key[key]: vector_of(blob, dimension) for key, blob in rows}
        return {text: vector for text, vector in by_text.items() if vector is not None}

    def put(self, vectors: Mapping[str, Vector], model: str) -> None:
        rows = [(text_digest(text), model, len(vector), bytes_of(vector)) for text, vector in vectors.items()]
        with tolerating("vectors could not be kept"):
            self._database.run("They are left out", lambda one: one.cursor().executemany(_PUT, rows), patience=0)

    def clear(self) -> None:
        self._database.changed("The vectors could not be deleted", "DELETE FROM vectors", ())

    def close(self) -> None:
        """Do nothing: the database is closed where it was opened."""
