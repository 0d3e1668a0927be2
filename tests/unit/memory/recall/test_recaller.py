"""Recall by meaning: which text is embedded."""

from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryKind
from tests.fakes.vectors import FakeVectors
from tests.unit.memory.recall.streams import context, mara_stream


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
