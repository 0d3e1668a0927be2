"""Turns of the game master without a line of a player: narrating, letting people speak, and commands."""

import asyncio
from functools import cache

from fastapi import APIRouter

from app.api.access import ViewerDep, acting_player
from app.api.bodies import BodyRoute
from app.api.context import GameAsMaster, IdempotencyDep
from app.api.schemas import turns as schemas
from app.api.schemas.base import Page
from app.api.views import turn_view
from app.events.command_table import COMMANDS
from app.mcp.server import portable
from app.models.command import description_of
from app.services.game.games.session import GameSession

router = APIRouter(tags=["turns"], route_class=BodyRoute)


@router.post("/games/{game_id}/narrate")
async def narrate(game: GameAsMaster, body: schemas.NarrateIn, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Narrate a turn yourself, and return it. First your commands are carried out; then the people in `says` say their
    words, for which they must be at the party's place; then your text is shown. If a command, a speaker or a text is
    refused, nothing has happened. The turn has no line of a player. It takes the minutes of its moves and of commands
    that let time pass, such as `advance_time`; without either it takes one minute. No model is called.

    Problems: 400 a text holds control characters; 403 the token's role is below `master`; 404 no such game, or a
    command or speech names an unknown person, place or thing; 409 the rules of the game refuse a command, a speaker is
    not at the party's place, the host's moderation refuses a text, the idempotency key was used for another request,
    another program has the game open, or the server shuts down; 422 the body is malformed, or there is neither a text
    nor a speech. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """
    container = game.services.container

    async def work(session: GameSession) -> schemas.TurnOut:
        speaker = acting_player(game.viewer, session.state, None)
        narrator = container.scripted_narrator(body.text, body.commands, body.says)
        result = await game.services.turns.go_on(game.id, speaker=speaker, narrator=narrator, **idempotency)
        return turn_view(result, game.viewer, session.state)

    return await game.within(work)


@router.get("/commands", tags=["commands"])
async def list_commands(_viewer: ViewerDep) -> Page[schemas.CommandInfo]:
    """List all commands that `POST …/commands` takes, in no particular order, on one page, each with its JSON Schema.

    Problems: 403 the token's role is below `viewer`. Common: 401 no valid token; 429 too many requests; 500 the server
    has a defect.
    """
    return await asyncio.to_thread(_all_commands)


@cache
def _all_commands() -> Page[schemas.CommandInfo]:
    """Describe all commands once for the process; it takes a tenth of a second."""
    return Page(
        items=[
            schemas.CommandInfo(
                kind=row.command.model_fields["kind"].default,
                description=" ".join(description_of(row.command).split()),
                json_schema=portable(row.command.model_json_schema()),
            )
            for row in COMMANDS
        ]
    )


@router.post("/games/{game_id}/commands", tags=["commands"])
async def give_commands(game: GameAsMaster, body: schemas.CommandsIn, idempotency: IdempotencyDep) -> schemas.TurnOut:
    """Carry out commands as one turn without text, in order, all of them or none, and return the turn. A move takes the
    minutes of its way, unless an `advance_time` among the commands says how long the turn takes. An action takes the
    minutes that the scenario gives it. Nothing else takes time.

    Problems: 400 a value of a command breaks a rule of the game, such as a player's name of more than 60 characters, or
    a value that a state cannot have; 403 the token's role is below `master`; 404 no such game, or a command names an
    unknown person, place, thing, quest or memory; 409 the rules of the game or the host's moderation refuse a command,
    the idempotency key was used for another request, another program has the game open, or the server shuts down; 422 a
    command is malformed. Common: 401 no valid token; 413 the body is too large; 415 the body is not JSON; 429 too many
    requests; 500 the save is damaged, or the server has a defect; 507 data could not be read or written.
    """

    async def work(session: GameSession) -> schemas.TurnOut:
        return turn_view(await game.carry_out(*body.commands, **idempotency), game.viewer, session.state)

    return await game.within(work)
