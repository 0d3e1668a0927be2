"""An agent of genagents that is in no game: made, loaded, saved, asked; with a model and without one."""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dependency_injector import providers

from app.container import Container
from app.embeddings.vectors import Vectors
from app.errors import InvalidInput, ModelUnavailable
from app.interchange.agents.genagent import GenAgent
from app.interchange.agents.genagents import AgentFolder
from app.interfaces.agents.genagent_mind import AgentProfile, Reasoned
from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind import BadAnswer, DraftedLine
from app.memory.recall.genagents import GenagentsWeights
from app.settings import Settings
from tests.unit.embeddings.fakes import FakeEmbedder
from tests.unit.interchange.test_genagents import node
from tests.worlds import NOW

SCRATCH = {"first_name": "Mara", "last_name": "Iron", "age": 41, "views": {"tea": ["green", 2]}, "ülkü": None}


class Mind:
    """Answers from a list, the last answer again and again, and keeps what it was given."""

    def __init__(self, *answers: Mapping[str, str | float] | str) -> None:
        self.answers = list(answers)
        self.agents: list[AgentProfile] = []
        self.contexts: list[str] = []
        self.dialogues: list[Sequence[DraftedLine]] = []

    async def rate(self, agent: AgentProfile, texts: Sequence[str]) -> list[float]:
        return [50.0] * len(texts)

    async def insights(self, agent: AgentProfile, anchor: str, count: int) -> list[str]:
        raise BadAnswer("it gave no insight")

    async def interview(
        self, agent: AgentProfile, questions: Questions, context: str
    ) -> dict[str, Reasoned[str | float]]:
        given = self._next(agent, context)
        assert isinstance(given, Mapping)
        return {question: Reasoned(answer, f"because of {answer}") for question, answer in given.items()}

    async def speak(self, agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str) -> str:
        self.dialogues.append(dialogue)
        return str(self._next(agent, context))

    def _next(self, agent: AgentProfile, context: str) -> Mapping[str, str | float] | str:
        self.agents.append(agent)
        self.contexts.append(context)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def alone(mind: Mind | None = None, **options: Any) -> GenAgent:
    """A new agent with vectors."""
    made = GenAgent(mind=mind, now=lambda: NOW, **({"vectors": Vectors(FakeEmbedder())} | options))
    made.update_scratch(SCRATCH)
    return made


async def remembering(made: GenAgent, count: int) -> GenAgent:
    """The agent with memories whose times run against the order of the stream."""
    for number in range(count):
        await made.remember(f"Event {number}.", time_step=count - number)
    return made


# -- the folder ----------------------------------------------------------------------------------------------------


async def test_a_new_agent_is_saved_and_loaded_as_it_was(tmp_path: Path) -> None:
    made = alone()
    await made.remember("The boat came late.", time_step=3)
    made.save(tmp_path / "mara")
    assert json.loads((tmp_path / "mara/meta.json").read_text(encoding="utf-8")) == {"id": made.id}
    assert json.loads((tmp_path / "mara/scratch.json").read_text(encoding="utf-8")) == SCRATCH
    (saved,) = json.loads((tmp_path / "mara/memory_stream/nodes.json").read_text(encoding="utf-8"))
    assert saved == node(0, content="The boat came late.", importance=saved["importance"], created=3, last_retrieved=3)
    loaded = GenAgent(str(tmp_path / "mara"), vectors=Vectors(FakeEmbedder()), now=lambda: NOW)
    assert (loaded.id, loaded.scratch, len(loaded)) == (made.id, SCRATCH, 1)
    loaded.save(tmp_path / "again")
    for name in ("meta.json", "scratch.json", "memory_stream/nodes.json", "memory_stream/embeddings.json"):
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "mara" / name).read_bytes()


def test_two_new_agents_have_two_ids() -> None:
    assert GenAgent().id != GenAgent().id


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no such agent folder"):
        GenAgent(tmp_path / "nobody")


@pytest.mark.parametrize("folder", [None, AgentFolder({"id": "x"})])
def test_an_owner_that_is_no_id_is_refused_at_once(folder: AgentFolder | None) -> None:
    with pytest.raises(InvalidInput, match="must be an id"):
        GenAgent(folder, "Mara Iron")


def test_the_scratch_is_any_json_object_and_nothing_else(tmp_path: Path) -> None:
    made = alone()
    made.update_scratch({"age": 42, "town": "Oston"})
    assert made.scratch == SCRATCH | {"age": 42, "town": "Oston"}
    for wrong in ({"now": NOW}, {"age": float("nan")}, {1: "one"}):
        with pytest.raises(InvalidInput):
            made.update_scratch(wrong)  # type: ignore[arg-type]  # one has a key that is no text
    assert "now" not in made.scratch
    made.scratch["now"] = NOW
    with pytest.raises(InvalidInput):
        made.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "scratch", [["ab"], "ab", None, 3, {1: "one"}, {"views": {1: "one"}}, {"seen": {NOW}}, {"name": "\ud800"}]
)
def test_a_scratch_that_is_no_json_object_is_never_taken_for_one(tmp_path: Path, scratch: Any) -> None:
    made = alone()
    with pytest.raises(InvalidInput):
        made.update_scratch(scratch)
    assert made.scratch == SCRATCH
    with pytest.raises(InvalidInput):
        GenAgent(AgentFolder({"id": "x"}, scratch))
    made.scratch = scratch
    with pytest.raises(InvalidInput):
        made.save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("meta", [["ab"], {"id": "x", "at": NOW}, {"id": "x", "size": float("inf")}])
def test_a_meta_that_is_no_json_object_is_refused(tmp_path: Path, meta: Any) -> None:
    with pytest.raises(InvalidInput, match=r"meta\.json"):
        GenAgent(AgentFolder(meta)).save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("rows", "reason"),
    [([[1.0, float("nan")]], "not finite"), ([[1.0, 2.0], [1.0]], "same count"), ([[]], "0 numbers")],
)
def test_vectors_that_could_not_be_read_again_are_not_written(
    tmp_path: Path, rows: list[list[float]], reason: str
) -> None:
    vectors = {f"Event {number}.": np.array(row) for number, row in enumerate(rows)}
    with pytest.raises(InvalidInput, match=reason):
        GenAgent(AgentFolder({"id": "x"}, embeddings=vectors)).save(tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("time_step", [2**53 + 1, -(2**53) - 1, math.nan, math.inf, "3", None])
async def test_a_time_step_that_no_folder_holds_is_refused(tmp_path: Path, time_step: Any) -> None:
    made = await remembering(alone(), 1)
    with pytest.raises(InvalidInput, match="time step"):
        await made.remember("The boat came late.", time_step=time_step)
    with pytest.raises(InvalidInput, match="time step"):
        await made.retrieve(["boat"], time_step=time_step, stateless=False)
    assert len(made) == 1
    made.save(tmp_path)


@pytest.mark.parametrize("text", ["a\ud800", 3, None, b"x"])
async def test_a_memory_is_a_text(text: Any) -> None:
    made = alone()
    with pytest.raises(InvalidInput, match="A memory is a text"):
        await made.remember(text)
    assert len(made) == 0


@pytest.mark.parametrize(
    ("scratch", "name"),
    [(SCRATCH, "Mara Iron"), ({"name": "Mara"}, "Mara"), ({"first_name": "Mara"}, ""), ({}, ""), ({"name": 3}, "")],
)
def test_the_full_name_is_that_of_the_scratch(scratch: dict[str, Any], name: str) -> None:
    made = GenAgent()
    made.update_scratch(scratch)
    assert made.get_fullname() == name


# -- without a model -----------------------------------------------------------------------------------------------


async def test_without_a_model_it_remembers_by_rule_and_retrieves(tmp_path: Path) -> None:
    made = alone()
    plain = await made.remember("It rained.")
    weighty = await made.remember("She learned something important about a friend.")
    assert (weighty.importance or 0) > (plain.importance or 0)
    assert len((await made.retrieve(["rain"]))["rain"]) == 2


async def test_without_a_model_it_refuses_what_needs_one() -> None:
    made = alone()
    await made.remember("It rained.")
    for asked in (
        made.reflect("rain"),
        made.categorical_resp({"Tea?": ["yes", "no"]}),
        made.numerical_resp({"How old?": (1, 100)}),
        made.utterance([("Anna", "Hello.")]),
    ):
        with pytest.raises(ModelUnavailable, match="needs a language model"):
            await asked
    assert len(made) == 1


async def test_a_container_gives_the_model_of_its_settings() -> None:
    without, with_one = Container(), Container()
    for container, name in ((without, "offline"), (with_one, "test")):
        container.settings.override(providers.Object(Settings(model=name, embedder="words")))
    await without.genagent().remember("It rained.")
    with pytest.raises(ModelUnavailable, match="needs a language model"):
        await without.genagent().reflect("rain")
    with pytest.raises(ModelUnavailable, match="no usable answer"):  # a test model answers in no form
        await with_one.genagent().remember("It rained.")


# -- retrieving ----------------------------------------------------------------------------------------------------


async def test_weights_are_given_as_the_paper_writes_them() -> None:
    made = GenAgent(mind=None, vectors=Vectors(FakeEmbedder()), now=lambda: NOW)
    await made.remember("It rained.")
    await made.remember("She learned something important about a friend.")
    by_list = await made.retrieve(["rain"], hp=[0, 0, 1], n_count=1)
    by_name = await made.retrieve(
        ["rain"], hp=GenagentsWeights(recency=0, relevance=0, importance=1), n_count=1, curr_filter="observation"
    )
    assert [entry.summary for entry in by_list["rain"]] == ["She learned something important about a friend."]
    assert by_list == by_name
    no_weights: list[Any] = [[1, 2], [1, 2, float("inf")], [1, 2, 10**400], [1, 2, "3"], "123", 3, None]
    for wrong in no_weights:
        with pytest.raises(InvalidInput, match="three finite numbers"):
            await made.retrieve(["rain"], hp=wrong)
    for weights in ({"decay": 1.01}, {"decay": math.nan}, {"decay": -0.5}, {"recency": math.inf}):
        with pytest.raises(InvalidInput, match="a decay is 0 to 1"):
            await made.retrieve(["rain"], hp=GenagentsWeights(**weights))
    with pytest.raises(InvalidInput, match="all, observation, reflection"):
        await made.retrieve(["rain"], curr_filter="plan")  # type: ignore[arg-type]  # none of the filters


# -- asking --------------------------------------------------------------------------------------------------------


async def test_answers_come_in_the_order_of_the_questions_with_their_reasoning() -> None:
    mind = Mind({"Ale?": "yes", "Tea?": "no"})
    made = await remembering(alone(mind), 3)
    answers = await made.categorical_resp({"Tea?": ["yes", "no"], "Ale?": ["yes", "no"]}, context="At the inn.")
    assert answers == {"responses": ["no", "yes"], "reasonings": ["because of no", "because of yes"]}
    (shown,) = mind.agents
    assert (shown.name, shown.scratch, mind.contexts) == ("Mara Iron", SCRATCH, ["At the inn."])


async def test_numbers_are_whole_unless_fractions_are_wanted() -> None:
    made = alone(Mind({"How far?": 7.0}))
    whole = (await made.numerical_resp({"How far?": [1, 10]}))["responses"]
    part = (await made.numerical_resp({"How far?": (1, 10)}, float_resp=True))["responses"]
    assert (whole, part) == ([7], [7.0])
    assert (type(whole[0]), type(part[0])) == (int, float)


async def test_an_answer_that_was_not_offered_is_asked_for_again() -> None:
    mind = Mind({"Tea?": "perhaps"}, {}, {"Tea?": "no"})
    assert (await alone(mind).categorical_resp({"Tea?": ["yes", "no"]}))["responses"] == ["no"]
    assert len(mind.agents) == 3
    with pytest.raises(ModelUnavailable, match="no usable answer in 3 attempts"):
        await alone(Mind({"Tea?": "perhaps"})).categorical_resp({"Tea?": ["yes", "no"]})
    for wrong in (10**400, math.nan, math.inf):
        with pytest.raises(ModelUnavailable, match="no usable answer in 3 attempts"):
            await alone(Mind({"How?": wrong})).numerical_resp({"How?": (1, 5)})


async def test_a_question_comes_with_at_most_120_memories_oldest_first() -> None:
    mind = Mind({"Tea?": "yes"}, "Tea, please.")
    made = await remembering(alone(mind), 130)
    await made.categorical_resp({"Tea?": ["yes", "no"]})
    await made.utterance([("Anna", "Tea?")])
    for shown in mind.agents:
        times = [memory.game_time or 0 for memory in shown.memories]
        assert (len(times), times) == (120, sorted(times))


async def test_the_anchor_is_the_questions_or_the_dialogue() -> None:
    embedder = FakeEmbedder()
    made = await remembering(alone(Mind({"Tea?": "yes", "Ale?": "no"}, "No."), vectors=Vectors(embedder)), 1)
    embedder.calls.clear()
    await made.categorical_resp({"Tea?": ["yes"], "Ale?": ["no"]})
    await made.utterance([("Anna", "Tea?"), ("Mara Iron", "Later."), DraftedLine("Anna", "Why?")])
    assert embedder.calls == [
        ["Tea? Ale?"],
        ["[Anna]: Tea?\n[Mara Iron]: Later.\n[Anna]: Why?\n[Mara Iron]: [Fill in]"],
    ]


async def test_an_utterance_is_the_words_alone() -> None:
    mind = Mind("Later.")
    made = alone(mind)
    assert await made.utterance([("Anna", "Tea?")], context="By the oven.") == "Later."
    assert (mind.dialogues, mind.contexts) == ([[DraftedLine("Anna", "Tea?")]], ["By the oven."])
    no_dialogues: list[Any] = [["Anna: Tea?"], [("Anna",)], [("Anna", 3)], [3], [None]]
    for wrong in no_dialogues:
        with pytest.raises(InvalidInput, match="speaker's name"):
            await made.utterance(wrong)


async def test_asking_stores_nothing() -> None:
    made = await remembering(alone(Mind({"Tea?": "yes"}, {"Tea?": 3}, "Yes.")), 5)
    before = made.folder()
    await made.categorical_resp({"Tea?": ["yes", "no"]})
    await made.numerical_resp({"Tea?": (1, 5)})
    await made.utterance([("Anna", "Tea?")])
    await made.retrieve(["tea"])
    after = made.folder()
    assert (after.entries, after.statuses, after.scratch) == (before.entries, before.statuses, before.scratch)
    assert after.embeddings.keys() == before.embeddings.keys()


async def test_questions_that_cannot_be_answered_are_refused_before_a_call() -> None:
    mind = Mind({})
    made = alone(mind)
    without_options: list[dict[str, Sequence[str]]] = [{"Tea?": []}, {"Tea?": "yes"}, {" ": ["yes"]}]
    for options in without_options:
        with pytest.raises(InvalidInput):
            await made.categorical_resp(options)
    for bounds in ((5, 1), (0.2, 0.8), (1,), (1, 2, 3)):
        with pytest.raises(InvalidInput):
            await made.numerical_resp({"How?": bounds})
    no_options: list[Any] = [{3: ["yes"]}, {"Tea?": 3}, {"Tea?": [3]}]
    for given in no_options:
        with pytest.raises(InvalidInput):
            await made.categorical_resp(given)
    no_ranges: list[Any] = [{"How?": each} for each in (3, None, "12", ("1", "2"), (None, 1), (1, 10**400), ([1], [2]))]
    for given in (*no_ranges, {3: (1, 2)}):
        with pytest.raises(InvalidInput):
            await made.numerical_resp(given)
    assert await made.categorical_resp({}) == {"responses": [], "reasonings": []}
    assert mind.agents == []


async def test_a_reflection_without_a_usable_answer_stores_nothing() -> None:
    made = await remembering(alone(Mind("")), 2)
    with pytest.raises(ModelUnavailable, match="no insight"):
        await made.reflect("rain")
    assert len(made) == 2
