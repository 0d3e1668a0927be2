"""With ``strict`` a narrator's text is asked about before it is shown: what it tells against the state goes."""

import json
from collections.abc import AsyncIterator

import pytest
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guard import Strictness
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.state_question import ANSWER_TOKENS
from app.errors import ModelUnavailable
from app.interfaces.agents.narrator import INarrator
from app.interfaces.metering import Meter, metered
from app.models.messages.passage import Passage
from tests.unit.agents.model_narrator.stage import Script, Stage, call
from tests.unit.agents.model_narrator.test_guided import TAKE, Rules

ASKING = "You check a passage"
BAD = "The market lies far off by now."
TEXT = f"You lift the lantern. {BAD} The evening goes on."
GOOD = "You lift the lantern. The evening goes on."
TAKES: Script = {"tool": "take_item", "item_id": "lantern"}


class HonestModel:
    """Narrates what it is scripted to, and says rightly that the text tells that the player has left."""

    def __init__(self, *answers: list[Script], failure: Exception | None = None) -> None:
        self._answers = list(answers)
        self._failure = failure
        self.asked: list[AgentInfo] = []
        self.prompts: list[str] = []
        self.model = FunctionModel(stream_function=self._answer, model_name="honest")

    async def _answer(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        request = str(messages[-1].parts[-1].content)  # type: ignore[union-attr]  # a request
        if ASKING not in (info.instructions or ""):
            self.prompts.append(request)
            for position, piece in enumerate(self._answers.pop(0)):
                yield piece if isinstance(piece, str) else {position: call(piece, f"c-{len(self.prompts)}-{position}")}
            return
        self.asked.append(info)
        if self._failure is not None:
            raise self._failure
        lines = [json.loads(line) for line in request.splitlines() if line.startswith('"')]
        told = [line.split(".")[0] for line in lines if BAD in line]
        (number,) = (line.split(".")[0] for line in lines if "The player has left" in line)
        yield f"{number}:{told[0]}" if told else "0"


def guided(model: HonestModel, strictness: Strictness = Strictness.STRICT, rules: Rules | None = None) -> INarrator:
    return GuidedNarrator(model.model, rules or Rules(TAKE), strictness=strictness)


def tools(model: HonestModel, strictness: Strictness = Strictness.STRICT) -> INarrator:
    return NarratorAgent(model.model, strictness=strictness)


async def test_a_text_that_tells_what_is_not_so_is_told_again_and_never_shown() -> None:
    stage, model = Stage(), HonestModel([TEXT], [GOOD])
    narration = await stage.narrated_by(guided(model))
    assert (narration.text, narration.degraded, stage.told) == (GOOD, False, GOOD)
    assert BAD in model.prompts[1]
    assert len(model.asked) == 2
    settings = model.asked[0].model_settings or {}
    assert (settings["max_tokens"], settings["temperature"]) == (ANSWER_TOKENS, 0.0)


async def test_of_a_second_text_what_is_not_so_is_left_out() -> None:
    stage, model = Stage(), HonestModel([TEXT], [TEXT])
    narration = await stage.narrated_by(guided(model))
    assert (narration.text, narration.degraded, stage.told) == (GOOD, False, GOOD)


async def test_where_nothing_else_is_left_the_rules_tell_the_turn() -> None:
    stage, model = Stage(), HonestModel([TEXT], [BAD])
    narration = await stage.narrated_by(guided(model))
    assert narration.degraded
    assert BAD not in stage.told


@pytest.mark.parametrize("strictness", [Strictness.BALANCED, Strictness.OFF])
async def test_nothing_is_asked_otherwise(strictness: Strictness) -> None:
    for narrate, answers in ((guided, [[TEXT]]), (tools, [[TAKES], [TEXT]])):
        stage, model = Stage(), HonestModel(*answers)
        narration = await stage.narrated_by(narrate(model, strictness))
        assert (narration.text, model.asked) == (TEXT, [])


async def test_nothing_is_asked_of_what_a_person_says_or_where_nothing_is_named() -> None:
    speech = Rules(text="He yawns.", addressed_npc_id="guard-1", speeches=(Passage.speech("guard-1", "Hm."),))
    model = HonestModel(["Mara is with me now."])
    await Stage().narrated_by(guided(model, rules=speech))
    await Stage().narrated_by(guided(named := HonestModel(["It is done."])))
    assert (model.asked, named.asked) == ([], [])


@pytest.mark.parametrize("failure", [ModelUnavailable("It is gone."), TimeoutError()])
async def test_a_question_that_fails_lets_the_text_pass(failure: Exception) -> None:
    for narrate, answers in ((guided, [[TEXT]]), (tools, [[TAKES], [TEXT]])):
        stage, model = Stage(), HonestModel(*answers, failure=failure)
        narration = await stage.narrated_by(narrate(model))
        assert (narration.text, narration.degraded, stage.told) == (TEXT, False, TEXT)


async def test_a_cap_that_leaves_no_call_for_the_question_lets_the_text_pass_and_calls_are_counted() -> None:
    stage, model, meter = Stage(), HonestModel([TEXT]), Meter(calls_left=1)
    with metered(meter):
        narration = await stage.narrated_by(guided(model))
    assert (narration.text, narration.degraded) == (TEXT, False)
    with metered(meter := Meter()):
        await Stage().narrated_by(guided(HonestModel([GOOD])))
    assert meter.spend.calls == 2


@pytest.mark.parametrize("answers", [[[TAKES], [TEXT], [GOOD]], [[TEXT, TAKES], [GOOD]]])
async def test_with_tools_the_last_text_is_asked_about_once_all_calls_are_done(answers: list[list[Script]]) -> None:
    stage, model = Stage(), HonestModel(*answers)
    narration = await stage.narrated_by(tools(model))
    assert (narration.text, narration.degraded, stage.told) == (GOOD, False, GOOD)
    assert stage.executed == ["take_item"]
    assert BAD in model.prompts[-1]
    assert len(model.asked) == 2
