"""What models were shown and have cost."""

from typing import Annotated

from fastapi import APIRouter, Query

from app.api.context import MasteredGame
from app.api.paging import Paging, PagingDep
from app.api.prompt_views import prompt_view, size_view
from app.api.routes.turns import TurnNumber, past_turn
from app.api.schemas import prompts as schemas
from app.api.schemas.base import Page
from app.models.records.folding import chain
from app.models.records.record import Journal, Record
from app.services.game.games.off_loop import from_journal
from app.services.game.games.reports import spending

router = APIRouter(tags=["people and models"])
_CAPS = {f"max_{each}" for each in ("calls_per_turn", "tokens_per_turn", "tokens_per_game")} | {
    f"mind_calls_per_{each}" for each in ("tick", "day", "person")
}
_MOST_BUILT = 20
"""Prompts that one request builds again, some 0.1 s each."""


@router.get("/games/{game_id}/turns/{turn}/prompt")
async def get_prompt(game: MasteredGame, turn: TurnNumber) -> schemas.PromptOut:
    """The prompt of a turn with text: what is in it and why, and what was cut. It holds the story's secrets."""
    async with game.open() as session:
        prompt = await game.services.turns.explain(game.id, turn)
        return prompt_view(session.state, await past_turn(game, turn), prompt)


@router.get("/games/{game_id}/prompts")
async def list_prompts(
    game: MasteredGame,
    limit: Annotated[int, Query(ge=1, le=_MOST_BUILT, description="items on a page")] = 10,
    cursor: Annotated[str | None, Query(max_length=400, description="`next_cursor` of the page before")] = None,
) -> Page[schemas.PromptSize]:
    """How large the prompts of turns with text are, newest first. Each is built again: ask for few at a time."""
    async with game.open() as session:
        head = session.head
        records = await from_journal(session.read, lambda journal: _with_prompts(journal, head))
        found, following = Paging(limit, cursor).of(records, lambda record: (-record.turn,))
        explain = game.services.turns.explain
        items = [size_view(record, await explain(game.id, record.turn)) for record in found]
    return Page(items=items, next_cursor=following)


def _with_prompts(journal: Journal, head: int) -> list[Record]:
    """The turns with text that lead to the head, newest first."""
    records = reversed(chain(journal, head))
    return [record for record in records if record.prompt is not None and record.player_input is not None]


@router.get("/games/{game_id}/usage")
async def get_usage(game: MasteredGame, paging: PagingDep) -> schemas.UsageOut:
    """Calls, tokens and cost by turn, by what was done and in all, and the caps."""
    async with game.open() as session:
        spent = await from_journal(session.read, spending)
    page, following = paging.of([*spent.by_turn.items()], lambda row: row[:1])
    told = {"items": [{"turn": turn, **vars(spend)} for turn, spend in page], "next_cursor": following}
    caps = game.services.container.settings().model_dump(include=_CAPS)
    return schemas.UsageOut.model_validate({**told, "total": spent.total, "by_work": spent.by_work, "caps": caps})
