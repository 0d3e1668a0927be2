"""Imports: files of other programs become games."""

import asyncio
import json

from fastapi import APIRouter, Response

from app.api.bodies import BodyRoute
from app.api.context import AdminServices, IdempotencyDep
from app.api.locations import LOCATED, located
from app.api.schemas import imports as schemas
from app.container import import_chat
from app.interchange.chats.report import ChatReport

router = APIRouter(tags=["imports"], route_class=BodyRoute)


@router.post("/imports", status_code=201, name="import_chat", responses=LOCATED)
async def import_(
    body: schemas.NewImport, services: AdminServices, response: Response, idempotency: IdempotencyDep
) -> ChatReport:
    """Create a game from a chat of SillyTavern, and return what was taken and left out, who is in it, and what was
    promised. Its characters become people, its users players, each line of a user begins a turn. Lines that are broken
    or of the program are left out, with the reason. Memories are made in the background. A long chat takes minutes:
    send it with an idempotency key, which goes on where a request was cut off.

    Problems: 400 the text is no chat or has too many users or characters, a card is none, the title is not one readable
    line, the place is given without a scenario, or the scenario cannot be played; 403 the token's role is below
    `admin`; 404 no such scenario or place; 409 a user has the name under which a person of the scenario is also known,
    the idempotency key was used for another request, or the server shuts down; 413 the body is larger than 50 MB.
    Common: 401 no valid token; 415 the body is not JSON; 422 the body is malformed; 429 too many requests; 500 a
    damaged save or a defect; 507 the disk or database refused.
    """
    work = import_chat(
        body.text.encode(errors="surrogatepass"),
        services.container,
        cards=[json.dumps(card).encode() for card in body.cards],
        scenario=body.scenario,
        place=body.place,
        title=body.title,
        with_hidden=body.with_hidden,
        **idempotency,
    )
    report = await asyncio.shield(services.start(work))
    return located(response, f"games/{report.game_id}", report)
