"""What a model is shown: instructions, recent conversation, and sections that can explain themselves."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen
from app.models.memory import Scope


class Agent(StrEnum):
    """For whom a prompt is built: the narrator, who knows the scene, or one person, who knows what it witnessed."""

    NARRATOR = "narrator"
    NPC = "npc"


class PromptMoment(StrEnum):
    """When in its turn a prompt was built: before the turn's commands were carried out, or after."""

    BEFORE = "before"
    AFTER = "after"


class RecalledMemory(Frozen):
    """A memory that recall chose, and why: a turn's record keeps the choice, so that it need not be made again."""

    scope: Scope
    memory_id: str = Field(description="of an entry, or m-<index> of a message that the scope's owner was there for")
    score: float
    why: str


class Section(Frozen):
    """One block of a prompt. ``reasons`` says line by line why a memory or message is in it."""

    name: str
    text: str
    tokens: int
    required: bool = False
    reasons: tuple[str, ...] = ()


class Prompt(Frozen):
    """A whole prompt as a model reads it: stable parts first, volatile ones last. ``player_line`` is the fenced input,
    ``shown_memories`` the summaries it holds, by id; ``recalled`` those that recall chose, the best first."""

    instructions: str
    conversation: tuple[str, ...]
    sections: tuple[Section, ...]
    lasting: int = Field(
        default=0,
        exclude_if=lambda lasting: not lasting,
        description="how many of the sections stand before the conversation, because they seldom change",
    )
    player_line: str
    dropped: tuple[str, ...] = ()
    shown_memories: dict[str, str] = {}
    recalled: tuple[RecalledMemory, ...] = ()
    budget: int
    reserve: int
    tools_tokens: int = 0
    tokens: int

    @property
    def message(self) -> str:
        """Everything but the instructions."""
        blocks = [f"## {section.name}\n{section.text}" for section in self.sections]
        conversation = "## Recent Conversation\n" + "\n".join(self.conversation)
        situation = "\n\n".join(blocks[self.lasting :])
        return "\n\n".join([*blocks[: self.lasting], conversation, situation, self.player_line])

    @property
    def text(self) -> str:
        return f"{self.instructions}\n\n{self.message}"
