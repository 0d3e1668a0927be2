"""The prompts of past turns, and what models have cost."""

from typing import Annotated, Any

from fastapi import APIRouter, Query

from app.api.context import GameAsMaster
from app.api.paging import Paging, PagingDep
from app.api.routes.turns import TurnNumber, past_turn
from app.api.schemas import prompts as schemas
from app.api.schemas.base import Page
from app.models.prompt import LeftOut, LineSource, Prompt, PromptSection
from app.models.records.folding import chain
from app.models.records.record import Journal, PromptRecipe, Record
from app.models.state.game_state import GameState
from app.services.ai.context_service import prompt_blocks, shares_of
from app.services.game.games.concurrency import from_journal
from app.services.game.reports import spending

router = APIRouter(tags=["people and models"])
_CAPS = {f"max_{each}" for each in ("calls_per_turn", "tokens_per_turn", "tokens_per_game")} | {
    f"mind_calls_per_{each}" for each in ("tick", "day", "person")
}
_MOST_BUILT = 20
"""The most prompts that a request rebuilds; each takes about 0.1 s."""


@router.get("/games/{game_id}/turns/{turn}/prompt")
async def get_prompt(game: GameAsMaster, turn: TurnNumber) -> schemas.PromptOut:
    """Return the prompt of a narrated turn, rebuilt from the journal: its blocks and lines, with the reason why
    each is there, and the lines that were left out. It is the prompt of the narrator or, if the result has an
    `npc_id`, of the person who answered the line. It contains secrets of the story.

    Problems: 403 the token's role is below `master`; 404 no such game or turn, or the turn was undone or replaced;
    409 the turn has no prompt, because it only carried out commands or came from an imported chat, another program
    has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too
    many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    async with game.open() as session:
        prompt = await game.services.turns.explain(game.id, turn)
        return _prompt(session.state, await past_turn(session, turn), prompt)


@router.get("/games/{game_id}/prompts")
async def list_prompts(
    game: GameAsMaster,
    limit: Annotated[int, Query(ge=1, le=_MOST_BUILT, description="items on a page")] = 10,
    cursor: Annotated[str | None, Query(max_length=400, description="`next_cursor` of the page before")] = None,
) -> Page[schemas.PromptSize]:
    """List the sizes of prompts, newest first: of the turns in which a player typed a line, without undone and replaced
    turns and turns of an imported chat. Each prompt is rebuilt from the journal, so pages are small. A page has at most
    `limit` entries, 1 to 20 and by default 10; `cursor` is the `next_cursor` of the page before, and is left out for
    the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.open() as session:
        head = session.head
        records = await from_journal(session.read, lambda journal: _with_prompts(journal, head))
        found, following = Paging(limit, cursor).of(records, lambda record: (-record.turn,))
        explain = game.services.turns.explain
        items = [_size(record, await explain(game.id, record.turn)) for record in found]
    return Page(items=items, next_cursor=following)


def _with_prompts(journal: Journal, head: int) -> list[Record]:
    """Return the records of turns with text that lead to the head, newest first."""
    records = reversed(chain(journal, head))
    return [record for record in records if record.prompt is not None and record.player_input is not None]


@router.get("/games/{game_id}/usage")
async def get_usage(game: GameAsMaster, paging: PagingDep) -> schemas.UsageOut:
    """Return the number of model calls, their tokens and their cost: for each turn in or after which models were called
    (one page of turns, the lowest number first), for each kind of work, and in total, with the configured caps. A page
    has at most `limit` entries, 1 to 100 and by default 50; `cursor` is the `next_cursor` of the page before, and is
    left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.open() as session:
        spent = await from_journal(session.read, spending)
    page, following = paging.of([*spent.by_turn.items()], lambda row: row[:1])
    told = {"items": [{"turn": turn, **vars(spend)} for turn, spend in page], "next_cursor": following}
    caps = game.services.container.settings().model_dump(include=_CAPS)
    return schemas.UsageOut.model_validate({**told, "total": spent.total, "by_work": spent.by_work, "caps": caps})


def _prompt(state: GameState, record: Record, prompt: Prompt) -> schemas.PromptOut:
    blocks = prompt_blocks(prompt)
    shown = {
        "turn": record.turn,
        "blocks": [vars(each) | {"reasons": each.reasons, "lines": _lines(state, each)} for each in blocks],
        "left_out": [vars(each) | {"lines": _lines(state, each)} for each in prompt.left_out],
        "shown_elsewhere": _shown_elsewhere(prompt),
        "cut": prompt.dropped,
    }
    made = _made(record.prompt)
    whose = {"npc_name": state.name(made["npc_id"]) if made.get("npc_id") else ""}
    return schemas.PromptOut.model_validate({**made, **vars(prompt), **shown, **whose})


def _size(record: Record, prompt: Prompt) -> schemas.PromptSize:
    made = _made(record.prompt)
    return schemas.PromptSize(
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


def _lines(state: GameState, told: PromptSection | LeftOut) -> list[dict[str, Any]]:
    return [vars(line) | {"source": line.source and _source(state, line.source)} for line in told.lines]


def _source(state: GameState, source: LineSource) -> schemas.SourceOut:
    scope, recalled = source.scope, source.recalled
    owner_id = None if scope is None else scope.owner_id
    same = source.model_dump(include={"words", "ids", "place_id", "turn", "game_time", "later"})
    return schemas.SourceOut(
        **same,
        of=None if scope is None else scope.key,
        of_name="" if owner_id is None else state.name(owner_id),
        place_name="" if source.place_id is None else state.name(source.place_id),
        confided=source.is_confided,
        score=None if recalled is None else recalled.score,
        parts={} if recalled is None else dict(recalled.parts),
        shared=[] if recalled is None else [*recalled.shared],
    )


def _shown_elsewhere(prompt: Prompt) -> list[str]:
    """Return the ids of recalled memories that the prompt shows for another reason."""
    sources = [line.source for block in prompt_blocks(prompt) for line in block.lines if line.source is not None]
    recalled = {each.recalled.memory_id for each in sources if each.recalled is not None}
    shown = {key for each in sources for key in each.ids}
    return [each.memory_id for each in prompt.offered if each.memory_id in shown - recalled]
