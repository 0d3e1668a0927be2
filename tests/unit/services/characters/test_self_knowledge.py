"""Asking a person who and where it is: by meaning with the embedded model, and by words where there is none."""

import json
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest

from app.embeddings.cache import VectorCache
from app.embeddings.minilm import LocalEmbedder
from app.embeddings.vectors import NoVectors, Vectors
from app.errors import NotFound
from app.language.analysis.canonical import categories, normalised
from app.memory.entries.markers import KNOWLEDGE, LORE, about_of
from app.memory.recall.recaller import Recaller
from app.memory.recall.self_recall import SelfAnswer
from app.memory.seeding.seeding import seed
from app.models.memory import Scope
from app.models.sheets.lore import LoreSheet
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.services.characters.memory_answers import SelfKnowledge
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.examples import IS_LONG
from tests.fakes.vectors import FakeVectors
from tests.recorded_vectors import recorded_vectors
from tests.unit.memory.gifted.sheets import game, village
from tests.worlds import NOW

pytestmark = pytest.mark.long

PHRASINGS = Path(__file__).parents[3] / "data" / "gifted" / "phrasings_a.json"
EACH = 1 if IS_LONG else 3
"""Of the questions to everybody, how many there are to each that is asked."""


@pytest.fixture
def state() -> GameState:
    state = game(village(lore=(LoreSheet(text="The weir was built by drowned men.", keys=("weir",)),)))
    seed(state, NOW)
    return state


# -- the measure ---------------------------------------------------------------------------------------------------


def phrasings() -> dict[str, list[str]]:
    """Questions by category, which their writer made without knowing how they are answered."""
    found: dict[str, list[str]] = json.loads(PHRASINGS.read_text("utf-8"))
    return {name.removeprefix("scene."): questions for name, questions in found.items()}


def asked_of_everybody(state: GameState) -> Iterator[tuple[str, str, str, str | None]]:
    """Person, question, the category that is meant and whom it is about."""
    for npc_id, (category, questions) in product(state.npcs, phrasings().items()):
        others = [key for key in state.npcs if key != npc_id] if category == KNOWLEDGE else [None]
        for question, other in product(questions, others):
            yield npc_id, question.replace("NAME", state.name(other) if other else ""), category, other


def is_right(state: GameState, npc_id: str, answer: SelfAnswer, category: str, about: str | None) -> bool:
    if answer.category != category or about is None:
        return answer.category == category
    return answer.memory_id is not None and about_of(state.memory(Scope.npc(npc_id), answer.memory_id)) == about


def test_no_phrasing_is_a_stored_one() -> None:
    stored = {normalised(wording) for category in categories().values() for wording in category.wordings}
    asked = {name: [normalised(question) for question in questions] for name, questions in phrasings().items()}
    assert {name: len(set(questions)) for name, questions in asked.items()} == dict.fromkeys(categories(), 5)
    assert stored.isdisjoint(question for questions in asked.values() for question in questions)


async def test_in_other_words_a_right_memory_is_in_the_top_three_for_everybody_of_the_large_scenario(
    tmp_path: Path,
) -> None:
    """At least 95 % in each category, asked without any filter over everything that somebody was given."""
    state = begin(ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw"), "game-1")
    seed(state, NOW)
    vectors, found = Vectors(LocalEmbedder(), VectorCache(tmp_path / "cache")), defaultdict[str, list[bool]](list)
    with recorded_vectors("self_knowledge", tmp_path / "cache"):
        knowledge = SelfKnowledge(vectors, Recaller())
        for npc_id, question, category, about in islice(asked_of_everybody(state), None, None, EACH):
            answers = await knowledge.ask(state, npc_id, question, limit=3)
            found[category].append(any(is_right(state, npc_id, answer, category, about) for answer in answers))
        await vectors.aclose()
    shares = {category: sum(hits) / len(hits) for category, hits in found.items()}
    assert shares.keys() == categories().keys()
    assert {category: share for category, share in shares.items() if share < 0.95} == {}


# -- with vectors and without --------------------------------------------------------------------------------------


async def test_a_question_asked_word_for_word_embeds_nothing(state: GameState) -> None:
    vectors = FakeVectors(("ledger",))
    found = await SelfKnowledge(vectors, Recaller()).ask(state, "mara", "How do I make decisions?", limit=3)
    assert [(answer.content, answer.relevance) for answer in found] == [("How I decide: By the ledger.", 1.0)]
    assert vectors.asked == []


async def test_meaning_finds_what_words_do_not(state: GameState) -> None:
    assert await SelfKnowledge(NoVectors(), Recaller()).ask(state, "mara", "accounts", limit=1) == []
    vectors = FakeVectors(("accounts", "ledgers"))
    [found] = await SelfKnowledge(vectors, Recaller()).ask(state, "mara", "accounts", limit=1)
    assert found.category == "skills"
    assert 0 < found.relevance < 1


async def test_an_embedder_that_fails_leaves_the_words(state: GameState) -> None:
    failing = SelfKnowledge(FakeVectors(there=False), Recaller())
    question = "who of us has burnt forearms?"
    assert await failing.ask(state, "mara", question, limit=3) == await SelfKnowledge(NoVectors(), Recaller()).ask(
        state, "mara", question, limit=3
    )


async def test_no_text_is_embedded_twice(state: GameState) -> None:
    vectors = FakeVectors(("smoke",))
    knowledge = SelfKnowledge(vectors, Recaller())
    for npc_id in ("mara", "guard-1", "mara"):
        await knowledge.ask(state, npc_id, "is there smoke about?", limit=3)
    assert len(vectors.asked) == len(set(vectors.asked))


async def test_vectors_that_come_later_are_asked_for_again(state: GameState) -> None:
    vectors = FakeVectors(("smoke",), there=False)
    knowledge = SelfKnowledge(vectors, Recaller())
    await knowledge.ask(state, "mara", "is there smoke about?", limit=3)
    vectors.there = True
    [found] = await knowledge.ask(state, "mara", "is there smoke about?", limit=1)
    assert "moke" in found.content


# -- lore, filters, bounds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("there", [True, False])
async def test_lore_is_found_by_what_it_says(state: GameState, there: bool) -> None:
    knowledge = SelfKnowledge(FakeVectors(("drown",), there=there), Recaller())
    found = await knowledge.ask(state, "guard-1", "how many men drowned?", limit=3)
    assert found[0].content == "The weir was built by drowned men."
    assert found[0].category == LORE


async def test_lore_of_somebody_else_is_not_found(state: GameState) -> None:
    knowledge = SelfKnowledge(NoVectors(), Recaller())
    question = "who owes for the forty barrels of the Duke?"
    assert (await knowledge.ask(state, "mara", question, limit=1))[0].category == LORE
    assert all("Duke" not in answer.content for answer in await knowledge.ask(state, "guard-1", question, limit=50))


async def test_filters_hold_for_what_is_found_by_meaning_too(state: GameState) -> None:
    knowledge = SelfKnowledge(FakeVectors(("smoke", "gruff", "ledgers", "guard")), Recaller())
    found = await knowledge.ask(state, "mara", "smoke all around?", limit=9, categories=("traits", "skills"))
    assert {answer.category for answer in found} == {"traits", "skills"}
    found = await knowledge.ask(state, "mara", "smoke all around?", limit=9, about="guard-2")
    assert [answer.content for answer in found] == ["I know Guard. Bored."]


async def test_at_most_so_many_answers_are_given(state: GameState) -> None:
    knowledge = SelfKnowledge(FakeVectors(("smoke",)), Recaller())
    for question in ("", "who am I?", "smoke?"):
        assert await knowledge.ask(state, "mara", question, limit=0) == []
        assert len(await knowledge.ask(state, "mara", question, limit=2)) <= 2


async def test_a_stranger_to_the_game_is_not_found(state: GameState) -> None:
    with pytest.raises(NotFound):
        await SelfKnowledge(NoVectors(), Recaller()).ask(state, "nobody", "who am I?", limit=1)
