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
    player_line: str
    dropped: tuple[str, ...] = ()
    shown_memories: dict[str, str] = {}
    recalled: tuple[RecalledMemory, ...] = ()
    budget: int
    reserve: int
    tools_tokens: int = 0
    tokens: int

    @property
    def situation(self) -> str:
        """The volatile part: all sections, each under its heading."""
        return "\n\n".join(f"## {section.name}\n{section.text}" for section in self.sections)

    @property
    def text(self) -> str:
        conversation = "\n".join(self.conversation)
        return (
            f"{self.instructions}\n\n## Recent Conversation\n{conversation}\n\n{self.situation}\n\n{self.player_line}"
        )
