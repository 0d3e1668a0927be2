"""No request of a narrator outgrows the prompt's budget, in any script, whatever happens and whatever a model does."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from pydantic_ai.messages import ModelMessage, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import AgentInfo, DeltaThinkingPart, FunctionModel

from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.telling import retry_prompt
from app.agents.narrator.model.tools import tokens_of_tools
from app.interfaces.agents.narrator import INarrator, NarrationContext
from app.memory.prompt_data import estimate
from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from tests.told import Teller, Told, told_by
from tests.unit.agents.model_narrator.stage import Script, ScriptedModel, Stage
from tests.unit.agents.model_narrator.test_guided import TAKE, Rules
from tests.worlds import at_once, message, say, small_sheet

RESERVE = 800
HOSTILE = {
    "English": "The owl calls again, and the stall keepers look up. ",
    "Cyrillic": "Сова снова кричит, и торговцы поднимают головы. ",
    "Japanese": "梟がまた鳴き、商人たちが顔を上げる。",
    "quotes": '"<\\>" ',
}
GO = {"tool": "change_location", "location_id": "inn"}
BACK = {"tool": "change_location", "location_id": "market"}
TALK = {"tool": "ask_topic", "npc_id": "mara", "topic_id": "owl-trouble"}
END = ["You wait."]


def crowded_game(words: str = HOSTILE["English"], topic: str = "") -> GameState:
    """A game with a conversation in these words, and a topic that Mara tells at length."""
    sheet = small_sheet()
    mara = sheet.npcs[0]
    told = mara.topics[0].model_copy(update={"text": topic or mara.topics[0].text})
    mara = mara.model_copy(update={"topics": (told, *mara.topics[1:])})
    sheet = sheet.model_copy(update={"npcs": (mara, *sheet.npcs[1:])})
    state = begin(sheet, "game-1", [PlayerCharacter(name="Élan")])
    heard = tuple(npc.instance_id for npc in state.present())
    state.conversation_history.extend(
        message(n, f"{words * 4} ({n})", location_id="market", witness_ids=heard) for n in range(12)
    )
    say(state, "I act.")
    return state


def scene_of(narrator: INarrator, state: GameState) -> NarrationContext:
    """The scene as a turn gives it, its prompts filled to the brim."""
    context, budget = ContextService(), 100_000

    def built(npc_id: str | None = None) -> Prompt:
        agent = Agent.NPC if npc_id else Agent.NARRATOR
        recipe = PromptRecipe(
            model="m",
            mode="m",
            budget=budget,
            reserve=RESERVE,
            layout=NEWEST_LAYOUT,
            tools_tokens=narrator.tools_tokens,
        )
        return at_once(context.build(state, agent, "I act.", recipe, npc_id=npc_id))

    async def build(npc_id: str | None = None) -> Prompt:
        return built(npc_id)

    budget = built().tokens
    first = built()
    assert (first.tokens, first.dropped) == (budget, ())
    return replace(Stage(state=state).scene, prompt=build, prompt_for_npc=build)


async def narrated(narrator: INarrator, scene: NarrationContext) -> Told:
    teller = Teller()
    return told_by(await narrator.narrate(replace(scene, tell=teller.tell, show=teller.show)), teller)


def sent(messages: Sequence[ModelMessage], info: AgentInfo) -> int:
    """Everything of one request, with room for the answer."""
    texts = [info.instructions or ""]
    for one in messages:
        for part in one.parts:
            if isinstance(part, ToolCallPart):
                texts.append(f"{part.tool_name} {part.args_as_json_str()}")
            elif isinstance(part, ToolReturnPart):
                texts.append(part.model_response_str())
            else:
                texts.append(str(part.content))  # type: ignore[union-attr]  # all others here have a text
    tools = tokens_of_tools() if info.function_tools else 0
    return estimate("\n\n".join(texts)) + tools + RESERVE


def with_words(script: Script, words: str) -> Script:
    if isinstance(script, str):
        return script.replace("{words}", words)
    return {key: value.replace("{words}", words) for key, value in script.items()}


async def all_kept(script: ScriptedModel, scene: NarrationContext) -> bool:
    """Whether every request kept to the budget."""
    requests = zip(script.requests, script.infos, strict=True)
    return max(sent(messages, info) for messages, info in requests) <= (await scene.prompt()).budget


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
async def test_a_guided_turn_and_asking_again_keep_to_the_budget(words: str) -> None:
    script = ScriptedModel(["{}"], ["You have it."])
    narrator = GuidedNarrator(script.model, Rules(TAKE, text="\n".join([words * 200, "Short.", words * 60])))
    scene = scene_of(narrator, crowded_game(words))
    await narrator.narrate(scene)
    assert len(script.requests) == 2
    assert await all_kept(script, scene)
    assert '\n"Short."\n' in script.prompt(0)


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
async def test_so_do_very_many_lines_of_what_happened(words: str) -> None:
    script = ScriptedModel(["You have it."])
    narrator = GuidedNarrator(script.model, Rules(TAKE, text="\n".join([words] * 500)))
    scene = scene_of(narrator, crowded_game(words))
    await narrator.narrate(scene)
    assert await all_kept(script, scene)


async def test_a_persons_prompt_and_asking_again_keep_to_the_budget() -> None:
    script = ScriptedModel(["{}"], ["Hm."])
    narrator = GuidedNarrator(script.model, Rules(text="", addressed_npc_id="guard-1"))
    scene = scene_of(narrator, crowded_game(HOSTILE["Japanese"]))
    await narrator.narrate(scene)
    assert len(script.requests) == 2
    assert await all_kept(script, scene)


def test_the_reason_for_asking_again_is_bounded() -> None:
    assert len(retry_prompt("", "x" * 1_000)) < 350


@pytest.mark.parametrize("words", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize(
    "answers",
    [
        [[GO], [TALK], [BACK], [GO], [BACK], [GO], END],
        [[GO, TALK, BACK, GO, BACK, GO, BACK], END],
        [[{"tool": "take_item", "item_id": "anvil"}]] * 19 + [END],
        [[{"tool": "npc_says", "npc_id": "guard-1", "text": "{words}"}]] * 19 + [END],
        [["{words}{words}{words}", GO], ["{words}", TALK], END],
        [[{"tool": "take_item", "raw": "not json {words}{words}"}, TALK], END, END],
        [[{"tool": "fly", "to": "{words}{words}"}], END, END],
    ],
)
async def test_a_run_of_calls_keeps_to_the_budget(words: str, answers: list[list[Script]]) -> None:
    long = (words * 200)[:1_900]
    filled = [[with_words(piece, long) for piece in answer] for answer in answers]
    script = ScriptedModel(*filled, END, END)
    narrator = NarratorAgent(script.model, request_limit=25)
    scene = scene_of(narrator, crowded_game(words, topic=(words * 100)[:2_000]))
    await narrator.narrate(scene)
    assert await all_kept(script, scene)


async def test_a_full_run_refuses_further_calls_and_the_model_hears_it() -> None:
    """What was carried out stands; a model that goes on calling is told that it is enough, and tells the story."""
    script = ScriptedModel(*[[{"tool": "add_note", "text": f"Owl {n}. " * 20}] for n in range(14)], END, END)
    narrator = NarratorAgent(script.model, request_limit=25)
    scene = scene_of(narrator, crowded_game())
    narration = await narrated(narrator, scene)
    assert 2 <= len(scene.state.notes) < 14
    results = [str(part.content) for part in script.tool_results(len(scene.state.notes) + 1)]
    assert ["enough for one turn" in result for result in results] == [False] * len(scene.state.notes) + [True]
    assert await all_kept(script, scene)
    assert narration.text


async def test_the_first_call_of_a_turn_is_always_carried_out() -> None:
    words = {"tool": "npc_says", "npc_id": "guard-1", "text": "梟" * 1_900}
    script = ScriptedModel([words, GO], END)
    narrator = NarratorAgent(script.model)
    scene = scene_of(narrator, crowded_game())
    narration = await narrated(narrator, scene)
    assert (narration.text, len(narration.speeches)) == ("You wait.", 1)
    assert scene.state.here.id == "market"
    assert await all_kept(script, scene)


async def test_long_thoughts_end_the_run_but_not_the_turn() -> None:
    """What was done stands, and it is told from a fresh prompt that holds no thoughts."""
    requests: list[tuple[list[ModelMessage], AgentInfo]] = []

    async def thinking(
        messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaThinkingPart] | dict[int, Any]]:
        requests.append((list(messages), info))
        if len(requests) > 1:
            yield "You have it."
            return
        yield {0: DeltaThinkingPart(content="Hm. " * 3_000)}
        model = ScriptedModel([{"tool": "take_item", "item_id": "lantern"}])
        async for piece in model._answer(messages, info):
            yield {1: next(iter(piece.values()))} if isinstance(piece, dict) else piece

    narrator = NarratorAgent(FunctionModel(stream_function=thinking))
    scene = scene_of(narrator, crowded_game())
    narration = await narrated(narrator, scene)
    assert (narration.text, narration.degraded) == ("You have it.", False)
    assert scene.state.party.items == ["lantern"]
    budget = (await scene.prompt()).budget
    assert all(sent(*request) <= budget for request in requests)


async def test_a_new_place_is_shown_as_far_as_there_is_room() -> None:
    script = ScriptedModel([GO], END)
    narrator = NarratorAgent(script.model)
    state = crowded_game()
    state.place("inn").lasting_changes.extend(f"a broken window, the {n}th, {HOSTILE['Japanese']}" for n in range(60))
    scene = scene_of(narrator, state)
    await narrator.narrate(scene)
    (result,) = script.tool_results(1)
    assert isinstance(result.content, dict)
    now = result.content["now"]
    assert "Inn" in now["Place and Exits"]
    assert estimate(json.dumps(now, ensure_ascii=False)) <= 600
    assert await all_kept(script, scene)
