"""Unit vectors of documents, with one row per distinct text in one growing array."""

import math
from collections.abc import Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from app.errors import InvalidInput
from app.interfaces.embeddings import is_embeddable
from app.memory.index.columns import Columns, grown

Vectors = NDArray[np.float32]


class VectorRows:
    """Unit vectors of documents, some of which may have none; equal texts share a row."""

    def __init__(self) -> None:
        self._rows: Vectors = np.empty((0, 0), dtype=np.float32)
        self._size = 0
        self._row_of_text: dict[str, int] = {}
        self._waiting: dict[str, list[int]] = {}
        self._documents = Columns(row=np.int32, waits=np.bool_)
        self._aligned = True

    @property
    def dimensions(self) -> int:
        """The dimension of the vectors; 0 while there is none."""
        return int(self._rows.shape[1])

    @property
    def rows(self) -> Vectors:
        return self._rows[: self._size]

    @property
    def is_aligned(self) -> bool:
        """Whether every document n has row n."""
        return self._aligned and self._size == len(self._documents)

    @property
    def row_of_document(self) -> NDArray[np.int32]:
        return self._documents["row"]

    def add_document(self, text: str, *, waits: bool = True) -> None:
        """Append a document; its vector may be set later if it ``waits`` for one and can have one."""
        document, waits = len(self._documents), waits and is_embeddable(text)
        row = self._row_of_text.get(text, -1)
        if row < 0 and waits:
            self._waiting.setdefault(text, []).append(document)
        self._documents.append(row, waits)

    def waiting(self, limit: int | None = None) -> list[str]:
        """Return texts that have no vector yet, in order, at most ``limit``."""
        return list(islice(self._waiting, limit))

    def give(self, text: str, vector: NDArray[np.floating] | None) -> None:
        """Set the vector of a waiting text; other texts and None are ignored.

        Raises:
            InvalidInput: The vector has another dimension than earlier ones, or is not finite.
        """
        documents = self._waiting.get(text)
        if documents is None or vector is None:
            return
        unit = unit_vector(vector)
        if self._size == 0:
            self._rows = np.empty((64, len(unit)), dtype=np.float32)
        elif len(unit) != self.dimensions:
            raise InvalidInput(f"The vector has {len(unit)} dimensions, earlier ones have {self.dimensions}.")
        del self._waiting[text]
        if self._size == len(self._rows):
            self._rows = grown(self._rows)
        self._rows[self._size] = unit
        self._row_of_text[text] = self._size
        for document in documents:
            self._documents.put("row", document, self._size)
            self._aligned = self._aligned and document == self._size
        self._size += 1

    def of(self, document: int) -> Vectors | None:
        """Return the vector of a document; None while it has none."""
        row = int(self.row_of_document[document])
        return None if row < 0 else self._rows[row]

    def cut(self, size: int) -> None:
        """Truncate to the first ``size`` documents and their vectors."""
        if size >= len(self._documents):
            return
        self._documents.cut(size)
        rows = self._documents["row"]
        waiting = ((text, [one for one in documents if one < size]) for text, documents in self._waiting.items())
        self._waiting = {text: documents for text, documents in waiting if documents}
        kept = np.unique(rows[rows >= 0])
        new_row = np.full(self._size + 1, -1, dtype=np.int32)  # the last one means no row
        new_row[kept] = np.arange(len(kept), dtype=np.int32)
        if len(kept) and kept[-1] >= len(kept):
            self._rows = self._rows[kept]
        self._size = len(kept)
        self._row_of_text = {text: int(new_row[row]) for text, row in self._row_of_text.items() if new_row[row] >= 0}
        rows[:] = new_row[rows]
        self._aligned = bool(((rows < 0) | (rows == np.arange(size))).all())

    def lacks(self, documents: NDArray[np.intp]) -> bool:
        """Return whether any of these documents waits for its vector."""
        if not self._waiting:
            return False
        waits = self._documents["waits"][documents] & (self.row_of_document[documents] < 0)
        return bool(waits.any())

    def similarities(self, query: Vectors) -> NDArray[np.float32]:
        """Return the cosine with each document's vector, 0 for documents without one.

        It is computed row by row, so that a result does not depend on the position of its row.

        Raises:
            InvalidInput: The query has another dimension.
        """
        if self._size == 0:
            return np.zeros(len(self._documents), dtype=np.float32)
        self.check(query)
        cosines: NDArray[np.float32] = np.vecdot(self.rows, query)
        return cosines if self.is_aligned else np.append(cosines, np.float32(0))[self.row_of_document]

    def similarities_of(self, documents: NDArray[np.intp], query: Vectors) -> NDArray[np.float32]:
        """Return the cosine with the vectors of some documents.

        Raises:
            InvalidInput: The query has another dimension.
        """
        if 4 * len(documents) >= self._size:
            return self.similarities(query)[documents]
        self.check(query)
        rows = self.row_of_document[documents]
        cosines: NDArray[np.float32] = np.where(rows < 0, np.float32(0), np.vecdot(self.rows[rows], query))
        return cosines

    def exact(self, documents: NDArray[np.intp], query: Vectors) -> NDArray[np.float64]:
        """Return the cosine with the vectors of some documents in double precision; equal vectors give equal
        results."""
        if self._size == 0 or not len(documents):
            return np.zeros(len(documents))
        rows = self.row_of_document[documents]
        products = self.rows[rows].astype(np.float64) * query.astype(np.float64)
        cosines: NDArray[np.float64] = np.where(rows < 0, 0.0, products.sum(axis=1))
        return cosines

    def check(self, query: Vectors) -> None:
        """Check the dimension of a query.

        Raises:
            InvalidInput: It differs from that of the vectors.
        """
        if self._size and len(query) != self.dimensions:
            raise InvalidInput(f"The query's vector has {len(query)} dimensions, the memories' have {self.dimensions}.")


def unit_vector(vector: NDArray[np.floating] | Sequence[float]) -> Vectors:
    """Return the vector scaled to length 1 in single precision; a zero vector is unchanged.

    Raises:
        InvalidInput: It is no row of finite numbers.
    """
    numbers = np.asarray(vector, dtype=np.float64)
    square = float(numbers @ numbers) if numbers.ndim == 1 and len(numbers) else math.nan
    if not 1e-200 < square < 1e200:
        if math.isnan(square) or not np.isfinite(numbers).all():
            raise InvalidInput("A vector must be one row of finite numbers.")
        largest = float(np.abs(numbers).max())
        if largest == 0.0:
            return numbers.astype(np.float32)
        numbers = numbers / largest  # so that no square overflows or vanishes
        square = float(numbers @ numbers)
    unit: Vectors = (numbers / math.sqrt(square)).astype(np.float32)
    return unit
