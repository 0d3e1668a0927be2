"""Prompt building: the sections of a reader fitted into one token budget, and a prompt as blocks. Pure functions."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from app.errors import InvalidInput
from app.language.language import language_of
from app.memory.narration_words import in_style, manner_line, spoken_line
from app.memory.prompt_data import clipped, data_line, estimate, language_line, shortened
from app.models.memory_id import make_message_id
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.prompt import Agent, LeftOut, LeftOutFor, Prompt, PromptLine, PromptSection, RecalledMemory, Share, Why
from app.models.records.record import PersonMemories, PromptRecipe
from app.models.state.game_state import GameState
from app.package_data import package_data
from app.scheduling import checkpoint
from app.services.ai.context_builders import actions, master, memory_sections, scene
from app.services.ai.context_builders.chronicle_builder import ChronicleBuilder
from app.services.ai.context_builders.conversation import Blocks, Window, fitted_window, latest_tokens, recent_blocks
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer
from app.services.ai.context_builders.established import build_established
from app.services.ai.context_builders.location_memory_builder import LocationMemoryBuilder
from app.services.ai.context_builders.npc_memory_builder import NPCMemoryBuilder
from app.services.ai.context_builders.players import build_players
from app.services.ai.context_builders.world_memory_builder import WorldMemoryBuilder
from app.settings import PROMPT_BUDGET

Builder = Callable[[GameState, PromptViewer], Draft | None]

NEWEST_LAYOUT: Final = 3
"""The number of the order of sections, which each turn records.

In layout 1 a game master read no more than a narrator that only tells, in layout 2 of people's topics only those of
who was present."""
MASTER_BUDGET = 24_000
"""Tokens of a game master's prompt, everything included."""
CAST_SHARE = 0.3
"""The share of a game master's prompt that the background and the topics of everybody may take, so that a person who
comes or goes changes little; where they take more, they are shown of the people present alone."""
MASTER_MODES = frozenset({"tools", "given"})
"""Modes in which the narrator chooses the commands."""


def sections_of(
    agent: Agent, max_entries: int, memories: PersonMemories = "hybrid", *, is_master: bool = False
) -> tuple[int, tuple[Builder, ...]]:
    """List the builders of a reader's sections.

    Args:
        agent: The reader of the prompt.
        max_entries: How many captured memories of place, people and world are shown, the newest of each.
        memories: How a person's own memories are chosen.
        is_master: Whether the narrator is a game master, who knows what the author knows.

    Returns:
        How many of the sections come before the conversation, and the builders in the order a model reads them.
            Those before the conversation seldom change between two prompts of a reader, so that prompts share a
            prefix.
    """
    if agent is Agent.NARRATOR and is_master:
        return len(_OF_THE_STORY), (*_OF_THE_STORY, *_narrator_sections(max_entries, is_master=True))
    if agent is Agent.NARRATOR:
        return 1, _narrator_sections(max_entries)
    latest = NPCMemoryBuilder(max_entries, "Your Memories")
    own = ChronicleBuilder().build if memories == "chronicle" else latest.build
    return 2, (scene.build_self, scene.build_place, own, scene.build_people, build_players)


_OF_THE_STORY: tuple[Builder, ...] = (
    master.build_author_notes,
    master.build_acts,
    master.build_map,
    master.build_everybody,
    master.build_quests_of_story,
    master.build_secrets_of_story,
    master.build_rules,
    scene.build_pinned_notes,
)
"""What a game master knows of the story as a whole, which changes with an act, with an edit, or with canon."""


def _narrator_sections(max_entries: int, *, is_master: bool = False) -> tuple[Builder, ...]:
    """List the narrator's sections, the most stable ones first; of a game master those after `_OF_THE_STORY`."""
    of_place = (master.build_place, master.build_hidden, master.build_people)
    of_states = (master.build_states, master.build_running, master.build_actions)
    return (
        *(() if is_master else (scene.build_pinned_notes,)),
        scene.build_notes,
        scene.build_secrets,
        build_established,
        WorldMemoryBuilder(max_entries).build,
        LocationMemoryBuilder(max_entries).build,
        NPCMemoryBuilder(max_entries).build,
        scene.build_quests,
        *((master.build_inventory,) if is_master else (scene.build_inventory,)),
        scene.build_effects,
        *(of_place if is_master else (scene.build_place, scene.build_people)),
        build_players,
        *(of_states if is_master else (actions.build_states, actions.build_actions)),
        scene.build_scenario,
        scene.build_author_note,
    )


FRAME = "\n\n## Recent Conversation\n\n\n\n\n"
"""Separates instructions, conversation, sections and input."""
CONVERSATION_SHARE = 0.6
"""The share of the room left by required sections that is kept for the conversation, the last turns first, before
optional sections and recalled memories."""
RECALL_SHARE = 0.4
"""The share of the room left by required sections that recalled memories may take."""
RECALL_TOKENS = 800
PREMISE_TOKENS = 2_000
"""Most tokens of a premise, for scripts that take many tokens per character; others are far below."""


_INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


def narrator_instructions(state: GameState) -> str:
    sheet, style = state.sheet, state.narration_style
    premise = shortened(clipped(sheet.premise, 2 * scene.MAX_PROSE), PREMISE_TOKENS)
    story = f"## Scenario\n{data_line(sheet.title)}: {data_line(premise)}"
    told = in_style(_INSTRUCTIONS["narrator"], style)
    return "\n\n".join(filter(None, (told, language_line(sheet.language), story, manner_line(style))))


def npc_instructions(state: GameState, npc_id: str) -> str:
    occupation = state.sheets.npc(npc_id).occupation or language_of(state.sheet).render("minds.no-occupation")
    who = f"## You Are\n{data_line(state.name(npc_id))} [{npc_id}], {data_line(occupation)}"
    manner = spoken_line(state.narration_style)
    return "\n\n".join(filter(None, (_INSTRUCTIONS["person"], language_line(state.sheet.language), who, manner)))


def budget_of(mode: str) -> int:
    """Return the usual tokens of a narrator's prompt in a mode: a game master is shown more."""
    return MASTER_BUDGET if mode in MASTER_MODES else PROMPT_BUDGET


GO_ON = "The player says and does nothing: go on with the story from where it is."
"""The input of a turn without a line."""
USUAL_RECIPE = PromptRecipe(model="", mode="guided", budget=PROMPT_BUDGET, layout=NEWEST_LAYOUT)
"""For a prompt that no turn records."""


class ContextService:
    async def build(
        self,
        state: GameState,
        agent: Agent = Agent.NARRATOR,
        player_text: str = "",
        recipe: PromptRecipe = USUAL_RECIPE,
        npc_id: str | None = None,
    ) -> Prompt:
        """Build the prompt for the last message.

        Yields to other work of the event loop; the state must not change meanwhile.

        Args:
            state: The game.
            agent: The reader of the prompt.
            player_text: The text of the last message.
            recipe: The budget in tokens and what else the prompt depends on.
            npc_id: The person who reads it; None for the narrator.

        Returns:
            The prompt. Its estimated tokens, with instructions, tool schemas and reserve, never exceed
                ``recipe.budget``; ``left_out`` lists what did not fit.

        Raises:
            InvalidInput: The budget is too small for what every prompt has.
        """
        said = state.conversation_history[-1:]
        is_master = npc_id is None and recipe.mode in MASTER_MODES and recipe.layout > 1
        knows_cast = is_master and recipe.layout > 2 and master.cast_fits(state, int(CAST_SHARE * recipe.budget))
        speaker = said[0].speaker_id if said else None
        viewer = PromptViewer(npc_id, speaker, is_master=is_master, knows_cast=knows_cast)
        lasting, builders = sections_of(agent, recipe.max_entries, recipe.memories, is_master=is_master)
        instructions = npc_instructions(state, npc_id) if npc_id is not None else narrator_instructions(state)
        dropped: list[LeftOut] = []
        fixed = estimate(instructions) + estimate(FRAME) + recipe.tools_tokens + recipe.reserve
        player_line = _player_line(state, player_text, recipe, recipe.budget - fixed, dropped)
        left = recipe.budget - fixed - estimate(player_line)
        if left < 0:
            taken = recipe.budget - left
            raise InvalidInput(ValueUnfit(fault=ValueFault.PROMPT_BUDGET, most=recipe.budget, given=taken))

        built: list[Draft | None] = []
        for builder in builders:
            built.append(builder(state, viewer))
            await checkpoint()
        drafts = [draft for draft in built if draft is not None]
        required = _fit([draft for draft in drafts if draft.required], left, dropped)
        left -= _cost(required.values())
        blocks = recent_blocks(state, viewer)
        wanted = sum(shown.tokens for block in blocks for shown in block)
        latest = min(latest_tokens(blocks), int(left * CONVERSATION_SHARE))
        recall_limit = min(RECALL_TOKENS, int(left * RECALL_SHARE), left - latest)
        for_recall = recall_limit if recipe.recalled is not None else 0
        room = left - for_recall
        optional_room = room - max(min(int(room * CONVERSATION_SHARE), wanted), latest)
        optional_drafts = [draft for draft in drafts if not draft.required]
        optional = _fit(optional_drafts, optional_room, dropped, LeftOutFor.SHARE)
        left -= _cost(optional.values())
        fitted = {**required, **optional}
        shown = {*_memories(fitted), *_said(fitted_window(blocks, left - for_recall))}
        chosen = tuple(_marked(memory, is_shown=True) for memory in recipe.recalled or ())
        offered = await memory_sections.build_recalled(state, viewer, chosen, player_text, shown)
        drafts.append(offered)
        recalled, window = _with_conversation(blocks, offered, left, for_recall)
        shown = {*_memories(recalled), *_said(window)}
        unseen = [line for line in offered.lines if shown.isdisjoint(dict(line.memories))]
        dropped.extend(_named(offered, unseen, LeftOutFor.SHARE, for_recall))
        left -= _cost(recalled.values())
        fitted.update(recalled)
        if window.dropped:
            gone = tuple(message.as_line for message in window.gone)
            what = f"{len(gone)} messages of the window"
            why = LeftOutFor.BLOCKS if window.next_block else LeftOutFor.ROOM
            dropped.append(LeftOut(section="conversation", what=what, lines=gone, why=why, limit=window.next_block))
        memories = _memories(fitted)
        in_order = sorted(drafts, key=lambda draft: draft.is_last)
        return Prompt(
            instructions=instructions,
            said=tuple(message.as_line for message in window.shown),
            sections=tuple(fitted[draft.name][0] for draft in in_order if draft.name in fitted),
            lasting=sum(draft is not None and draft.name in fitted for draft in built[:lasting]),
            player_line=player_line,
            left_out=tuple(dropped),
            shown_memories=memories,
            offered=tuple(_marked(memory, is_shown=memory.memory_id in memories) for memory in chosen),
            budget=recipe.budget,
            reserve=recipe.reserve,
            tools_tokens=recipe.tools_tokens,
            tokens=recipe.budget - left + window.tokens,
        )


def _player_line(state: GameState, text: str, recipe: PromptRecipe, room: int, dropped: list[LeftOut]) -> str:
    """Return the input as data, its middle left out if it exceeds half of the room, and the wish for the answer."""
    wish = f"\nFor this answer the player wishes: {data_line(recipe.hint)}" if recipe.hint else ""
    if not text:
        return f"{GO_ON}{wish}"
    history = state.conversation_history
    speaker = data_line(history[-1].speaker_name) if history and history[-1].speaker_name else "The player"
    shown = shortened(text, room // 2)
    if shown is not text:
        whole = PromptLine(text=data_line(text), why=Why.SAID)
        what = f"the middle of {len(text)} characters"
        why = LeftOutFor.SHARE
        dropped.append(LeftOut(section="player text", what=what, lines=(whole,), why=why, limit=max(0, room // 2)))
    return f"{speaker} says or does: {data_line(shown)}{wish}"


Fitted = tuple[PromptSection, tuple[DraftLine, ...]]


def _fit(
    drafts: Sequence[Draft],
    room: int,
    dropped: list[LeftOut],
    why: LeftOutFor = LeftOutFor.ROOM,
) -> dict[str, Fitted]:
    """Fit drafts into the room, highest priority first; of one that does not fit, the oldest lines are dropped for
    the reason ``why``."""
    fitted: dict[str, Fitted] = {}
    limit = max(0, room)
    for draft in sorted(drafts, key=lambda draft: -draft.priority):
        kept, gone, tokens = _kept_lines(draft, room)
        dropped.extend(_named(draft, gone, why, limit if why is LeftOutFor.SHARE else None))
        dropped.extend(
            LeftOut(section=draft.name, what=line.left_out, lines=line.omitted, why=LeftOutFor.MOST)
            for line in kept
            if line.left_out
        )
        if not kept:
            continue
        section = PromptSection(
            name=draft.name,
            text="\n".join(line.text for line in kept),
            tokens=tokens,
            required=draft.required,
            share=draft.share,
            lines=tuple(line.shown for line in kept),
        )
        fitted[draft.name] = (section, kept)
        room -= tokens
    return fitted


def _with_conversation(blocks: Blocks, draft: Draft, left: int, for_recall: int) -> tuple[dict[str, Fitted], Window]:
    """Fit recalled memories into at most ``for_recall`` tokens and the conversation into the rest; nothing is shown
    in both."""
    while True:
        recalled = _fit([draft], for_recall, [])
        window = fitted_window(blocks, left - _cost(recalled.values()))
        said_twice = _said(window).intersection(_memories(recalled))
        if not said_twice:
            return recalled, window
        kept = (line for _, lines in recalled.values() for line in lines)
        draft = replace(draft, lines=tuple(line for line in kept if said_twice.isdisjoint(dict(line.memories))))


def _said(window: Window) -> set[str]:
    """Return the ids of the messages that are shown as conversation."""
    return {make_message_id(position) for position in window.positions}


def _named(draft: Draft, gone: Sequence[DraftLine], why: LeftOutFor, limit: int | None) -> list[LeftOut]:
    """List what was left out of a section: the number of lines, and each memory in them by id."""
    ids = ", ".join(key for line in gone for key, _ in line.memories)
    what = f"{len(gone)} of {len(draft.lines)} lines{f' ({ids})' if ids else ''}"
    lines = tuple(line.shown for line in gone)
    return [LeftOut(section=draft.name, what=what, lines=lines, why=why, limit=limit)] if gone else []


def _marked(memory: RecalledMemory, *, is_shown: bool) -> RecalledMemory:
    return memory if is_shown == memory.was_shown else memory.model_copy(update={"was_shown": is_shown})


def _kept_lines(draft: Draft, room: int) -> tuple[tuple[DraftLine, ...], tuple[DraftLine, ...], int]:
    """Split the lines of a draft into those that stay and those that are dropped, in order, with the section's
    tokens."""
    costs = [estimate(line.text) + 1 for line in draft.lines]
    tokens = estimate(f"## {draft.name}\n\n\n") + sum(costs)
    gone: set[int] = set()
    for position in sorted(range(len(costs)), key=lambda position: (-draft.lines[position].age, position)):
        if tokens <= room:
            break
        gone.add(position)
        tokens -= costs[position]
    kept = tuple(line for position, line in enumerate(draft.lines) if position not in gone)
    return kept, tuple(draft.lines[position] for position in sorted(gone)), tokens


def _memories(fitted: Mapping[str, Fitted]) -> dict[str, str]:
    """Return the memories that the sections show, by id."""
    return {key: text for _, lines in fitted.values() for line in lines for key, text in line.memories}


def _cost(fitted: Iterable[Fitted]) -> int:
    return sum(section.tokens for section, _ in fitted)


def shares_of(prompt: Prompt) -> dict[Share, int]:
    """Count the tokens of a prompt by their use, without its reserve. Headings and tools are fixed."""
    shares = dict.fromkeys(Share, 0)
    for block in prompt_blocks(prompt):
        shares[block.share] += block.tokens
    shares[Share.FIXED] += prompt.tokens - prompt.reserve - sum(shares.values())
    return shares


def prompt_blocks(prompt: Prompt) -> tuple[PromptSection, ...]:
    """Return instructions, sections, conversation and input in the order in which a model reads them."""
    system, player = prompt.instructions, prompt.player_line
    lines, tokens = "\n".join(prompt.conversation), sum(estimate(line) + 1 for line in prompt.conversation)
    return (
        PromptSection(name="Instructions", text=system, tokens=estimate(system), required=True, share=Share.FIXED),
        *prompt.sections[: prompt.lasting],
        PromptSection(name="Recent Conversation", text=lines, tokens=tokens, share=Share.SAID, lines=prompt.said),
        *prompt.sections[prompt.lasting :],
        PromptSection(name="Player", text=player, tokens=estimate(player), required=True, share=Share.FIXED),
    )
