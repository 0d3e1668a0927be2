"""Memories alone: games without a scenario, in which agents of other programs remember, recall and know."""

from datetime import datetime
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response
from pydantic import ValidationError

from app.api.bodies import BodyRoute
from app.api.context import AdminServices, GameAsMaster, IdempotencyDep
from app.api.locations import LOCATED, located
from app.api.routes.games import current_game
from app.api.schemas import agent_memory as schemas
from app.api.schemas.base import Page
from app.api.schemas.games import GameOut
from app.errors import InvalidInput
from app.interfaces.memory_tools import MAX_HITS, RankedBy, Recall, Remember
from app.models.base import first_problem
from app.models.plain_reasons import Form, Malformed
from app.services.game.games.concurrency import off_loop
from app.services.remembering.memory_views import Knower, RecalledText, RememberedText

router = APIRouter(tags=["memory alone"], route_class=BodyRoute)
_WHO = Query(
    max_length=120,
    min_length=1,
    description="the whole name or id of who recalls; `world`: everybody",
    examples=["Ana"],
)


@router.post("/games/memory", status_code=201, responses=LOCATED)
async def create_memory_game(
    body: schemas.NewMemoryGame, services: AdminServices, response: Response, idempotency: IdempotencyDep
) -> GameOut:
    """Create a memory alone (a game without a scenario) and return it. It can be exported, branched, undone and deleted
    like every game.

    Problems: 400 the title is blank, or has line breaks or control characters, or `start` is before 1970; 403 the
    token's role is below `admin`; 409 the idempotency key was used for another request, or the server shuts down.
    Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422 the request is malformed; 429
    too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    begin = partial(services.container.agent_memory().begin, body.title, start=body.start, **idempotency)
    game_id = await off_loop(begin)
    return located(response, f"games/{game_id}", await current_game(services, game_id))


@router.post("/games/{game_id}/remember", status_code=201, responses=LOCATED)
async def remember(
    game: GameAsMaster, body: schemas.RememberIn, response: Response, idempotency: IdempotencyDep
) -> Page[RememberedText]:
    """Add a memory to one or several agents, as a turn, and return the new memory of each, in the order of `who`, on
    one page. A new name in `who` makes an agent, and one in `where` a place; a name in `said_by` or `about` makes
    nothing.

    Problems: 400 a name or the text is blank or holds control characters, `when` is before 1970, or `when` is in the
    future in a memory that was created without a `start` (its time is real time); 403 the token's role is below
    `master`; 404 no such game; 409 the game has a scenario, a new agent or place is needed and it has 1,000 already,
    the host's moderation refuses a text, the idempotency key was used for another request, another program has the game
    open, or the server shuts down. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 422
    the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could
    not be read or written.
    """
    wanted = _checked(Remember, body.model_dump())
    memory = game.services.container.agent_memory()
    remembered = await game.play(lambda _: memory.remember(game.id, wanted, **idempotency))
    return located(response, f"games/{game.id}/memories", Page(items=remembered))


@router.get("/games/{game_id}/recall")
async def recall(
    game: GameAsMaster,
    *,
    who: Annotated[str, _WHO],
    query: Annotated[str, Query(min_length=1, max_length=1000, description="the question", examples=["the launch"])],
    limit: Annotated[int, Query(ge=1, le=MAX_HITS, description="the most memories")] = 10,
    preset: Annotated[RankedBy, Query(description="the ranking")] = "hybrid",
    since: Annotated[datetime | None, Query(description="nothing earlier")] = None,
    until: Annotated[datetime | None, Query(description="nothing later")] = None,
    before: Annotated[
        list[str] | None,
        Query(max_length=20, description="names of those who hear it: no confidence that they were not told"),
    ] = None,
    explain: Annotated[bool, Query(description="whether to say why each was chosen")] = False,
) -> Page[RecalledText]:
    """Return the memories of an agent that are related to a question, the best first, on one page. It changes nothing.

    `who` is the whole name or the id of an agent or place, or `world`. `since` and `until` are moments, both inclusive:
    a date alone is its 00:00, a moment without a time zone is in UTC. `before` names listeners: a memory of something
    said in confidence is left out, unless all of them remember the same; an unknown listener remembers nothing. Without
    `before` none is left out for this reason. `preset` is the ranking: `hybrid` (words, meaning, time and more),
    `situational` (age, importance and keywords) or `genagents` (recency, relevance and importance). With `explain` each
    memory has its score in words (`why`), which is null otherwise. `limit` is the most memories to return, 1 to 100 and
    by default 10.

    Problems: 400 the query or a name is blank, or a time is before 1970; 403 the token's role is below `master`; 404 no
    such game, or no agent or place of this name remembers anything; 409 the game has a scenario, another program has
    the game open, or the server shuts down. Common: 401 no valid token; 422 the request is malformed; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    given = {"who": who, "query": query, "limit": limit, "preset": preset, "since": since, "until": until}
    wanted = _checked(Recall, {**given, "before": before or (), "explain": explain})
    async with game.open():
        return Page(items=await game.services.container.agent_memory().recall(game.id, wanted))


@router.get("/games/{game_id}/who-knows")
async def who_knows(
    game: GameAsMaster,
    claim: Annotated[
        str, Query(min_length=1, max_length=500, description="a sentence", examples=["The launch is on Friday."])
    ],
) -> Page[Knower]:
    """Return for each agent whether it knows a claim, knows an old version of it, or cannot know it, with the time
    since when it knows and the speaker. All agents are on one page, in the order in which they were first named.

    Problems: 400 the claim has no words to compare; 403 the token's role is below `master`; 404 no such game; 409 the
    game has a scenario, another program has the game open, or the server shuts down. Common: 401 no valid token; 422
    the request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could
    not be read or written.
    """
    async with game.open():
        return Page(items=await game.services.container.agent_memory().who_knows(game.id, claim))


def _checked(kind: Any, given: dict[str, Any]) -> Any:
    """Make the arguments of a tool; what the API's own schema lets through, and they do not, is an invalid input."""
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        raise InvalidInput(Malformed(form=Form.REQUEST, detail=first_problem(error))) from None
