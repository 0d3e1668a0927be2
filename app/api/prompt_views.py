"""Prompts as models of `/v1`: lines with the names of those whose memories they show."""

from typing import Any

from app.api.schemas import prompts
from app.models.prompt import LeftOut, LineSource, Prompt, PromptLine, RecalledMemory, Section
from app.models.records.record import PromptRecipe, Record
from app.models.state.game_state import GameState
from app.services.ai.context_service import prompt_blocks, shares_of


def prompt_view(state: GameState, record: Record, prompt: Prompt) -> prompts.PromptOut:
    shown = {
        "turn": record.turn,
        "blocks": [_block(state, each) for each in prompt_blocks(prompt)],
        "left_out": [_left_out(state, each) for each in prompt.left_out],
        "shown_elsewhere": _shown_elsewhere(prompt),
        "cut": prompt.dropped,
    }
    return prompts.PromptOut.model_validate({**_made(record.prompt), **vars(prompt), **shown})


def size_view(record: Record, prompt: Prompt) -> prompts.PromptSize:
    made = _made(record.prompt)
    return prompts.PromptSize(
        turn=record.turn,
        seq=record.seq,
        npc_id=made.get("npc_id"),
        was_read=made.get("was_read", False),
        budget=prompt.budget,
        tokens=prompt.tokens - prompt.reserve,
        shares={share.value: tokens for share, tokens in shares_of(prompt).items()},
    )


def _made(recipe: PromptRecipe | None) -> dict[str, Any]:
    return {} if recipe is None else {**vars(recipe), "was_read": recipe.recalled is not None}


def _block(state: GameState, block: Section) -> prompts.BlockOut:
    lines = [_line(state, each) for each in block.lines]
    return prompts.BlockOut.model_validate({**vars(block), "reasons": block.reasons, "lines": lines})


def _left_out(state: GameState, left_out: LeftOut) -> prompts.LeftOutOut:
    return prompts.LeftOutOut(
        section=left_out.section, what=left_out.what, lines=[_line(state, each) for each in left_out.lines]
    )


def _line(state: GameState, line: PromptLine) -> prompts.LineOut:
    source = _source(state, line.source) if line.source is not None else None
    return prompts.LineOut(text=line.text, why=line.why.value, reason=line.reason, source=source)


def _source(state: GameState, source: LineSource) -> prompts.SourceOut:
    scope, recalled = source.scope, source.recalled
    owner_id = None if scope is None else scope.owner_id
    return prompts.SourceOut(
        words=source.words,
        ids=[*source.ids],
        of=None if scope is None else scope.key,
        of_name="" if owner_id is None else state.name(owner_id),
        place_id=source.place_id,
        place_name="" if source.place_id is None else state.name(source.place_id),
        turn=source.turn,
        game_time=source.game_time,
        later=[*source.later],
        confided=source.is_confided,
        score=None if recalled is None else recalled.score,
        parts={} if recalled is None else dict(recalled.parts),
        shared=[] if recalled is None else [*recalled.shared],
    )


def _shown_elsewhere(prompt: Prompt) -> list[str]:
    """What was recalled and is shown, but not for that."""
    lines = [line for block in prompt_blocks(prompt) for line in block.lines]
    recalled = {each.memory_id for line in lines if (each := _recalled(line)) is not None}
    shown = {key for line in lines if line.source is not None for key in line.source.ids}
    return [each.memory_id for each in prompt.offered if each.memory_id in shown - recalled]


def _recalled(line: PromptLine) -> RecalledMemory | None:
    return None if line.source is None else line.source.recalled
