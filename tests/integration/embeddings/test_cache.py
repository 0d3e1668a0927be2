"""The cache of vectors on disk: whatever happens to its file, the game goes on."""

import sqlite3
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.embeddings.cache import VectorCache
from app.embeddings.pieces import unit
from app.interfaces.embeddings import Vector

MODEL = "m/1"


def _vector(*numbers: float) -> Vector:
    row: Vector = unit(np.array([numbers], dtype=np.float32))[0]
    return row


def _keep(path: Path, **vectors: Vector) -> None:
    cache = VectorCache(path)
    cache.put(vectors, MODEL)
    cache.close()


def _found(path: Path, *texts: str, dimension: int = 3) -> set[str]:
    cache = VectorCache(path)
    found = set(cache.get(texts, MODEL, dimension))
    cache.close()
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deeper" / "vectors.sqlite3"


def test_what_was_put_is_found_bit_for_bit(path: Path) -> None:
    vector = _vector(0.1, -0.7, 3)
    _keep(path, a=vector)
    cache = VectorCache(path)
    assert np.array_equal(cache.get(["a", "b"], MODEL, 3)["a"], vector)
    assert cache.get(["a"], "other", 3) == {}
    assert cache.get(["a"], MODEL, 2) == {}
    assert cache.get([], MODEL, 3) == {}
    cache.close()


def test_texts_are_not_stored(path: Path) -> None:
    _keep(path, **{"the silver key": _vector(1, 2, 3)})
    assert b"silver" not in b"".join(file.read_bytes() for file in path.parent.iterdir())


def test_more_texts_than_one_question_takes(path: Path) -> None:
    texts = {str(n): _vector(n, 1, 0) for n in range(1200)}
    _keep(path, **texts)
    assert _found(path, *texts) == set(texts)


def test_the_file_may_be_deleted_between_runs(path: Path) -> None:
    _keep(path, a=_vector(1, 2, 3))
    for file in path.parent.iterdir():
        file.unlink()
    assert _found(path, "a") == set()
    _keep(path, a=_vector(1, 2, 3))
    assert _found(path, "a") == {"a"}


def test_the_file_may_be_deleted_while_it_is_open(path: Path, log_lines: list[str]) -> None:
    cache = VectorCache(path)
    cache.put({"a": _vector(1, 2, 3)}, MODEL)
    for file in path.parent.iterdir():
        file.unlink()
    path.parent.rmdir()
    assert cache.get(["a"], MODEL, 3) == {}
    cache.put({"b": _vector(1, 2, 3)}, MODEL)
    cache.close()
    assert _found(path, "a", "b") == {"b"}
    assert log_lines == []


def test_only_the_main_file_deleted_leaves_a_log_that_does_no_harm(path: Path) -> None:
    cache = VectorCache(path)
    cache.put({"a": _vector(1, 2, 3)}, MODEL)
    path.unlink()
    cache.put({"b": _vector(3, 2, 1)}, MODEL)
    cache.close()
    assert "b" in _found(path, "a", "b")


def test_a_file_that_is_no_database_is_set_aside_and_begun_anew(path: Path, log_lines: list[str]) -> None:
    path.parent.mkdir()
    path.write_bytes(b"these are no vectors, but somebody's notes " * 100)
    _keep(path, a=_vector(1, 2, 3))
    assert _found(path, "a") == {"a"}
    assert path.with_name("vectors.sqlite3.damaged").read_bytes().startswith(b"these are")
    assert len(log_lines) == 1


def test_damage_in_the_middle_is_set_aside_and_begun_anew(path: Path) -> None:
    texts = {str(n): _vector(n, 1, 0) for n in range(500)}
    _keep(path, **texts)
    data = bytearray(path.read_bytes())
    data[4096:] = b"\x5a" * (len(data) - 4096)
    path.write_bytes(bytes(data))
    assert _found(path, *texts) == set()
    _keep(path, a=_vector(1, 2, 3))
    assert _found(path, "a") == {"a"}


@given(st.integers(min_value=0), st.integers(min_value=1, max_value=255))
def test_a_changed_byte_anywhere_never_raises_and_never_gives_another_vector(
    tmp_path_factory: pytest.TempPathFactory, where: int, change: int
) -> None:
    path = tmp_path_factory.mktemp("cache") / "v.sqlite3"
    vector = _vector(0.6, 0.8, 0)
    _keep(path, a=vector)
    data = bytearray(path.read_bytes())
    data[where % len(data)] ^= change
    path.write_bytes(bytes(data))
    cache = VectorCache(path)
    for found in cache.get(["a"], MODEL, 3).values():
        assert float(found @ found) == pytest.approx(1, abs=0.01)
    cache.put({"b": vector}, MODEL)
    cache.close()


def test_a_row_that_is_no_unit_vector_counts_as_missing(path: Path) -> None:
    _keep(path, a=_vector(1, 2, 3), b=_vector(1, 2, 3))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE vectors SET vector = zeroblob(12)")
    connection.close()
    assert _found(path, "a", "b") == set()


def test_a_file_of_another_layout_is_emptied(path: Path) -> None:
    _keep(path, a=_vector(1, 2, 3))
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    assert _found(path, "a") == set()


def test_a_folder_in_its_place_means_no_cache_and_one_warning(path: Path, log_lines: list[str]) -> None:
    path.mkdir(parents=True)
    cache = VectorCache(path)
    for _ in range(3):
        cache.put({"a": _vector(1, 2, 3)}, MODEL)
        assert cache.get(["a"], MODEL, 3) == {}
    cache.close()
    assert len(log_lines) == 1


def test_a_locked_file_means_no_cache_for_now(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.embeddings.cache.BUSY_SECONDS", 0.01)
    _keep(path, a=_vector(1, 2, 3))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    cache = VectorCache(path)
    cache.put({"b": _vector(1, 2, 3)}, MODEL)
    other.execute("ROLLBACK")
    other.close()
    assert set(cache.get(["a", "b"], MODEL, 3)) == {"a"}
    cache.close()


def test_many_threads_and_two_caches_share_one_file(path: Path) -> None:
    caches = [VectorCache(path), VectorCache(path)]

    def work(number: int) -> None:
        for step in range(20):
            caches[number % 2].put({f"{number}-{step}": _vector(number, step, 1)}, MODEL)

    threads = [Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    texts = [f"{n}-{step}" for n in range(4) for step in range(20)]
    assert set(caches[0].get(texts, MODEL, 3)) == set(texts)
    for cache in caches:
        cache.close()
