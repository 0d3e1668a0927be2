"""An agent of another program: importing its memories and all else of it into a game, and exporting them again."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from app.models.base import Frozen, FrozenMapping, has_control_characters, with_line_breaks
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus
from app.models.memory_id import MemoryId
from app.models.minds.plan import MAX_PLANNED, PlanItem

IMPORTED = "imported"  # the metadata key for values that a game cannot hold, or would take for its own marks
MAX_IMPORTED = 5_000  # memories of one import
MAX_AGENT = 128 * 1024  # bytes of each object of an agent
SHOWN_OF_ARTIFACTS = ("artifact_path", "style_tags")  # metadata of a work, which a game has under the same names

ImportedKind = Literal[
    MemoryKind.OBSERVATION, MemoryKind.REFLECTION, MemoryKind.PLAN, MemoryKind.CONVERSATION, MemoryKind.ARTIFACT
]
Tag = Annotated[str, Field(max_length=1000)]


def checked_text(text: str) -> str:
    """Return a text with its line breaks as ``\\n``.

    Raises:
        ValueError: It is blank, or holds control characters.
    """
    text = str(with_line_breaks(text))
    if not text.strip() or has_control_characters(text):
        raise ValueError("it takes readable text without control characters")
    return text


def _bounded(value: Mapping[str, Any]) -> Mapping[str, Any]:
    if len(AGENT_OBJECT.dump_json(value)) > MAX_AGENT:
        raise ValueError(f"it takes at most {MAX_AGENT // 1024} KiB")
    return value


AGENT_OBJECT: TypeAdapter[Mapping[str, Any]] = TypeAdapter(FrozenMapping)
AgentObject = Annotated[FrozenMapping, AfterValidator(_bounded)]


class ImportedAgent(Frozen):
    """What an agent of another program has in addition to its memories; None where its files do not say.

    The files have one of two formats: a folder of the genagents project, with ``meta`` and ``scratch``; or files of
    JSON lines, with a ``state``. Each of the three objects is kept as it is for an export, and takes at most 128 KiB as
    JSON.

    Args:
        meta: The object in ``meta.json`` of a genagents folder: the agent's ``id``, and any other values.
        scratch: The object in its ``scratch.json``: the description of the person, by any headings.
        state: The object in ``state/agents/{agent}.json``, the state file of an agent whose memories are in
            ``state/memories/{agent}.jsonl``, with any values besides the two that follow.
        importance_accumulator: The value of this name in ``state``: the importance of all that the agent remembered
            since it last reflected, summed up, from 0 to 2**53. The person reflects when the sum is large enough.
        plan: The plan for the day, ``today_plan`` in ``state``, as at most 16 items for the game that it is imported
            into.
    """

    meta: AgentObject | None = None
    scratch: AgentObject | None = None
    state: AgentObject | None = None
    importance_accumulator: float | None = Field(default=None, ge=0, le=2**53, allow_inf_nan=False)
    plan: tuple[PlanItem, ...] | None = Field(default=None, max_length=MAX_PLANNED)

    def after(self, earlier: "ImportedAgent | None") -> "ImportedAgent":
        """Return this agent with what an earlier import said and this one does not."""
        if earlier is None:
            return self
        given = {name: value for name in type(self).model_fields if (value := getattr(self, name)) is not None}
        if self.state is not None:  # accumulator and plan belong to a state file
            given = {"importance_accumulator": None, "plan": None} | given
        return earlier.model_copy(update=given)


class ImportedMemory(Frozen):
    """A memory of another program, with the times of that program; ``evidence`` are ids of the importing game."""

    text: Annotated[str, AfterValidator(checked_text)] = Field(min_length=1, max_length=4000)
    memory_kind: ImportedKind = MemoryKind.OBSERVATION
    importance: float | None = Field(default=None, ge=1, le=10, allow_inf_nan=False)
    game_time: int | None = None
    last_recalled: int | None = None
    scene: Tag | None = None
    depth: int = Field(default=0, ge=0, le=1000)
    tags: tuple[Tag, ...] = Field(default=(), max_length=100)
    evidence: tuple[MemoryId, ...] = Field(default=(), max_length=1000)
    metadata: FrozenMapping = Field(default_factory=lambda: MappingProxyType({}))

    def entry(self, now: int, **fields: Any) -> MemoryEntry:
        """Return the memory as an entry of a game.

        Args:
            now: The game time in minutes; times outside of 0 to ``now`` are set to the nearer limit.
            **fields: Further fields of the entry.
        """
        time = None if self.game_time is None else _within(self.game_time, now)
        kept: dict[str, Any] = {"metadata": self.metadata}
        if time != self.game_time:
            kept["game_time"] = self.game_time
        if self.last_recalled is not None and self.status(now) is None:
            kept["last_recalled"] = self.last_recalled
        return MemoryEntry(
            source=MemorySource.NPC,
            summary=self.text,
            kind=self.memory_kind,
            importance=self.importance,
            game_time=time,
            scene=self.scene,
            depth=self.depth,
            tags=self.tags,
            evidence=self.evidence,
            metadata={**self._shown(), IMPORTED: kept},
            **fields,
        )

    def _shown(self) -> dict[str, Any]:
        """Return the metadata that the game takes as its own: where a work lies and what its style is."""
        if self.memory_kind is not MemoryKind.ARTIFACT:
            return {}
        return {name: self.metadata[name] for name in SHOWN_OF_ARTIFACTS if name in self.metadata}

    def status(self, now: int) -> MemoryStatus | None:
        """Return a status with the time of the last recall; None if that is unknown or not within 0 to ``now``."""
        recalled = self.last_recalled
        return None if recalled is None or _within(recalled, now) != recalled else MemoryStatus(last_recalled=recalled)


def as_before(entry: MemoryEntry, status: MemoryStatus) -> tuple[MemoryEntry, MemoryStatus]:
    """Return a memory for an export, with the values of the other program if it was imported."""
    kept = entry.metadata.get(IMPORTED)
    if not isinstance(kept, Mapping):
        return entry, status
    metadata, time, recalled = kept.get("metadata"), kept.get("game_time"), kept.get("last_recalled")
    update: dict[str, Any] = {"metadata": metadata if isinstance(metadata, Mapping) else {}}
    if isinstance(time, int):
        update["game_time"] = time
    if isinstance(recalled, int) and status.last_recalled is None:
        status = status.model_copy(update={"last_recalled": recalled})
    return entry.model_copy(update=update), status


def _within(time: int, now: int) -> int:
    return min(max(time, 0), now)
