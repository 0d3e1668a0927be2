"""What a prompt says of its own lines, as values: why each is there, of what it is made, and what did not fit."""

from app.models.memory import Scope
from app.models.prompt import Agent, LeftOut, LineSource, Prompt, PromptLine, RecalledMemory, Share, Why
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService, prompt_blocks
from tests.unit.services.prompts import narrator_prompt, recipe, remember, rich_game, talk
from tests.unit.services.remembering import INN, WORLD
from tests.worlds import at_once, new_game, say

HIT = RecalledMemory(
    scope=WORLD, memory_id="m-0", score=1.2, why="hybrid 1.20", parts=(("words", 1.0), ("who", 0.2)), shared=("bell",)
)


def built(state: GameState, budget: int, *memories: RecalledMemory, text: str = "I look around.") -> Prompt:
    asked = recipe(budget).model_copy(update={"recalled": memories})
    return at_once(ContextService().build(state, Agent.NARRATOR, text, asked))


def lines_of(prompt: Prompt, name: str) -> tuple[PromptLine, ...]:
    return next(block.lines for block in prompt_blocks(prompt) if block.name == name)


def left_out(prompt: Prompt, section: str) -> LeftOut:
    return next(each for each in prompt.left_out if each.section == section)


def test_the_lines_of_a_block_are_its_text_and_each_block_says_what_it_is_of() -> None:
    blocks = {block.name: block for block in prompt_blocks(narrator_prompt(rich_game()))}
    assert all("\n".join(line.text for line in block.lines) == block.text for block in blocks.values() if block.lines)
    shares = {name: blocks[name].share for name in ("Instructions", "Recent Conversation", "World Memory", "Story")}
    assert [*shares.values()] == [Share.FIXED, Share.SAID, Share.MEMORY, Share.STATE]


def test_a_recalled_line_has_its_words_place_time_and_the_parts_of_its_score() -> None:
    state = new_game()
    say(state, 'The "bell" rings.', game_time=481)
    talk(state, 60, "They spoke of the rain.")
    (line,) = lines_of(built(state, 6_000, HIT), "Recalled")
    source = line.source
    assert (line.why, line.reason) == (Why.RECALLED, HIT.why)
    assert source is not None
    assert (source.words, source.ids, source.scope) == ('Élan: The "bell" rings.', ("m-0",), None)
    assert (source.place_id, source.game_time, source.recalled) == ("market", 481, HIT)


def test_a_line_of_the_last_memories_names_all_of_a_visit_and_whose_they_are() -> None:
    state = new_game()
    state.scenario.current_location_id = "inn"
    for number in range(3):
        remember(state, INN, f"{number}" * 300, visit="inn-1", game_time=480 + number)
    say(state, "I look around.")
    prompt = narrator_prompt(state)
    (line,) = lines_of(prompt, "Recent Location Memory")
    assert line.why is Why.LATEST
    assert line.source is not None
    assert (line.source.ids, line.source.scope) == (("inn-002", "inn-003"), Scope.location("inn"))
    (gone,) = left_out(prompt, "Recent Location Memory").lines
    assert gone.source is not None
    assert (gone.source.ids, gone.source.words) == (("inn-001",), "0" * 300)


def test_what_was_said_names_its_messages_and_what_did_not_fit_of_it_is_there_whole() -> None:
    state = new_game()
    talk(state, 9, "They spoke at length of the owl and of the rain. " * 8)
    prompt = built(state, 1_800)
    kept, gone = lines_of(prompt, "Recent Conversation"), left_out(prompt, "conversation").lines
    sources = [line.source or LineSource(words="", ids=()) for line in (*gone, *kept)]
    assert [key for source in sources for key in source.ids] == [f"m-{number}" for number in range(8)]
    assert [f"({number})" in source.words for number, source in enumerate(sources)] == [True] * 8
    assert {line.why for line in (*gone, *kept)} == {Why.SAID}


def test_a_recalled_line_that_did_not_fit_comes_with_its_words_and_is_not_marked_as_shown() -> None:
    state = new_game()
    entry = remember(state, INN, "The owl came back. " * 30)
    hit = HIT.model_copy(update={"scope": INN, "memory_id": entry.id})
    say(state, "I look around.")
    prompt = built(state, 1_500, hit)
    (gone,) = left_out(prompt, "Recalled").lines
    assert gone.source is not None
    assert gone.source.recalled == hit
    assert gone.source.words.startswith("The owl came back.")
    assert [(each.memory_id, each.was_shown) for each in prompt.offered] == [(entry.id, False)]
    assert prompt.recalled == ()


def test_the_middle_of_a_long_line_of_the_player_that_was_cut_is_told_whole() -> None:
    state = new_game()
    text = " ".join(f"word {number}" for number in range(2_000))
    say(state, text)
    (whole,) = left_out(built(state, 6_000, text=text), "player text").lines
    assert "word 1000" in whole.text
