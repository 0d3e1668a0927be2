"""A person's prompt whose own memories are its chronicle: the last 50 and every reflection."""

from app.container import Container
from app.memory.recall.presets import CHRONICLE
from app.models.memory import MemoryKind, Scope
from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.settings import Settings
from tests.unit.services.prompts import honest, recipe, remember, section
from tests.unit.services.remembering import GUARD, MARA
from tests.worlds import at_once, new_game, say

ROOMY = 40_000


def lived(observations: int = CHRONICLE + 10) -> GameState:
    """A game in which Mara concluded something first, and then noticed a good deal."""
    state = new_game()
    say(state, "The bell rings.", location_id="inn", witness_ids=("mara",))
    remember(state, MARA, "Guests forget what they owe.", kind=MemoryKind.REFLECTION, depth=1, importance=7.0)
    for number in range(observations):
        remember(state, MARA, f"Guest {number} came in.", kind=MemoryKind.OBSERVATION, game_time=490 + number)
    remember(state, GUARD, "The guard saw a fox.", kind=MemoryKind.OBSERVATION)
    return state


def prompt(state: GameState, budget: int = ROOMY, **fields: object) -> Prompt:
    asked = recipe(budget).model_copy(update={"memories": "chronicle", **fields})
    return at_once(ContextService().build(state, Agent.NPC, "How is business?", asked, npc_id="mara"))


def test_it_shows_the_last_fifty_memories_and_every_reflection_oldest_first() -> None:
    lines = section(prompt(lived()), "Your Memories").splitlines()

    assert len(lines) == CHRONICLE + 1
    assert lines[0].endswith('"Guests forget what they owe."')
    assert [line.partition('"')[2] for line in lines[1:]] == [f'Guest {each} came in."' for each in range(10, 60)]


def test_by_default_it_shows_the_last_summaries() -> None:
    state = lived()
    remember(state, MARA, "A summer evening at the inn.", kind=MemoryKind.SUMMARY, game_time=600)

    shown = at_once(ContextService().build(state, Agent.NPC, "How is business?", recipe(), npc_id="mara"))

    assert "A summer evening" in section(shown, "Your Memories")
    assert "Guest" not in section(shown, "Your Memories")


def test_where_room_is_short_the_oldest_go_first_and_reflections_and_the_conversation_stay() -> None:
    state = lived()
    for number in range(40):
        words = f"This is line {number} of a long talk about nothing much."
        say(state, words, location_id="inn", witness_ids=("mara",), game_time=560 + number)
    shown = prompt(state, 2_900)

    lines = section(shown, "Your Memories").splitlines()
    assert honest(shown)
    assert 1 < len(lines) < CHRONICLE
    assert lines[0].endswith('"Guests forget what they owe."')
    assert lines[-1].endswith('"Guest 59 came in."')
    assert len(shown.conversation) > 5
    assert any(left.section == "Your Memories" for left in shown.left_out)


def test_a_memory_is_not_shown_a_second_time_as_recalled() -> None:
    state = lived(3)
    memory_id = state.memories(Scope.npc("mara"))[-1].id or ""
    offered = {"scope": Scope.npc("mara"), "memory_id": memory_id, "score": 1.0, "why": "words"}
    asked = PromptRecipe.model_validate({**recipe(ROOMY).model_dump(), "memories": "chronicle", "recalled": [offered]})

    shown = at_once(ContextService().build(state, Agent.NPC, "Who came?", asked, npc_id="mara"))

    assert shown.text.count("Guest 2 came in.") == 1


def test_a_record_holds_the_choice_only_where_it_is_not_the_usual_one() -> None:
    assert "memories" not in recipe().model_dump()
    assert recipe().model_copy(update={"memories": "chronicle"}).model_dump()["memories"] == "chronicle"


def test_the_choice_is_a_setting() -> None:
    container = Container()
    container.settings.override(Settings(person_memories="chronicle"))

    assert Settings().person_memories == "hybrid"
    assert container.turns().person_memories == "chronicle"
