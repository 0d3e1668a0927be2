"""A memory at every door where a person is shown its own memories, or speaks out of them: the same text at each, as the
person perceives it, and as it is stored for a person without distortions."""

from dataclasses import replace

import pytest

from app.agents.mind import prompts
from app.agents.mind.offline import HeuristicMind
from app.agents.narrator.knowledge.daily import of_the_day
from app.agents.narrator.knowledge.recalling import recollect
from app.cli.rendering import memories as cli
from app.cognition.day.decide import DecideWork
from app.cognition.day.planning import PlanWork
from app.cognition.portrait import portrait
from app.cognition.remembering.reflect import ReflectWork
from app.cognition.talking.asking import Interviewer
from app.interfaces.agents.mind import Conversation, DraftedLine
from app.language.language import language_of, using
from app.memory.prompt_data import data_line
from app.memory.recall.recaller import Recaller
from app.models.memory import MemoryKind
from app.models.minds.mind_state import JobKind
from app.scheduling import run_to_completion
from app.services.game.captures.recall_service import RecallService
from app.services.game.turns.turn_service import TurnService
from tests.integration.characters.perceiving import (
    DISTORTIONS,
    MARA,
    QUESTION,
    TRUTH,
    Door,
    Game,
    exchange,
    job,
    meeting_of,
    new_game_of,
    prompt_of_mara,
    section,
)
from tests.integration.characters.village import contents
from tests.unit.cognition.speaking import Speaker

pytestmark = pytest.mark.long


@pytest.fixture(params=DISTORTIONS)
async def played(request: pytest.FixtureRequest, village: TurnService) -> Game:
    return await new_game_of(village, DISTORTIONS[request.param])


# -- doors: each gives all that is shown or said there -----------------------------------------------------------------


async def tool(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    return "\n".join(contents(await game.mara.call("query_memory", {"query": QUESTION})))


async def journal(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    return await game.mara.read("game://journal")


async def prepopulated(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    return await game.mara.prompt("pre-populated")


async def own_prompt_memories(game: Game) -> str:
    game.remember(MemoryKind.SUMMARY)
    return section(await prompt_of_mara(game), "Your Memories")


async def own_prompt_recalled(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    return section(await prompt_of_mara(game), "Recalled")


async def plan(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    request = PlanWork(Recaller()).prepare(game.state, job(game, JobKind.PLAN))
    assert request is not None
    return prompts.planning(request)[1]


async def decision(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    request = DecideWork(HeuristicMind(), Recaller()).prepare(game.state, job(game, JobKind.DECIDE))
    assert request is not None
    return prompts.deciding(request)[1]


async def reflection(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    reflecting = ReflectWork(HeuristicMind(), Recaller()).prepare(game.state, job(game, JobKind.REFLECT))
    assert reflecting is not None
    return prompts.reflecting(reflecting.request)[1]


async def own_conclusions(game: Game) -> str:
    game.remember(MemoryKind.REFLECTION)
    return data_line(prompts.person_data(portrait(game.state, "mara")))


async def conversation_memories(game: Game) -> str:
    request = meeting_of(game)
    return prompts.conversing(replace(request, matters={}), 4)[1]


async def conversation_matters(game: Game) -> str:
    request = meeting_of(game)
    return prompts.conversing(replace(request, memories={}), 4)[1]


async def said_to_another(game: Game) -> str:
    """Without a model."""
    request = meeting_of(game)
    news = tuple(each for each in request.matters["mara"] if each.memory is not None)
    talk = await HeuristicMind().converse(replace(request, matters={"mara": news}))
    assert isinstance(talk, Conversation)
    return "\n".join(line.text for line in talk.lines)


async def asked_model(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    mind = Speaker("Well.")
    await Interviewer(mind, HeuristicMind(), Recaller()).utterance(game.state, "mara", [DraftedLine("Élan", QUESTION)])
    return "\n".join(mind.shown)


async def asked_without_model(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    mind = HeuristicMind()
    return await Interviewer(mind, mind, Recaller()).utterance(game.state, "mara", [DraftedLine("Élan", QUESTION)])


async def interview(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    mind = Speaker({QUESTION: "the ferryman"})
    options = {QUESTION: ["the ferryman", "nobody"]}
    await Interviewer(mind, HeuristicMind(), Recaller()).categorical_response(game.state, "mara", options)
    return "\n".join(mind.shown)


async def answer_to_player(game: Game) -> str:
    """By the offline narrator."""
    game.remember(MemoryKind.OBSERVATION)
    found = run_to_completion(recollect(exchange(game), QUESTION))
    assert found is not None
    return found.words


async def news_for_player(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    found = of_the_day(exchange(game), "What's new?")
    assert found is not None
    return found.words


async def recall_command(game: Game) -> str:
    game.remember(MemoryKind.OBSERVATION)
    hits = await RecallService(Recaller()).recall(game.state, MARA, QUESTION)
    return "\n".join(str(part) for part in cli.recalled_parts(game.state, MARA, hits))


DOORS: tuple[Door, ...] = (
    tool,
    journal,
    prepopulated,
    own_prompt_memories,
    own_prompt_recalled,
    plan,
    decision,
    reflection,
    own_conclusions,
    conversation_memories,
    conversation_matters,
    said_to_another,
    asked_model,
    asked_without_model,
    interview,
    answer_to_player,
    news_for_player,
    recall_command,
)


@pytest.mark.parametrize("door", DOORS)
async def test_a_memory_seems_the_same_at_every_door(played: Game, door: Door) -> None:
    seems = played.seems(TRUTH)
    with using(language_of(played.state.sheet)):
        shown = await door(played)
    first = shown.casefold().index(seems.casefold().rstrip("."))
    after = shown[first + len(seems.rstrip(".")) :]
    assert not after.startswith(". "), "nothing is added to it"
    entries = [each for each in played.state.memories(MARA) if each.kind is not MemoryKind.GIFTED]
    assert TRUTH in [each.summary for each in entries], "what is stored stays as it is"
