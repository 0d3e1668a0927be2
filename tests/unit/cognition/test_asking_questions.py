"""Asking people to choose, and for numbers: only what was offered is an answer."""

import asyncio
import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from app.agents.mind.offline import HeuristicMind
from app.cognition.talking.asking import Interviewer
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable, NotFound
from app.events.handlers.memory_handler import MemoryHandler
from app.interchange.agents.game_memories import import_command
from app.interfaces.agents.mind import BadAnswer, InterviewRequest
from app.memory.recall.recaller import Recaller
from app.models.events.play import BeingsSeen
from app.models.memory import MemoryKind
from app.models.messages.payload import EventPayload
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState
from tests.unit.cognition.speaking import Answer, Meanings, Speaker, asks, interviewer
from tests.unit.cognition.talking import remember
from tests.worlds import NOW, new_game, say

MARA = "mara"


@pytest.fixture
def state() -> GameState:
    return new_game()


# -- choosing ------------------------------------------------------------------------------------------------------

TEA = {"Tea?": ["yes", "no"]}


async def test_an_option_outside_of_those_offered_is_asked_for_again(state: GameState) -> None:
    mind = Speaker({"Tea?": "perhaps"}, {"Tea?": "no", "Ale?": "yes"})
    assert await interviewer(mind).categorical_response(state, MARA, TEA) == {"Tea?": "no"}
    assert len(mind.asked) == 2


@pytest.mark.parametrize(
    "answer", [{"Tea?": "maybe"}, {}, {"Tea?": "YES"}, {"Tea?": 1}, BadAnswer("no"), ModelUnavailable("down")]
)
async def test_after_two_answers_that_cannot_be_used_the_heuristic_chooses(state: GameState, answer: Answer) -> None:
    mind, plain = Speaker(answer), Speaker({"Tea?": "yes"}, model="offline")
    assert await interviewer(mind, plain).categorical_response(state, MARA, TEA) == {"Tea?": "yes"}
    assert (len(mind.asked), len(plain.asked)) == (2, 1)


async def test_without_a_budget_the_heuristic_answers_at_once(state: GameState) -> None:
    mind = Speaker(BudgetExhausted("Spent."))
    assert (await interviewer(mind).categorical_response(state, MARA, TEA))["Tea?"] in ("yes", "no")
    assert len(mind.asked) == 1


async def test_a_model_that_never_answers_is_not_waited_for(state: GameState) -> None:
    class Silent(Speaker):
        async def interview(self, asked: InterviewRequest) -> Mapping[str, str | float]:
            self.asked.append(asked)
            await asyncio.Event().wait()
            return {}

    mind = Silent("")
    found = await replace(interviewer(mind), timeout=0.01).categorical_response(state, MARA, TEA)
    assert (len(mind.asked), found["Tea?"] in ("yes", "no")) == (2, True)


async def test_a_fallback_that_fails_too_is_no_answer(state: GameState) -> None:
    with pytest.raises(ModelUnavailable):
        await interviewer(Speaker({}), Speaker({}, model="offline")).categorical_response(state, MARA, TEA)


async def test_answers_come_in_the_order_of_the_questions(state: GameState) -> None:
    questions = {"Tea?": ["yes", "no"], "Ale?": ["yes", "no"]}
    mind = Speaker({"Ale?": "yes", "Tea?": "no"})
    assert list((await interviewer(mind).categorical_response(state, MARA, questions)).items()) == [
        ("Tea?", "no"),
        ("Ale?", "yes"),
    ]


# -- numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [0, 6, 2.5, math.nan, math.inf, True, "3", None])
async def test_a_number_outside_of_the_range_is_asked_for_again(state: GameState, wrong: object) -> None:
    mind = Speaker({"How much?": wrong}, {"How much?": 5.0})
    found = await interviewer(mind).numerical_response(state, MARA, {"How much?": (1, 5)})
    assert found == {"How much?": 5}
    assert isinstance(found["How much?"], int)
    assert len(mind.asked) == 2


async def test_fractions_are_given_where_they_are_wanted(state: GameState) -> None:
    found = await interviewer(Speaker({"How much?": 2.5})).numerical_response(
        state, MARA, {"How much?": (1, 5)}, float_resp=True
    )
    assert found == {"How much?": 2.5}
    whole = await interviewer(Speaker({"How much?": 2})).numerical_response(state, MARA, {"How much?": (2, 2)}, True)
    assert isinstance(whole["How much?"], float)


@pytest.mark.parametrize(("low", "high"), [(1, 1), (-5, 5), (0.5, 1.5), (-1e300, 1e300)])
async def test_the_heuristic_keeps_within_any_range(state: GameState, low: float, high: float) -> None:
    for fractions in (False, True):
        found = await interviewer(HeuristicMind()).numerical_response(state, MARA, {"How?": (low, high)}, fractions)
        assert low <= found["How?"] <= high


# -- what comes with the questions ---------------------------------------------------------------------------------


async def test_a_question_comes_with_at_most_120_memories_the_oldest_first(state: GameState) -> None:
    for number in range(130):
        remember(state, MARA, f"Day {number}: the mill turned.", importance=3.0, game_time=1000 - number)
    remember(state, MARA, "Somebody asked for tea.", importance=9.0, game_time=2)
    say(state, "I like tea best.", witness_ids=(MARA,), game_time=5_000)
    mind = Speaker({"Tea?": "yes"})
    await interviewer(mind).categorical_response(state, MARA, TEA, "A quiet evening.")
    asked = mind.asked[-1]
    assert isinstance(asked, InterviewRequest)
    assert len(asked.memories) == 120
    times = [memory.game_time or 0 for memory in asked.memories]
    assert times == sorted(times)
    assert (mind.shown[0], mind.shown[-1]) == ("Somebody asked for tea.", "Élan: I like tea best.")
    assert (asked.context, asked.options) == ("A quiet evening.", {"Tea?": ("yes", "no")})


@pytest.mark.parametrize("decisive", [0, 150, 300])
async def test_of_an_imported_stream_the_best_120_are_shown_the_oldest_first(
    state: GameState, tmp_path: Path, decisive: int
) -> None:
    state.clock.minutes = 5_000
    texts = [f"The mill wheel turned {number} times while it rained on the tea field." for number in range(301)]
    texts[decisive] = "Tea makes me sick: the doctor forbade me tea for life."
    _agent_folder(tmp_path, texts, important={decisive})
    await _bring_in(state, tmp_path)
    mind = Speaker({"Tea?": "no"})
    await interviewer(mind).categorical_response(state, MARA, TEA)
    times = [memory.game_time or 0 for memory in mind.asked[-1].memories]
    assert texts[decisive] in mind.shown
    assert times == sorted(times)
    assert len(times) == 120
    scores = [memory.score or 0 for memory in mind.asked[-1].memories]
    assert max(scores) == scores[mind.shown.index(texts[decisive])]


async def test_many_sights_of_routine_crowd_out_nothing(state: GameState, tmp_path: Path) -> None:
    state.clock.minutes = 5_000
    texts = [f"Tea was poured for guest number {number}." for number in range(130)]
    _agent_folder(tmp_path, texts, important=())
    await _bring_in(state, tmp_path)
    for number in range(260):
        seen = BeingsSeen(being_ids=("guard-1",), activity=Activity.IDLE, location_id="cellar", since=number)
        text = f"Tea: saw the guard with tea, {number}."
        remember(
            state, MARA, text, game_time=number, importance=10.0, payload=EventPayload(kind="event", events=(seen,))
        )
    mind = Speaker({"Tea?": "no"})
    await interviewer(mind).categorical_response(state, MARA, TEA)
    assert len(mind.shown) == 120
    assert set(mind.shown) <= set(texts)


def _agent_folder(folder: Path, texts: Sequence[str], important: Collection[int]) -> None:
    """An agent of genagents that observed these texts, one a time step."""
    nodes = [
        {"node_id": at, "node_type": "observation", "content": text, "importance": 90 if at in important else 20}
        | {"created": at, "last_retrieved": at, "pointer_id": None}
        for at, text in enumerate(texts)
    ]
    stream = folder / "memory_stream"
    stream.mkdir()
    written = {
        folder / "meta.json": {"id": "agent"}, folder / "scratch.json": {},
        stream / "nodes.json": nodes, stream / "embeddings.json": {},
    }  # fmt: skip
    for path, content in written.items():
        path.write_text(json.dumps(content), encoding="utf-8")


async def _bring_in(state: GameState, folder: Path) -> None:
    await MemoryHandler().bring_in(import_command(folder, state, MARA, at=NOW), state)


async def test_somebody_answers_from_its_own_memories_alone(state: GameState) -> None:
    remember(state, "guard-1", "Somebody asked for tea.")
    remember(state, MARA, "Somebody asked for ale.", MemoryKind.CONVERSATION)
    mind = Speaker({"Tea?": "yes"})
    await interviewer(mind).categorical_response(state, MARA, TEA)
    assert mind.shown == ["Somebody asked for ale."]


async def test_the_questions_together_are_what_memories_are_recalled_by(state: GameState) -> None:
    meanings = Meanings()
    people = Interviewer(Speaker({"Tea?": "yes", "Ale?": "no"}), HeuristicMind(), Recaller(vectors=meanings))
    await people.categorical_response(state, MARA, {"Tea?": ["yes"], "Ale?": ["no"]})
    assert "Tea? Ale?" in meanings.computed


# -- what cannot be asked ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "questions",
    [
        {"Tea?": []},
        {"Tea?": "yes"},
        {"Tea?": ["yes", " "]},
        {"Tea?": ["x" * 1_001]},
        {"Tea?": [str(n) for n in range(101)]},
        {" ": ["yes"]},
        {"x" * 1_001: ["yes"]},
        {f"{n}?": ["yes"] for n in range(101)},
    ],
)
async def test_a_question_that_cannot_be_chosen_from_is_refused(
    state: GameState, questions: dict[str, Sequence[str]]
) -> None:
    mind = Speaker({})
    with pytest.raises(InvalidInput):
        await interviewer(mind).categorical_response(state, MARA, questions)
    assert mind.asked == []


@pytest.mark.parametrize(
    ("low", "high", "fractions"),
    [(5, 1, False), (5, 1, True), (0.2, 0.8, False), (math.nan, 1, True), (0, math.inf, True), (-math.inf, 0, False)],
)
async def test_a_range_that_holds_no_answer_is_refused(
    state: GameState, low: float, high: float, fractions: bool
) -> None:
    mind = Speaker({})
    with pytest.raises(InvalidInput):
        await interviewer(mind).numerical_response(state, MARA, {"How?": (low, high)}, float_resp=fractions)
    assert mind.asked == []


async def test_there_is_nobody_to_ask(state: GameState) -> None:
    mind = Speaker({})
    people = interviewer(mind)
    with pytest.raises(NotFound):
        await people.utterance(state, "nobody", asks("Hello?"))
    with pytest.raises(NotFound):
        await people.categorical_response(state, "nobody", TEA)
    with pytest.raises(NotFound):
        await people.numerical_response(state, "nobody", {"How?": (1, 2)})
    assert mind.asked == []


async def test_no_questions_have_no_answers_and_cost_nothing(state: GameState) -> None:
    mind = Speaker({})
    assert await interviewer(mind).categorical_response(state, MARA, {}) == {}
    assert await interviewer(mind).numerical_response(state, MARA, {}) == {}
    assert mind.asked == []
