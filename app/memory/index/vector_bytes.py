"""Serialization of texts and vectors for caches: a digest of the text, and little-endian 32-bit floats."""

import hashlib

import numpy as np
from numpy.typing import NDArray

_TOLERANCE = 1e-3


def text_digest(text: str) -> bytes:
    """Return the SHA-256 digest of the text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def bytes_of(vector: NDArray[np.float32]) -> bytes:
    """Return a vector as little-endian 32-bit floats."""
    return np.ascontiguousarray(vector, dtype="<f4").tobytes()


def vector_of(blob: object, dimension: int) -> NDArray[np.float32] | None:
    """Return the vector in a blob; None unless it is a unit vector of this dimension."""
    if not isinstance(blob, bytes) or len(blob) != 4 * dimension:
        return None
    vector: NDArray[np.float32] = np.frombuffer(blob, dtype="<f4").astype(np.float32)
    return vector if abs(float(vector @ vector) - 1) < _TOLERANCE else None
