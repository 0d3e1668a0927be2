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


class Share(StrEnum):
    """What a block of a prompt is of: the measure of what its tokens are spent on."""

    MEMORY = "memory"
    SAID = "said"
    STATE = "state"
    FIXED = "fixed"


class Why(StrEnum):
    """Why a line is in a prompt: it says how things stand, was just said, is one of the last memories of its owner,
    was recalled, or is a note, pinned or one of the newest."""

    STATE = "state"
    SAID = "said"
    LATEST = "latest"
    RECALLED = "recalled"
    PINNED = "pinned"
    NOTE = "note"


class RecalledMemory(Frozen):
    """A memory that recall chose, and why: a turn's record keeps the choice, so that it need not be made again.
    ``why`` says in words what ``parts`` and ``shared`` hold as values."""

    scope: Scope
    memory_id: str = Field(description="of an entry, or m-<index> of a message that the scope's owner was there for")
    score: float
    why: str
    parts: tuple[tuple[str, float], ...] = Field(
        default=(),
        exclude_if=lambda parts: not parts,
        description="the components of the score by name, but for the smallest",
    )
    shared: tuple[str, ...] = Field(
        default=(), exclude_if=lambda shared: not shared, description="the terms asked for that it holds"
    )
    was_shown: bool = Field(
        default=True,
        exclude_if=lambda shown: shown,
        description="false: there was no room, or it was said already",
    )


class LineSource(Frozen):
    """What a line shows of memories, of a message or of a note: ``words`` as they are, before they are fenced as data.
    A ``scope`` is there of memories alone; several are those of one visit, and the newest gives turn and time."""

    words: str
    ids: tuple[str, ...]
    scope: Scope | None = None
    place_id: str | None = Field(default=None, description="of a message: where it was said")
    turn: int | None = None
    game_time: int | None = None
    later: tuple[str, ...] = Field(default=(), description="what has been said since instead")
    is_confided: bool = False
    recalled: RecalledMemory | None = None


class PromptLine(Frozen):
    """A line of a section as a model reads it, and why it is there; ``reason`` says so in words, if at all."""

    text: str
    why: Why = Why.STATE
    reason: str = ""
    source: LineSource | None = None

    @property
    def because(self) -> str:
        """The reason after the ids of what it is given for; empty where there is none."""
        ids = ", ".join(each or "?" for each in self.source.ids) if self.source else ""
        return f"{ids}: {self.reason}" if ids and self.reason else self.reason


class LeftOutFor(StrEnum):
    """Why something is not in a prompt, although the reader might have been shown it."""

    ROOM = "room"  # the whole budget is taken
    SHARE = "share"  # what the section may take of the budget is taken
    BLOCKS = "blocks"  # the oldest block of the conversation goes as a whole, so that prompts begin alike
    MOST = "most"  # as many are there as are ever shown


class LeftOut(Frozen):
    """What of a section is not shown: ``what`` in words, and the ``lines`` themselves where they are known. ``limit``
    are the tokens that the section may take, or that the block would have taken."""

    section: str
    what: str
    lines: tuple[PromptLine, ...] = ()
    why: LeftOutFor = LeftOutFor.ROOM
    limit: int | None = None


class PromptSection(Frozen):
    """One block of a prompt; its ``lines`` where it is made of such."""

    name: str
    text: str
    tokens: int
    required: bool = False
    share: Share = Share.STATE
    lines: tuple[PromptLine, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """Line by line why a memory or note is in it."""
        return tuple(line.because for line in self.lines if line.reason)


class Prompt(Frozen):
    """A whole prompt as a model reads it: stable parts first, volatile ones last. ``player_line`` is the fenced input,
    ``shown_memories`` the summaries it holds, by id; ``offered`` is what recall chose, the best first, and ``recalled``
    what of it these hold."""

    instructions: str
    said: tuple[PromptLine, ...]
    sections: tuple[PromptSection, ...]
    lasting: int = Field(
        default=0,
        exclude_if=lambda lasting: not lasting,
        description="how many of the sections stand before the conversation, because they seldom change",
    )
    player_line: str
    left_out: tuple[LeftOut, ...] = ()
    shown_memories: dict[str, str] = {}
    offered: tuple[RecalledMemory, ...] = ()
    budget: int
    reserve: int
    tools_tokens: int = 0
    tokens: int

    @property
    def conversation(self) -> tuple[str, ...]:
        return tuple(line.text for line in self.said)

    @property
    def recalled(self) -> tuple[RecalledMemory, ...]:
        return tuple(memory for memory in self.offered if memory.was_shown)

    @property
    def dropped(self) -> tuple[str, ...]:
        """What was left out, in words."""
        return tuple(f"{each.section}: {each.what}" for each in self.left_out)

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
