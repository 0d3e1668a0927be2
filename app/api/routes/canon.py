"""The canon of a game for the game master: what was added to the scenario and changed in it while it was played."""

from typing import Annotated

from fastapi import APIRouter, Query

from app.api.canon_views import entry_view
from app.api.context import GameAsMaster
from app.api.paging import PagingDep
from app.api.schemas.base import Page
from app.api.schemas.canon import CanonEntryOut, CanonKind

router = APIRouter(tags=["canon"])


@router.get("/games/{game_id}/canon")
async def list_canon(
    game: GameAsMaster,
    paging: PagingDep,
    kind: Annotated[CanonKind | None, Query(description="entries of this kind only")] = None,
    holds: Annotated[bool | None, Query(description="only facts and claims that hold now, or only former ones")] = None,
) -> Page[CanonEntryOut]:
    """List the additions to the world of the game and the changes in it that were made while playing, newest first:
    people, things, places, actions, states, timers, facts (with their source), descriptions, names, forgotten notes,
    and edited scenarios. With `holds` only facts are listed (a player's claim is one, too): for true those that hold
    now, for false those that no longer hold. A page has at most `limit` entries, 1 to 100 and by default 50; `cursor`
    is the `next_cursor` of the page before, and is left out for the first page.

    Problems: 400 the cursor is not one of this list; 403 the token's role is below `master`; 404 no such game; 409
    another program has the game open, or the server shuts down. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
    """
    async with game.state() as state:
        wanted = [number for number, entry in enumerate(state.canon) if kind in (None, entry.change.kind)]
        views = {number: entry_view(state, number) for number in wanted}
        chosen = [number for number in reversed(wanted) if holds in (None, views[number].holds)]
        return paging.page(chosen, views.__getitem__, lambda number: (-number,))
