"""The embedded model, where it is installed."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray
from pytest_mock import MockerFixture

from app.embeddings import minilm
from app.embeddings.minilm import DIMENSION, LocalEmbedder, LocalMiniLM
from app.embeddings.vectors import open_vectors
from app.errors import InvalidInput, ModelUnavailable
from app.interfaces.embeddings import Matrix
from app.settings import Settings

pytestmark = pytest.mark.long

KEY = "The innkeeper hid the silver key under the third stair."
STEP = "Beneath a step of the staircase the landlady concealed something made of silver to open a lock."
RAIN = "The weather in the north has been cold and wet all week."


@pytest.fixture(scope="module")
def model() -> LocalMiniLM:
    return LocalMiniLM()


def _cosines(model: LocalMiniLM, *texts: str) -> Matrix:
    rows = model.embed(texts)
    product: Matrix = rows @ rows.T
    return product


def test_vectors_are_unit_rows_of_single_precision(model: LocalMiniLM) -> None:
    rows = model.embed([KEY, "a", "漢字 🎉"])
    assert rows.shape == (3, DIMENSION)
    assert rows.dtype == np.float32
    assert np.allclose(np.linalg.norm(rows, axis=1), 1)
    assert model.embed([]).shape == (0, DIMENSION)


@pytest.mark.parametrize(
    ("one", "other", "unrelated"),
    [
        (KEY, STEP, RAIN),
        ("How much does the boat cost?", "What is the price of the vessel?", "Who is the mayor's sister?"),
        ("He promised to return before the thaw.", "He gave his word to come back by spring.", "The bread is burnt."),
        ("The guard is afraid of the owl.", "A watchman fears the bird.", "Twelve barrels of salted fish."),
    ],
)
def test_the_same_in_other_words_is_nearer_than_something_else(
    model: LocalMiniLM, one: str, other: str, unrelated: str
) -> None:
    cosines = _cosines(model, one, other, unrelated)
    assert cosines[0, 1] > cosines[0, 2] + 0.2


def test_a_question_goes_before_the_rest_of_a_long_batch(mocker: MockerFixture) -> None:
    model = LocalMiniLM()
    question = Thread(target=model.embed, args=(["who?"],))
    runs: list[int] = []

    def run(_: None, feed: dict[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        runs.append(len(feed["input_ids"]))
        if len(runs) == 1:
            question.start()
            while not model._next.locked():
                pass
        return [np.ones((*feed["input_ids"].shape, DIMENSION), dtype=np.float32)]

    mocker.patch.object(model, "_session").run = run
    model.embed([RAIN] * 30)
    question.join()
    assert runs[1] == 1
    assert sum(runs) == 31


def test_a_vector_does_not_depend_on_what_it_is_embedded_with(model: LocalMiniLM) -> None:
    texts = [KEY, "a", RAIN * 4, STEP, "", "漢字"]
    together = model.embed(texts)
    alone = np.concatenate([model.embed([text]) for text in texts])
    assert np.allclose(together, alone, atol=1e-6)
    assert np.array_equal(together, model.embed(texts))


def test_a_text_beyond_the_window_is_the_mean_of_its_pieces(model: LocalMiniLM) -> None:
    start, end = f"{KEY} " * 21, f"{RAIN} " * 19
    assert minilm.WINDOW - 12 < model.count(start) <= minilm.WINDOW - 2
    whole, window, about_rain = model.embed([start + end, start, RAIN])
    assert np.linalg.norm(whole) == pytest.approx(1)
    assert whole @ about_rain > window @ about_rain + 0.3, "what stands behind the window counts too"


@pytest.mark.parametrize("text", ["", "\0\x07", "x" * 100_000, "🎉" * 500, "\ud800", "日" * 3000, "[CLS][SEP][PAD]"])
def test_any_text_has_a_vector(model: LocalMiniLM, text: str) -> None:
    assert np.linalg.norm(model.embed([text])) == pytest.approx(1)


def test_another_file_than_the_expected_one_is_refused(tmp_path: Path) -> None:
    fake = tmp_path / "model.onnx"
    fake.write_bytes(b"not the weights")
    with pytest.raises(InvalidInput, match="not the expected one"):
        LocalMiniLM(fake)
    with pytest.raises(InvalidInput, match="cannot be read"):
        LocalMiniLM(tmp_path / "none.onnx")


def test_a_file_that_cannot_be_run_is_told_in_our_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = tmp_path / "model.onnx"
    fake.write_bytes(b"")
    monkeypatch.setattr(minilm, "SHA256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    with pytest.raises(ModelUnavailable, match="cannot be run here"):
        LocalMiniLM(fake)


async def test_the_event_loop_goes_on_while_texts_are_embedded() -> None:
    embedder = LocalEmbedder()
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            ticks += 1
            await asyncio.sleep(0)

    ticking = asyncio.create_task(tick())
    rows = await embedder.embed([f"{KEY} {n}" for n in range(20)])
    ticking.cancel()
    assert len(rows) == 20
    assert ticks > 1


async def test_several_tasks_at_once_get_their_own_vectors(model: LocalMiniLM) -> None:
    embedder = LocalEmbedder()
    texts = [[f"{n} barrels", f"{n} bells"] for n in range(6)]
    found: Sequence[Matrix] = await asyncio.gather(*(embedder.embed(some) for some in texts))
    for rows, some in zip(found, texts, strict=True):
        assert np.allclose(rows, model.embed(some), atol=1e-6)


async def test_the_default_is_the_embedded_model_with_a_cache(tmp_path: Path) -> None:
    vectors = open_vectors(Settings(saves=tmp_path))
    assert await vectors.start() == "minilm-int8/1, 384 dimensions"
    (found,) = await vectors.vectors([KEY])
    (again,) = await vectors.known([KEY])
    assert found is not None
    assert again is not None
    assert np.array_equal(found, again)
    await vectors.aclose()


async def test_the_embedded_model_with_another_dimension_configured_refuses_to_start() -> None:
    with pytest.raises(InvalidInput, match="384 dimensions, not 768"):
        await open_vectors(Settings(embedder="local", embedder_dimension=768)).start()
