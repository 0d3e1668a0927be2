"""Recall by meaning: which text is embedded."""

import asyncio
from collections.abc import Sequence
from math import inf, nan

import numpy as np
import pytest

from app.errors import InvalidInput
from app.interfaces.embeddings import Vector
from app.memory.entries.markers import SELF_TYPES
from app.memory.index.vectors import VectorRows
from app.memory.recall.hybrid import HybridWeights
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import BATCH, IN_A_PROMPT, LOOKED_UP, Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind
from tests.fakes.vectors import FakeVectors
from tests.unit.memory.recall.streams import context, mara_stream, observed
from tests.worlds import say


def stream() -> MemoryStream:
    found = mara_stream()
    found.add(MemoryKind.OBSERVATION, context("Mara bought a vessel with red sails."))
    return found


async def test_without_a_text_of_its_own_the_query_is_embedded() -> None:
    vectors = FakeVectors(("ferry", "vessel"))
    (hit,) = await Recaller(vectors=vectors).recall_by_meaning(stream(), RecallQuery(now=0, text="which ferry?"))
    assert vectors.asked[0] == "which ferry?"
    assert hit.components["meaning"] > 0


async def test_a_text_that_is_given_is_embedded_instead_of_the_query() -> None:
    vectors = FakeVectors(("ferry", "vessel"))
    query = RecallQuery(now=0, text="red")
    await Recaller(vectors=vectors).recall_by_meaning(stream(), query, asked="which ferry?")
    assert vectors.asked[0] == "which ferry?"
    assert "red" not in vectors.asked


class Cached(FakeVectors):
    """Knows only what it has computed; ``requests`` are the texts of each request to the model."""

    def __init__(self, seconds: float = 0) -> None:
        super().__init__(("ferry", "vessel"))
        self.seconds = seconds
        self.requests: list[list[str]] = []
        self.looked_up: list[list[str]] = []

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.requests.append(list(texts))
        await asyncio.sleep(self.seconds)
        return await super().vectors(texts)

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        self.looked_up.append(list(texts))
        return [self._vector(text) if text in self.asked else None for text in texts]


def lines(count: int) -> tuple[MemoryStream, list[str]]:
    found, texts = mara_stream(), [f"line {number:02}" for number in range(count)]
    observed(found, [context(text) for text in texts])
    return found, texts


async def test_all_that_has_no_vector_is_embedded_in_batches() -> None:
    found, texts = lines(BATCH + 2)
    vectors = Cached()
    await Recaller(vectors=vectors).embed(found)
    assert vectors.requests == [texts[:BATCH], texts[BATCH:]]
    assert vectors.looked_up == []
    assert found.unembedded() == []


@pytest.mark.parametrize(("at_once", "embedded"), [(0, []), (2, [1, 3]), (9, [1, 3, 4])])
async def test_up_to_so_many_texts_are_embedded_at_once_and_known_vectors_are_taken_besides(
    at_once: int, embedded: list[int]
) -> None:
    found, texts = lines(5)
    vectors = Cached()
    vectors.asked += [texts[0], texts[2]]
    await Recaller(vectors=vectors).embed(found, at_once=at_once)
    assert vectors.looked_up == [texts]
    assert [text for request in vectors.requests for text in request] == [texts[n] for n in embedded]
    assert found.unembedded() == [texts[n] for n in (1, 3, 4) if n not in embedded]


@pytest.mark.parametrize("count", [0, 1, IN_A_PROMPT])
async def test_a_question_in_a_turn_is_embedded_in_one_request_with_all_texts_that_have_no_vector(count: int) -> None:
    found, texts = lines(count)
    vectors = Cached()
    vector = await Recaller(vectors=vectors).vector_in_time("which ferry?", [(found, True)])
    assert vector is not None
    assert vector.tolist() == vectors._vector("which ferry?").tolist()
    assert (vectors.looked_up, vectors.requests) == ([], [["which ferry?", *texts]])
    assert found.unembedded() == []


async def test_cached_vectors_are_looked_up_until_few_are_missing() -> None:
    found, texts = lines(2 * LOOKED_UP)
    vectors = Cached()
    vectors.asked += texts[:-3]
    assert await Recaller(vectors=vectors).vector_in_time("which ferry?", [(found, True)]) is not None
    assert vectors.looked_up == [texts[:LOOKED_UP], texts[LOOKED_UP:]]
    assert vectors.requests == [["which ferry?", *texts[-3:]]]


async def test_where_many_texts_have_no_vector_a_turn_waits_for_none_and_goes_by_words() -> None:
    found, texts = lines(IN_A_PROMPT + 1)
    vectors = Cached()
    assert await Recaller(vectors=vectors).vector_in_time("which ferry?", [(found, True)]) is None
    assert vectors.requests == []
    assert found.unembedded() == texts


async def test_after_its_patience_a_turn_goes_by_words_alone(log_lines: list[str]) -> None:
    found, texts = lines(2)
    recaller = Recaller(vectors=Cached(seconds=60), patience=0.0)
    assert await recaller.vector_in_time("which ferry?", [(found, True)]) is None
    assert found.unembedded() == texts
    assert len(log_lines) == 1


async def test_without_vectors_nothing_is_embedded() -> None:
    found, texts = lines(2)
    recaller = Recaller()
    await recaller.embed(found)
    assert await recaller.vector_in_time("which ferry?", [(found, True)]) is None
    assert await recaller.vector("which ferry?") is None
    assert found.unembedded() == texts


@pytest.mark.parametrize("messages", [True, False])
async def test_messages_are_embedded_where_they_are_searched(messages: bool) -> None:
    found, texts = lines(1)
    say(found.state, "Hello.", witness_ids=("mara",))
    vectors = Cached()
    await Recaller(vectors=vectors).vector_in_time("which ferry?", [(found, messages), (found, messages)])
    assert vectors.requests == [["which ferry?", *texts, *(["Élan: Hello."] if messages else [])]]


@pytest.mark.parametrize("weights", [HybridWeights(words=inf), HybridWeights(who=nan)])
def test_weights_that_are_not_finite_are_refused(weights: HybridWeights) -> None:
    with pytest.raises(InvalidInput, match="not a finite number"):
        Recaller(hybrid=weights)


def test_what_a_person_was_given_of_itself_is_no_experience_to_embed() -> None:
    found, texts = lines(3)
    gift = context("I am Mara.", metadata={"type": SELF_TYPES[0]})
    found.add(MemoryKind.GIFTED, gift)
    found.add(MemoryKind.OBSERVATION, context("line 3"))
    assert found.unembedded() == [*texts, "line 3"]
    assert found.unembedded(4) == [*texts, "line 3"]
    assert found.unembedded(2) == texts[:2]
    assert found.unembedded(0) == []


@pytest.mark.parametrize("share", [0, 1, 2, 3])
def test_while_a_line_lacks_its_vector_recall_is_that_by_words_alone(share: int) -> None:
    """Lines without a vector never come after lines with one because they lack it."""
    found, by_words = stream(), stream()
    texts = ["The ferry is late.", "The red boat left.", "A vessel came in at dawn."]
    for each in (found, by_words):
        observed(each, [context(text) for text in texts])
    vectors = FakeVectors(("ferry", "vessel"))
    all_texts = found.unembedded()
    found.give_vectors(all_texts[:share], [vectors._vector(text) for text in all_texts[:share]])
    query = RecallQuery(now=0, text="red vessel", vector=vectors._vector("red vessel"))
    assert [hit.components for hit in Recaller().recall(found, query)] == [
        hit.components for hit in Recaller().recall(by_words, RecallQuery(now=0, text="red vessel"))
    ]


def test_a_line_that_is_not_searched_may_lack_its_vector() -> None:
    found, vectors = mara_stream(), FakeVectors(("ferry", "vessel"))
    observed(found, [context("The ferry is late.", importance=9.0), context("Rain.", importance=2.0)])
    found.give_vectors(["The ferry is late."], [vectors._vector("ferry")])
    query = RecallQuery(now=0, text="a vessel?", vector=vectors._vector("ferry"), minimum_importance=5.0)
    (hit,) = Recaller().recall(found, query)
    assert hit.components["meaning"] > 0


@pytest.mark.parametrize("text", ["  ", "\ud800"])
def test_a_text_that_can_have_no_vector_is_not_waited_for(text: str) -> None:
    index = VectorRows()
    index.add_document(text)
    assert (index.waiting(), index.lacks(np.array([0]))) == ([], False)
