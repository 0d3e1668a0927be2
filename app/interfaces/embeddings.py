"""The ports of embeddings: vectors of texts, for recall by meaning. Recall works without them, too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # one unit vector
Matrix = NDArray[np.float32]  # unit vectors, one a row


def is_embeddable(text: str) -> bool:
    """Return whether a text can have a vector: it is neither blank nor holds a surrogate.

    Args:
        text: Any text.
    """
    try:
        text.encode()
    except UnicodeEncodeError:  # a surrogate
        return False
    return bool(text.strip())


class IEmbedder(Protocol):
    """A model that embeds texts, in the same way for questions and for memories."""

    @property
    def name(self) -> str:
        """The key under which vectors of this model are cached, apart from those of others. It holds no secret."""

    @property
    def dimension(self) -> int | None:
        """The length of a vector; None where only an answer of the model can show it."""

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts.

        Args:
            texts: At least one text, none of them blank. Long ones are cut into pieces, whose vectors are averaged.

        Returns:
            A float32 array of shape (len(texts), dimension); each row has length 1.

        Raises:
            InvalidInput: A package or the file of a local model is missing, or the file is not the expected one.
            ModelUnavailable: The model did not answer, or its answer holds no vector for each text. The embedders of
                this package raise EmbedderUnavailable.
            BudgetExhausted: A cap on model calls or tokens of the meter in use (`metered`) is reached.
        """

    async def aclose(self) -> None:
        """Close connections; may be called again."""


def is_local(embedder: object) -> bool:
    """Return whether an embedder, or vectors, are computed in this process: turns wait for such, however long it takes.

    Args:
        embedder: An object whose ``is_local`` is read; without one it is taken to be remote.
    """
    return bool(getattr(embedder, "is_local", False))


class IVectorCache(Protocol):
    """A cache of vectors. Its methods block, and all but `clear` never raise: what cannot be read is computed again."""

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        """Return by text the vectors that are cached.

        Args:
            texts: The texts.
            model: The key of the vectors: an `IEmbedder.name`.
            dimension: The length of a vector; cached vectors of another length are left out.

        Returns:
            The vectors by text; {} for none. Texts that are not cached are left out.
        """

    def put(self, vectors: Mapping[str, Vector], model: str) -> None:
        """Cache vectors.

        Args:
            vectors: By text its vector.
            model: The key of the vectors: an `IEmbedder.name`.
        """

    def clear(self) -> None:
        """Delete every vector, as when a game is deleted for good: a vector does not say of which game it is.

        Raises:
            StorageFailed: The disk or the database refused.
        """

    def close(self) -> None:
        """Close the cache; the next call opens it again."""


class IVectors(Protocol):
    """A source of vectors of texts, computed by an `IEmbedder` and cached. Where a vector is missing, recall goes by
    words alone, so a game can be played without any."""

    async def start(self) -> str:
        """Check that vectors can be computed.

        Returns:
            What was found, on one line: the embedder with the length of its vectors, or that recall goes by words alone
            and why.

        Raises:
            InvalidInput: A package or the file of a local model is missing, the file is not the expected one, or the
                vectors have another length than the settings say; the message names it.
            ModelUnavailable: The embedding model does not answer (it may have to be started), refuses the key, is
                unknown, or gives no usable vectors; the message says which.
            BudgetExhausted: A cap on model calls or tokens of the meter in use (`metered`) is reached.
        """

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text, computing those that are not cached.

        Args:
            texts: Any texts.

        Returns:
            In the order of ``texts`` vectors of length 1; None for a text that can have no vector (`is_embeddable`), or
            that cannot be embedded now. A failure of the model is logged, not raised.
        """

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text that is cached, without calling a model.

        Args:
            texts: Any texts.

        Returns:
            In the order of ``texts`` vectors of length 1; None for a text that can have no vector (`is_embeddable`), or
            that is not cached.
        """

    async def aclose(self) -> None:
        """Close connections and files; may be called again."""
