"""Prompts as files, so that a change of a prompt shows in the diff.

After a wanted change run this file with ``TALEKEEPER_UPDATE_GOLDEN=1`` in the environment and read the diff.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.models.prompt import Prompt
from app.models.state.game_state import GameState
from app.models.state.values import set_value
from tests.cellar import in_cellar
from tests.unit.services.prompts import narrator_prompt, npc_prompt, rich_game
from tests.worlds import new_game, say

GOLDEN = Path(__file__).parent / "golden"


def explained(prompt: Prompt) -> str:
    """The prompt as a model reads it, and below a line what a person is told about it."""
    told = [f"{section.name}: {section.tokens} tokens" for section in prompt.sections]
    reasons = [f"{section.name}: {reason}" for section in prompt.sections for reason in section.reasons]
    dropped = [f"dropped {what}" for what in prompt.dropped]
    return "\n".join(
        [prompt.text, "-" * 40, f"{prompt.tokens} of {prompt.budget} tokens", *told, *reasons, *dropped, ""]
    )


def opening() -> Prompt:
    state = new_game()
    say(state, "I look around.")
    return narrator_prompt(state)


def cellar() -> GameState:
    """States that are shown and hidden, a companion, a thing in an open container, actions, a timer that runs."""
    state = in_cellar()
    for of, name, value in (("lever", "down", True), ("chest", "open", True), ("pim", "scared", False)):
        set_value(state, of, name, value=value)
    set_value(state, "cellar", "cursed", value=True)
    set_value(state, "party", "money", 42)
    state.party.companions.append("pim")
    say(state, "I look around.")
    return state


PROMPTS: dict[str, Callable[[], Prompt]] = {
    "narrator_opening": opening,
    "narrator_rich": lambda: narrator_prompt(rich_game(), "Here is your lantern, Mara."),
    "narrator_cellar": lambda: narrator_prompt(cellar()),
    "npc_mara": lambda: npc_prompt(rich_game(), "mara", "Here is your lantern, Mara."),
    "npc_pim": lambda: npc_prompt(cellar(), "pim"),
}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_is_as_it_was(name: str) -> None:
    path, text = GOLDEN / f"{name}.txt", explained(PROMPTS[name]())
    if os.environ.get("TALEKEEPER_UPDATE_GOLDEN") == "1":
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


def test_the_same_state_gives_the_same_prompt_and_is_not_changed() -> None:
    state = rich_game()
    before = state.model_dump()
    assert narrator_prompt(state) == narrator_prompt(state)
    assert npc_prompt(state) == npc_prompt(state)
    assert state.model_dump() == before


def test_the_prompts_of_a_world_with_states_hold_what_is_seen_and_nothing_hidden() -> None:
    golden = {name: (GOLDEN / f"{name}.txt").read_text(encoding="utf-8") for name in ("narrator_cellar", "npc_pim")}
    for seen in ("The lever is down.", "coins: 42/99", "He is calm.", "pull-lever"):
        assert seen in golden["narrator_cellar"]
    assert "He is calm." in golden["npc_pim"]
    for text in golden.values():
        assert "curse" not in text.casefold()
        assert "doom" not in text
