"""Prompts as files, so that a change of a prompt shows in the diff.

After a wanted change run this file with ``TALEKEEPER_UPDATE_GOLDEN=1`` in the environment and read the diff.
"""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.models.prompt import Prompt
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


PROMPTS: dict[str, Callable[[], Prompt]] = {
    "narrator_opening": opening,
    "narrator_rich": lambda: narrator_prompt(rich_game(), "Here is your lantern, Mara."),
    "npc_mara": lambda: npc_prompt(rich_game(), "mara", "Here is your lantern, Mara."),
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
