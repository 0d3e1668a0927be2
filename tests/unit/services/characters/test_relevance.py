"""What counts as an answer: a question that nothing answers brings nothing, with vectors too."""

from collections.abc import Sequence

import numpy as np

from app.embeddings.vectors import NoVectors
from app.interfaces.embeddings import Vector
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import BATCH, Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.state.game_state import GameState
from app.services.characters.memory_answers import MemoryAnswers, SelfKnowledge
from tests.unit.services.characters.sheets import village
from tests.worlds import NOW

MARA = Scope.npc("mara")


class Angles(NoVectors):
    """Texts as unit vectors in a plane; ``cosines`` says how alike a text is to the question."""

    def __init__(self, **cosines: float) -> None:
        super().__init__()
        self.asked: list[int] = []
        self._cosines = cosines

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.asked.append(len(texts))
        cosines = [next((cos for word, cos in self._cosines.items() if word in text), 1.0) for text in texts]
        return [np.array([cos, np.sqrt(1 - cos**2)], dtype=np.float32) for cos in cosines]


def remember(state: GameState, *texts: str) -> None:
    stream = MemoryStream(state, MARA)
    for number, text in enumerate(texts):
        stream.add(
            MemoryKind.OBSERVATION,
            MemoryContext(content=text, created_at=NOW, game_time=state.clock.minutes + 60 * number, importance=4.0),
        )


async def found(state: GameState, vectors: NoVectors, text: str) -> list[str]:
    query = RecallQuery(now=state.clock.minutes, text=text, limit=10)
    knowledge = SelfKnowledge(vectors, Recaller(vectors=vectors))
    hits = await MemoryAnswers(state, "mara", knowledge).hits(query)
    return [hit.memory.summary for hit in hits]


async def test_what_only_resembles_a_question_a_little_is_no_answer() -> None:
    state = village()
    remember(state, "A cart broke.", "The dog barked.")

    assert await found(state, Angles(cart=0.28, dog=0.2), "dragons") == []


async def test_beside_an_answer_only_what_stands_out_as_well_is_shown() -> None:
    for dog, expected in ((0.5, ["A cart broke.", "The dog barked."]), (0.3, ["A cart broke."])):
        state = village()
        remember(state, "A cart broke.", "The dog barked.", "It rained.")

        assert await found(state, Angles(cart=0.7, dog=dog, rained=0.1), "wheels") == expected


async def test_without_vectors_the_words_decide() -> None:
    state = village()
    remember(state, "A cart broke.", "The dog barked.")

    assert await found(state, NoVectors(), "the broken cart") == ["A cart broke."]
    assert await found(state, NoVectors(), "dragons") == []


async def test_a_question_for_anything_brings_what_is_recent_and_important_and_asks_no_model() -> None:
    state, vectors = village(), Angles()
    remember(state, "A cart broke.", "The dog barked.")

    for text in ("", "what happened?", "what do you remember lately?"):
        assert set(await found(state, vectors, text)) == {"A cart broke.", "The dog barked."}
    assert vectors.asked == []


async def test_texts_are_embedded_once_and_in_batches() -> None:
    state, vectors = village(), Angles()
    remember(state, *(f"Cart number {number}." for number in range(BATCH + 5)))

    await found(state, vectors, "carts")
    await found(state, vectors, "wheels")

    assert vectors.asked == [1, BATCH, 5, 1]


async def test_texts_that_have_nothing_to_do_with_a_question_have_a_relevance_under_a_third() -> None:
    state = village()
    remember(state, "A cart broke.", "The dog barked.", "It rained.", "The miller sold two sacks.")
    recaller = Recaller()

    hits = recaller.recall(MemoryStream(state, MARA), RecallQuery(now=state.clock.minutes, text="the broken cart"))

    assert hits[0].relevance > 0.6
    assert all(hit.relevance < 0.3 for hit in hits[1:])
