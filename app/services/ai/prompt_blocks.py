"""A prompt as blocks, each with its tokens."""

from app.memory.prompt_data import estimate
from app.models.prompt import Prompt, Section


def prompt_blocks(prompt: Prompt) -> tuple[Section, ...]:
    """Instructions, sections, conversation and input, in the order in which a model reads them."""
    lines = "\n".join(prompt.conversation)
    talk = Section(
        name="Recent Conversation", text=lines, tokens=sum(estimate(line) + 1 for line in prompt.conversation)
    )
    return (
        Section(name="Instructions", text=prompt.instructions, tokens=estimate(prompt.instructions), required=True),
        *prompt.sections[: prompt.lasting],
        talk,
        *prompt.sections[prompt.lasting :],
        Section(name="Player", text=prompt.player_line, tokens=estimate(prompt.player_line), required=True),
    )
