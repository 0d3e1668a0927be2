"""What players told as passages, and the model that finds which of them answers a question."""

from base64 import b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest

from app.interfaces.embeddings import Vector
from app.language.language import default_language
from app.memory.index.growing import statement_indexes
from app.memory.index.player_statements import (
    PROBE,
    PeopleStatements,
    PlayerStatements,
    sentence_passages,
    stating_sentences,
)
from app.memory.recall import told_answers
from app.memory.recall.recaller import Recaller
from app.memory.recall.told_answers import SIGNALS, AnswerModel, answer_model, answering, signals
from app.models.memory import Scope
from app.models.messages.message import Role
from tests.fakes.vectors import FakeVectors
from tests.worlds import new_game, say

EVERYBODY = Scope.world()
VECTORS = FakeVectors(("loft", "bed", "sleep"), ("mare", "horse"), ("door opens",))


def as_bytes(numbers: np.ndarray[Any, Any]) -> dict[str, Any]:
    each = float(np.abs(numbers).max()) / 127 or 1.0
    whole = np.rint(numbers / each).astype(np.int8)
    return {"shape": list(numbers.shape), "each": each, "bytes": b64encode(whole.tobytes()).decode()}


async def vector_of(text: str, vectors: FakeVectors = VECTORS) -> Vector:
    (found,) = await vectors.vectors([text])
    assert found is not None
    return found


async def model_of(vectors: FakeVectors) -> AnswerModel:
    """A model that goes by meaning alone."""
    probe = await vector_of(PROBE, vectors)
    none = np.zeros((len(probe), 1))
    weights = dict.fromkeys(SIGNALS, 0.0)
    return AnswerModel(
        {"probe": as_bytes(probe), "into": as_bytes(none), "back": as_bytes(none.T), "mapped": 20.0, "none": 10.0}
        | {"weights": weights, "sure": 0.6, "likely": 0.3}
    )


async def index_of(*told: str, vectors: FakeVectors = VECTORS) -> PlayerStatements:
    index = PlayerStatements(EVERYBODY)
    for message, words in enumerate(told):
        for passage in sentence_passages(stating_sentences(words)):
            index.add(passage, message)
    index.give_vectors(index.texts, await vectors.vectors(index.texts))
    return index


@pytest.mark.parametrize(
    ("said", "statements"),
    [
        ("We have settled on a new sum. Fifteen crowns.", ["We have settled on a new sum. Fifteen crowns."]),
        ("Hedda! I sleep in the loft.", ["I sleep in the loft."]),
        ("I sleep in the loft. Do you mind? Hedda!", ["I sleep in the loft."]),
    ],
)
def test_a_short_sentence_belongs_to_the_statement_before_it(said: str, statements: list[str]) -> None:
    assert stating_sentences(said) == statements


def test_passages_are_sentences_and_neighbours_without_questions_and_calls() -> None:
    said = "Mara! I sleep in the loft. Where is it dry? It is over the cooper's."
    assert sentence_passages(stating_sentences(said)) == [
        "I sleep in the loft.",
        "It is over the cooper's.",
        "I sleep in the loft. It is over the cooper's.",
    ]


def test_only_what_players_said_is_taken_in_and_not_before_its_turn_is_over() -> None:
    state = new_game()
    say(state, "My bed is in the loft.", "Where do I sleep?")
    say(state, "The mare sleeps too.", role=Role.NPC, speaker_id="mara", speaker_name="Mara")
    assert PlayerStatements.of(state, EVERYBODY).texts == [PROBE, "My bed is in the loft."]
    state.open_turn(datetime.now(UTC))
    say(state, "I moved to the barn.")
    assert len(PlayerStatements.of(state, EVERYBODY)) == 2


def test_what_people_said_is_an_index_of_its_own_in_single_sentences() -> None:
    state = new_game()
    say(state, "My bed is in the loft.")
    say(state, "The mare limps. I shod her twice.", role=Role.NPC, speaker_id="mara", speaker_name="Mara")
    assert PeopleStatements.of(state, EVERYBODY).texts == [PROBE, "The mare limps.", "I shod her twice."]
    assert PlayerStatements.of(state, EVERYBODY).texts == [PROBE, "My bed is in the loft."]


def test_each_person_has_an_index_of_what_it_heard() -> None:
    state = new_game()
    say(state, "My bed is in the loft.", witness_ids=("mara",))
    say(state, "The mare limps badly.", witness_ids=("guard-1", "mara"), role=Role.NPC, speaker_id="guard-1")
    say(state, "I owe the smith money.", witness_ids=("guard-1",))
    told = {npc_id: PlayerStatements.of(state, Scope.npc(npc_id)).texts[1:] for npc_id in ("mara", "guard-1")}
    assert told == {"mara": ["My bed is in the loft."], "guard-1": ["I owe the smith money."]}
    assert PeopleStatements.of(state, Scope.npc("mara")).texts[1:] == ["The mare limps badly."]
    indexed = [(kind, scope.key) for kind, scope in statement_indexes(state)]
    assert {key for kind, key in indexed if kind is PlayerStatements} == {"npc/mara", "npc/guard-1"}
    assert {key for kind, key in indexed if kind is PeopleStatements} == {"npc/mara", "npc/guard-1", "world"}


async def test_what_several_have_heard_is_embedded_once_and_given_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    state, asked = new_game(), list[str]()
    say(state, "My bed is in the loft.", witness_ids=("mara", "guard-1"))
    recaller = Recaller(VECTORS)
    embed = VECTORS.vectors

    async def noted(texts: Sequence[str]) -> Any:
        asked.extend(texts)
        return await embed(texts)

    monkeypatch.setattr(VECTORS, "vectors", noted)
    await recaller.embed_statements(state)
    assert sorted(asked) == sorted([PROBE, "My bed is in the loft."])
    for npc_id in ("mara", "guard-1"):
        assert PlayerStatements.of(state, Scope.npc(npc_id)).vectors.waiting() == []


def test_an_index_goes_on_in_a_state_that_begins_the_same() -> None:
    state = new_game()
    say(state, "My bed is in the loft.", "My mare is called Bay.")
    index = PlayerStatements.of(state, EVERYBODY)
    del state.conversation_history[1:]
    index.rebase(state, 1)
    assert index.texts == [PROBE, "My bed is in the loft."]
    say(state, "My mare is called Dun.")
    index.follow(state)
    assert index.texts[2:] == ["My mare is called Dun."]
    assert index.columns["message"].tolist() == [-1, 0, 1]


async def test_the_message_that_means_what_is_asked_is_the_likeliest(monkeypatch: pytest.MonkeyPatch) -> None:
    model = await model_of(VECTORS)
    monkeypatch.setattr(told_answers, "answer_model", lambda _: model)
    index = await index_of("I paid for it with salt. My mare limps.", "I have a loft over the cooper's.")
    vector = await vector_of("Which bed is mine?")
    first, *others = answering(index, np.arange(1, len(index)), "Which bed is mine?", vector)
    assert (first.message, first.passage) == (1, "I have a loft over the cooper's.")
    assert first.chance > model.sure > model.likely > sum(each.chance for each in others)


async def test_nothing_answers_where_nothing_means_it(monkeypatch: pytest.MonkeyPatch) -> None:
    model = await model_of(VECTORS)
    monkeypatch.setattr(told_answers, "answer_model", lambda _: model)
    index = await index_of("My mare limps.")
    vector = await vector_of("Which bed is mine?")
    assert all(each.chance < model.likely for each in answering(index, np.arange(1, 2), "Which bed is mine?", vector))


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("A room is mine. My bed is in the loft.", "A room is mine. My bed is in the loft."),
        ("I have a mare. My bed is in the loft.", "My bed is in the loft."),
    ],
)
async def test_a_sentence_is_told_with_the_one_beside_it_where_both_together_answer_about_as_well(
    said: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = await model_of(VECTORS)
    monkeypatch.setattr(told_answers, "answer_model", lambda _: model)
    index = await index_of(said)
    vector = await vector_of("Which bed is mine?")
    (answer,) = answering(index, np.arange(1, len(index)), "Which bed is mine?", vector)
    assert answer.passage == told


async def test_vectors_of_another_embedder_are_not_judged() -> None:
    index = await index_of("I have a loft over the cooper's.")
    vector = await vector_of("Which bed is mine?")
    assert answer_model(default_language()) is not None
    assert answering(index, np.arange(1, 2), "Which bed is mine?", vector) == []


async def test_where_a_passage_has_no_vector_words_decide_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    model = await model_of(VECTORS)
    monkeypatch.setattr(told_answers, "answer_model", lambda _: model)
    index = await index_of("My mare limps.")
    index.add("I have a loft over the cooper's.", 1)
    vector = await vector_of("Which bed is mine?")
    assert answering(index, np.arange(1, 3), "Which bed is mine?", vector) == []
    assert [each.message for each in answering(index, np.arange(1, 2), "Which bed is mine?", vector)] == [0]


async def test_what_is_asked_for_counts_as_held_lacking_or_not_asked() -> None:
    index = await index_of("I owe the miller six pennies.", "I owe the smith a favour.")
    for question, expected in (("How many pennies do I owe?", [1.0, -1.0]), ("Whom do I trust?", [0.0, 0.0])):
        vector = await vector_of(question)
        found = signals(index, np.arange(1, 3), question, vector)
        assert found[:, SIGNALS.index("number")].tolist() == expected


def test_the_model_that_ships_is_small_and_has_every_signal() -> None:
    model = answer_model(default_language())
    assert model is not None
    assert 0 < model.likely <= model.sure < 1
