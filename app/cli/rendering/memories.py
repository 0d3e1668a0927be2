"""Memories and prompts as paragraphs, with the reasons why a model was shown them."""

from collections.abc import Iterable, Iterator, Sequence

from app.cli.rendering.canon import provenance
from app.cli.rendering.screen import Paragraph, Part, Title
from app.cli.rendering.text import count
from app.cli.rendering.turns import heading, indented
from app.language.rendering.naming import owner_name
from app.language.rendering.phrases import time_text
from app.memory.entries.markers import GIFTED_TYPES, category_of, is_hand_made, is_inactive, type_of
from app.memory.prompt_data import estimate
from app.memory.recall.perceived import as_perceived
from app.memory.recall.query import ScoredMemory
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from app.models.prompt import Prompt
from app.models.state.game_state import GameState
from app.services.ai.context_service import prompt_blocks
from app.services.game.knowledge import Knowledge

HEADINGS = {
    MemorySource.LOCATION: "What places remember",
    MemorySource.NPC: "What people remember",
    MemorySource.WORLD: "What the world remembers",
}


def memory_parts(
    state: GameState, scopes: Sequence[Scope], *, all_of_them: bool = False, gifted: bool = False
) -> Iterator[Part]:
    """List memories by kind of owner, newest first. Owners without memories, and gifted memories, are listed only on
    request."""
    listed = {scope: [entry for entry in state.memories(scope) if gifted or not _is_gift(entry)] for scope in scopes}
    shown = [scope for scope in scopes if all_of_them or listed[scope]]
    for source in MemorySource:
        if any(scope.source is source for scope in shown):
            yield Title(HEADINGS[source])
        for scope in shown:
            if scope.source is source:
                yield from _owner(state, scope, listed[scope])
    if not shown:
        yield Paragraph("Nothing is remembered yet: memories are made when you leave a place.", "dim")
    hidden = sum(len(state.memories(scope)) - len(listed[scope]) for scope in scopes)
    if hidden:
        yield Paragraph(
            f"Not listed: {count(hidden, 'gifted memory', 'gifted memories')}, of who people are and how places are; "
            "`/memories gifted` in play, or `memories GAME --gifted`, lists them too.",
            "dim",
        )
    waiting = sum(len(state.queue(scope)) for scope in scopes)
    if waiting:
        yield Paragraph(f"{count(waiting, 'more capture is', 'more captures are')} still being made.", "dim")


def _is_gift(entry: MemoryEntry) -> bool:
    """Return whether the memory was given before the game began and not changed by hand since."""
    return entry.kind is MemoryKind.GIFTED and type_of(entry) in GIFTED_TYPES and not is_hand_made(entry)


def _owner(state: GameState, scope: Scope, entries: Sequence[MemoryEntry]) -> Iterator[Part]:
    if scope.owner_id is not None:
        name = owner_name(state, scope)
        same_kind = (other for other in state.scopes() if other.source is scope.source)
        is_shared = sum(owner_name(state, other) == name for other in same_kind) > 1
        yield heading(f"{name} [{scope.owner_id}]" if is_shared else name)
        if made := provenance(state, scope.owner_id):
            yield indented(made, "dim")
    if not entries:
        yield indented("nothing yet", "dim")
    for entry in reversed(entries):
        status = state.status(entry.id)
        marks = ", ".join((entry.id or "?", *_marks(entry, status)))
        yield indented(f"{_when(entry)}{entry.summary} [{marks}]", "dim" if is_inactive(status) else "")


def _marks(entry: MemoryEntry, status: MemoryStatus) -> Iterator[str]:
    if entry.kind is MemoryKind.GIFTED:
        yield f"gifted: {category_of(entry) or 'by hand'}"
    if is_hand_made(entry):
        yield "hand-made"
    if status.pinned:
        yield "pinned"
    if status.archived_by is not None:
        yield f"archived: {status.archived_by}"
    if status.superseded_by is not None:
        yield f"superseded by {status.superseded_by}"


def _when(entry: MemoryEntry) -> str:
    if entry.game_time is None or entry.kind is MemoryKind.GIFTED:
        return ""
    return f"{time_text(entry.game_time)} — "


def recalled_parts(state: GameState, scope: Scope, hits: Sequence[ScoredMemory]) -> Iterator[Part]:
    """List recalled memories as they are stored, and as the person perceives them where that differs."""
    if not hits:
        yield Paragraph("Nothing comes to mind.", "dim")
    for hit in hits:
        yield heading(f"{hit.rank}. {hit.memory.id} — {_when(hit.memory).removesuffix(' — ') or 'some time ago'}")
        yield indented(hit.memory.summary)
        if scope.source is MemorySource.NPC:
            seen = as_perceived(state, scope.owner_id or "", hit.memory)
            if seen.is_distorted:
                yield indented(f"as it seems to {owner_name(state, scope)}: {seen.text}", by=4)
        yield indented(f"because: {hit.why}", "dim", by=4)


def knowledge_parts(state: GameState, items: Iterable[Knowledge]) -> Iterator[Part]:
    """List what each person knows of a claim."""
    for each in items:
        through = f" through {state.name(each.through_id)}" if each.through_id not in (None, each.npc_id) else ""
        since = f" since {time_text(each.since)}" if each.since is not None else ""
        yield heading(f"{state.name(each.npc_id)} {each.standing}{since}{through}")
        if each.memory_id:
            yield indented(f"{each.text} [{each.memory_id}]")


def prompt(built: Prompt, turn: int, *, premise: bool = False) -> Iterator[Part]:
    """List the blocks of a prompt in reading order. The instructions contain secrets of the story and are shown only
    with ``premise``."""
    yield Title(f"What the narrator was shown in turn {turn}")
    for block in prompt_blocks(built):
        always = ", always there" if block.required else ""
        yield heading(f"{block.name} — {count(block.tokens, 'token')}{always}")
        if block.text != built.instructions:
            yield from _lines(block.text.splitlines())
        elif premise:
            yield from _lines(" ".join(part.split()) for part in block.text.split("\n\n"))
        else:
            yield indented("Not shown here, as it holds the story's secrets: /why full shows it.", "dim")
        for reason in block.reasons:
            yield indented(f"because: {reason}", "dim", by=4)
    used = f"{estimate(built.text):,} tokens; of the budget {built.tokens:,} of {built.budget:,} are taken"
    tools = f"{built.tools_tokens:,} for tools, orders and what comes of them, " if built.tools_tokens else ""
    yield Paragraph(f"Together {used}: {tools}{built.reserve:,} for the answer, the rest for this (estimates).", "bold")
    for dropped in built.dropped or ("nothing",):
        yield indented(f"left out: {dropped}", "dim")


def _lines(lines: Iterable[str]) -> Iterator[Part]:
    for line in lines:
        if line.strip():
            yield indented(line)
