"""Vectors from a cache or a model, and words alone where there are none."""

from pathlib import Path

import numpy as np
import pytest

from app.embeddings.cache import VectorCache
from app.embeddings.vectors import NoVectors, Vectors
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable
from app.interfaces.embeddings import Vector
from tests.unit.embeddings.fakes import FakeEmbedder


def _same(left: Vector | None, right: Vector | None) -> bool:
    return left is not None and right is not None and bool(np.array_equal(left, right))


async def _found(vectors: Vectors, *texts: str) -> bool:
    return all(vector is not None for vector in await vectors.vectors(texts))


async def test_each_text_has_its_unit_vector_in_order() -> None:
    vectors = Vectors(FakeEmbedder())
    one, two, again = await vectors.vectors(["one", "two", "one"])
    assert _same(one, again)
    assert not _same(one, two)
    assert one is not None
    assert one.dtype == np.float32
    assert float(one @ one) == pytest.approx(1)


async def test_only_what_is_missing_is_computed(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    vectors = Vectors(embedder, VectorCache(tmp_path / "v.sqlite3"))
    first = await vectors.vectors(["a", "b"])
    second = await vectors.vectors(["b", "c", "a"])
    assert embedder.calls == [["a", "b"], ["c"]]
    assert _same(first[1], second[0])
    await vectors.aclose()
    assert embedder.closed == 1


async def test_vectors_of_another_model_behind_the_same_name_are_never_mixed(tmp_path: Path) -> None:
    async def asked(weights: str) -> tuple[list[Vector | None], int]:
        embedder = FakeEmbedder(tells_dimension=False)
        embedder.weights = weights
        vectors = Vectors(embedder, VectorCache(tmp_path / "v.sqlite3"))
        found = await vectors.vectors(["a", "b"])
        await vectors.aclose()
        return found, sum("a" in call for call in embedder.calls)

    first, _ = await asked("old")
    second, _ = await asked("new")
    assert not _same(first[0], second[0])
    for weights, before in (("old", first), ("new", second)):
        again, computed = await asked(weights)
        assert computed == 0
        assert _same(again[0], before[0])


async def test_many_texts_are_computed_in_batches() -> None:
    embedder = FakeEmbedder()
    assert await _found(Vectors(embedder), *map(str, range(150)))
    assert [len(call) for call in embedder.calls] == [64, 64, 22]


async def test_another_start_of_the_program_finds_what_was_computed(tmp_path: Path) -> None:
    first = Vectors(FakeEmbedder(), VectorCache(tmp_path / "v.sqlite3"))
    (before,) = await first.vectors(["a"])
    await first.aclose()
    embedder = FakeEmbedder()
    second = Vectors(embedder, VectorCache(tmp_path / "v.sqlite3"))
    (after,) = await second.known(["a"])
    assert _same(before, after)
    assert embedder.calls == []
    await second.aclose()


async def test_another_model_or_dimension_is_computed_anew_and_never_mixed(tmp_path: Path) -> None:
    cache = VectorCache(tmp_path / "v.sqlite3")
    for embedder in (FakeEmbedder("one"), FakeEmbedder("two"), FakeEmbedder("one", dimension=4)):
        (vector,) = await Vectors(embedder, cache).vectors(["a"])
        assert vector is not None
        assert len(vector) == embedder.size
        assert embedder.calls == [["a"]]
    cache.close()


async def test_what_was_never_computed_is_not_known() -> None:
    embedder = FakeEmbedder()
    assert await Vectors(embedder).known(["a"]) == [None]
    assert embedder.calls == []


async def test_blank_texts_and_halves_of_characters_have_no_vector_and_disturb_none() -> None:
    embedder = FakeEmbedder()
    found = await Vectors(embedder).vectors(["", " \n", "\ud800x", "a"])
    assert [vector is None for vector in found] == [True, True, True, False]
    assert embedder.calls == [["a"]]


async def test_a_failure_in_mid_game_means_words_alone_and_is_said_once(log_lines: list[str]) -> None:
    embedder = FakeEmbedder()
    now = [0.0]
    vectors = Vectors(embedder, clock=lambda: now[0])
    embedder.fails = [ModelUnavailable("It is gone."), ModelUnavailable("Still gone.")]
    assert await vectors.vectors(["a"]) == [None]
    assert await vectors.vectors(["a"]) == [None]
    assert len(embedder.calls) == 1, "a model that has just failed is left alone for a while"
    now[0] = 61
    assert await vectors.vectors(["a"]) == [None]
    now[0] = 122
    assert await _found(vectors, "a")
    assert log_lines == ["WARNING: Recall uses words alone for now: It is gone."]


async def test_what_was_computed_before_a_failure_is_kept(tmp_path: Path) -> None:
    embedder = FakeEmbedder()
    vectors = Vectors(embedder, VectorCache(tmp_path / "v.sqlite3"))
    await vectors.vectors(["a"])
    embedder.fails = [ModelUnavailable("It is gone.")]
    known, unknown = await vectors.vectors(["a", "b"])
    assert known is not None
    assert unknown is None
    await vectors.aclose()


async def test_a_spent_budget_means_words_alone_but_no_rest(log_lines: list[str]) -> None:
    embedder = FakeEmbedder()
    vectors = Vectors(embedder)
    embedder.fails = [BudgetExhausted("Enough.")]
    assert await vectors.vectors(["a"]) == [None]
    assert await _found(vectors, "a")
    assert len(log_lines) == 1


async def test_vectors_of_another_dimension_in_mid_game_are_refused(log_lines: list[str]) -> None:
    embedder = FakeEmbedder()
    vectors = Vectors(embedder)
    await vectors.start()
    embedder.size = 4
    assert await vectors.vectors(["a"]) == [None]
    assert "another shape" in log_lines[0]


async def test_an_embedder_that_was_asked_for_and_fails_refuses_to_start() -> None:
    embedder = FakeEmbedder()
    embedder.fails = [ModelUnavailable("It cannot be reached.")]
    with pytest.raises(ModelUnavailable, match="reached"):
        await Vectors(embedder).start()


async def test_an_embedder_of_another_dimension_than_configured_refuses_to_start() -> None:
    with pytest.raises(InvalidInput, match=r"8 dimensions, not 768"):
        await Vectors(FakeEmbedder(tells_dimension=False), dimension=768).start()


async def test_the_start_check_says_what_was_found() -> None:
    assert await Vectors(FakeEmbedder(tells_dimension=False)).start() == "fake/1, 8 dimensions"


async def test_an_embedder_that_nobody_asked_for_starts_with_words_alone(log_lines: list[str]) -> None:
    embedder = FakeEmbedder()
    embedder.fails = [InvalidInput("Its file is damaged.")]
    vectors = Vectors(embedder, optional=True)
    assert await vectors.start() == "words alone: Its file is damaged."
    assert await vectors.vectors(["a"]) == [None]
    assert len(log_lines) == 1


async def test_without_a_start_check_the_first_answer_tells_the_dimension(tmp_path: Path) -> None:
    vectors = Vectors(FakeEmbedder(tells_dimension=False), VectorCache(tmp_path / "v.sqlite3"))
    assert await vectors.known(["a"]) == [None]
    assert await _found(vectors, "a")
    (known,) = await vectors.known(["a"])
    assert known is not None
    await vectors.aclose()
    embedder = FakeEmbedder(tells_dimension=False)
    again = Vectors(embedder, VectorCache(tmp_path / "v.sqlite3"))
    assert await _found(again, "a")
    assert ["a"] not in embedder.calls, "it was in the cache"
    await again.aclose()


async def test_words_alone_have_no_vectors_and_never_fail() -> None:
    nothing = NoVectors()
    assert await nothing.start() == "words alone: no embedder is configured"
    assert await nothing.vectors(["a", "b"]) == [None, None]
    assert await nothing.known(["a"]) == [None]
    await nothing.aclose()
