"""A prompt: instructions, recent conversation, and sections whose lines give their reasons."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Frozen
from app.models.memory import Scope


class Agent(StrEnum):
    """The reader of a prompt: the narrator, who knows the scene, or one person, who knows what it witnessed."""

    NARRATOR = "narrator"
    NPC = "npc"


class PromptMoment(StrEnum):
    """When in its turn a prompt was built: before the turn's commands were carried out, or after."""

    BEFORE = "before"
    AFTER = "after"


class Share(StrEnum):
    """What the tokens of a block of a prompt are spent on."""

    MEMORY = "memory"
    SAID = "said"
    STATE = "state"
    FIXED = "fixed"


class Why(StrEnum):
    """Why a line is in a prompt: it describes the present state, was just said, is one of its owner's latest memories,
    was recalled, or is a note, pinned or one of the newest."""

    STATE = "state"
    SAID = "said"
    LATEST = "latest"
    RECALLED = "recalled"
    PINNED = "pinned"
    NOTE = "note"


class RecalledMemory(Frozen):
    """A memory that recall chose, with its score. A turn's record keeps the choice, so that the prompt can be rebuilt.
    ``why`` is the reason in words, from ``parts`` and ``shared``."""

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
    """The source of a line: memories, a message or a note. ``words`` are its text before it is fenced as data. Only
    memories have a ``scope``; several are those of one visit, and the newest gives turn and time."""

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
    """A line of a section as a model reads it, and why it is there; ``reason`` is the reason in words, or ""."""

    text: str
    why: Why = Why.STATE
    reason: str = ""
    source: LineSource | None = None

    @property
    def because(self) -> str:
        """The reason after the ids of the sources; "" for no reason."""
        ids = ", ".join(any_id or "?" for any_id in self.source.ids) if self.source else ""
        return f"{ids}: {self.reason}" if ids and self.reason else self.reason


class LeftOutFor(StrEnum):
    """Why something is left out of a prompt, although its reader could be shown it."""

    ROOM = "room"  # the whole budget is taken
    SHARE = "share"  # the section's share of the budget is taken
    BLOCKS = "blocks"  # the oldest block of the conversation is dropped as a whole, so that prompts begin alike
    MOST = "most"  # the section shows its maximum number of lines


class LeftOut(Frozen):
    """Something that a section leaves out: ``what`` in words, and the ``lines`` where they are known. ``limit`` is the
    number of tokens that the section may take, or that the block would have taken."""

    section: str
    what: str
    lines: tuple[PromptLine, ...] = ()
    why: LeftOutFor = LeftOutFor.ROOM
    limit: int | None = None


class PromptSection(Frozen):
    """One block of a prompt, with its ``lines`` if it consists of lines."""

    name: str
    text: str
    tokens: int
    required: bool = False
    share: Share = Share.STATE
    lines: tuple[PromptLine, ...] = ()

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons of the lines that have one, in order."""
        return tuple(line.because for line in self.lines if line.reason)


class Prompt(Frozen):
    """A whole prompt as a model reads it: stable parts first, volatile ones last.

    Args:
        instructions: The system prompt.
        said: The lines of the recent conversation.
        sections: The other sections, in order.
        lasting: How many of the sections come before the conversation.
        player_line: The player's line, fenced as data.
        left_out: What was left out, and why.
        shown_memories: By id the text of the memories that it shows.
        offered: The memories that recall chose, best first.
        budget: The most tokens, everything included.
        reserve: Tokens that are kept free for the answer.
        tools_tokens: Tokens of the tool schemas.
        tokens: Tokens of the prompt, estimated.
    """

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
        """The texts of the recent conversation."""
        return tuple(line.text for line in self.said)

    @property
    def recalled(self) -> tuple[RecalledMemory, ...]:
        """The memories that recall chose and the prompt shows."""
        return tuple(memory for memory in self.offered if memory.was_shown)

    @property
    def dropped(self) -> tuple[str, ...]:
        """What was left out, in words."""
        return tuple(f"{omission.section}: {omission.what}" for omission in self.left_out)

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
