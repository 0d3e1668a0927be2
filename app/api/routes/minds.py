"""People, what they mean to do and why, and what they have yet to think about."""

from typing import Annotated

from fastapi import APIRouter, Path, Query

from app.api.context import MasteredGame
from app.api.paging import MOST, PagingDep
from app.api.schemas import minds as schemas
from app.api.schemas.base import Page
from app.api.views.minds import jobs_view, person_detail, person_view

router = APIRouter(tags=["people"])


@router.get("/games/{game_id}/people")
async def list_people(game: MasteredGame, paging: PagingDep) -> Page[schemas.PersonOut]:
    """Everybody of the game, in the scenario's order."""
    async with game.open() as session:
        state = session.state
        page, following = paging.of([*enumerate(state.npcs)], lambda row: row[:1])
        return Page(items=[person_view(state, npc_id) for _, npc_id in page], next_cursor=following)


@router.get("/games/{game_id}/people/{npc_id}")
async def get_person(
    game: MasteredGame,
    npc_id: Annotated[str, Path(max_length=80, examples=["mara"])],
    reflections: Annotated[int, Query(ge=0, le=MOST, description="how many, the newest")] = 10,
) -> schemas.PersonDetail:
    """A person: its plan, goals, feelings, commitments, and what it has concluded from what."""
    async with game.open() as session:
        return person_detail(session.state, npc_id, reflections)


@router.get("/games/{game_id}/jobs")
async def list_jobs(game: MasteredGame) -> schemas.JobsOut:
    """What waits to be thought or condensed off the turns' path, and how much was."""
    async with game.open() as session:
        return jobs_view(session.state)
