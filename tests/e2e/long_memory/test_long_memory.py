"""Eight things said early in a game of two hundred turns stand before the narrator when they are asked for at last."""

import asyncio
import re
import shutil
from pathlib import Path

import pytest

from app.embeddings.cache import VectorCache
from app.embeddings.minilm import DIMENSION, LocalEmbedder, LocalMiniLM
from app.embeddings.vectors import VECTOR_CACHE
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences, words
from app.language.reading.spoken_text import given_promise
from app.memory.index.message_view import message_text
from app.memory.prompt_data import estimate
from app.models.messages.message import Message, Role
from app.models.prompt import Prompt
from tests.e2e.long_memory import script as scripts
from tests.e2e.long_memory.facts import FACTS, Fact
from tests.e2e.long_memory.game import Answered, Played, play
from tests.e2e.long_memory.slots import SLOTS
from tests.recorded_vectors import FOLDER, recorded_vectors

pytestmark = pytest.mark.long


LAST_THREE = ("Recent Location Memory", "NPC Memory", "World Memory")
RECALLED = "Recalled"
MOST_TOKENS = 2000
NEARLY = {
    "password": "sign",
    "name": "name",
    "hiding place": "nook",
    "meeting": "feast",
    "debt": "sum",
    "allergy": "dish",
    "price": "price",
}
"""By kind of fact, the slot that near misses of it are filled from."""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The game, played once for all tests."""
    saves = tmp_path_factory.mktemp("saves")
    with recorded_vectors("long_memory", saves / VECTOR_CACHE):
        return asyncio.run(play(saves))


def test_the_recorded_vectors_are_those_of_the_model(played: Played, tmp_path: Path) -> None:
    cache = VectorCache(Path(shutil.copy(FOLDER / "long_memory.sqlite3", tmp_path)))
    texts = [message_text(message) or "" for fact in FACTS for message in holding(played, fact)]
    recorded = cache.get(texts, LocalEmbedder.name, DIMENSION)
    cache.close()
    for text, row in zip(texts, LocalMiniLM().embed(texts), strict=True):
        assert float(recorded[text] @ row) > 0.99


def of_kind(fact: Fact) -> str:
    return fact.kind


def answer_to(played: Played, fact: Fact) -> Prompt:
    (answered,) = [answered for answered in played.answers if answered.fact is fact]
    return answered.prompt


def holding(played: Played, fact: Fact) -> list[Message]:
    """The messages that say the fact's words."""
    return [message for message in played.state.conversation_history if fact.words in message.content]


def texts(prompt: Prompt, *names: str) -> str:
    """The text of the sections of these names."""
    return "\n".join(section.text for section in prompt.sections if section.name in names)


def test_the_game_has_200_turns_and_over_40_000_tokens_and_the_party_remembers_them(played: Played) -> None:
    state = played.state
    assert state.turn == 200
    assert sum(estimate(message.content) for message in state.conversation_history) > 40_000
    assert not state.pending
    for npc_id in scripts.HOSTS.values():
        assert state.npc(npc_id).npc_memories
        assert state.scenario.last_npc_message_index[npc_id] > 0
    for place_id in scripts.HOSTS:
        assert len(state.place(place_id).location_memories) >= 3


def test_no_turn_is_like_another_and_the_sentences_are_many() -> None:
    turns = scripts.script()
    assert turns == scripts.script()
    assert len({turn.narration for turn in turns}) == len(turns)
    talked = [(turn.text, turn.speech) for turn in turns if turn.speech]
    assert len(set(talked)) == len(talked)
    assert len(scripts.sentences()) >= 200


def test_nothing_was_noted_or_pinned(played: Played) -> None:
    assert played.state.notes == []
    assert not any(status.pinned for status in played.state.memory_status.values())


@pytest.mark.parametrize("fact", FACTS, ids=of_kind)
def test_a_fact_is_said_once_early_and_among_other_things(played: Played, fact: Fact) -> None:
    (message,) = holding(played, fact)
    assert message.turn == fact.planted_turn
    assert 3 <= message.turn <= 30
    assert len(sentences(message.content)) >= 3
    assert fact.person in message.witness_ids


def test_facts_are_told_by_people_by_the_player_and_by_the_narrator_in_several_places(played: Played) -> None:
    said = [message for fact in FACTS for message in holding(played, fact)]
    assert {message.role for message in said} == {Role.NPC, Role.PLAYER, Role.NARRATOR}
    assert len({message.location_id for message in said}) >= 5


@pytest.mark.parametrize("kind", NEARLY)
def test_later_talk_is_full_of_what_is_nearly_the_fact(played: Played, kind: str) -> None:
    later = "\n".join(message.content for message in played.state.conversation_history if message.turn > 30)
    assert sum(near in later for near in SLOTS[NEARLY[kind]]) >= 5


def test_later_the_player_promises_other_things_to_others(played: Played) -> None:
    later = [message for message in played.state.conversation_history if message.turn > 30]
    assert sum(message.role is Role.PLAYER and given_promise(message.content) for message in later) >= 4


def test_at_least_half_of_the_questions_share_no_content_word_with_the_sentence_that_answers_them(
    played: Played,
) -> None:
    unlike = 0
    for fact in FACTS:
        (message,) = holding(played, fact)
        told = " ".join(part for part in sentences(message.content) if fact.words in part)
        assert told, "the words stand in one sentence"
        unlike += not (_content(told, played) & _content(fact.question, played))
    assert unlike >= 4


def _content(text: str, played: Played) -> set[str]:
    """The terms of a text without the names of people."""
    names = {word for sheet in played.state.sheet.npcs for word in words(sheet.name)}
    return set(analyse(" ".join(word for word in words(text) if re.sub("['’]s$", "", word) not in names)).terms)


@pytest.mark.parametrize("fact", FACTS, ids=of_kind)
def test_asked_in_other_words_the_prompt_holds_the_facts_own_words(played: Played, fact: Fact) -> None:
    prompt = answer_to(played, fact)
    assert fact.words not in prompt.player_line
    assert fact.words in prompt.text


@pytest.mark.parametrize("fact", FACTS, ids=of_kind)
def test_memories_and_conversation_together_take_2_000_tokens_at_most(played: Played, fact: Fact) -> None:
    prompt = answer_to(played, fact)
    memories = sum(section.tokens for section in prompt.sections if section.name in (*LAST_THREE, RECALLED))
    conversation = sum(estimate(line) + 1 for line in prompt.conversation)
    assert prompt.conversation
    assert memories + conversation <= MOST_TOKENS
    assert prompt.tokens <= prompt.budget


def test_it_was_recall_that_found_them(played: Played) -> None:
    """Neither the last memories nor the recent conversation hold them by luck."""
    assert sum(_is_recalled(answered) for answered in played.answers) >= 6


def _is_recalled(answered: Answered) -> bool:
    prompt, fact = answered.prompt, answered.fact
    by_luck = fact.words in texts(prompt, *LAST_THREE) or any(fact.words in line for line in prompt.conversation)
    return fact.words in texts(prompt, RECALLED) and not by_luck
