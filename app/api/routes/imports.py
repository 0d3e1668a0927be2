"""Imports: files become games, scenarios, people and lore."""

import asyncio
import json
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Response

from app.api.bodies import ANY_FILE, AnyFile, BodyRoute
from app.api.context import AdminServices, GameAsMaster, IdempotencyDep, MasterServices
from app.api.locations import LOCATED, located
from app.api.schemas import imports as schemas
from app.importing.chats import import_chat
from app.importing.finding import FileFound, inspect_file
from app.importing.taking import Destination, FileTaken, take_in, take_into_game
from app.interchange.chats.report import ChatReport
from app.models.base import ID_PATTERN, MAX_ID_LENGTH
from app.services.game.games.concurrency import in_thread

_Scenario = Annotated[
    str | None,
    Query(
        max_length=MAX_ID_LENGTH,
        pattern=ID_PATTERN,
        description="the scenario that gets a card or lorebook, or where a chat takes place",
    ),
]
_Place = Annotated[str | None, Query(max_length=120, description="a place there, by id or name")]
_Person = Annotated[str | None, Query(max_length=120, description="the person who gets lore, by id or name")]

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


@router.post("/imports/inspect", **ANY_FILE)
async def inspect_import(_services: MasterServices, data: AnyFile) -> FileFound:
    """Return what is in a file, which is the body, and where it can go; nothing is stored. It may be an exported game,
    a scenario (JSON, or its folder as a ZIP), a character card (JSON, PNG or CharX), a lorebook or a chat; its
    content says which.

    Problems: 400 the file is none of these, or too damaged to say anything of it; 403 the token's role is below
    `master`; 413 it is larger than 50 MB. Common: 401 no valid token; 429 too many requests; 500 a damaged save or a
    defect.
    """
    return await in_thread(partial(inspect_file, data))


@router.post("/imports/files", status_code=201, name="import_file", responses=LOCATED, **ANY_FILE)
async def import_file(
    services: AdminServices,
    data: AnyFile,
    response: Response,
    idempotency: IdempotencyDep,
    *,
    scenario: _Scenario = None,
    place: _Place = None,
    person: _Person = None,
) -> FileTaken:
    """Take a file in, which is the body, and return what was made of it. An exported game and a chat become a game, a
    scenario is stored as the file or the folder that it is, a card becomes a small scenario of its own or a person of
    `scenario`, with its picture, and a lorebook becomes lore of `scenario`: of a `place`, of a `person`, or of its
    world. Of a scenario that ships with the server, or that is a folder of files, a copy gets the person or the lore.

    Problems: 400 the file is none of these or has faults, or a lorebook comes without `scenario`; 403 the token's role
    is below `admin`; 404 no such scenario, place or person; 409 the server has no folder for scenarios, the id is one
    of a scenario that ships with it or is stored in the other form, a user of a chat has the name of a person, the
    idempotency key was used for another request, or the server shuts down; 413 it is larger than 50 MB. Common: 401 no
    valid token; 422 the request is malformed; 429 too many requests; 500 a damaged save or a defect; 507 the disk or
    database refused.
    """
    wanted = Destination(scenario=scenario, place=place, person=person)
    taken = await asyncio.shield(services.start(take_in(services.container, data, wanted, **idempotency)))
    where = f"scenarios/{taken.scenario_id}" if taken.game_id is None else f"games/{taken.game_id}"
    return located(response, where, taken)


@router.post("/games/{game_id}/imports", status_code=201, name="import_into_game", responses=LOCATED, **ANY_FILE)
async def import_into_game(
    game: GameAsMaster,
    data: AnyFile,
    response: Response,
    idempotency: IdempotencyDep,
    *,
    place: _Place = None,
    person: _Person = None,
) -> FileTaken:
    """Take a card, a lorebook or an edited scenario, which is the body, into the running game, as a turn that can be
    undone, and return what was made of it. A card's person comes to the party, or to `place`; a lorebook becomes lore
    of a `place`, of a `person`, or of the world. `turn` is null where the game has all of it already.

    Problems: 400 the file is none of these, has faults, or does not fit what was made in the game; 403 the token's role
    is below `master`; 404 no such game, place or person; 409 it is another scenario, the idempotency key was used for
    another request, another program has the game, or the server shuts down; 413 it is larger than 50 MB. Common: 401 no
    valid token; 422 the request is malformed; 429 too many requests; 500 a damaged save or a defect; 507 the disk or
    database refused.
    """
    wanted, container = Destination(place=place, person=person), game.services.container
    taken = await game.within(lambda _: take_into_game(container, game.id, data, wanted, **idempotency))
    return located(response, f"games/{game.id}", taken)
