"""Searching everybody's memories: by words at once, by meaning when the vectors are there."""

import asyncio

import pytest

from app.memory.recall.query import Preset
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.state.game_state import GameState
from app.services.game.captures.search_service import AT_ONCE, SearchHits, SearchService
from tests.fakes.vectors import GatedVectors
from tests.worlds import new_game

MARA, GUARD = Scope.npc("mara"), Scope.npc("guard-1")
QUESTION = "Where is the key?"


def slow(*, there: bool = True) -> GatedVectors:
    return GatedVectors(("key", "lock opener"), there=there)


@pytest.fixture
def state() -> GameState:
    state = new_game()
    for scope, count in ((MARA, AT_ONCE + 10), (GUARD, AT_ONCE + 20)):
        remember(state, scope, *(f"Sack {number} of {scope.owner_id} was weighed." for number in range(count)))
    remember(state, MARA, "The lock opener lies in the well.")
    return state


def remember(state: GameState, scope: Scope, *texts: str) -> None:
    for text in texts:
        MemoryStream(state, scope).add(MemoryKind.OBSERVATION, MemoryContext(content=text))


def texts(found: SearchHits) -> list[str]:
    return [hit.memory.summary for _, hit in found.hits]


async def let_work(searches: SearchService) -> None:
    """Wait for what is under way, whatever comes of it."""
    await asyncio.wait(list(searches._under_way.values()))


async def test_words_answer_at_once_and_meaning_when_the_vectors_are_there(state: GameState) -> None:
    vectors = slow()
    searches = SearchService(Recaller(vectors))
    first = await searches.search(state, [MARA], QUESTION, limit=1)
    again = await searches.search(state, [MARA], QUESTION, limit=1)
    assert (first.by_meaning, first.lacking, again.lacking) == (False, AT_ONCE + 11, AT_ONCE + 11)
    vectors.may.set()
    await let_work(searches)
    last = await searches.search(state, [MARA], QUESTION, limit=1)
    assert (last.by_meaning, last.lacking, texts(last)) == (True, 0, ["The lock opener lies in the well."])
    assert len(vectors.asked) == len(set(vectors.asked) - {QUESTION}) + vectors.asked.count(QUESTION)


async def test_what_lacks_falls_while_vectors_are_made(state: GameState) -> None:
    vectors = slow()
    searches = SearchService(Recaller(vectors))
    counts = [(await searches.search(state, [MARA, GUARD], QUESTION)).lacking]
    vectors.may.set()
    async with asyncio.timeout(60):
        while counts[-1]:
            await asyncio.sleep(0)
            counts.append((await searches.search(state, [MARA, GUARD], QUESTION)).lacking)
    assert counts[0] == 2 * AT_ONCE + 31
    assert counts == sorted(counts, reverse=True)
    assert len(set(counts)) > 2


async def test_who_is_asked_meanwhile_gets_vectors_next(state: GameState) -> None:
    vectors = slow()
    searches = SearchService(Recaller(vectors))
    await searches.search(state, [MARA], QUESTION)
    vectors.may.set()
    await let_work(searches)
    both = await searches.search(state, [MARA, GUARD], QUESTION)
    assert (both.by_meaning, both.lacking) == (False, AT_ONCE + 20)
    await let_work(searches)
    assert (await searches.search(state, [MARA, GUARD], QUESTION)).by_meaning


async def test_a_few_new_texts_are_waited_for(state: GameState) -> None:
    vectors = slow()
    vectors.may.set()
    searches = SearchService(Recaller(vectors))
    await searches.search(state, [MARA], QUESTION)
    await let_work(searches)
    await searches.search(state, [MARA], QUESTION)
    remember(state, MARA, "A second lock opener hangs behind the door.", "It rained.")
    found = await searches.search(state, [MARA], QUESTION, limit=2)
    assert found.by_meaning
    assert set(texts(found)) == {
        "A second lock opener hangs behind the door.", "The lock opener lies in the well.",
    }  # fmt: skip


async def test_without_an_embedder_words_answer_and_nothing_is_waited_for(state: GameState) -> None:
    found = await SearchService(Recaller(slow(there=False))).search(state, [MARA, GUARD], "sack 7")
    assert (found.by_meaning, found.lacking) == (False, 0)
    assert {scope for scope, _ in found.hits} == {MARA, GUARD}
    none = await SearchService(Recaller()).search(state, [MARA], "sack 7")
    assert (none.by_meaning, none.lacking) == (False, 0)


async def test_an_embedder_that_fails_meanwhile_is_not_waited_for_for_ever(state: GameState) -> None:
    vectors = slow()
    searches = SearchService(Recaller(vectors))
    await searches.search(state, [MARA], QUESTION)
    vectors.there = False
    vectors.may.set()
    await let_work(searches)
    vectors.there = True  # for the question, say from a cache
    failed = await searches.search(state, [MARA], QUESTION)
    assert (failed.by_meaning, failed.lacking) == (False, 0)
    tried_again = await searches.search(state, [MARA], QUESTION)
    assert tried_again.lacking == AT_ONCE + 11


async def test_presets_without_meaning_ask_for_no_vectors(state: GameState) -> None:
    vectors = slow()
    found = await SearchService(Recaller(vectors)).search(state, [MARA], "sack", preset=Preset.SITUATIONAL)
    assert (found.by_meaning, found.lacking, vectors.asked) == (False, 0, [])


async def test_closing_ends_what_is_under_way(state: GameState) -> None:
    searches = SearchService(Recaller(slow()))
    await searches.search(state, [MARA], QUESTION)
    (under_way,) = searches._under_way.values()
    await searches.aclose()
    assert under_way.cancelled()
    assert (await searches.search(state, [MARA], QUESTION)).lacking == AT_ONCE + 11
    await searches.aclose()
