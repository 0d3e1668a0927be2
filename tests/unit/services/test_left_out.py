"""Why something is not in a prompt: the reason that is given is the one that held."""

from app.models.prompt import Agent, LeftOutFor, Prompt
from app.models.records.record import PromptRecipe
from app.models.state.game_state import GameState
from app.services.ai.context_builders.conversation import recent_blocks
from app.services.ai.context_builders.draft import PromptViewer
from app.services.ai.context_service import ContextService
from tests.worlds import new_game, say


async def _prompt(state: GameState, budget: int) -> Prompt:
    recipe = PromptRecipe(model="fake", mode="guided", budget=budget, reserve=200)
    return await ContextService().build(state, Agent.NARRATOR, state.conversation_history[-1].content, recipe)


async def test_a_block_of_the_conversation_that_was_left_out_names_what_it_would_have_taken() -> None:
    state = new_game()
    for number in range(60):
        say(state, f"The {number}th bell is rung while the long evening goes on over the quiet market.")
    whole = await _prompt(state, 20_000)
    assert whole.left_out == ()
    blocks = recent_blocks(state, PromptViewer(None, "player"))
    first = sum(shown.tokens for shown in blocks[0])
    cut = await _prompt(state, whole.tokens - 10)
    (gone,) = [each for each in cut.left_out if each.section == "conversation"]
    assert (gone.why, gone.limit) == (LeftOutFor.BLOCKS, first)
    assert cut.budget - cut.tokens < first
