"""Rows of vectors and the documents that they belong to."""

import numpy as np

from app.memory.index.vectors import VectorRows


def test_vectors_given_in_another_order_stay_with_their_documents() -> None:
    rows = VectorRows()
    for text in ("north", "east"):
        rows.add_document(text)
    rows.give("east", np.array([1.0, 0.0]))
    rows.give("north", np.array([0.0, 1.0]))
    assert not rows.is_aligned
    assert rows.similarities(np.array([1.0, 0.0], dtype=np.float32)).tolist() == [0.0, 1.0]
