"""What a coloured person has heard, and what stays the truth: to who keeps or inspects memories, and in old prompts."""

import json
from dataclasses import replace
from functools import partial

import pytest

from app.agents.mind import prompts
from app.agents.mind.offline import HeuristicMind
from app.agents.mind.statements import all_statements
from app.agents.narrator.knowledge.about_player import meeting_memory
from app.agents.narrator.knowledge.recalling import recollect
from app.agents.narrator.turn.outcomes import OutcomeTeller
from app.cli.rendering import memories as cli
from app.cognition.remembering.keeping import CondenseWork, ScoreWork
from app.cognition.remembering.recalling import as_recollections
from app.cognition.talking.asking import Interviewer
from app.events.commands.memory import FormMemoryCommand
from app.interfaces.agents.mind import DraftedLine
from app.language.language import language_of, using
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryContext
from app.models.clock import MINUTES_PER_DAY
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.minds.mind_state import JobKind
from app.models.prompt import Agent
from app.models.records.record import PromptRecipe
from app.scheduling import run_to_completion
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_builders.memory_sections import build_recalled
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from app.services.characters.narrator_seat import NarratorSeat, ScriptedNarrator
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.turn_service import TurnService
from app.stores.json_store import JsonGameStore
from tests.integration.characters.perceiving import (
    DISTORTIONS,
    HEARD,
    MARA,
    QUESTION,
    TRUTH,
    Door,
    Game,
    exchange,
    job,
    meeting_of,
    new_game_of,
    section,
)
from tests.integration.characters.village import contents
from tests.integration.turns.table import new_table
from tests.integration.turns.test_recall_in_prompts import Reading
from tests.unit.cognition.speaking import Speaker

# -- what a person heard -----------------------------------------------------------------------------------------------


async def heard_by_tool(game: Game) -> str:
    return "\n".join(contents(await game.mara.call("query_memory", {"query": HEARD})))


async def heard_in_own_prompt(game: Game) -> str:
    recalled = await RecallService(Recaller()).for_prompt(game.state, "mara", HEARD)
    viewer = PromptViewer("mara")
    return "\n".join(line.text for line in (await build_recalled(game.state, viewer, recalled, HEARD, ())).lines)


async def heard_by_mind(game: Game) -> str:
    mind = Speaker("Well.")
    await Interviewer(mind, HeuristicMind(), Recaller()).utterance(game.state, "mara", [DraftedLine("Élan", HEARD)])
    return "\n".join(mind.shown)


@pytest.mark.parametrize("door", [heard_by_tool, heard_in_own_prompt, heard_by_mind])
async def test_what_was_heard_seems_the_same_at_every_door(village: TurnService, door: Door) -> None:
    game = await new_game_of(village, DISTORTIONS["paranoid"])
    await village.speak(game.game_id, "yuri", HEARD, ["mara"])
    seems = game.seems(f"Юрий Ткач said: {HEARD}")
    assert seems.endswith(")")
    assert seems in await door(game)


async def test_what_a_player_said_is_quoted_word_for_word_and_the_thought_comes_behind(village: TurnService) -> None:
    suspicious, plain = [await new_game_of(village, DISTORTIONS[name]) for name in ("paranoid", "none")]
    answers = []
    for game in (suspicious, plain):
        await village.take_turn(game.game_id, f"Mara, {HEARD}")
        await village.take_turn(game.game_id, "to the market")
        await village.take_turn(game.game_id, "to the inn")
        with using(language_of(game.state.sheet)):
            found = run_to_completion(recollect(exchange(game), "Who hid the silver key?"))
        assert found is not None
        answers.append(found.words)
    thought = suspicious.seems(f"Élan said: Mara, {HEARD}").partition("(")[2].rstrip(")")
    assert thought
    assert answers == [f"You said: “{HEARD}” {thought}", f"You said: “{HEARD}”"]


async def test_on_meeting_again_a_visit_is_spoken_of_as_it_seems(village: TurnService) -> None:
    visit = "Élan laughed and gave the miller a ring."
    said = []
    for name in ("paranoid", "none"):
        game = await new_game_of(village, DISTORTIONS[name])
        game.stream.add(MemoryKind.SUMMARY, MemoryContext(content=visit, created_at=game.state.written_at))
        with using(language_of(game.state.sheet)):
            found = meeting_memory(exchange(game))
        assert found is not None
        said.append((found.words, game.seems(visit).removeprefix(visit)))
    (coloured, thought), (plain, none) = said
    assert (coloured, none) == (plain + thought, "")
    assert thought


# -- what stays the truth ----------------------------------------------------------------------------------------------


async def rating(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION, importance=None)
    request = ScoreWork().prepare(game.state, job(game, JobKind.SCORE))
    assert request is not None
    return prompts.scoring(request)[1]


async def condensing(game: Game) -> str:
    """Of an old talk that is long enough."""
    for minute in range(10):
        fields = {"subjects": ("guard-1",), "origin": MemoryOrigin.DIALOGUE, "game_time": minute}
        game.remember(MemoryKind.CONVERSATION, **fields)
    game.state.clock.minutes += 10 * MINUTES_PER_DAY
    due = CondenseWork().prepare(game.state, job(game, JobKind.CONDENSE))
    assert due is not None
    [asked] = [each.asked for each in due if each.asked is not None]
    return prompts.condensing(asked)[1]


async def narrators_prompt(game: Game) -> str:
    game.remember(MemoryKind.SUMMARY)
    recalled = await RecallService(Recaller()).for_prompt(game.state, None, QUESTION)
    recipe = PromptRecipe(model="m", mode="guided", budget=20_000, layout=NEWEST_LAYOUT, recalled=recalled)
    return (await ContextService().build(game.state, Agent.NARRATOR, QUESTION, recipe)).text


async def game_masters_seat(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    scripted = partial(ScriptedNarrator, teller=OutcomeTeller())
    found = await NarratorSeat(game.turns, game.game_id, scripted=scripted).call("memories", {"of": "Mara"})
    return json.dumps(found, ensure_ascii=False)


async def list_of_memories(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    return "\n".join(map(str, cli.memory_parts(game.state, [MARA])))


TRUE_DOORS = (rating, condensing, narrators_prompt, game_masters_seat, list_of_memories)


@pytest.mark.parametrize("door", TRUE_DOORS)
async def test_who_keeps_or_inspects_memories_is_shown_the_truth(village: TurnService, door: Door) -> None:
    game = await new_game_of(village, DISTORTIONS["all"])
    thought = game.seems(TRUTH).partition(". ")[2]
    with using(language_of(game.state.sheet)):
        shown = await door(game)
    assert thought
    assert TRUTH in shown
    assert thought not in shown


async def test_what_is_passed_on_is_without_the_thought(village: TurnService) -> None:
    """The other hears it, but takes it for no part of the news."""
    game = await new_game_of(village, DISTORTIONS["paranoid"])
    request = meeting_of(game)
    news = tuple(each for each in request.matters["mara"] if each.memory is not None)
    talk = await HeuristicMind().converse(replace(request, matters={"mara": news}))
    told = [line.told.words for line in talk.lines if line.told is not None]
    assert told == [TRUTH]


async def test_a_conclusion_by_rule_is_drawn_from_what_happened_without_the_thought(village: TurnService) -> None:
    game = await new_game_of(village, DISTORTIONS["paranoid"])
    memories = as_recollections(game.stream, [game.remember(MemoryKind.OBSERVATION)])
    assert [each.text for each in memories] == [game.seems(TRUTH)]
    assert [each.text for each in all_statements(memories)] == [TRUTH]


async def test_a_prompt_that_a_coloured_person_read_is_explained_as_it_was(store: JsonGameStore) -> None:
    narrator = Reading()
    game = await new_game_of(new_table(store, narrator=narrator), DISTORTIONS["paranoid"])
    await game.turns.execute(game.game_id, FormMemoryCommand(npc_id="mara", text=TRUTH, importance=8.0))
    narrator.person = "mara"
    turn = (await game.turns.take_turn(game.game_id, QUESTION)).turn

    explained = await game.turns.explain(game.game_id, turn)

    assert game.seems(TRUTH) in section(narrator.prompts[-1], "Recalled")
    assert explained.text == narrator.prompts[-1].text
