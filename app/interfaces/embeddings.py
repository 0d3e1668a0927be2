"""The ports of embeddings: vectors of texts, for recall by meaning. Recall works without them, too."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]  # one unit vector
Matrix = NDArray[np.float32]  # unit vectors, one a row


def is_embeddable(text: str) -> bool:
    """Return whether a text can have a vector: whether it is not blank and holds no surrogate (half of a character,
    which is no valid Unicode).

    Args:
        text: Any text.
    """
    try:
        text.encode()
    except UnicodeEncodeError:  # a surrogate
        return False
    return bool(text.strip())


class IEmbedder(Protocol):
    """A model that embeds texts, in the same way for questions and for memories. `IVectors` calls it; after an error it
    goes on without the vectors, and asks again later.

    Its members are the properties `name` and `dimension`, and the coroutine methods `embed` and `aclose`. The setting
    ``embedder`` chooses one. To use your own, make an `IVectors` of it, ``Vectors(yours)`` of
    ``app.embeddings.vectors``, and give that to a `Container` by
    ``container.vectors.override(providers.Object(vectors))`` (``providers`` of the package dependency_injector).
    """

    @property
    def name(self) -> str:
        """The key under which vectors of this model are cached, apart from those of other models. It holds no
        secret."""

    @property
    def dimension(self) -> int | None:
        """The number of elements of a vector; None if it is known only after the first answer of the model."""

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts.

        Args:
            texts: At least one text, none of them blank, of any length. The method itself cuts a text that is too long
                for its model into pieces, and returns the average of their vectors, as a unit vector.

        Returns:
            A float32 array of shape (len(texts), dimension): a unit vector for each text, in the order of ``texts``.

        Raises:
            InvalidInput: A package or the file of a local model is missing, or the file is not the expected one.
            ModelUnavailable: The model did not answer, or its answer does not hold a vector for each text. The
                embedders of this package raise its subclass EmbedderUnavailable.
            BudgetExhausted: A cap on model calls or tokens is reached. The method itself has to call `Meter.check` of
                the `current_meter` before each request to a model, which raises this, and `Meter.add` for the request.
                A model in this process is not counted.
        """

    async def aclose(self) -> None:
        """Close the connections of the model. It may be called more than once."""


def is_local(embedder: object) -> bool:
    """Return whether vectors are computed in this process. Turns wait for such vectors, however long it takes.

    Args:
        embedder: An `IEmbedder` or `IVectors`, whose attribute ``is_local`` is returned; False if it has none.
    """
    return bool(getattr(embedder, "is_local", False))


class IVectorCache(Protocol):
    """A cache of vectors. Its methods block and are called in threads, also several at the same time. Only `clear`
    raises errors: a vector that cannot be read is computed again.

    Its methods are `get`, `put`, `clear` and `close`. An `IVectors` calls them, but for `clear`, which is called when a
    game is deleted for good. ``container.vector_cache()`` of a `Container` is a file next to the games, or a table of
    the database of the games.
    """

    def get(self, texts: Iterable[str], model: str, dimension: int) -> dict[str, Vector]:
        """Return the vectors that are cached for some texts.

        Args:
            texts: The texts.
            model: The key of the vectors: an `IEmbedder.name`.
            dimension: The number of elements of a vector; cached vectors of another number are left out.

        Returns:
            The vector of each text that is cached: text to vector. {} for none.
        """

    def put(self, vectors: Mapping[str, Vector], model: str) -> None:
        """Cache vectors.

        Args:
            vectors: The unit vectors: text to vector.
            model: The key of the vectors: an `IEmbedder.name`.
        """

    def clear(self) -> None:
        """Delete every vector. This is done when a game is deleted for good, because a vector does not show its game.

        Raises:
            StorageFailed: Reading or writing the disk or the database failed.
        """

    def close(self) -> None:
        """Close the cache. The next call of another method opens it again."""


class IVectors(Protocol):
    """A source of vectors of texts, which are computed by an `IEmbedder` and cached. Memories without a vector are
    found by words alone, so a game also works without vectors.

    Its coroutine methods are `start`, `vectors`, `known` and `aclose`. A program calls `start` before it plays;
    searches in memories call `vectors` and `known`. ``container.vectors()`` of a `Container` is one with the embedder
    of the setting ``embedder``; your own replaces it by ``container.vectors.override(providers.Object(yours))``
    (``providers`` of the package dependency_injector). A `GenAgent` gets one as its argument ``vectors``.
    """

    async def start(self) -> str:
        """Check that vectors can be computed.

        Returns:
            One line that says what was found: the embedder with its `IEmbedder.dimension`, or that memories are found
            by words alone, and why. With ``auto`` as the setting ``embedder`` the latter takes the place of
            InvalidInput and ModelUnavailable.

        Raises:
            InvalidInput: A package or the file of a local model is missing, the file is not the expected one, or the
                vectors have another number of elements than the settings say; the message names it.
            ModelUnavailable: The embedding model does not answer (it may have to be started), refuses the key, is
                unknown, or gives no usable vectors; the message says which.
            BudgetExhausted: A cap on model calls or tokens is reached: that of the meter in use (see `metered`).
        """

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text, computing those that are not cached.

        Args:
            texts: Any texts.

        Returns:
            A unit vector for each text, in the order of ``texts``; None for a text that can have no vector
            (`is_embeddable`), or that cannot be embedded now: the model failed, or a cap on model calls or tokens is
            reached. Neither raises an error; the first one is logged.
        """

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        """Return a vector for each text that is cached, without calling a model.

        Args:
            texts: Any texts.

        Returns:
            A unit vector for each text, in the order of ``texts``; None for a text that can have no vector
            (`is_embeddable`), or that is not cached.
        """

    async def aclose(self) -> None:
        """Close connections and files. It may be called more than once."""
