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
    """Create a game from a chat of SillyTavern, and return a report: which lines were taken and left out, the players
    and people, and the promises that were found. The chat's characters become people, its users become players, and
    each line of a user begins a turn. Lines that are broken or come from the program are left out, with the reason.
    Memories are made in the background. A long chat takes minutes: send it with an idempotency key; if the request is
    cut off, a second one with the same key continues it.

    Problems: 400 the text is not a chat or has more than 8 users or 64 characters, a card is not a character card, the
    title is blank, or has line breaks or control characters, the place is given without a scenario, or the scenario
    cannot be played; 403 the token's role is below `admin`; 404 no such scenario or place; 409 a user has the name or
    an alias of a person of the scenario, the idempotency key was used for another request, or the server shuts down;
    413 the body is larger than 50 MB. Common: 401 no valid token; 415 the body is not JSON; 422 the body is malformed;
    429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
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
    """Return what a file, which is the body, contains and where it can be imported; nothing is stored. The file may be
    an exported game, a scenario (JSON, or its folder as a ZIP), a character card (JSON, PNG or CharX), a lorebook or a
    chat. The kind is recognised from the content.

    Problems: 400 the file is none of these, or is too damaged to be read; 403 the token's role is below `master`; 413
    the file is larger than 50 MB. Common: 401 no valid token; 429 too many requests; 500 the server has a defect.
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
    """Import a file of any kind, which is the body, and return what was made of it. An exported game or a chat becomes
    a game; `scenario` and `place` say where a chat takes place. A scenario is stored in its form, a file or a folder. A
    card becomes a small scenario of its own, or with `scenario` a person of that one, at `place` or where it begins,
    with the card's picture. A lorebook becomes lore of a `place`, of a `person` or of the world of `scenario`. If
    `scenario` ships with the server or is a folder of files, it is copied, and the copy gets the person or the lore.
    `place` and `person` are ids or names.

    Problems: 400 the file is none of these or has errors, a lorebook comes without `scenario` or with both a place and
    a person, or a chat with a place but no `scenario`; 403 the token's role is below `admin`; 404 no such scenario,
    place or person; 409 the server has no folder for scenarios, a scenario of this id ships with the server or is
    stored in the other form, a user of a chat has the name of a person, the idempotency key was used for another
    request, or the server shuts down; 413 the file is larger than 50 MB. Common: 401 no valid token; 422 the request is
    malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or
    written.
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
    """Import a card, a lorebook or an edited scenario, which is the body, into the running game, as a turn that can be
    undone, and return what was made of it. A card becomes a person at the party's place or at `place`; a lorebook
    becomes lore of a `place`, of a `person`, or of the world. `place` and `person` are ids or names. `turn` is null if
    the game has all of it already.

    Problems: 400 the file is none of these, has errors, or does not fit what was made in the game, or a lorebook comes
    with both a place and a person; 403 the token's role is below `master`; 404 no such game, place or person; 409 the
    file is another scenario than that of the game, the idempotency key was used for another request, another program
    has the game open, or the server shuts down; 413 the file is larger than 50 MB. Common: 401 no valid token; 422 the
    request is malformed; 429 too many requests; 500 the save is damaged, or the server has a defect; 507 data could not
    be read or written.
    """
    wanted, container = Destination(place=place, person=person), game.services.container
    taken = await game.within(lambda _: take_into_game(container, game.id, data, wanted, **idempotency))
    return located(response, f"games/{game.id}", taken)
