"""What people have yet to think about."""

from fastapi import APIRouter

from app.api.context import MasteredGame
from app.api.schemas import minds as schemas
from app.cognition.queue import by_priority

router = APIRouter(tags=["people and models"])


@router.get("/games/{game_id}/jobs")
async def list_jobs(game: MasteredGame) -> schemas.JobsOut:
    """What waits to be thought or condensed off the turns' path, and how much was."""
    async with game.open() as session:
        waiting = {"jobs": by_priority(session.state), "captures": session.state.pending}
        return schemas.JobsOut.model_validate({**vars(session.state.minds), **waiting})
